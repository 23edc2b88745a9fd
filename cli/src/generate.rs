//! `codeunit man` and `codeunit completions`: made of the definition of the command line.

use std::io::Write;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Cli;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::stdout_file;

/// The man page of the program, or of a command of it.
pub(crate) fn man(name: Option<&str>) -> Result<Exit, Failure> {
    // `help` prints pages, and has none.
    let mut program = command().disable_help_subcommand(true);
    program.build();
    let page = match name {
        None => program,
        Some(name) => {
            let unknown = || Failure::Usage(format!("no command {name:?} to have a man page"));
            program.find_subcommand(name).ok_or_else(unknown)?.clone()
        }
    };
    let mut roff = Vec::new();
    Man::new(page).render(&mut roff).map_err(Failure::stdout)?;
    print(&roff)
}

/// What a shell completes.
pub(crate) fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "codeunit", &mut script);
    print(&script)
}

fn command() -> Command {
    Cli::command()
}

fn print(bytes: &[u8]) -> Result<Exit, Failure> {
    let written = stdout_file().and_then(|mut out| out.write_all(bytes));
    written.map(|()| Exit::Done).map_err(Failure::stdout)
}
