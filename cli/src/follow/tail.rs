//! A file that grows, is renamed, or is cut short.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::output::directory_of;

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

    /// Where this is on the file system on which `before` was found to be `now`: one that is mounted again may have another
    /// number of its device.
    pub(super) fn moved(self, before: Self, now: Self) -> Self {
        let device = if self.device == before.device { now.device } else { self.device };
        Self { device, ..self }
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

/// A regular file: a pipe without a writer would be waited for, and a device may have no end.
pub(super) fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file, as --follow needs"));
    }
    File::open(path)
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
        Self::new(open_regular(path)?)
    }

    /// The file of a place: the one of this name, or one in the same directory that was renamed, but none of `others`.
    ///
    /// The number of a file that was deleted is given to the next new one. So a file of another name has to have the
    /// bytes that were read, too; one of this name that has not is told as cut short. On another device both have to.
    pub(super) fn find(path: &Path, place: Place, others: &[&Path]) -> io::Result<Option<Self>> {
        let inode_of = |path: &Path| fs::metadata(path).ok().map(|found| Inode::of(&found));
        let others: Vec<_> = others.iter().filter_map(|other| inode_of(other)).collect();
        let is_candidate = |path: &Path| {
            let inode = inode_of(path).filter(|inode| inode.inode == place.inode.inode);
            inode.is_some_and(|inode| !others.contains(&inode)) && path.is_file()
        };
        if is_candidate(path) {
            let found = Self::open(path)?;
            if found.place.inode == place.inode || found.is_of(&place)? {
                return Ok(Some(found.at(&place)));
            }
        }
        let directory = fs::canonicalize(directory_of(path))?;
        let paths = fs::read_dir(directory)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<io::Result<Vec<_>>>()?;
        for path in paths.iter().filter(|path| is_candidate(path)) {
            let found = Self::open(path)?;
            if found.is_of(&place)? {
                return Ok(Some(found.at(&place)));
            }
        }
        Ok(None)
    }

    /// Whether it is the file of a place, and has what was read of that.
    pub(super) fn is_of(&self, place: &Place) -> io::Result<bool> {
        let is_known = self.place.inode == place.inode
            || self.place.inode.inode == place.inode.inode && !place.last.is_empty();
        Ok(is_known && self.has(place)?)
    }

    /// The same file at a place of it.
    pub(super) fn at(mut self, place: &Place) -> Self {
        self.place = Place { inode: self.place.inode, ..place.clone() };
        self
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
        self.has(&self.place).map(|has| !has)
    }

    /// Whether the bytes before a place are there.
    fn has(&self, Place { offset, last, .. }: &Place) -> io::Result<bool> {
        if self.file.metadata()?.len() < *offset {
            return Ok(false);
        }
        let mut now = vec![0; last.len()];
        match self.file.read_exact_at(&mut now, offset - last.len() as u64) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
            Ok(()) => Ok(now == *last),
        }
    }

    /// The same file from its beginning.
    pub(super) fn restart(&mut self) {
        self.place.offset = 0;
        self.place.last.clear();
    }
}
