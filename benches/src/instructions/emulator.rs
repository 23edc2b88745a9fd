//! Counted by qemu-user, with a plugin (`benches/qemu/count.c`) that counts from one [`mark`] to the next: so
//! the counts are those of a machine that is not there.
//!
//! ```text
//! cargo build --release -p codeunit-benches --features peers --target aarch64-unknown-linux-gnu
//! codeunit-benches instructions --emulated target/aarch64-unknown-linux-gnu/release/codeunit-benches
//! ```

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::{Column, column};

/// Whom the program may have. The scalar backend's figure stands for what the vectors gain.
const CONTENDERS: [&str; 3] = ["neon", "fallback", "simdutf arm64"];

const PLUGIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/qemu/count.c");

/// Where cross compilers of Debian have the libraries.
const ROOT: &str = "/usr/aarch64-linux-gnu";

/// What the plugin looks for: a system call that changes nothing. Elsewhere it is a few instructions.
#[inline(always)]
pub(super) fn mark() {
    #[cfg(all(target_arch = "aarch64", unix))]
    std::hint::black_box(std::os::unix::process::parent_id());
}

/// The counts of each contender that the program has.
pub(super) fn columns(program: &Path) -> io::Result<Vec<(String, Column)>> {
    let folder = tempfile::tempdir()?;
    let plugin = folder.path().join("count.so");
    run(Command::new("cc").args(["-O2", "-shared", "-fPIC", PLUGIN, "-o"]).arg(&plugin))?;
    let mut columns = Vec::new();
    for (i, name) in CONTENDERS.iter().enumerate() {
        let log = folder.path().join(i.to_string());
        let said = run(Command::new("qemu-aarch64")
            .args(["-L", ROOT, "-E", &format!("LD_LIBRARY_PATH={ROOT}/lib"), "-d", "plugin", "-D"])
            .arg(&log)
            .arg("-plugin")
            .arg(&plugin)
            .arg(program)
            .args(["instructions", "--count", name]));
        match said {
            Ok(said) => columns.push(((*name).to_string(), by_marks(&said, &log)?)),
            // The program may be built without peers.
            Err(error) if i > 1 => eprintln!("without {name}: {error}"),
            Err(error) => return Err(error),
        }
    }
    Ok(columns)
}

/// The counts by what the program wrote, a line for each two of the plugin's.
fn by_marks(said: &str, log: &Path) -> io::Result<Column> {
    let log = fs::read_to_string(log)?;
    let counts: Vec<f64> = log
        .lines()
        .map(|line| line.parse().map_err(io::Error::other))
        .collect::<io::Result<_>>()?;
    if counts.len() != 2 * said.lines().count() {
        return Err(io::Error::other("the plugin and the program disagree about the calls"));
    }
    column(said, |i| Ok(counts[2 * i + 1]))
}

/// What a command that succeeds writes.
fn run(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    let error = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let program = command.get_program().display();
    Err(io::Error::other(format!("{program}: {}\n{error}", output.status)))
}
