//! Where text comes from.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, StdinLock};
use std::path::{Path, PathBuf};

use codeunit::Engine;

use crate::encoding::{Label, Scheme};
use crate::failure::{Failure, shown};
use crate::position::Position;
use crate::stream::{BLOCK_LEN, Stop, Text};

/// An input as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

impl Input {
    /// The inputs that the arguments name: without any the standard input.
    pub(crate) fn from_args(paths: &[PathBuf]) -> Vec<Self> {
        if paths.is_empty() {
            return vec![Self::Stdin];
        }
        paths.iter().map(|path| Self::from_arg(path)).collect()
    }

    /// The input that an argument names.
    pub(crate) fn from_arg(path: &Path) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path.into()) }
    }

    /// The name for messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".into(),
            Self::File(path) => shown(path),
        }
    }

    fn failure(&self, what: &'static str, error: io::Error) -> Failure {
        Failure::Io { what, name: self.name(), error }
    }

    /// Opens the input and finds out its encoding.
    pub(crate) fn open(&self, label: Label, engine: Engine) -> Result<OpenInput<'_>, Failure> {
        let mut reader = match self {
            Self::Stdin => Reader::Stdin(io::stdin().lock()),
            Self::File(path) => {
                Reader::File(File::open(path).map_err(|error| self.failure("cannot open", error))?)
            }
        };
        let head = Head::read(label, &mut reader);
        let Head { scheme, mark_len, rest } =
            head.map_err(|error| self.failure("cannot read", error))?;
        let text = Text {
            engine,
            scheme,
            start: mark_len as u64,
            count_lines: !reader.can_be_read_again(),
            block_len: BLOCK_LEN,
        };
        Ok(OpenInput { input: self, reader, head: rest, text })
    }
}

/// What the beginning of an input decides.
pub(crate) struct Head {
    pub(crate) scheme: Scheme,
    /// Bytes of the byte order mark.
    pub(crate) mark_len: usize,
    /// Text that was read in search of it.
    pub(crate) rest: Vec<u8>,
}

impl Head {
    /// Reads as much as the label has to see.
    pub(crate) fn read(label: Label, input: &mut dyn Read) -> io::Result<Self> {
        let mut rest = Vec::new();
        input.take(label.head_len() as u64).read_to_end(&mut rest)?;
        let (scheme, mark_len) = label.resolve(&rest);
        rest.drain(..mark_len);
        Ok(Self { scheme, mark_len, rest })
    }
}

enum Reader {
    /// Reads of a whole block go past the buffer of the standard library.
    Stdin(StdinLock<'static>),
    File(File),
}

impl Reader {
    fn can_be_read_again(&self) -> bool {
        match self {
            // The standard input is shared with other processes: we do not move its offset.
            Self::Stdin(_) => false,
            Self::File(file) => file.metadata().is_ok_and(|metadata| metadata.is_file()),
        }
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(buffer),
            Self::File(file) => file.read(buffer),
        }
    }
}

/// An input whose encoding is known.
pub(crate) struct OpenInput<'a> {
    input: &'a Input,
    reader: Reader,
    /// Text that was read in search of a byte order mark.
    head: Vec<u8>,
    text: Text,
}

impl OpenInput<'_> {
    pub(crate) fn scheme(&self) -> Scheme {
        self.text.scheme
    }

    /// Runs a conversion or a check of the text; `write_failure` names the output.
    pub(crate) fn run<R>(
        &mut self,
        work: impl FnOnce(&Text, &mut dyn Read) -> Result<R, Stop>,
        write_failure: impl FnOnce(io::Error) -> Failure,
    ) -> Result<R, Failure> {
        let mut input = self.head.as_slice().chain(&mut self.reader);
        work(&self.text, &mut input).map_err(|stop| match stop {
            Stop::Read(error) => self.input.failure("cannot read", error),
            Stop::Write(error) => write_failure(error),
            Stop::Text(mut bad) => {
                if bad.position.is_none() {
                    bad.position = self.locate(bad.offset);
                }
                Failure::Text { name: self.input.name(), scheme: self.scheme(), bad }
            }
        })
    }

    /// Reads the file again up to the error, this time counting lines.
    ///
    /// Nothing is counted in the first run because the counting would cost each good file a pass over
    /// its text, for a number that only a bad one needs. `None` if the file does not let itself be
    /// read again.
    fn locate(&mut self, offset: u64) -> Option<Position> {
        let Reader::File(file) = &mut self.reader else { return None };
        file.seek(SeekFrom::Start(self.text.start)).ok()?;
        self.text.position_behind(&mut file.take(offset - self.text.start))
    }
}
