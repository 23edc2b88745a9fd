//! Outputs that are put on the disk together.
//!
//! A file has its name when its bytes are on the disk, and to wait for that takes many times as long as to convert a
//! small file. A file system that is asked for many files at the same time does it for all of them at once, so
//! small files wait for each other.

use std::io;
use std::thread;

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
    pub(crate) job: &'a Job,
    pub(crate) output: OpenOutput<'a>,
    pub(crate) converted: Converted,
    /// A map of offsets, which has its name when the output has.
    pub(crate) map: Option<OpenOutput<'a>>,
}

/// Those of a worker, in order.
#[derive(Default)]
pub(crate) struct Batch<'a>(Vec<Ready<'a>>);

impl<'a> Batch<'a> {
    /// Adds a file; tells whether it is time to finish them all.
    pub(crate) fn push(&mut self, ready: Ready<'a>) -> bool {
        // A reader may wait to hear of what has no file.
        let waits = !ready.output.is_file();
        self.0.push(ready);
        let bytes: u64 = self.0.iter().map(|ready| ready.converted.text.written).sum();
        waits || self.0.len() >= MOST || bytes >= MOST_BYTES
    }

    /// Puts all on the disk, gives each its name, and tells what came of it.
    pub(crate) fn finish(&mut self, mut tell: impl FnMut(&'a Job, Result<Converted, Failure>)) {
        let synced = sync(&self.0);
        for (Ready { job, output, mut converted, map }, synced) in self.0.drain(..).zip(synced) {
            let named = match synced {
                Ok(()) => output.finish(converted.source_len()).and_then(|directory| {
                    map.map_or(Ok(()), OpenOutput::put)?;
                    Ok(directory)
                }),
                Err(error) => Err(job.output.write_failure(error)),
            };
            tell(
                job,
                named.map(|directory| {
                    converted.directory = directory;
                    converted
                }),
            );
        }
    }
}

/// Waits for all at the same time.
fn sync(batch: &[Ready<'_>]) -> Vec<io::Result<()>> {
    if let [one] = batch {
        return vec![one.output.sync()];
    }
    thread::scope(|scope| {
        let start = |ready| {
            let thread = thread::Builder::new().stack_size(64 * 1024);
            thread.spawn_scoped(scope, move || sync_one(ready))
        };
        let threads: Vec<_> = batch.iter().map(start).collect();
        let wait = |(ready, thread): (_, io::Result<thread::ScopedJoinHandle<'_, _>>)| match thread
        {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // No more threads than that.
            Err(_) => sync_one(ready),
        };
        batch.iter().zip(threads).map(wait).collect()
    })
}

fn sync_one(ready: &Ready<'_>) -> io::Result<()> {
    ready.output.sync()
}
