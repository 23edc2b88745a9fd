//! Where text goes to: the standard output, or a file that appears only when it is complete.

use std::collections::HashMap;
use std::fs::{self, File, FileTimes, Metadata, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::closed::{check_stdout, closed, is_name_of_closed};
use crate::disk::{self, Unsynced};
use crate::failure::{Failure, shown};
use crate::identity::Identity;
use crate::temporary::{self, Temporary};
use crate::visible::Visible;

/// An output as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    File(PathBuf),
    /// A file that is the input too, by this path or by another.
    OverInput(PathBuf),
    /// The input itself, and where the original goes, if it is kept.
    InPlace {
        path: PathBuf,
        backup: Option<PathBuf>,
    },
}

impl Output {
    /// The name for messages.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdout => "(standard output)".into(),
            Self::File(path) | Self::OverInput(path) | Self::InPlace { path, .. } => shown(path),
        }
    }

    pub(crate) fn open(&self) -> Result<OpenOutput<'_>, Failure> {
        self.open_for(None)
    }

    /// Opens the output of an input, which was this when it was opened, if that is known. Another file may have its
    /// name by now, which must not be replaced.
    pub(crate) fn open_for(&self, input: Option<&Metadata>) -> Result<OpenOutput<'_>, Failure> {
        let sink = match self {
            Self::Stdout => stdout_file().map(Sink::direct),
            Self::File(path) => Sink::file(path),
            Self::OverInput(path) => Sink::in_place(path, None, input),
            Self::InPlace { path, backup } => Sink::in_place(path, backup.as_deref(), input),
        };
        sink.map(|sink| OpenOutput { output: self, sink })
            .map_err(|error| self.failure("cannot create", error))
    }

    pub(crate) fn failure(&self, what: &'static str, error: io::Error) -> Failure {
        match self {
            Self::Stdout => Failure::stdout(error),
            _ => Failure::Io { what, name: self.name(), error },
        }
    }

    pub(crate) fn write_failure(&self, error: io::Error) -> Failure {
        self.failure("cannot write", error)
    }
}

/// The standard output as a file: that of the standard library copies each block through a buffer of
/// its own in search of line feeds.
pub(crate) fn stdout_file() -> io::Result<File> {
    check_stdout()?;
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
    }
    #[cfg(windows)]
    {
        use std::os::windows::io::AsHandle;
        Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
    }
}

/// An output ready to be written.
pub(crate) struct OpenOutput<'a> {
    output: &'a Output,
    sink: Sink,
}

impl OpenOutput<'_> {
    /// Whether it is a file that has no name yet.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.sink, Sink::Replace(_))
    }

    pub(crate) fn writer(&mut self) -> &mut (dyn Write + Send) {
        match &mut self.sink {
            Sink::Direct(file) => file,
            Sink::Terminal(terminal) => terminal,
            Sink::Replace(replacement) => replacement.temporary.file_mut(),
        }
    }

    /// Gives a file these times.
    pub(crate) fn set_times(&self, times: FileTimes) -> Result<(), Failure> {
        match &self.sink {
            Sink::Direct(_) | Sink::Terminal(_) => Ok(()),
            Sink::Replace(replacement) => {
                let set = replacement.temporary.file().set_times(times);
                set.map_err(|error| self.output.write_failure(error))
            }
        }
    }

    /// A file, which has to be on the disk before it has its name: a crash between the two leaves the older file, not
    /// an empty one.
    pub(crate) fn unsynced(&self) -> Option<Unsynced<'_>> {
        match &self.sink {
            Sink::Direct(_) | Sink::Terminal(_) => None,
            Sink::Replace(replacement) => Some(replacement.temporary.unsynced()),
        }
    }

    /// Gives the file its name. Without this call nothing is left of it. Of an input of so many bytes, if
    /// that is known. Tells the directory that has to be put on the disk for the name to last: once for all files
    /// in it.
    pub(crate) fn finish(self, read: Option<u64>) -> Result<Option<PathBuf>, Failure> {
        let output = self.output;
        match self.sink {
            Sink::Direct(_) => Ok(None),
            Sink::Terminal(mut terminal) => {
                terminal.flush().map(|()| None).map_err(|error| output.write_failure(error))
            }
            Sink::Replace(replacement) => {
                replacement.finish(read).map(Some).map_err(|error| output.write_failure(error))
            }
        }
    }

    /// Puts a file on the disk, gives it its name, and makes that last.
    pub(crate) fn put(self) -> Result<(), Failure> {
        let output = self.output;
        let synced = self.unsynced().map_or(Ok(()), |unsynced| unsynced.file.sync_all());
        synced.map_err(|error| output.write_failure(error))?;
        let Some(directory) = self.finish(None)? else { return Ok(()) };
        disk::sync_directory(&directory).map_err(|error| output.write_failure(error))
    }
}

