//! Where text comes from.

use std::fs::{File, FileTimes, Metadata};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use codeunit::{Checkpoints, Detection, Detector, Encoding, Policy, State, StreamError};

use crate::blocks::{BLOCK_LEN, Blocks, block_len};
use crate::closed;
use crate::compression::Compression;
use crate::failure::{Failure, shown};
use crate::line_endings::{Changer, ChangingWriter, LineEndings};
use crate::output::Output;
#[cfg(unix)]
use crate::parts;
#[cfg(unix)]
use crate::progress::take_back;
use crate::progress::watch;
use crate::stream::{self, Converted, Stop, Visitor};
use crate::text::{Reading, Text};
use crate::whole::Whole;

/// An input as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

/// Whether an argument is `-`, the standard input or output. `-/` is a directory, though as a path it equals it.
pub(crate) fn is_hyphen(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Input {
    /// The input that an argument names: `-` is the standard input.
    pub(crate) fn from_arg(path: &Path) -> Self {
        if is_hyphen(path) { Self::Stdin } else { Self::File(path.into()) }
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
    pub(crate) fn open(&self, reading: Reading) -> Result<OpenInput<'_>, Failure> {
        let Content { mut blocks, file, opened, compression } = self.content(reading.decompress)?;
        let text = reading
            .decide(&mut blocks)
            .map_err(|error| self.failure("cannot read", error))?
            .ok_or_else(|| Failure::Undetected { name: self.name() })?;
        Ok(OpenInput { input: self, blocks, file, opened, compression, text })
    }

    /// Opens the input and looks what its encoding may be.
    pub(crate) fn detect(&self, decompress: bool) -> Result<Detection, Failure> {
        let Content { mut blocks, .. } = self.content(decompress)?;
        let mut detector = Detector::guessing();
        blocks
            .peek(|new| detector.push(new) != Detection::Pending)
            .map_err(|error| self.failure("cannot read", error))?;
        Ok(detector.finish())
    }

    fn content(&self, decompress: bool) -> Result<Content, Failure> {
        let (blocks, file, opened) = match self {
            // Reads of a whole block go past the buffer of the standard library. The standard input is
            // shared with other processes: we do not move its offset.
            Self::Stdin => {
                let stdin = closed::stdin().map_err(|error| self.failure("cannot read", error))?;
                (Blocks::new(watch(Box::new(stdin)), BLOCK_LEN), None, None)
            }
            Self::File(path) => {
                let open = || {
                    if closed::is_name_of_closed(path) {
                        return Err(closed::closed());
                    }
                    let file = File::open(path)?;
                    let metadata = file.metadata()?;
                    if metadata.is_dir() {
                        let message = "a directory; -r takes the files in it";
                        return Err(io::Error::new(io::ErrorKind::IsADirectory, message));
                    }
                    if !metadata.is_file() {
                        return Ok((Blocks::new(watch(Box::new(file)), BLOCK_LEN), None, None));
                    }
                    let file = Whole::new(file)?;
                    let again = file.try_clone()?;
                    let len = block_len(metadata.len());
                    Ok((Blocks::new(watch(Box::new(file)), len), Some(again), Some(metadata)))
                };
                open().map_err(|error| self.failure("cannot open", error))?
            }
        };
        let content = Content { blocks, file, opened, compression: None };
        if !decompress {
            return Ok(content);
        }
        content.decompressed().map_err(|error| self.failure("cannot read", error))
    }
}

/// What is in an input.
struct Content {
    blocks: Blocks<'static>,
    /// If it can be read again.
    file: Option<Whole>,
    /// What the file was when it was opened.
    opened: Option<Metadata>,
    compression: Option<Compression>,
}

impl Content {
    /// The content of what is compressed; anything else as it is.
    fn decompressed(mut self) -> io::Result<Self> {
        let (mut head, mut compression) = (Vec::new(), None);
        self.blocks.peek(|new| {
            head.extend_from_slice(&new[..new.len().min(4)]);
            let known = Compression::of(&head);
            compression = known.flatten();
            known.is_some()
        })?;
        if let Some(kind) = compression {
            let reader = kind.decoder(self.blocks.into_reader())?;
            self.blocks = Blocks::new(reader, BLOCK_LEN);
        }
        Ok(Self { compression, ..self })
    }
}

/// An input whose encoding is known.
pub(crate) struct OpenInput<'a> {
    input: &'a Input,
    pub(crate) blocks: Blocks<'static>,
    /// If it can be read again.
    file: Option<Whole>,
    /// What the file was when it was opened, if it is one that has a name.
    pub(crate) opened: Option<Metadata>,
    pub(crate) compression: Option<Compression>,
    pub(crate) text: Text,
}

/// What is to be made of an input.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) encoding: Encoding,
    pub(crate) policy: Policy,
    pub(crate) line_endings: LineEndings,
    /// Whether it may be written in long pieces, since nobody waits for them.
    pub(crate) gathers: bool,
    /// For messages.
    pub(crate) output: &'a Output,
}

