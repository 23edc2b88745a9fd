//! Where the text goes: a file that is appended to, or anything that takes bytes.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use codeunit::encoding::{Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use codeunit::{Encoding, complete_prefix_len};
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

impl Length {
    pub(super) fn moved(self, before: Inode, now: Inode) -> Self {
        Self { inode: self.inode.moved(before, now), ..self }
    }
}

/// An output that is open.
pub(super) enum Sink<'a> {
    /// A regular file, how long it is by now, and how much it has behind that, of a run that was killed before it saved
    /// its state.
    File {
        output: &'a Output,
        file: File,
        length: Length,
        beyond: u64,
    },
    Other {
        output: &'a Output,
        open: OpenOutput<'a>,
    },
}

impl<'a> Sink<'a> {
    /// The output behind what it has, or at the length of `saved`.
    pub(super) fn open(output: &'a Output, saved: Option<Length>) -> Result<Self, Failure> {
        let Some(path) = regular(output) else {
            return match saved {
                Some(_) => Err(Failure::Usage("the state is that of another output".into())),
                None => Ok(Self::Other { output, open: output.open()? }),
            };
        };
        let (file, now) =
            open_file(path, saved).map_err(|error| output.failure("cannot append to", error))?;
        let length = saved.unwrap_or(now);
        Ok(Self::File { output, file, length, beyond: now.len - length.len })
    }

    /// Cuts off what is behind the length: it comes again.
    pub(super) fn cut(&mut self) -> Result<(), Failure> {
        let Self::File { output, file, length, beyond: beyond @ 1.. } = self else { return Ok(()) };
        *beyond = 0;
        file.set_len(length.len).map_err(|error| output.write_failure(error))
    }

    /// Keeps what is behind the length, since it cannot come again, but for a part of a character at its end. Tells how
    /// many bytes that are.
    pub(super) fn keep(&mut self, to: Encoding) -> Result<u64, Failure> {
        let Self::File { output, file, length, beyond: beyond @ 1.. } = self else {
            return Ok(0);
        };
        let Output::File(path) = *output else { return Ok(0) };
        // Behind whole code units.
        let start = beyond.saturating_sub(END_LEN) / 4 * 4;
        let mut end = vec![0; usize::try_from(*beyond - start).expect("a few bytes")];
        let kept = File::open(path)
            .and_then(|file| file.read_exact_at(&mut end, length.len + start))
            .map(|()| start + complete_len(to, &end) as u64)
            .and_then(|kept| file.set_len(length.len + kept).map(|()| kept))
            .map_err(|error| output.write_failure(error))?;
        (length.len, *beyond) = (length.len + kept, 0);
        Ok(kept)
    }

    pub(super) fn is_empty(&self) -> bool {
        !matches!(self, Self::File { length: Length { len: 1.., .. }, .. })
    }

    /// Writes all of it, and adds as many bytes as were written before a failure.
    pub(super) fn write(&mut self, text: &[u8], written: &mut u64) -> Result<(), Failure> {
        let before = *written;
        let (output, result) = match self {
            Self::File { output, file, length, .. } => {
                let result = write_all(file, text, written);
                length.len += *written - before;
                (*output, result)
            }
            Self::Other { output, open } => (*output, write_all(open.writer(), text, written)),
        };
        result.map_err(|error| output.write_failure(error))
    }

    /// The length, when what has been written is on the disk.
    pub(super) fn sync(&mut self) -> Result<Option<Length>, Failure> {
        match self {
            Self::Other { .. } => Ok(None),
            Self::File { output, file, length, .. } => {
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

/// [`Write::write_all`], which counts.
fn write_all(output: &mut dyn Write, mut text: &[u8], written: &mut u64) -> io::Result<()> {
    while !text.is_empty() {
        match output.write(text) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(len) => {
                text = &text[len..];
                *written += len as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The path of an output that is a regular file, or is going to be.
fn regular(output: &Output) -> Option<&Path> {
    let Output::File(path) = output else { return None };
    fs::metadata(path).map_or(true, |metadata| metadata.is_file()).then_some(path)
}

/// How many of the last bytes tell whether they end inside a character, in any encoding form.
const END_LEN: u64 = 8;

/// How many of the last bytes are whole characters. In the encodings of the Web that are not of Unicode nothing tells.
fn complete_len(to: Encoding, end: &[u8]) -> usize {
    match to {
        Encoding::Utf8 => complete_prefix_len::<Utf8>(end),
        Encoding::Utf16Le => complete_prefix_len::<Utf16Le>(end),
        Encoding::Utf16Be | Encoding::Utf16 => complete_prefix_len::<Utf16Be>(end),
        Encoding::Utf32Le => complete_prefix_len::<Utf32Le>(end),
        Encoding::Utf32Be | Encoding::Utf32 => complete_prefix_len::<Utf32Be>(end),
        _ => end.len(),
    }
}

/// The file and how long it is.
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
    if saved.is_some_and(|saved| saved.inode != now.inode || saved.len > now.len) {
        return other("it is not the file that the state file knows, or shorter");
    }
    Ok((file, now))
}
