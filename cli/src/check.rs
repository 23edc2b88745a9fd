//! `codeunit check`.

use std::fmt::Display;
use std::io::{self, Write};

use codeunit::{Encoding, Policy, StreamError};

use crate::args::Check;
use crate::closed::check_stdout;
use crate::excerpt::{Surroundings, Window};
use crate::exit::Exit;
use crate::failure::{Failure, complain, worse};
use crate::input::{Input, message};
use crate::json::{self, ItemWithList};
use crate::progress;
use crate::stream::Visitor;
use crate::summary::Summary;

/// Checks every file, whatever is wrong with the ones before it.
///
/// Of the statuses the one that answers the question wins: a file known to be ill-formed, then a
/// file that could not be read.
pub(crate) fn run(args: &Check) -> Result<Exit, Failure> {
    args.reading().check()?;
    let mut exit = Exit::Done;
    let mut summary = Summary::new();
    let (inputs, failures) = args.walk.inputs(&args.inputs)?;
    let failed = |exit, input: Option<&Input>, failure: Failure, summary: &mut Summary| {
        summary.add_failed(failure.exit() == Exit::IllFormed);
        json::tell_failure(args.json, input, &failure)?;
        Ok::<_, Failure>(worse(exit, failure.exit()))
    };
    for failure in failures {
        exit = failed(exit, None, failure, &mut summary)?;
    }
    progress::start(args.progress, false, inputs.iter());
    for input in inputs {
        match check(args, &input, &mut summary) {
            Ok((Exit::IllFormed, _)) => exit = Exit::IllFormed,
            Ok((Exit::Done, line)) => line.map_or(Ok(()), say)?,
            Ok((other, _)) => exit = worse(exit, other),
            // Nothing but what is said about a file is written.
            Err(failure) => exit = failed(exit, Some(&input), failure, &mut summary)?,
        }
    }
    progress::finish();
    if args.json {
        json::print(&json::summary(&summary))?;
    } else if !args.quiet {
        complain(&summary);
    }
    Ok(exit)
}

/// The status for this input, about which everything is said but for a line about what is valid.
fn check(
    args: &Check,
    input: &Input,
    summary: &mut Summary,
) -> Result<(Exit, Option<String>), Failure> {
    let mut open = input.open(args.reading())?;
    let encoding = open.encoding();
    let list = args.json.then(|| {
        let mut item = json::file(input);
        item.insert("encoding".into(), encoding.name().into());
        ItemWithList::new(item, "first_errors")
    });
    let mut errors = Errors::new(input.name(), encoding, args.max_errors, list);
    let result = open.check(&mut errors);
    errors.tell_pending();
    let is_valid = errors.total == 0;
    if let Some(list) = errors.list {
        return match result {
            Ok(read) => {
                summary.add_checked(read, errors.total);
                let (valid, read, total) = (is_valid.into(), read.into(), errors.total.into());
                list.finish([("valid", valid), ("bytes_read", read), ("errors", total)])?;
                Ok((if is_valid { Exit::Done } else { Exit::IllFormed }, None))
            }
            // What was found is known, though what is behind it could not be read.
            Err(failure) if !is_valid => {
                summary.add_checked(0, errors.total);
                let (total, failure) = (errors.total.into(), json::failure(&failure));
                list.finish([("valid", false.into()), ("errors", total), ("failure", failure)])?;
                Ok((Exit::IllFormed, None))
            }
            // The item has been begun, so that this belongs to it.
            Err(failure) => {
                summary.add_failed(failure.exit() == Exit::IllFormed);
                list.finish([("failure", json::failure(&failure))])?;
                Ok((failure.exit(), None))
            }
        };
    }
    let (read, failure) = match result {
        Ok(read) => (read, None),
        Err(failure) if is_valid => return Err(failure),
        Err(failure) => (0, Some(failure)),
    };
    summary.add_checked(read, errors.total);
    if is_valid {
        let line = (!args.quiet).then(|| format!("{}: valid {encoding}", errors.name));
        return Ok((Exit::Done, line));
    }
    if errors.total > errors.most && errors.most > 0 {
        let more = errors.total - errors.most;
        complain(format_args!("{}: {more} more errors", errors.name));
    }
    if let Some(failure) = failure {
        complain(&failure);
    }
    Ok((Exit::IllFormed, None))
}

/// Says what is wrong, and counts.
struct Errors {
    name: String,
    encoding: Encoding,
    total: u64,
    /// How many are told; 0: all.
    most: u64,
    window: Window,
    /// Where they are told, for programs.
    list: Option<ItemWithList>,
    /// Those that wait for what stands behind them.
    pending: Vec<(StreamError, Surroundings)>,
}

impl Errors {
    fn new(name: String, encoding: Encoding, most: u64, list: Option<ItemWithList>) -> Self {
        let (window, pending) = (Window::default(), Vec::new());
        Self { name, encoding, total: 0, most, list, window, pending }
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
        let is_told = !self.only_counts();
        self.total += 1;
        if !is_told {
            return Policy::Skip;
        }
        if let Some(list) = &mut self.list {
            list.push(&json::error(error));
        } else {
            let (around, is_all) = self.window.around(error);
            if is_all && self.pending.is_empty() {
                self.tell(error, &around);
            } else {
                self.pending.push((*error, around));
            }
        }
        Policy::Skip
    }

    fn only_counts(&self) -> bool {
        self.most > 0 && self.total >= self.most
    }

    fn counted(&mut self, errors: u64) {
        self.total += errors;
    }
}

/// A line on the standard output.
pub(crate) fn say(line: impl Display) -> Result<(), Failure> {
    say_part(format_args!("{line}\n"))
}

/// A part of a line. When its reader has left we go on: the exit status still counts.
pub(crate) fn say_part(part: impl Display) -> Result<(), Failure> {
    let written =
        check_stdout().and_then(|()| progress::suspend(|| write!(io::stdout(), "{part}")));
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::stdout(error)),
        _ => Ok(()),
    }
}
