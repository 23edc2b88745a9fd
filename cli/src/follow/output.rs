//! Where the text goes: a file that is appended to, or anything that takes bytes.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::tail::Inode;
use crate::disk::sync_directory;
use crate::failure::Failure;
use crate::output::{OpenOutput, Output, directory_of};

/// How long an output file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Length {
    inode: Inode,
    len: u64,
}

/// An output that is open.
pub(super) enum Sink<'a> {
    /// A regular file, and how long it is by now.
    File {
        output: &'a Output,
        file: File,
        length: Length,
    },
    Other {
        output: &'a Output,
        open: OpenOutput<'a>,
    },
}

impl<'a> Sink<'a> {
    /// The output behind what it has, or cut to the length of `saved`.
    pub(super) fn open(output: &'a Output, saved: Option<Length>) -> Result<Self, Failure> {
        let Some(path) = regular(output) else {
            return match saved {
                Some(_) => Err(Failure::Usage("the state is that of another output".into())),
                None => Ok(Self::Other { output, open: output.open()? }),
            };
        };
        let (file, length) =
            open_file(path, saved).map_err(|error| output.failure("cannot append to", error))?;
        Ok(Self::File { output, file, length })
    }

    pub(super) fn is_empty(&self) -> bool {
        !matches!(self, Self::File { length: Length { len: 1.., .. }, .. })
    }

    pub(super) fn write(&mut self, text: &[u8]) -> Result<(), Failure> {
        let (output, result) = match self {
            Self::File { output, file, length } => {
                let result = file.write_all(text);
                length.len += text.len() as u64;
                (*output, result)
            }
            Self::Other { output, open } => (*output, open.writer().write_all(text)),
        };
        result.map_err(|error| output.write_failure(error))
    }

    /// The length, when what has been written is on the disk.
    pub(super) fn sync(&mut self) -> Result<Option<Length>, Failure> {
        match self {
            Self::Other { .. } => Ok(None),
            Self::File { output, file, length } => {
                file.sync_data().map_err(|error| output.write_failure(error))?;
                Ok(Some(*length))
            }
        }
    }

    /// Whether the text is where its path leads to, if that is a file: who removes it, puts another in its place or
    /// cuts it short would have nothing of what is written, and not be told.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let Self::File { output: output @ Output::File(path), length, .. } = self else {
            return Ok(());
        };
        let result = match fs::metadata(path) {
            Ok(now) if Inode::of(&now) == length.inode && now.len() >= length.len => Ok(()),
            Ok(_) => Err(io::Error::other("it is not the file that was written to, or shorter")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(io::Error::other("it is gone"))
            }
            Err(error) => Err(error),
        };
        result.map_err(|error| output.failure("cannot append to", error))
    }
}

/// The path of an output that is a regular file, or is going to be.
fn regular(output: &Output) -> Option<&Path> {
    let Output::File(path) = output else { return None };
    fs::metadata(path).map_or(true, |metadata| metadata.is_file()).then_some(path)
}

fn open_file(path: &Path, saved: Option<Length>) -> io::Result<(File, Length)> {
    let other = |message: &str| Err(io::Error::other(message));
    if saved.is_some() && !path.exists() {
        return other("it is gone; without the state file all is converted again");
    }
    let is_new = !path.exists();
    let file = File::options().append(true).create(true).open(path)?;
    if is_new {
        // The state tells of it.
        sync_directory(directory_of(path))?;
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return other("another process follows into it"),
        // Not every file system has locks.
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    let metadata = file.metadata()?;
    let now = Length { inode: Inode::of(&metadata), len: metadata.len() };
    let Some(saved) = saved else { return Ok((file, now)) };
    if saved.inode != now.inode || saved.len > now.len {
        return other("it is not the file that the state file knows, or shorter");
    }
    if saved.len < now.len {
        file.set_len(saved.len)?;
    }
    Ok((file, saved))
}
