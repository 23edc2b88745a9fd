//! A file that grows, is renamed, or is cut short.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// How many of the last bytes are compared.
const LAST_LEN: usize = 64;

/// Which file it is, whatever its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Inode {
    device: u64,
    inode: u64,
}

impl Inode {
    pub(crate) fn of(metadata: &Metadata) -> Self {
        Self { device: metadata.dev(), inode: metadata.ino() }
    }
}

/// A place in a file: behind so many bytes, of which these were the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(super) inode: Inode,
    pub(super) offset: u64,
    last: Vec<u8>,
}

impl Place {
    /// Whether there can be such bytes before it.
    pub(super) fn is_possible(&self) -> bool {
        self.last.len() as u64 <= self.offset
    }
}

/// A file at a place.
#[derive(Debug)]
pub(super) struct Tail {
    file: File,
    pub(super) place: Place,
}

impl Tail {
    /// A file at its beginning.
    pub(super) fn new(file: File) -> io::Result<Self> {
        let inode = Inode::of(&file.metadata()?);
        Ok(Self { file, place: Place { inode, offset: 0, last: Vec::new() } })
    }

    /// The regular file of this name.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // A pipe without a writer would be waited for.
        if !fs::metadata(path)?.is_file() {
            return Err(io::Error::other("not a regular file, as --follow needs"));
        }
        Self::new(File::open(path)?)
    }

    /// The file of a place: the one of this name, or one in the same directory that was renamed.
    pub(super) fn find(path: &Path, place: Place) -> io::Result<Option<Self>> {
        let is_it = |path: &PathBuf| {
            fs::metadata(path)
                .is_ok_and(|found| found.is_file() && Inode::of(&found) == place.inode)
        };
        let mut paths = vec![path.to_path_buf()];
        if !is_it(&paths[0]) {
            let directory = fs::canonicalize(crate::output::directory_of(path))?;
            paths = fs::read_dir(directory)?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<io::Result<_>>()?;
        }
        let Some(path) = paths.into_iter().find(is_it) else { return Ok(None) };
        Ok(Some(Self { place, ..Self::open(&path)? }))
    }

    /// The bytes that follow, as many as there are and have room; they count as read when [`Self::advance`] is called.
    pub(super) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read_at(buffer, self.place.offset) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }

    /// Goes on behind these bytes.
    pub(super) fn advance(&mut self, bytes: &[u8]) {
        let Place { offset, last, .. } = &mut self.place;
        *offset += bytes.len() as u64;
        last.extend_from_slice(&bytes[bytes.len().saturating_sub(LAST_LEN)..]);
        last.drain(..last.len().saturating_sub(LAST_LEN));
    }

    /// Whether what was read is not in the file any more: it has been cut short, and perhaps written to since.
    pub(super) fn is_rewritten(&self) -> io::Result<bool> {
        let Place { offset, last, .. } = &self.place;
        if self.file.metadata()?.len() < *offset {
            return Ok(true);
        }
        let mut now = vec![0; last.len()];
        match self.file.read_exact_at(&mut now, offset - last.len() as u64) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(true),
            Err(error) => Err(error),
            Ok(()) => Ok(now != *last),
        }
    }

    /// The same file from its beginning.
    pub(super) fn restart(&mut self) {
        self.place.offset = 0;
        self.place.last.clear();
    }
}
