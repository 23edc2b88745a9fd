//! Counted by qemu-user, with a plugin (`benches/qemu/count.c`) that counts from one [`mark`] to the next: so
//! the counts are those of a machine that is not there.
//!
//! ```text
//! cargo build --release -p codeunit-benches --features peers --target aarch64-unknown-linux-gnu
//! codeunit-benches instructions --emulated target/aarch64-unknown-linux-gnu/release/codeunit-benches
//! ```

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::{Column, arguments, column};

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

/// What one contender executed.
pub(super) struct Executed {
    /// What the counting process wrote: a line for each call.
    pub(super) said: String,
    /// Instructions of each call.
    pub(super) counts: Vec<f64>,
    /// The words of them, if they were asked for.
    pub(super) traces: Vec<Vec<u32>>,
}

/// The program in the emulator, for one contender after the other.
pub(super) struct Emulator<'a> {
    program: &'a Path,
    folder: tempfile::TempDir,
}

impl<'a> Emulator<'a> {
    /// Compiles the plugin.
    pub(super) fn new(program: &'a Path) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let plugin = folder.path().join("count.so");
        run(Command::new("cc").args(["-O2", "-shared", "-fPIC", PLUGIN, "-o"]).arg(&plugin))?;
        Ok(Self { program, folder })
    }

    /// What the program executes with these arguments.
    pub(super) fn execute(&self, arguments: &[&OsStr], traced: bool) -> io::Result<Executed> {
        let in_folder = |name: &str| self.folder.path().join(name);
        let (log, trace) = (in_folder("log"), in_folder("trace"));
        let mut plugin = in_folder("count.so").into_os_string();
        if traced {
            plugin.push(",trace=");
            plugin.push(&trace);
        }
        let said = run(Command::new("qemu-aarch64")
            .args(["-L", ROOT, "-E", &format!("LD_LIBRARY_PATH={ROOT}/lib"), "-d", "plugin", "-D"])
            .arg(&log)
            .arg("-plugin")
            .arg(plugin)
            .arg(self.program)
            .args(arguments))?;
        let log = fs::read_to_string(log)?;
        let number = |line: &str| line.parse::<f64>().map_err(io::Error::other);
        // The instructions up to each first mark are those between the calls.
        let counts = log.lines().skip(1).step_by(2).map(number).collect::<io::Result<Vec<_>>>()?;
        if counts.len() != said.lines().count() {
            return Err(io::Error::other("the plugin and the program disagree about the calls"));
        }
        let traces = if traced { split(&fs::read(trace)?) } else { Vec::new() };
        Ok(Executed { said, counts, traces })
    }
}

/// The words of each call, behind which there is a word of all ones.
fn split(trace: &[u8]) -> Vec<Vec<u32>> {
    let words: Vec<u32> =
        trace.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let mut calls: Vec<_> = words.split(|&word| word == u32::MAX).map(<[u32]>::to_vec).collect();
    calls.pop();
    calls
}

/// The counts of each contender that the program has.
pub(super) fn columns(program: &Path, corpus: Option<&Path>) -> io::Result<Vec<(String, Column)>> {
    let emulator = Emulator::new(program)?;
    let mut columns = Vec::new();
    for (i, name) in CONTENDERS.iter().enumerate() {
        match emulator.execute(&arguments(name, corpus), false) {
            Ok(executed) => {
                let counts = column(&executed.said, |i| Ok(executed.counts[i]))?;
                columns.push(((*name).to_string(), counts));
            }
            // The program may be built without peers.
            Err(error) if i > 1 => eprintln!("without {name}: {error}"),
            Err(error) => return Err(error),
        }
    }
    Ok(columns)
}

/// What a command that succeeds writes.
pub(super) fn run(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    let error = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let program = command.get_program().display();
    Err(io::Error::other(format!("{program}: {}\n{error}", output.status)))
}
