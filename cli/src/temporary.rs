//! Files without a name of their own yet, and what becomes of them when a signal ends the program.
//!
//! A file is removed when it is dropped, and SIGINT, SIGTERM and SIGHUP leave no time for that. So there is a list of
//! them, and a thread that removes them when such a signal comes, and then lets the signal do what it does by default.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::Instant;

use tempfile::NamedTempFile;

#[cfg(unix)]
use crate::directories;
use crate::disk::Unsynced;

/// Those that there are.
static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Held for reading while there is a file that the list does not know, or a step that must not be the last one; for
/// writing, and for good, by the end of the program.
static GATE: RwLock<()> = RwLock::new(());

/// How the names begin and end that they have meanwhile.
const PREFIX: &str = ".codeunit-";
const SUFFIX: &str = ".tmp";

/// Whether a file of this name is one that is being written, or was when the program was killed.
pub(crate) fn is_name_of_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes())
}

/// A file that is removed unless it gets a name.
#[derive(Debug)]
pub(crate) struct Temporary {
    /// `None` when it has its name.
    file: Option<NamedTempFile>,
    opened: Instant,
    /// Those that it is to have with its name.
    #[cfg(unix)]
    late: Option<fs::Permissions>,
}

impl Temporary {
    /// A file in the directory of the target, so that renaming it does not copy. It has the permissions of the file
    /// that it is going to replace, or those of any new file.
    pub(crate) fn new(directory: &Path, existing: Option<&Metadata>) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        if existing.is_none() {
            use std::os::unix::fs::PermissionsExt;
            // The system takes the bits of the umask away.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let (gate, opened) = (hold(), Instant::now());
        let temporary = builder.tempfile_in(directory).map_err(plain)?;
        list().push(temporary.path().to_path_buf());
        drop(gate);
        #[cfg(unix)]
        {
            let mut temporary = Self { file: Some(temporary), opened, late: None };
            if let Some(metadata) = existing {
                temporary.resemble(metadata)?;
            }
            Ok(temporary)
        }
        #[cfg(not(unix))]
        {
            let _ = existing;
            Ok(Self { file: Some(temporary), opened })
        }
    }

    /// Takes the owner of another file, where it is allowed, and its permissions.
    ///
    /// To run as its owner or group is for a file that belongs to them, and the system takes that away with each
    /// write: it comes with the name.
    #[cfg(unix)]
    fn resemble(&mut self, metadata: &Metadata) -> io::Result<()> {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
        const RUN_AS_OTHER: u32 = 0o6000;
        let (owner, group) = (Some(metadata.uid()), Some(metadata.gid()));
        if fchown(self.file(), owner, group).is_err() {
            _ = fchown(self.file(), None, group);
        }
        let mode = metadata.permissions().mode();
        self.file().set_permissions(fs::Permissions::from_mode(mode & !RUN_AS_OTHER))?;
        if mode & RUN_AS_OTHER != 0 {
            let now = self.file().metadata()?;
            let is_same = (now.uid(), now.gid()) == (metadata.uid(), metadata.gid());
            self.late = is_same.then(|| metadata.permissions());
        }
        Ok(())
    }

    pub(crate) fn file(&self) -> &File {
        self.file.as_ref().expect("it has no name yet").as_file()
    }

    pub(crate) fn file_mut(&mut self) -> &mut File {
        self.file.as_mut().expect("it has no name yet").as_file_mut()
    }

    pub(crate) fn unsynced(&self) -> Unsynced<'_> {
        Unsynced { file: self.file(), opened: self.opened }
    }

    /// Gives it a name, in place of the file that has it.
    pub(crate) fn persist(mut self, target: &Path) -> io::Result<()> {
        #[cfg(unix)]
        if let Some(permissions) = self.late.take() {
            self.file().set_permissions(permissions)?;
        }
        let temporary = self.file.take().expect("it has no name yet");
        forget(temporary.path());
        temporary.persist(target).map(|_| ()).map_err(|error| error.error)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(temporary) = self.file.take() {
            let path = temporary.path().to_path_buf();
            drop(temporary);
            forget(&path);
        }
    }
}

/// Keeps a signal from ending the program as long as the guard lives.
pub(crate) fn hold() -> RwLockReadGuard<'static, ()> {
    GATE.read().unwrap_or_else(PoisonError::into_inner)
}

fn list() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

fn forget(path: &Path) {
    let mut files = list();
    if let Some(index) = files.iter().position(|file| file == path) {
        files.swap_remove(index);
    }
}

/// Without the path of the temporary file, which tells nobody anything.
fn plain(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((message, _)) => io::Error::new(error.kind(), message),
        None => error,
    }
}

/// From now on a signal that ends the program removes the files first. It does not end it if `is_kept` says so.
#[cfg(unix)]
pub(crate) fn remove_at_signals(is_kept: impl Fn(i32) -> bool + Send + 'static) -> io::Result<()> {
    use std::sync::mpsc;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // Of `nohup` and of a job in the background: they are not to end it.
    let ignored = ignored_signals();
    let handled = [SIGHUP, SIGINT, SIGTERM];
    let handled = handled.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let (sender, signals) = mpsc::channel::<Signals>();
    let thread = std::thread::Builder::new().stack_size(64 * 1024);
    // The thread first: where there is none, signals have to do what they do by default.
    thread.spawn(move || {
        let Ok(mut signals) = signals.recv() else { return };
        for signal in signals.forever() {
            if is_kept(signal) {
                continue;
            }
            let _gate = GATE.write().unwrap_or_else(PoisonError::into_inner);
            for path in list().iter() {
                _ = fs::remove_file(path);
            }
            directories::remove_empty();
            // Ends the process by the signal, so that a shell tells 128 and its number.
            _ = emulate_default_handler(signal);
        }
    })?;
    _ = sender.send(Signals::new(handled)?);
    Ok(())
}

/// There are no such signals.
#[cfg(not(unix))]
pub(crate) fn remove_at_signals(_: impl Fn(i32) -> bool + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// A bit for each signal that is ignored, where the system tells.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
