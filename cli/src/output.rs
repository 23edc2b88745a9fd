//! Where text goes to: the standard output, or a file that appears only when it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::{Failure, shown};

/// An output as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    File(PathBuf),
}

impl Output {
    pub(crate) fn open(&self) -> Result<OpenOutput<'_>, Failure> {
        let sink = match self {
            Self::Stdout => stdout_file().map(Sink::Direct),
            Self::File(path) => Sink::file(path),
        };
        sink.map(|sink| OpenOutput { output: self, sink })
            .map_err(|error| self.failure("cannot create", error))
    }

    fn failure(&self, what: &'static str, error: io::Error) -> Failure {
        match self {
            Self::Stdout => Failure::stdout(error),
            Self::File(path) => Failure::Io { what, name: shown(path), error },
        }
    }

    pub(crate) fn write_failure(&self, error: io::Error) -> Failure {
        self.failure("cannot write", error)
    }
}

/// The standard output as a file: that of the standard library copies each block through a buffer of
/// its own in search of line feeds.
pub(crate) fn stdout_file() -> io::Result<File> {
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
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Direct(file) => file,
            Sink::Replace { temporary, .. } => temporary.as_file_mut(),
        }
    }

    /// Gives the file its name. Without this call nothing is left of it.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let done = match self.sink {
            Sink::Direct(_) => Ok(()),
            // On the disk before it has the name: a crash between the two leaves the older file, not
            // an empty one.
            Sink::Replace { temporary, target } => temporary
                .as_file()
                .sync_all()
                .and_then(|()| temporary.persist(target).map(|_| ()).map_err(|error| error.error)),
        };
        done.map_err(|error| self.output.write_failure(error))
    }
}

enum Sink {
    Direct(File),
    /// A temporary file, removed when it is dropped, and the path that it is going to have.
    Replace {
        temporary: NamedTempFile,
        target: PathBuf,
    },
}

impl Sink {
    fn file(path: &Path) -> io::Result<Self> {
        let existing = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            // To write through a link that leads nowhere is hardly what is meant.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => None,
            Err(error) => return Err(error),
        };
        // A device or a pipe is written to; a file in its place would be a surprise.
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return OpenOptions::new().write(true).open(path).map(Self::Direct);
        }
        // The file that a symbolic link leads to is replaced, not the link.
        let target = match existing {
            Some(_) => fs::canonicalize(path)?,
            None => path.to_path_buf(),
        };
        let directory = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let temporary = temporary_file(directory, existing.as_ref())?;
        Ok(Self::Replace { temporary, target })
    }
}

/// A file in the directory of the target, so that renaming it does not copy. It has the permissions
/// of the file that it is going to replace, or those of any new file.
fn temporary_file(directory: &Path, existing: Option<&fs::Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".codeunit-").suffix(".tmp");
    #[cfg(unix)]
    if existing.is_none() {
        use std::os::unix::fs::PermissionsExt;
        // The system takes the bits of the umask away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let temporary = builder.tempfile_in(directory)?;
    #[cfg(unix)]
    if let Some(metadata) = existing {
        temporary.as_file().set_permissions(metadata.permissions())?;
    }
    #[cfg(not(unix))]
    let _ = existing;
    Ok(temporary)
}
