//! Outputs that are put on the disk together.
//!
//! A file has its name when its bytes are on the disk, and to wait for that takes many times as long as to convert a
//! small file. A file system that is asked for many files at the same time does it for all of them at once, so
//! small files wait for each other; and the next ones are converted meanwhile.

use std::io;
use std::mem;
use std::panic::resume_unwind;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::thread::{self, ScopedJoinHandle};

use crate::convert::Converted;
use crate::failure::Failure;
use crate::output::OpenOutput;
use crate::plan::Job;

/// How many files wait at most. Each has its file open, and a thread that waits for it.
const MOST: usize = 32;

/// With so many bytes a file is worth waiting for by itself.
const MOST_BYTES: u64 = 1 << 20;

/// A file that has been converted and has no name yet.
pub(crate) struct Ready<'a> {
    pub(crate) output: OpenOutput<'a>,
    pub(crate) converted: Converted,
    /// A map of offsets, which has its name when the output has.
    pub(crate) map: Option<OpenOutput<'a>>,
}

/// Those of a worker in order, and what failed among them.
#[derive(Default)]
pub(crate) struct Batch<'a>(Vec<(&'a Job, Result<Ready<'a>, Failure>)>);

impl<'a> Batch<'a> {
    /// Adds what came of a job; tells whether it is worth finishing them all.
    pub(crate) fn push(&mut self, job: &'a Job, result: Result<Ready<'a>, Failure>) -> bool {
        self.0.push((job, result));
        // A reader may wait to hear of what has no file, and of a failure.
        let waits = self.0.iter().any(|(_, result)| match result {
            Ok(ready) => !ready.output.is_file(),
            Err(_) => true,
        });
        let bytes: u64 = self.ready().map(|ready| ready.converted.text.written).sum();
        waits || bytes >= MOST_BYTES || self.is_full()
    }

    /// Gives all to a thread that finishes them. If it has not done with those before, they stay here, where others may
    /// be put with them, unless there are too many.
    pub(crate) fn hand_over(&mut self, finisher: &SyncSender<Self>) {
        let batch = mem::take(self);
        match finisher.try_send(batch) {
            Err(TrySendError::Full(batch)) if batch.is_full() => _ = finisher.send(batch),
            Err(TrySendError::Full(batch)) => *self = batch,
            // It ends after us only, or with a panic, which is passed on.
            Ok(()) | Err(TrySendError::Disconnected(_)) => {}
        }
    }

    /// Puts all on the disk, gives each its name, and tells what came of it.
    pub(crate) fn finish(self, tell: impl Fn(&'a Job, Result<Converted, Failure>)) {
        let mut synced = self.sync().into_iter();
        for (job, result) in self.0 {
            let finished = result.and_then(|ready| {
                let synced = synced.next().expect("one for each that is ready");
                synced.map_err(|error| job.output.write_failure(error))?;
                ready.finish()
            });
            tell(job, finished);
        }
    }

    fn ready(&self) -> impl Iterator<Item = &Ready<'a>> {
        self.0.iter().filter_map(|(_, result)| result.as_ref().ok())
    }

    fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Waits for all that is ready at the same time.
    fn sync(&self) -> Vec<io::Result<()>> {
        let outputs: Vec<_> = self.ready().map(|ready| &ready.output).collect();
        if let [one] = outputs.as_slice() {
            return vec![one.sync()];
        }
        thread::scope(|scope| {
            let start = |output| {
                let thread = thread::Builder::new().stack_size(64 * 1024);
                thread.spawn_scoped(scope, move || OpenOutput::sync(output))
            };
            let threads: Vec<_> = outputs.iter().copied().map(start).collect();
            let wait =
                |(output, thread): (&OpenOutput<'_>, io::Result<ScopedJoinHandle<'_, _>>)| {
                    match thread {
                        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                        // No more threads than that.
                        Err(_) => output.sync(),
                    }
                };
            outputs.iter().copied().zip(threads).map(wait).collect()
        })
    }
}

impl Ready<'_> {
    /// Gives a file that is on the disk its name.
    fn finish(self) -> Result<Converted, Failure> {
        let Self { output, mut converted, map } = self;
        converted.directory = output.finish(converted.source_len())?;
        map.map_or(Ok(()), OpenOutput::put)?;
        Ok(converted)
    }
}
