//! `codeunit check`.

use std::fmt::Display;
use std::io::{self, Write};

use crate::args::Check;
use crate::exit::Exit;
use crate::failure::{Failure, complain};
use crate::input::Input;

/// Checks every file, whatever is wrong with the ones before it.
///
/// Of the statuses the one that answers the question wins: a file known to be ill-formed, then a
/// file that could not be read.
pub(crate) fn run(args: &Check) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for input in Input::from_args(&args.inputs) {
        match check(args, &input) {
            Ok(scheme) => say(format_args!("{}: valid {scheme}", input.name()))?,
            Err(failure) => {
                complain(&failure);
                if exit != Exit::IllFormed {
                    exit = failure.exit();
                }
            }
        }
    }
    Ok(exit)
}

/// The name of the encoding in which the input is well-formed.
fn check(args: &Check, input: &Input) -> Result<&'static str, Failure> {
    let mut input = input.open(args.from, args.engine.engine())?;
    input.run(|text, reader| text.check(reader), Failure::stdout)?;
    Ok(input.scheme().name())
}

/// A line on the standard output. When its reader has left we go on: the exit status still counts.
fn say(line: impl Display) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::stdout(error)),
        _ => Ok(()),
    }
}
