//! A regular file that is read to its end, and not to where it was cut short meanwhile.

use std::fs::File;
use std::io::{self, Read};

/// A file, and how long it was when it was opened.
///
/// Who cuts a file short while it is read (a rotation by copying and truncation) makes two parts of its text, and the
/// first one would be taken for all of it. That a file grows is no fault. The length of some that are no more than an
/// interface to the system has nothing to do with what is read of them, but it stays what it was.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) file: File,
    len: u64,
}

impl Whole {
    pub(crate) fn new(file: File) -> io::Result<Self> {
        let len = file.metadata()?.len();
        Ok(Self { file, len })
    }

    pub(crate) fn try_clone(&self) -> io::Result<Self> {
        Ok(Self { file: self.file.try_clone()?, len: self.len })
    }

    /// Fails if the file has become shorter.
    pub(crate) fn check(&self) -> io::Result<()> {
        if self.file.metadata()?.len() < self.len {
            return Err(io::Error::other("cut short while it was read"));
        }
        Ok(())
    }
}

impl Read for Whole {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.file.read(buffer)?;
        if len == 0 && !buffer.is_empty() {
            self.check()?;
        }
        Ok(len)
    }
}
