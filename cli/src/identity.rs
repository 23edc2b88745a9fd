//! Whether two paths lead to the same file.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::input::Input;
use crate::output::{Output, directory_of, stdout_file};

/// Where paths lead to, also those of files that are not there yet: the same place by whatever links and dots.
#[derive(Default)]
pub(crate) struct Places {
    /// Of directories, in which there may be many files.
    known: HashMap<PathBuf, PathBuf>,
}

impl Places {
    pub(crate) fn of(&mut self, path: &Path) -> PathBuf {
        if path.is_symlink()
            && let Ok(target) = fs::canonicalize(path)
        {
            return target;
        }
        let Some(name) = path.file_name() else {
            return fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        };
        self.of_directory(directory_of(path)).join(name)
    }

    fn of_directory(&mut self, path: &Path) -> PathBuf {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        // One that is missing will be made in the one around it.
        let place = fs::canonicalize(path).unwrap_or_else(|_| self.of(path));
        self.known.insert(path.to_path_buf(), place.clone());
        place
    }
}

/// What two paths to the same regular file have in common. Devices and pipes have none: a terminal
/// is both input and output in all innocence.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    #[cfg(unix)]
    Inode { device: u64, inode: u64 },
    #[cfg(not(unix))]
    Path(PathBuf),
}

impl Identity {
    pub(crate) fn of_input(input: &Input) -> Option<Self> {
        match input {
            Input::Stdin => Self::of_stdin(),
            Input::File(path) => Self::of_path(path),
        }
    }

    pub(crate) fn of_output(output: &Output) -> Option<Self> {
        match output {
            Output::Stdout => Self::of_metadata(stdout_file().ok()?.metadata().ok()?),
            Output::File(path) | Output::OverInput(path) | Output::InPlace { path, .. } => {
                Self::of_path(path)
            }
        }
    }

    #[cfg(unix)]
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        Self::of_metadata(fs::metadata(path).ok()?)
    }

    /// Those of the files that the standard output and the standard error go to.
    #[cfg(unix)]
    pub(crate) fn of_reports() -> Vec<Self> {
        use std::os::fd::{AsFd, BorrowedFd};
        let of = |stream: BorrowedFd<'_>| {
            Self::of_metadata(fs::File::from(stream.try_clone_to_owned().ok()?).metadata().ok()?)
        };
        let (stdout, stderr) = (std::io::stdout(), std::io::stderr());
        [stdout.as_fd(), stderr.as_fd()].into_iter().filter_map(of).collect()
    }

    #[cfg(unix)]
    fn of_stdin() -> Option<Self> {
        use std::os::fd::AsFd;
        let stdin = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
        Self::of_metadata(fs::File::from(stdin).metadata().ok()?)
    }

    #[cfg(unix)]
    fn of_metadata(metadata: Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Self::Inode { device: metadata.dev(), inode: metadata.ino() })
    }

    #[cfg(not(unix))]
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        fs::canonicalize(path).ok().filter(|path| path.is_file()).map(Self::Path)
    }

    #[cfg(not(unix))]
    pub(crate) fn of_reports() -> Vec<Self> {
        Vec::new()
    }

    #[cfg(not(unix))]
    fn of_stdin() -> Option<Self> {
        None
    }

    #[cfg(not(unix))]
    fn of_metadata(_: Metadata) -> Option<Self> {
        None
    }
}
