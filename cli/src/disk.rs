//! Many files put on the disk, in less time than one after the other.
//!
//! `fsync` waits until the file system has written its journal and the disk has emptied its cache, which takes as long
//! for one file as for hundreds. So a file system that has a journal on a disk is asked once for all that it has not
//! written yet (`syncfs`), and elsewhere threads wait side by side.

use std::fs::File;
use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;
use std::time::Instant;

/// Threads that wait at most, where each file has to be waited for.
const MOST_THREADS: usize = 32;

/// Directories that are open at the same time.
const MOST_DIRECTORIES: usize = 128;

/// A file that may not be on the disk yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unsynced<'a> {
    pub(crate) file: &'a File,
    pub(crate) opened: Instant,
}

/// Puts all on the disk and tells what came of each.
pub(crate) fn sync_all(files: &[Unsynced<'_>]) -> Vec<io::Result<()>> {
    let mut results: Vec<_> = files.iter().map(|_| Ok(())).collect();
    #[cfg(target_os = "linux")]
    let left = linux::sync(files);
    #[cfg(not(target_os = "linux"))]
    let left: Vec<_> = (0..files.len()).collect();
    let sync = |&index: &usize| (index, files[index].file.sync_all());
    let mut keep = |(index, result): (usize, _)| results[index] = result;
    if let [one] = left.as_slice() {
        keep(sync(one));
        return results;
    }
    thread::scope(|scope| {
        let start = |share| {
            let wait = move || <[usize]>::iter(share).map(sync).collect::<Vec<_>>();
            (share, thread::Builder::new().stack_size(64 * 1024).spawn_scoped(scope, wait))
        };
        let share = left.len().div_ceil(MOST_THREADS).max(1);
        for (share, thread) in left.chunks(share).map(start).collect::<Vec<_>>() {
            match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // No more threads than that.
                Err(_) => share.iter().map(sync).collect(),
            }
            .into_iter()
            .for_each(&mut keep);
        }
    });
    results
}

/// Makes the new names of files in a directory last.
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    sync_directories(&[directory]).remove(0)
}

