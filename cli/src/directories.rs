//! Directories made for outputs, and taken away again where no output came of it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::{Failure, shown};
use crate::temporary;

/// Those that were made, each behind the one it is in.
static MADE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn made() -> MutexGuard<'static, Vec<PathBuf>> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a directory, and those that it is in, where they are missing.
pub(crate) fn create(directory: &Path) -> Result<(), Failure> {
    // A signal takes it away only when it is in the list.
    let _held = temporary::hold();
    make(directory, &mut made()).map_err(|error| Failure::Io {
        what: "cannot create directory",
        name: shown(directory),
        error,
    })
}

/// One worker at a time, so that the list is in order.
fn make(directory: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    if directory.as_os_str().is_empty() {
        return Ok(());
    }
    let mut result = fs::create_dir(directory);
    if let (Err(error), Some(parent)) = (&result, directory.parent())
        && error.kind() == io::ErrorKind::NotFound
    {
        make(parent, made)?;
        result = fs::create_dir(directory);
    }
    match result {
        Ok(()) => made.push(directory.to_path_buf()),
        // It is there, or another program was faster.
        Err(_) if directory.is_dir() => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Takes away those that have nothing in them, and tells which stay.
pub(crate) fn remove_empty() -> Vec<PathBuf> {
    let mut made = made();
    let mut kept: Vec<_> =
        made.drain(..).rev().filter(|directory| fs::remove_dir(directory).is_err()).collect();
    kept.reverse();
    kept
}
