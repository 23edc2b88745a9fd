//! Counted by callgrind, which collects only inside of `counted`, and writes a file and begins at zero before
//! each call of `written`; the files are numbered.
//!
//! Valgrind knows no AVX-512 and hides it, so that AVX2, SSE4.1 and the scalar backend are counted.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use codeunit::Backend;

use super::{Column, arguments, column};

/// The counts of each backend. A backend a thread: each takes minutes.
pub(super) fn columns(corpus: Option<&Path>) -> io::Result<Vec<(String, Column)>> {
    // Valgrind refuses the instructions of AVX-512; the scalar backend and the others it knows.
    let backends = Backend::ALL.iter().filter(|one| one.is_available() && one.name() != "avx512");
    std::thread::scope(|scope| {
        let threads: Vec<_> = backends
            .map(|backend| (backend.name(), scope.spawn(|| of_backend(backend.name(), corpus))))
            .collect();
        let join =
            |(name, thread): (&str, std::thread::ScopedJoinHandle<'_, io::Result<Column>>)| {
                Ok((name.to_string(), thread.join().expect("no panic")?))
            };
        threads.into_iter().map(join).collect()
    })
}

/// The instructions of a byte by operation and text.
fn of_backend(backend: &str, corpus: Option<&Path>) -> io::Result<Column> {
    let folder = tempfile::tempdir()?;
    let output = Command::new("valgrind")
        .args(["-q", "--tool=callgrind", "--collect-atstart=no"])
        .args(["--toggle-collect=*instructions::counted*", "--dump-before=*instructions::written*"])
        .arg(format!("--callgrind-out-file={}", folder.path().join("out").display()))
        .arg(std::env::current_exe()?)
        .args(arguments(backend, corpus))
        .output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("valgrind: {}\n{error}", output.status)));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    column(&said, |i| total(&folder.path().join(format!("out.{}", i + 1))))
}

/// The instructions of a file of callgrind.
fn total(path: &Path) -> io::Result<f64> {
    let file = fs::read_to_string(path)
        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
    let line = file
        .lines()
        .find_map(|line| line.strip_prefix("summary:").or(line.strip_prefix("totals:")));
    let total = line.and_then(|number| number.trim().parse().ok());
    total
        .filter(|&total| total > 0.0)
        .ok_or_else(|| io::Error::other(format!("{}: callgrind counted nothing", path.display())))
}