enum Sink {
    Direct(File),
    Terminal(Visible<File>),
    Replace(Box<Replacement>),
}

/// A file that is going to have the name of another one.
struct Replacement {
    temporary: Temporary,
    target: PathBuf,
    /// The input, if it is what is replaced.
    original: Option<Original>,
}

/// The files that this run has given their names. A file system may take `a` for `A`, which names do not tell: what has the
/// one would replace what has the other.
static WRITTEN: LazyLock<Mutex<HashMap<Identity, PathBuf>>> = LazyLock::new(Mutex::default);

struct Original {
    metadata: Metadata,
    backup: Option<PathBuf>,
}

impl Replacement {
    fn finish(self, read: Option<u64>) -> io::Result<PathBuf> {
        let Self { temporary, target, original } = self;
        let mut kept = None;
        let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        let is_there = Identity::of_path(&target);
        if let Some(other) = is_there.as_ref().and_then(|it| written.get(it))
            && *other != target
            && Identity::of_path(other) == is_there
        {
            let message = format!("the same file as {}, which this run has written", shown(other));
            return Err(io::Error::other(message));
        }
        // A backup alone would be in the way of the next run.
        let _held = temporary::hold();
        if let Some(Original { metadata, backup }) = original {
            // What was written to it behind our back would be lost.
            if !is_same(&metadata, &fs::metadata(&target)?)
                || read.is_some_and(|read| metadata.len() != read)
            {
                return Err(io::Error::other("changed while it was read; not replaced"));
            }
            if let Some(backup) = backup.filter(|backup| !is_name_of(backup, &metadata)) {
                keep(&target, &backup)?;
                kept = Some(backup);
            }
        }
        let directory = directory_of(&target).to_path_buf();
        if let Err(error) = temporary.persist(&target) {
            // The original is where it was.
            _ = kept.map(fs::remove_file);
            return Err(error);
        }
        if let Some(identity) = Identity::of_path(&target) {
            written.insert(identity, target);
        }
        Ok(directory)
    }
}

/// Gives a file another name, which must be new.
fn keep(target: &Path, backup: &Path) -> io::Result<()> {
    let failed = |error: io::Error| {
        let message = format!("cannot keep the original as {}: {error}", shown(backup));
        io::Error::new(error.kind(), message)
    };
    match fs::hard_link(target, backup) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            // A file system without hard links.
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            // Until it has the permissions of the original nobody else reads it.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut copy = options.open(backup).map_err(failed)?;
            let copied = File::open(target)
                .and_then(|mut file| io::copy(&mut file, &mut copy))
                .and_then(|_| copy.set_permissions(fs::metadata(target)?.permissions()))
                .and_then(|()| copy.sync_all());
            copied.map_err(|error| {
                _ = fs::remove_file(backup);
                failed(error)
            })
        }
        result => result.map_err(failed),
    }
}

/// Whether nobody has written to a file since, or put another one in its place.
fn is_same(before: &Metadata, now: &Metadata) -> bool {
    (is_one(before, now) || cfg!(not(unix)))
        && before.len() == now.len()
        && before.modified().ok() == now.modified().ok()
}

/// Whether a path is another name of a file, and no link to it: so it is with a backup if the program was killed before
/// the new file had the name.
fn is_name_of(path: &Path, file: &Metadata) -> bool {
    path.symlink_metadata().is_ok_and(|found| is_one(&found, file))
}

/// Whether both are of one file, as far as the system tells.
fn is_one(one: &Metadata, other: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (one, other);
        false
    }
}

