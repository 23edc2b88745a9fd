//! `codeunit check`.

use std::fmt::Display;
use std::io::{self, Write};

use codeunit::{Encoding, Policy, StreamError};

use crate::args::Check;
use crate::excerpt::{Surroundings, Window};
use crate::exit::Exit;
use crate::failure::{Failure, complain};
use crate::input::{Input, message};
use crate::stream::Visitor;
use crate::summary::Summary;

/// Checks every file, whatever is wrong with the ones before it.
///
/// Of the statuses the one that answers the question wins: a file known to be ill-formed, then a
/// file that could not be read.
pub(crate) fn run(args: &Check) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    let mut summary = Summary::new();
    for input in Input::from_args(&args.inputs) {
        let failed = match check(args, &input, &mut summary) {
            Ok(None) => Exit::IllFormed,
            Ok(Some(encoding)) => {
                if !args.quiet {
                    say(format_args!("{}: valid {encoding}", input.name()))?;
                }
                continue;
            }
            Err(failure) => {
                summary.add_failed(failure.exit() == Exit::IllFormed);
                complain(&failure);
                failure.exit()
            }
        };
        if exit != Exit::IllFormed {
            exit = failed;
        }
    }
    if !args.quiet {
        complain(&summary);
    }
    Ok(exit)
}

/// The encoding in which the input is well-formed.
fn check(args: &Check, input: &Input, summary: &mut Summary) -> Result<Option<Encoding>, Failure> {
    let mut open = input.open(args.reading())?;
    let encoding = open.encoding();
    let mut errors = Errors::new(input.name(), encoding, args.max_errors);
    let result = open.check(&mut errors);
    errors.tell_pending();
    let read = result?;
    summary.add_checked(read, errors.total);
    if errors.total > errors.most && errors.most > 0 {
        let more = errors.total - errors.most;
        complain(format_args!("{}: {more} more errors", errors.name));
    }
    Ok((errors.total == 0).then_some(encoding))
}

/// Says what is wrong, and counts.
struct Errors {
    name: String,
    encoding: Encoding,
    total: u64,
    /// How many are told; 0: all.
    most: u64,
    window: Window,
    /// Those that wait for what stands behind them.
    pending: Vec<(StreamError, Surroundings)>,
}

impl Errors {
    fn new(name: String, encoding: Encoding, most: u64) -> Self {
        let (window, pending) = (Window::default(), Vec::new());
        Self { name, encoding, total: 0, most, window, pending }
    }

    fn tell(&self, error: &StreamError, around: &Surroundings) {
        let message = message(&self.name, self.encoding, error);
        complain(format_args!("{message}\n{}", around.render(self.encoding, error)));
    }

    fn tell_pending(&mut self) {
        for (error, around) in std::mem::take(&mut self.pending) {
            self.tell(&error, &around);
        }
    }
}

impl Visitor for Errors {
    fn block(&mut self, block: &[u8]) {
        self.pending.iter_mut().for_each(|(_, around)| around.extend(block));
        self.tell_pending();
        self.window.push(block);
    }

    fn error(&mut self, error: &StreamError) -> Policy {
        self.total += 1;
        if self.most == 0 || self.total <= self.most {
            let (around, is_all) = self.window.around(error);
            if is_all && self.pending.is_empty() {
                self.tell(error, &around);
            } else {
                self.pending.push((*error, around));
            }
        }
        Policy::Skip
    }
}

/// A line on the standard output. When its reader has left we go on: the exit status still counts.
pub(crate) fn say(line: impl Display) -> Result<(), Failure> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::stdout(error)),
        _ => Ok(()),
    }
}
