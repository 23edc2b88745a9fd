//! Whether two paths lead to the same file.

use std::fs::{self, Metadata};
use std::path::Path;

use crate::input::Input;
use crate::output::{Output, stdout_file};

/// What two paths to the same regular file have in common. Devices and pipes have none: a terminal
/// is both input and output in all innocence.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    #[cfg(unix)]
    Inode { device: u64, inode: u64 },
    #[cfg(not(unix))]
    Path(std::path::PathBuf),
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
    fn of_stdin() -> Option<Self> {
        None
    }

    #[cfg(not(unix))]
    fn of_metadata(_: Metadata) -> Option<Self> {
        None
    }
}
