//! `codeunit check`.

use std::fmt::Display;
use std::io::{self, Write};

use codeunit::{Encoding, Policy, StreamError};
use serde_json::Value;

use crate::args::Check;
use crate::excerpt::{Surroundings, Window};
use crate::exit::Exit;
use crate::failure::{Failure, complain, worse};
use crate::input::{Input, message};
use crate::json;
use crate::progress;
use crate::stream::Visitor;
use crate::summary::Summary;

/// Checks every file, whatever is wrong with the ones before it.
///
/// Of the statuses the one that answers the question wins: a file known to be ill-formed, then a
/// file that could not be read.
pub(crate) fn run(args: &Check) -> Result<Exit, Failure> {
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
            Ok(false) => exit = Exit::IllFormed,
            Ok(true) => {}
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

/// Whether the input is well-formed. Everything about it is said.
fn check(args: &Check, input: &Input, summary: &mut Summary) -> Result<bool, Failure> {
    let mut open = input.open(args.reading())?;
    let encoding = open.encoding();
    let mut errors = Errors::new(input.name(), encoding, args.max_errors, args.json);
    let result = open.check(&mut errors);
    errors.tell_pending();
    let read = result?;
    summary.add_checked(read, errors.total);
    let is_valid = errors.total == 0;
    if args.json {
        let mut item = json::file(input);
        item.insert("encoding".into(), encoding.name().into());
        item.insert("valid".into(), is_valid.into());
        item.insert("bytes_read".into(), read.into());
        item.insert("errors".into(), errors.total.into());
        item.insert("first_errors".into(), errors.items.into());
        json::print(&item.into())?;
    } else if is_valid && !args.quiet {
        say(format_args!("{}: valid {encoding}", errors.name))?;
    } else if errors.total > errors.most && errors.most > 0 {
        let more = errors.total - errors.most;
        complain(format_args!("{}: {more} more errors", errors.name));
    }
    Ok(is_valid)
}

/// Says what is wrong, and counts.
struct Errors {
    name: String,
    encoding: Encoding,
    total: u64,
    /// How many are told; 0: all.
    most: u64,
    window: Window,
    /// Those that are told, for programs.
    items: Vec<Value>,
    is_json: bool,
    /// Those that wait for what stands behind them.
    pending: Vec<(StreamError, Surroundings)>,
}

impl Errors {
    fn new(name: String, encoding: Encoding, most: u64, is_json: bool) -> Self {
        let (window, pending, items) = (Window::default(), Vec::new(), Vec::new());
        Self { name, encoding, total: 0, most, items, is_json, window, pending }
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
        let is_told = self.most == 0 || self.total <= self.most;
        if is_told && self.is_json {
            self.items.push(json::error(error));
        } else if is_told {
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
    match progress::suspend(|| writeln!(io::stdout(), "{line}")) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::stdout(error)),
        _ => Ok(()),
    }
}
