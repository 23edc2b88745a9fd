//! The state file.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::output::Length;
use super::stream::{SavedStream, Stream};
use super::tail::{Place, open_regular};
use crate::args::Convert;
use crate::disk::sync_directory;
use crate::failure::{Failure, shown};
use crate::label::Label;
use crate::output::directory_of;
use crate::temporary::Temporary;

/// The form of the file. Another one has another number.
const VERSION: u32 = 1;

/// No state has so many bytes: its names, numbers and the last 64 bytes of the text are 2 KiB at most. Of a file that is
/// named by mistake no more is read.
const MOST: u64 = 64 * 1024;

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    version: u32,
    /// The encodings by name.
    from: String,
    to: String,
    pub(super) place: Place,
    /// `None` before the first bytes.
    stream: Option<SavedStream>,
    /// Whether the output has the text of a file before this one.
    pub(super) has_output: bool,
    /// Of an output that is a regular file.
    pub(super) output: Option<Length>,
}

impl Saved {
    pub(super) fn new(
        args: &Convert,
        place: Place,
        stream: Option<SavedStream>,
        has_output: bool,
        output: Option<Length>,
    ) -> Self {
        let (from, to) = (label(args), args.to.name().into());
        Self { version: VERSION, from, to, place, stream, has_output, output }
    }

    /// The stream, if there was one; the outer `None` if no run with these arguments can have saved this.
    pub(super) fn resume(self, args: &Convert) -> Option<Option<Stream>> {
        if self.from != label(args) || self.to != args.to.name() {
            return None;
        }
        let Some(stream) = self.stream else { return (self.place.offset == 0).then_some(None) };
        let stream = Stream::resume(args, stream)?;
        (stream.converted().read == self.place.offset).then_some(Some(stream))
    }

    /// What is in the file; `None` if there is no such file.
    pub(super) fn load(path: &Path) -> Result<Option<Self>, Failure> {
        let mut bytes = Vec::new();
        let read = open_regular(path).and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes));
        match read {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failure("cannot read", path, error)),
            Ok(len) if len as u64 > MOST => return Err(damaged(path)),
            Ok(_) => {}
        }
        let saved = serde_json::from_slice::<Self>(&bytes).ok();
        match saved.filter(|saved| saved.version == VERSION && saved.place.is_possible()) {
            Some(saved) => Ok(Some(saved)),
            None => Err(damaged(path)),
        }
    }

    /// Puts it in place of the file, whole or not at all.
    pub(super) fn store(&self, path: &Path) -> Result<(), Failure> {
        let write = || {
            let existing = fs::metadata(path).ok();
            // The file that a symbolic link leads to is replaced, not the link.
            let target = match existing {
                None if path.is_symlink() => {
                    let message = "a symbolic link that leads nowhere";
                    return Err(io::Error::new(io::ErrorKind::NotFound, message));
                }
                None => path.to_path_buf(),
                Some(_) => fs::canonicalize(path)?,
            };
            let directory = directory_of(&target);
            let mut temporary = Temporary::new(directory, existing.as_ref())?;
            temporary.file_mut().write_all(&serde_json::to_vec(self)?)?;
            temporary.file().sync_data()?;
            temporary.persist(&target)?;
            sync_directory(directory)
        };
        write().map_err(|error| failure("cannot write", path, error))
    }
}

fn label(args: &Convert) -> String {
    match args.reading().label {
        Label::Auto => "auto".into(),
        Label::Known(encoding) => encoding.name().into(),
    }
}

/// A state that no run has saved.
pub(super) fn damaged(path: &Path) -> Failure {
    failure("cannot go on from it", path, io::Error::other("damaged, or of other options"))
}

fn failure(what: &'static str, path: &Path, error: io::Error) -> Failure {
    Failure::Io { what, name: shown(path), error }
}