pub(crate) fn directory_of(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

impl Sink {
    /// What takes bytes as they come; of a terminal also where it is named by a path.
    fn direct(file: File) -> Self {
        if file.is_terminal() { Self::Terminal(Visible::new(file)) } else { Self::Direct(file) }
    }

    fn file(path: &Path) -> io::Result<Self> {
        if is_name_of_closed(path) {
            return Err(closed());
        }
        let existing = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            // To write through a link that leads nowhere is hardly what is meant.
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
                return Err(io::Error::new(error.kind(), "a symbolic link that leads nowhere"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        // A device or a pipe is written to; a file in its place would be a surprise.
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return OpenOptions::new().write(true).open(path).map(Self::direct);
        }
        // The file that a symbolic link leads to is replaced, not the link.
        let target = match existing {
            Some(_) => fs::canonicalize(path)?,
            None => path.to_path_buf(),
        };
        let temporary = Temporary::new(directory_of(&target), existing.as_ref())?;
        Ok(Self::Replace(Box::new(Replacement { temporary, target, original: None })))
    }

    fn in_place(path: &Path, backup: Option<&Path>, input: Option<&Metadata>) -> io::Result<Self> {
        let target = fs::canonicalize(path)?;
        let metadata = input.cloned().map_or_else(|| fs::metadata(&target), Ok)?;
        let is_in_the_way =
            |backup: &&Path| backup.symlink_metadata().is_ok() && !is_name_of(backup, &metadata);
        if let Some(backup) = backup.filter(is_in_the_way) {
            let message = format!("there is a file {} already", shown(backup));
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        let temporary = Temporary::new(directory_of(&target), Some(&metadata))?;
        let original = Some(Original { metadata, backup: backup.map(Path::to_path_buf) });
        Ok(Self::Replace(Box::new(Replacement { temporary, target, original })))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, File};

    use super::Output;

    /// A log that is rotated between the two is not its own conversion afterwards.
    #[test]
    fn replaced_after_it_was_opened() {
        let directory = tempfile::tempdir().unwrap();
        let [path, newer] = ["a", "newer"].map(|name| directory.path().join(name));
        for is_replaced in [false, true] {
            for output in [
                Output::InPlace { path: path.clone(), backup: None },
                Output::OverInput(path.clone()),
            ] {
                fs::write(&path, "older").unwrap();
                let input = File::open(&path).and_then(|file| file.metadata()).unwrap();
                if is_replaced {
                    fs::write(&newer, "newer").unwrap();
                    fs::rename(&newer, &path).unwrap();
                }
                let mut open = output.open_for(Some(&input)).unwrap();
                open.writer().write_all(b"OLDER").unwrap();
                assert_eq!(open.finish(None).is_err(), is_replaced);
                let text = if is_replaced { "newer" } else { "OLDER" };
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
        }
    }

    /// A hard link made meanwhile stands for a name that a file system takes for another one.
    #[test]
    fn two_names_of_one_output() {
        let directory = tempfile::tempdir().unwrap();
        let [upper, lower] = ["A", "a"].map(|name| directory.path().join(name));
        let write = |output: &Output, text: &str| {
            let mut open = output.open().unwrap();
            open.writer().write_all(text.as_bytes()).unwrap();
            open.finish(None).map_err(|failure| failure.to_string())
        };
        write(&Output::File(upper.clone()), "upper").unwrap();
        fs::hard_link(&upper, &lower).unwrap();
        for output in [
            Output::File(lower.clone()),
            Output::InPlace { path: lower.clone(), backup: Some(directory.path().join("a.bak")) },
        ] {
            let message = write(&output, "lower").unwrap_err();
            assert!(message.contains("the same file as") && message.ends_with("has written"));
        }
        assert_eq!(fs::read_to_string(&lower).unwrap(), "upper");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
        // What was there before is replaced, each name by itself.
        let [one, other] = ["one", "other"].map(|name| directory.path().join(name));
        fs::write(&one, "older").unwrap();
        fs::hard_link(&one, &other).unwrap();
        for path in [one, other] {
            write(&Output::File(path.clone()), "newer").unwrap();
            assert_eq!(fs::read_to_string(path).unwrap(), "newer");
        }
    }
}