impl OpenInput<'_> {
    /// The times of the file, if it has some.
    pub(crate) fn times(&self) -> io::Result<Option<FileTimes>> {
        let Some(Whole { file, .. }) = &self.file else { return Ok(None) };
        let metadata = file.metadata()?;
        let times = FileTimes::new().set_accessed(metadata.accessed()?);
        Ok(Some(times.set_modified(metadata.modified()?)))
    }

    pub(crate) fn encoding(&self) -> Encoding {
        self.text.encoding
    }

    pub(crate) fn read_failure(&self, error: io::Error) -> Failure {
        self.input.failure("cannot read", error)
    }

    fn failure(&self, stop: Stop, output: &Output) -> Failure {
        match stop {
            Stop::Read(error) => self.read_failure(error),
            Stop::Write(error) => output.write_failure(error),
            Stop::Text(error) => {
                Failure::Text { name: self.input.name(), encoding: self.encoding(), error }
            }
        }
    }

    /// Converts all of it; offsets are recorded, and lines counted at once, if that is wanted.
    ///
    /// Lines are counted in a second run, which only a bad file needs: the counting would cost each
    /// good one a pass over its text. In what cannot be read again they are counted at once.
    pub(crate) fn convert(
        &mut self,
        target: Target<'_>,
        checkpoints: Option<&mut Checkpoints>,
        output: &mut dyn Write,
    ) -> Result<Converted, Failure> {
        let Target { encoding, policy, line_endings, .. } = target;
        let changer = Changer::new(line_endings, encoding);
        let mut endings = ChangingWriter::new(changer, output);
        let count_lines = policy == Policy::Strict && self.file.is_none() || checkpoints.is_some();
        let mut result = self.run(target, count_lines, checkpoints, &mut endings);
        if let Err(Stop::Text(error)) = &mut result
            && error.position().is_none()
            && let Some(again) = self.error_with_line(target, error.offset())
        {
            *error = again;
        }
        // What comes before an error is whole on the standard output, a last CR too.
        let finished = endings.finish().map_err(|error| target.output.write_failure(error));
        let state = result.map_err(|stop| self.failure(stop, target.output))?;
        Ok(Converted::new(&state, &finished?))
    }

    fn run(
        &mut self,
        target: Target<'_>,
        count_lines: bool,
        checkpoints: Option<&mut Checkpoints>,
        output: &mut dyn Write,
    ) -> Result<State, Stop> {
        let mut transcoder = self.text.transcoder(target.encoding, target.policy, count_lines);
        stream::convert(&mut self.blocks, &mut transcoder, checkpoints, target.gathers, output)
    }

    /// The error at an offset, by another run over what is there now.
    fn error_with_line(&mut self, target: Target<'_>, offset: u64) -> Option<StreamError> {
        if !self.restart().is_ok_and(|restarted| restarted) {
            return None;
        }
        match self.run(target, true, None, &mut io::sink()) {
            Err(Stop::Text(error)) if error.offset() == offset => Some(error),
            _ => None,
        }
    }

    /// [`Self::convert`] by so many workers, if there is work for them.
    #[cfg(unix)]
    pub(crate) fn convert_by(
        &mut self,
        workers: usize,
        target: Target<'_>,
        output: &mut (dyn Write + Send),
    ) -> Result<Converted, Failure> {
        let Self { file: Some(whole), text, blocks, compression: None, .. } = self else {
            return self.convert(target, None, output);
        };
        let file = &whole.file;
        let Target { encoding: to, policy, line_endings, .. } = target;
        let len = file.metadata().map_or(0, |file| file.len());
        if workers < 2 || len < parts::WORTH || !parts::can_be_cut(text.encoding, to) {
            return self.convert(target, None, output);
        }
        take_back(blocks.ahead() as u64);
        let job = parts::Job { file, len, text, to, policy, line_endings };
        let converted = parts::convert(job, workers, output)
            .and_then(|done| whole.check().map(|()| done).map_err(parts::Stop::Read));
        converted.map_err(|stop| match stop {
            parts::Stop::Read(error) => self.read_failure(error),
            parts::Stop::Write(error) => target.output.write_failure(error),
            parts::Stop::IllFormed { offset } => match self.error_with_line(target, offset) {
                Some(error) => self.failure(Stop::Text(error), target.output),
                None => self.read_failure(io::Error::other("changed while it was read")),
            },
        })
    }

    #[cfg(not(unix))]
    pub(crate) fn convert_by(
        &mut self,
        _: usize,
        target: Target<'_>,
        output: &mut (dyn Write + Send),
    ) -> Result<Converted, Failure> {
        self.convert(target, None, output)
    }

    /// Shows every error to `visitor`, and tells how many bytes the input has.
    pub(crate) fn check(&mut self, visitor: &mut dyn Visitor) -> Result<u64, Failure> {
        let mut check = || -> Result<u64, Stop> {
            if self.file.is_some() {
                if let Some(len) = stream::is_well_formed(&mut self.blocks, &self.text)? {
                    return Ok(len);
                }
                self.restart().map_err(Stop::Read)?;
            }
            stream::inspect(&mut self.blocks, &self.text, true, visitor).map(|state| state.read())
        };
        check().map_err(|stop| self.failure(stop, &Output::Stdout))
    }

    /// Goes back to the beginning; false where that is not possible.
    fn restart(&mut self) -> io::Result<bool> {
        let Some(file) = &mut self.file else { return Ok(false) };
        file.file.rewind()?;
        let reader = Box::new(file.try_clone()?);
        self.blocks.restart(match self.compression {
            Some(compression) => compression.decoder(reader)?,
            None => reader,
        });
        Ok(true)
    }
}

/// The message about an error that is not the end of the work.
pub(crate) fn message(name: &str, encoding: Encoding, error: &StreamError) -> String {
    Failure::Text { name: name.into(), encoding, error: *error }.to_string()
}
