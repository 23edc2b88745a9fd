//! What a run has done, in one line on standard error.

use std::fmt::{self, Display};
use std::time::Instant;

use crate::stream::Converted;

/// The sums over all files.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    start: Instant,
    pub(crate) files: u64,
    /// Files among them that were not done.
    pub(crate) failed: u64,
    pub(crate) read: u64,
    /// `None` if nothing is written.
    pub(crate) written: Option<u64>,
    pub(crate) errors: u64,
    pub(crate) replacements: u64,
}

impl Summary {
    pub(crate) fn new() -> Self {
        Self {
            start: Instant::now(),
            files: 0,
            failed: 0,
            read: 0,
            written: None,
            errors: 0,
            replacements: 0,
        }
    }

    /// Adds a file that was converted. What was replaced, left out or escaped was an error.
    pub(crate) fn add_converted(&mut self, done: &Converted) {
        self.files += 1;
        self.read += done.read;
        *self.written.get_or_insert(0) += done.written;
        self.errors += done.replacements;
        self.replacements += done.replacements;
    }

    /// Adds a file of so many bytes that was checked.
    pub(crate) fn add_checked(&mut self, read: u64, errors: u64) {
        self.files += 1;
        self.failed += u64::from(errors > 0);
        self.read += read;
        self.errors += errors;
    }

    /// Adds a file that was not done, because of its text or of something else.
    pub(crate) fn add_failed(&mut self, is_text: bool) {
        self.files += 1;
        self.failed += 1;
        self.errors += u64::from(is_text);
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.seconds();
        write!(
            f,
            "summary: files {}, failed {}, bytes read {}",
            self.files, self.failed, self.read
        )?;
        if let Some(written) = self.written {
            write!(f, ", bytes written {written}")?;
        }
        write!(f, ", errors {}, replacements {}", self.errors, self.replacements)?;
        write!(f, ", {seconds:.3} s, {:.1} MB/s", self.read as f64 / seconds.max(1e-9) / 1e6)
    }
}
