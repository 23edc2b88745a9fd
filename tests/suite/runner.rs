//! Runs tests by name, as Rust's own runner does, of which the suite needs little: this much of our own is built in
//! a second for every machine, where a crate and what reads its command line took a minute of an emulator's gate.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::Test;

/// The command line.
pub(crate) struct Arguments {
    /// Parts of names; a test whose name has one of them runs, or every test if there are none.
    filters: Vec<String>,
    /// The filters are whole names.
    exact: bool,
    /// Only the names are wanted.
    pub(crate) list: bool,
    /// Those run that are marked, and no others; or those as well.
    ignored: bool,
    include_ignored: bool,
    threads: Option<usize>,
}

impl Arguments {
    /// Those of the program, or what is wrong with them.
    pub(crate) fn from_args() -> Result<Self, String> {
        Self::parse(std::env::args().skip(1))
    }

    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self {
            filters: Vec::new(),
            exact: false,
            list: false,
            ignored: false,
            include_ignored: false,
            threads: None,
        };
        while let Some(arg) = args.next() {
            let (name, value) = match arg.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (arg.as_str(), None),
            };
            match name {
                "--exact" => arguments.exact = true,
                "--list" => arguments.list = true,
                "--ignored" => arguments.ignored = true,
                "--include-ignored" => arguments.include_ignored = true,
                // Nothing is captured, and little is said.
                "--nocapture" | "--no-capture" | "--quiet" | "-q" => {}
                "--test-threads" => {
                    let threads = value.or_else(|| args.next()).and_then(|n| n.parse().ok());
                    arguments.threads = Some(threads.ok_or("--test-threads wants a number")?);
                }
                _ if arg.starts_with('-') => return Err(format!("no such option: {arg}")),
                _ => arguments.filters.push(arg),
            }
        }
        Ok(arguments)
    }

    /// Whether a test is one of those that were asked for; `ignored` says that it is marked.
    fn wants(&self, name: &str, ignored: bool) -> bool {
        let fits =
            |filter: &String| if self.exact { name == filter } else { name.contains(filter) };
        let named = self.filters.is_empty() || self.filters.iter().any(fits);
        named && (ignored || self.include_ignored || !self.ignored)
    }

    /// Whether one of those runs.
    fn runs(&self, ignored: bool) -> bool {
        !ignored || self.ignored || self.include_ignored
    }

    /// As many as the machine runs at once, if nothing was said.
    fn threads(&self) -> usize {
        let machine = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(machine).max(1)
    }
}

/// A test by its full name.
pub(crate) struct Trial<'a> {
    pub(crate) name: String,
    pub(crate) ignored: bool,
    pub(crate) run: Box<dyn Fn() + Sync + 'a>,
}

/// How it went.
pub(crate) struct Conclusion {
    pub(crate) failed: usize,
    /// Tests that the command line leaves out: by the filters, or by asking for those that are marked alone.
    pub(crate) filtered_out: usize,
}

/// Runs what is wanted of `trials`, several at a time, and tells of each when it ends.
pub(crate) fn run(arguments: &Arguments, trials: &[Trial]) -> Conclusion {
    let wanted: Vec<&Trial> =
        trials.iter().filter(|trial| arguments.wants(&trial.name, trial.ignored)).collect();
    let filtered_out = trials.len() - wanted.len();
    if arguments.list {
        for trial in wanted {
            println!("{}: test", trial.name);
        }
        return Conclusion { failed: 0, filtered_out };
    }
    let started = Instant::now();
    let (wanted, ignored): (Vec<&Trial>, Vec<&Trial>) =
        wanted.into_iter().partition(|trial| arguments.runs(trial.ignored));
    println!("\nrunning {} tests", wanted.len());
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let worker = || {
        while let Some(trial) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let started = Instant::now();
            let failed = catch_unwind(AssertUnwindSafe(&trial.run)).is_err();
            let result = if failed { "FAILED" } else { "ok" };
            println!("test {} ... {result} ({:.2?})", trial.name, started.elapsed());
            if failed {
                failures.lock().expect("no panic holds it").push(trial.name.clone());
            }
        }
    };
    // Not every machine has threads.
    match arguments.threads().min(wanted.len()) {
        0 | 1 => worker(),
        threads => thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(worker);
            }
        }),
    }
    let failures = failures.into_inner().expect("no panic holds it");
    for name in &failures {
        println!("failed: {name}");
    }
    let (failed, passed) = (failures.len(), wanted.len() - failures.len());
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {result}. {passed} passed; {failed} failed; {} ignored; {filtered_out} filtered \
         out; finished in {:.2?}",
        ignored.len(),
        started.elapsed()
    );
    Conclusion { failed, filtered_out }
}

/// What is not marked is filtered out by `--ignored`, as by Rust's own runner.
fn those_that_are_marked_alone() {
    let wanted = |args: &[&str]| {
        let arguments = Arguments::parse(args.iter().map(|&arg| arg.to_owned())).expect("options");
        [false, true].map(|ignored| arguments.wants("a::b", ignored))
    };
    assert_eq!(wanted(&[]), [true, true]);
    assert_eq!(wanted(&["--ignored"]), [false, true]);
    assert_eq!(wanted(&["--ignored", "c"]), [false, false]);
    assert_eq!(wanted(&["--ignored", "--include-ignored"]), [true, true]);
}

pub(crate) const TESTS: &[Test] = tests![those_that_are_marked_alone];