/// The same of many, and tells what came of each. Not every system can: then the names come with its next write.
pub(crate) fn sync_directories(directories: &[impl AsRef<Path>]) -> Vec<io::Result<()>> {
    if cfg!(not(unix)) {
        return directories.iter().map(|_| Ok(())).collect();
    }
    let sync = |directories: &[_]| {
        let opened: Vec<_> =
            directories.iter().map(|directory| (Instant::now(), File::open(directory))).collect();
        let files = opened.iter().filter_map(|(opened, file)| {
            Some(Unsynced { file: file.as_ref().ok()?, opened: *opened })
        });
        let mut synced = sync_all(&files.collect::<Vec<_>>()).into_iter();
        let results = opened.into_iter().map(|(_, file)| {
            file.and_then(|_| synced.next().expect("one for each file")).or_else(|error| {
                (error.kind() == io::ErrorKind::InvalidInput).then_some(()).ok_or(error)
            })
        });
        results.collect::<Vec<_>>()
    };
    directories.chunks(MOST_DIRECTORIES).flat_map(sync).collect()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;
    use std::sync::LazyLock;

    use rustix::fs::{fstatfs, syncfs};
    use rustix::system::uname;

    use super::Unsynced;

    /// So many files of a file system are worth a `syncfs`, which waits for what others have written to it as well.
    const ENOUGH: usize = 4;

    /// Tells the places of those that have to be waited for one by one.
    pub(super) fn sync(files: &[Unsynced<'_>]) -> Vec<usize> {
        let mut left = Vec::new();
        if files.len() < ENOUGH {
            left.extend(0..files.len());
            return left;
        }
        let mut systems = BTreeMap::<_, Vec<usize>>::new();
        for (index, unsynced) in files.iter().enumerate() {
            match unsynced.file.metadata() {
                Ok(metadata) => systems.entry(metadata.dev()).or_default().push(index),
                Err(_) => left.push(index),
            }
        }
        for of_system in systems.into_values() {
            // An error is told to a file that was open when it happened. Of others than the first one, a failure to
            // write those before could have been missed.
            let first = of_system.iter().min_by_key(|&&index| files[index].opened);
            let first = files[*first.expect("one at least")].file;
            let is_done = match kind(first) {
                Kind::Memory => true,
                // A failure is told again to the file it is of.
                Kind::Journal => {
                    of_system.len() >= ENOUGH && *TELLS_ERRORS && syncfs(first).is_ok()
                }
                Kind::Other => false,
            };
            if !is_done {
                left.extend(of_system);
            }
        }
        left
    }

    /// Where a file is.
    enum Kind {
        /// In memory, where `fsync` does nothing.
        Memory,
        /// On a disk, where `syncfs` is a commit of all that has been written.
        Journal,
        /// On a server, in a file system that is a program, on top of others, or somewhere unknown: `syncfs` does less
        /// than `fsync` in some of them.
        Other,
    }

    fn kind(file: &File) -> Kind {
        // The numbers of statfs(2): tmpfs; ext2 to ext4, XFS, Btrfs, F2FS. The field has another type on each machine.
        match fstatfs(file).map(|status| status.f_type as u32) {
            Ok(0x0102_1994) => Kind::Memory,
            Ok(0xEF53 | 0x5846_5342 | 0x9123_683E | 0xF2F5_2010) => Kind::Journal,
            _ => Kind::Other,
        }
    }

    /// Before Linux 5.8 `syncfs` said nothing of what could not be written.
    static TELLS_ERRORS: LazyLock<bool> =
        LazyLock::new(|| uname().release().to_str().is_ok_and(tells_errors));

    fn tells_errors(release: &str) -> bool {
        let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(str::parse::<u32>);
        let mut next = || numbers.next().and_then(Result::ok);
        next().zip(next()).is_some_and(|version| version >= (5, 8))
    }

    #[cfg(test)]
    mod tests {
        use super::tells_errors;

        #[test]
        fn releases() {
            for release in ["5.8", "5.8.0-rc1", "5.10.0-33-amd64", "6.18.44-fc-v782", "10.0"] {
                assert!(tells_errors(release), "{release}");
            }
            for release in ["5.7.19", "4.18.0-553.el8_10.x86_64", "4.4.0", "3.10", "6", "", "x"] {
                assert!(!tells_errors(release), "{release}");
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, File};
    use std::io::{self, ErrorKind};
    use std::os::fd::OwnedFd;
    use std::time::Instant;

    use super::{Unsynced, sync_all, sync_directories};

    /// A pipe cannot be put on a disk, which is told of it and of no other.
    #[test]
    fn each_has_a_result() {
        let directory = tempfile::tempdir().unwrap();
        for len in 0..100 {
            for bad in [None, Some(0), Some(len / 2), Some(len.max(1) - 1)] {
                let open = |index: usize| match bad {
                    Some(bad) if bad == index => {
                        io::pipe().map(|(_, pipe)| OwnedFd::from(pipe).into())
                    }
                    _ => File::create(directory.path().join(index.to_string())),
                };
                let files: Vec<_> = (0..len).map(|index| open(index).unwrap()).collect();
                let opened = Instant::now();
                let files: Vec<_> = files.iter().map(|file| Unsynced { file, opened }).collect();
                for (index, result) in sync_all(&files).into_iter().enumerate() {
                    let kind = result.err().map(|error| error.kind());
                    assert_eq!(kind, (bad == Some(index)).then_some(ErrorKind::InvalidInput));
                }
            }
        }
    }

    #[test]
    fn directories_that_are_not_there() {
        let directory = tempfile::tempdir().unwrap();
        let paths: Vec<_> =
            (0..300).map(|index| directory.path().join(index.to_string())).collect();
        for path in paths.iter().step_by(7) {
            fs::create_dir(path).unwrap();
        }
        for (index, result) in sync_directories(&paths).into_iter().enumerate() {
            let kind = result.err().map(|error| error.kind());
            assert_eq!(kind, (index % 7 != 0).then_some(ErrorKind::NotFound));
        }
    }
}
