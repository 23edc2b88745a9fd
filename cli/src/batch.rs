//! What comes of the inputs, and outputs that get their names together.
//!
//! A file has its name when its bytes are on the disk, and to wait for that takes many times as long as to convert a
//! small file. So it is done beside the workers, for all files at once that they have made meanwhile: the longer the disk
//! takes, the more they are.
//!
//! ```text
//! worker 1   a   c e   g  i k  …
//! worker 2    b d   f h  j l   …
//! here       ─────(a b)────(c d e f)────(g h i j k l)────
//! ```

use std::iter;
use std::sync::mpsc::Receiver;

use crate::convert::Converted;
use crate::disk;
use crate::failure::Failure;
use crate::output::OpenOutput;
use crate::plan::Job;

/// How many files wait at most, and how many more are on their way to the disk. Each of them is open, and a process that
/// has 256 open files has all that some systems allow.
pub(crate) const MOST: usize = 96;

/// A file that has been converted and has no name yet.
pub(crate) struct Ready<'a> {
    pub(crate) output: OpenOutput<'a>,
    pub(crate) converted: Converted,
    /// A map of offsets, which has its name when the output has.
    pub(crate) map: Option<OpenOutput<'a>>,
}

/// What came of a job.
pub(crate) type Outcome<'a> = (&'a Job, Result<Ready<'a>, Failure>);

/// Finishes what comes until nothing more can, and tells of it in the same order.
pub(crate) fn finish_all<'a>(
    outcomes: &Receiver<Outcome<'a>>,
    mut tell: impl FnMut(&'a Job, Result<Converted, Failure>),
) {
    while let Ok(outcome) = outcomes.recv() {
        let batch = iter::once(outcome).chain(outcomes.try_iter()).take(MOST).collect();
        finish(batch, &mut tell);
    }
}

/// Puts all on the disk, gives each its name, and tells what came of it.
pub(crate) fn finish<'a>(
    batch: Vec<Outcome<'a>>,
    mut tell: impl FnMut(&'a Job, Result<Converted, Failure>),
) {
    let ready = batch.iter().filter_map(|(_, result)| result.as_ref().ok());
    let files: Vec<_> = ready.filter_map(|ready| ready.output.unsynced()).collect();
    let mut synced = disk::sync_all(&files).into_iter();
    for (job, result) in batch {
        let finished = result.and_then(|ready| {
            if ready.output.unsynced().is_some() {
                let synced = synced.next().expect("one for each file");
                synced.map_err(|error| job.output.write_failure(error))?;
            }
            ready.finish()
        });
        tell(job, finished);
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
