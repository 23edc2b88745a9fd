//! `codeunit convert`.

use std::fs;
use std::io::Write;
use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use codeunit::{Encoding, State};

use crate::args::Convert;
use crate::compression::Compressor;
use crate::exit::Exit;
use crate::failure::{Failure, complain, shown, worse};
use crate::json;
use crate::label;
use crate::map::{self, Recording};
use crate::output::{Output, stdout_file};
use crate::plan::{Job, Plan};
use crate::progress;
use crate::summary::Summary;

pub(crate) fn run(args: &Convert) -> Result<Exit, Failure> {
    if args.list {
        let names = label::names().join("\n") + "\n";
        let written = stdout_file().and_then(|mut out| out.write_all(names.as_bytes()));
        return written.map(|()| Exit::Done).map_err(Failure::stdout);
    }
    let destination = args.destination();
    let mut plan = Plan::new(&args.inputs, &args.walk, destination)?;
    if args.json && plan.jobs.iter().any(|job| job.output == Output::Stdout) {
        let message = "--json needs the standard output for itself: -o OUT or --in-place";
        return Err(Failure::Usage(message.into()));
    }
    map::check(args, &plan.jobs)?;
    let mut work = Work { args, summary: Summary::new(), exit: Exit::Done };
    for failure in mem::take(&mut plan.failures) {
        work.failed(None, failure)?;
    }
    if work.goes_on() {
        if let Some(directory) = &plan.new_directory {
            create_directory(directory)?;
        }
        let is_busy = plan.jobs.iter().any(|job| job.output == Output::Stdout);
        progress::start(args.progress, is_busy, plan.jobs.iter().map(|job| &job.input));
        work.run(&plan.jobs)?;
        progress::finish();
    }
    work.sum_up()
}

/// The work on many files.
struct Work<'a> {
    args: &'a Convert,
    summary: Summary,
    exit: Exit,
}

impl Work<'_> {
    fn goes_on(&self) -> bool {
        self.summary.failed == 0 || self.args.keep_going
    }

    /// Does the jobs in turn, as many of them side by side as there are workers.
    fn run(&mut self, jobs: &[Job]) -> Result<(), Failure> {
        let args = self.args;
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let shared = Mutex::new((&mut *self, Ok(())));
        let worker = || {
            while !is_stopped.load(Ordering::Relaxed) {
                let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
                let result = convert(args, job);
                // Who has panicked has taken the program along.
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let (work, outcome) = &mut *shared;
                let told = match result {
                    Ok(done) => work.done(job, &done),
                    Err(Failure::BrokenPipe) => Err(Failure::BrokenPipe),
                    Err(failure) => work.failed(Some(job), failure),
                };
                if told.is_err() || !work.goes_on() {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                if told.is_err() {
                    *outcome = told;
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..args.workers().min(jobs.len()) {
                scope.spawn(worker);
            }
            worker();
        });
        let (_, outcome) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcome?;
        let later = jobs.len().saturating_sub(next.into_inner());
        if later > 0 && !args.json {
            complain(format_args!("stopped; later inputs not converted: {later}"));
        }
        Ok(())
    }

    fn done(&mut self, job: &Job, (encoding, state): &(Encoding, State)) -> Result<(), Failure> {
        self.summary.add_converted(state);
        let replacements = state.replacements();
        if self.args.strict_exit && replacements > 0 {
            self.exit = worse(self.exit, Exit::IllFormed);
        }
        if self.args.json {
            let mut item = json::file(&job.input);
            json::insert_output(&mut item, &job.output);
            item.insert("encoding".into(), encoding.name().into());
            item.insert("bytes_read".into(), state.read().into());
            item.insert("bytes_written".into(), state.written().into());
            item.insert("replacements".into(), replacements.into());
            json::print(&item.into())?;
        } else if replacements > 0 && !self.args.quiet {
            complain(format_args!("{}: replacements: {replacements}", job.input.name()));
        }
        Ok(())
    }

    fn failed(&mut self, job: Option<&Job>, failure: Failure) -> Result<(), Failure> {
        self.summary.add_failed(failure.exit() == Exit::IllFormed);
        self.exit = worse(self.exit, failure.exit());
        json::tell_failure(self.args.json, job.map(|job| &job.input), &failure)
    }

    fn sum_up(&self) -> Result<Exit, Failure> {
        if self.args.json {
            json::print(&json::summary(&self.summary))?;
        } else if !self.args.quiet {
            complain(&self.summary);
        }
        Ok(self.exit)
    }
}

fn create_directory(directory: &Path) -> Result<(), Failure> {
    fs::create_dir_all(directory).map_err(|error| Failure::Io {
        what: "cannot create directory",
        name: shown(directory),
        error,
    })
}

fn convert(args: &Convert, job: &Job) -> Result<(Encoding, State), Failure> {
    // The input first: without it no file is created.
    let mut input = job.input.open(args.reading())?;
    let times = if args.keep_times { input.times() } else { Ok(None) };
    let times = times.map_err(|error| input.read_failure(error))?;
    if let Output::File(path) = &job.output
        && args.walk.recursive
        && let Some(directory) = path.parent()
    {
        create_directory(directory)?;
    }
    let mut recording = Recording::new(args, input.encoding())?;
    let mut output = job.output.open()?;
    let write_failure = |error| job.output.write_failure(error);
    let compression = match job.output {
        Output::InPlace { .. } => input.compression,
        _ => args.compress,
    };
    let checkpoints = recording.as_mut().map(|recording| &mut recording.checkpoints);
    let (to, policy) = (args.to, args.policy());
    let state = match compression {
        None => input.convert_recording(to, policy, checkpoints, output.writer(), write_failure)?,
        Some(compression) => {
            let mut compressor =
                Compressor::new(compression, output.writer()).map_err(write_failure)?;
            let state =
                input.convert_recording(to, policy, checkpoints, &mut compressor, write_failure);
            // What comes before an error is whole on the standard output.
            let finished = compressor.finish().map_err(write_failure);
            let state = state?;
            finished?;
            state
        }
    };
    // The bytes of the text tell nothing about the length of a compressed file.
    let read = input.compression.is_none().then(|| state.read());
    let map = recording.as_ref().map(|recording| Ok((recording, recording.open()?))).transpose()?;
    output.finish(read, times)?;
    if let Some((recording, file)) = map {
        recording.finish(file)?;
    }
    Ok((input.encoding(), state))
}
