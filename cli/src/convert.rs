//! `codeunit convert`.

use std::collections::BTreeSet;
use std::io::Write;
use std::mem;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use codeunit::Encoding;

use crate::args::Convert;
use crate::batch::{self, Outcome, Ready};
use crate::closed::check_stdout;
use crate::compression::Compressor;
use crate::directories;
use crate::disk;
use crate::exit::Exit;
use crate::failure::{Failure, complain, shown, worse};
use crate::follow;
use crate::input::Target;
use crate::json;
use crate::label;
use crate::map::{self, Recording};
use crate::output::{Output, directory_of, stdout_file};
use crate::plan::{Job, Plan};
use crate::progress;
use crate::stream;
use crate::summary::Summary;
use crate::temporary::remove_at_signals;

pub(crate) fn run(args: &Convert) -> Result<Exit, Failure> {
    if args.list {
        let names = label::names().join("\n") + "\n";
        let written = stdout_file().and_then(|mut out| out.write_all(names.as_bytes()));
        return written.map(|()| Exit::Done).map_err(Failure::stdout);
    }
    if args.follow.follow {
        return follow::run(args);
    }
    args.reading().check()?;
    let destination = args.destination();
    let mut plan = Plan::new(&args.inputs, &args.walk, destination)?;
    if args.json && plan.jobs.iter().any(|job| job.output == Output::Stdout) {
        let message = "--json needs the standard output for itself: -o OUT or --in-place";
        return Err(Failure::Usage(message.into()));
    }
    if args.json {
        check_stdout().map_err(Failure::stdout)?;
    }
    map::check(args, &plan.jobs)?;
    let map = map::output(args);
    let mut work =
        Work { args, summary: Summary::new(), exit: Exit::Done, directories: BTreeSet::new() };
    for failure in mem::take(&mut plan.failures) {
        work.failed(None, failure)?;
    }
    if work.goes_on() {
        // Without it a signal leaves a file, and nothing worse.
        _ = remove_at_signals(|_| false);
        if let Some(directory) = &plan.new_directory {
            let created = directories::create(directory);
            // Those on the way to it.
            created.inspect_err(|_| _ = directories::remove_empty())?;
        }
        let is_busy = plan.jobs.iter().any(|job| job.output == Output::Stdout);
        progress::start(args.progress, is_busy, plan.jobs.iter().map(|job| &job.input));
        work.run(&plan.jobs, map.as_ref())?;
        progress::finish();
    } else {
        work.tell_later(plan.jobs.len());
    }
    work.sum_up()
}

/// The work on many files.
struct Work<'a> {
    args: &'a Convert,
    summary: Summary,
    exit: Exit,
    /// Those with new names, which are put on the disk at the end: a tree has many files in each.
    directories: BTreeSet<PathBuf>,
}

