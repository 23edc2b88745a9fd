//! The command line of codeunit: conversion and validation of Unicode text in files and pipes.
//!
//! It is a library so that fuzzing reaches the block reader and benchmarks the timing, and promises
//! nothing to other programs: those use the crate `codeunit`.
// But for one attribute, in `closed`.
#![deny(unsafe_code)]

mod args;
mod backends;
mod batch;
mod bench;
mod blocks;
mod check;
mod closed;
mod compression;
mod convert;
mod count;
mod detect;
mod directories;
mod disk;
mod errors;
mod excerpt;
mod exit;
mod failure;
mod follow;
mod generate;
mod gzip;
mod identity;
mod input;
#[doc(hidden)]
pub mod job;
mod json;
mod label;
mod line_endings;
mod locate;
mod map;
#[doc(hidden)]
pub mod measure;
mod notes;
mod output;
mod pages;
#[cfg(unix)]
mod parts;
mod plan;
mod progress;
#[doc(hidden)]
pub mod standard;
mod stream;
mod summary;
mod temporary;
mod text;
mod visible;
mod walk;
mod whole;

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::closed::check_stdout;
use crate::exit::Exit;
use crate::failure::{Failure, complain, is_all_said, shown};

/// The program: reads the arguments of the process, and tells its exit status.
#[must_use]
pub fn main() -> ExitCode {
    run().into()
}

fn run() -> Exit {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(message) => {
            return print(&message);
        }
    };
    let result = match &cli.command {
        Command::Convert(args) => convert::run(args),
        Command::Check(args) => check::run(args),
        Command::Detect(args) => detect::run(args),
        Command::Count(args) => count::run(args),
        Command::Locate(args) => locate::run(args),
        Command::Backends => backends::run(),
        Command::Bench(args) => bench::run(args),
        Command::Man { command } => generate::man(command.as_deref()),
        Command::Completions { shell } => generate::completions(*shell),
    };
    progress::finish();
    let exit = result.unwrap_or_else(|failure| {
        if !matches!(failure, Failure::BrokenPipe) {
            complain(&failure);
        }
        failure.exit()
    });
    // A log of the night that is not whole is not to be taken for one.
    if exit == Exit::Done && !is_all_said() { Exit::InputOutput } else { exit }
}

/// Help and version, or what is wrong with the arguments.
fn print(message: &clap::Error) -> Exit {
    if message.use_stderr() && std::env::args_os().any(|argument| has_controls(&argument)) {
        // It has the arguments in it, which may be names of files: nothing of them steers the terminal.
        let text = message.render().to_string();
        let lines: Vec<_> = text.lines().map(|line| shown(Path::new(line))).collect();
        complain(lines.join("\n"));
        return Exit::Usage;
    }
    let open = if message.use_stderr() { Ok(()) } else { check_stdout() };
    match open.and_then(|()| message.print()) {
        _ if message.use_stderr() => Exit::Usage,
        Ok(()) => Exit::Done,
        Err(error) => {
            let failure = Failure::stdout(error);
            if !matches!(failure, Failure::BrokenPipe) {
                complain(&failure);
            }
            failure.exit()
        }
    }
}

fn has_controls(argument: &OsStr) -> bool {
    argument.to_string_lossy().chars().any(char::is_control)
}