impl Work<'_> {
    fn goes_on(&self) -> bool {
        self.summary.failed == 0 || self.args.keep_going
    }

    /// Does the jobs in turn, as many of them side by side as there are workers.
    fn run<'a>(&mut self, jobs: &'a [Job], map: Option<&'a Output>) -> Result<(), Failure> {
        let args = self.args;
        // Workers that have no file of their own help with the parts of others.
        let workers_of_each = (args.workers() / jobs.len().max(1)).max(1);
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut outcome = Ok(());
        let mut tell = |job: &Job, result: Result<Converted, Failure>| {
            let told = match result {
                Ok(converted) => self.done(job, &converted),
                Err(Failure::BrokenPipe) => Err(Failure::BrokenPipe),
                Err(failure) => self.failed(Some(job), failure),
            };
            if told.is_err() || !self.goes_on() {
                is_stopped.store(true, Ordering::Relaxed);
            }
            if told.is_err() {
                outcome = told;
            }
        };
        let next_job = || {
            let is_stopped = is_stopped.load(Ordering::Relaxed);
            if is_stopped { None } else { jobs.get(next.fetch_add(1, Ordering::Relaxed)) }
        };
        let work = |job| (job, convert(args, job, map, workers_of_each));
        let worker = |outcomes: &SyncSender<Outcome<'a>>| {
            while let Some(job) = next_job() {
                let outcome = work(job);
                // It is told when what came before is told.
                if outcome.1.is_err() && !args.keep_going {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                // Who finishes them has panicked, which is passed on.
                if outcomes.send(outcome).is_err() {
                    break;
                }
            }
        };
        if jobs.len() > 1 {
            thread::scope(|scope| {
                let (sender, outcomes) = mpsc::sync_channel(batch::MOST);
                for _ in 0..args.workers().min(jobs.len()) {
                    let (worker, sender) = (&worker, sender.clone());
                    let run = move || worker(&sender);
                    // No more threads than that.
                    if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                        break;
                    }
                }
                drop(sender);
                batch::finish_all(&outcomes, &mut tell);
            });
        }
        // One job, or what no thread could be had for.
        while let Some(job) = next_job() {
            batch::finish(vec![work(job)], &mut tell);
        }
        let made = directories::remove_empty();
        self.directories.extend(made.iter().map(|made| directory_of(made).to_path_buf()));
        let directories: Vec<_> = mem::take(&mut self.directories).into_iter().collect();
        for (directory, synced) in directories.iter().zip(disk::sync_directories(&directories)) {
            if let Err(error) = synced {
                let (what, name) = ("cannot write", shown(directory));
                self.failed(None, Failure::Io { what, name, error })?;
            }
        }
        outcome?;
        self.tell_later(jobs.len().saturating_sub(next.into_inner()));
        Ok(())
    }

    /// Tells how many inputs were not begun, if any.
    fn tell_later(&self, later: usize) {
        if later > 0 && !self.args.json {
            complain(format_args!("stopped; later inputs not converted: {later}"));
        }
    }

    fn done(&mut self, job: &Job, converted: &Converted) -> Result<(), Failure> {
        let Converted { encoding, text, directory, .. } = converted;
        self.summary.add_converted(text);
        self.directories.extend(directory.clone());
        let replacements = text.replacements;
        if self.args.strict_exit && replacements > 0 {
            self.exit = worse(self.exit, Exit::IllFormed);
        }
        if self.args.json {
            let mut item = json::file(&job.input);
            json::insert_output(&mut item, &job.output);
            item.insert("encoding".into(), encoding.name().into());
            item.insert("bytes_read".into(), text.read.into());
            item.insert("bytes_written".into(), text.written.into());
            item.insert("replacements".into(), replacements.into());
            item.insert("line_endings_changed".into(), text.line_endings.into());
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

/// What came of an input.
#[derive(Debug)]
pub(crate) struct Converted {
    encoding: Encoding,
    pub(crate) text: stream::Converted,
    is_compressed: bool,
    /// The one of the output, which is to be put on the disk yet.
    pub(crate) directory: Option<PathBuf>,
}

impl Converted {
    /// Bytes of the input file. Those of the text tell nothing about the length of one that is compressed.
    pub(crate) fn source_len(&self) -> Option<u64> {
        (!self.is_compressed).then_some(self.text.read)
    }
}

/// Converts an input into a file without a name.
fn convert<'a>(
    args: &Convert,
    job: &'a Job,
    map: Option<&'a Output>,
    workers: usize,
) -> Result<Ready<'a>, Failure> {
    // The input first: without it no file is created.
    let mut input = job.input.open(args.reading())?;
    let times = if args.keep_times { input.times() } else { Ok(None) };
    let times = times.map_err(|error| input.read_failure(error))?;
    if let Output::File(path) = &job.output
        && args.walk.recursive
        && let Some(directory) = path.parent()
    {
        directories::create(directory)?;
    }
    let recording = map.map(|map| Recording::new(map, input.encoding(), args.to));
    let mut recording = recording.transpose()?;
    let mut output = job.output.open_for(input.opened.as_ref())?;
    let target = Target {
        encoding: args.to,
        policy: args.policy(),
        line_endings: args.line_endings,
        gathers: output.is_file(),
        output: &job.output,
    };
    let compression = match job.output {
        Output::InPlace { .. } => input.compression,
        _ => args.compress,
    };
    let checkpoints = recording.as_mut().map(|recording| &mut recording.checkpoints);
    let text = match compression {
        None if checkpoints.is_some() => input.convert(target, checkpoints, output.writer())?,
        None => input.convert_by(workers, target, output.writer())?,
        Some(compression) => {
            let write_failure = |error| job.output.write_failure(error);
            let mut compressor =
                Compressor::new(compression, output.writer()).map_err(write_failure)?;
            let text = input.convert(target, checkpoints, &mut compressor);
            // What comes before an error is whole on the standard output.
            let finished = compressor.finish().map_err(write_failure);
            let text = text?;
            finished?;
            text
        }
    };
    if let Some(times) = times {
        output.set_times(times)?;
    }
    let map = recording.map(|recording| recording.write()).transpose()?;
    let (encoding, is_compressed) = (input.encoding(), input.compression.is_some());
    let converted = Converted { encoding, text, is_compressed, directory: None };
    Ok(Ready { output, converted, map })
}
