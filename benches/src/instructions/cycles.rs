//! Cycles of cores of 64-bit Arm that are not there: what qemu has executed of a call, from its first instruction
//! to its last, is handed to llvm-mca, which knows what the ports of a core take and what waits for what.
//!
//! So no loop has to be found in the assembly, and branches cost nothing but their slot: what both have to pay
//! for those that are mispredicted, and for memory, is not in the figures.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use super::emulator::{Emulator, run};
use super::{Column, arguments, column};

/// The cores, as LLVM names them.
pub(super) const CORES: [&str; 3] = ["neoverse-n1", "neoverse-v2", "apple-m1"];

/// The operations whose loops are looked at.
const OPERATIONS: [&str; 4] =
    ["validate_utf8", "utf8_to_utf16le", "utf16le_to_utf8", "utf8_to_utf32"];

const CONTENDERS: [&str; 2] = ["neon", "simdutf arm64"];

/// Where Debian has the programs of LLVM 19, the first that knows all of the cores and is there.
const LLVM: &str = "/usr/lib/llvm-19/bin";

/// Cycles for 64 bytes of the source, of each contender on each core.
pub(super) fn columns(program: &Path, corpus: Option<&Path>) -> io::Result<Vec<(String, Column)>> {
    let emulator = Emulator::new(program)?;
    let folder = tempfile::tempdir()?;
    let mut columns = Vec::new();
    for name in CONTENDERS {
        let mut arguments = arguments(name, corpus);
        for operation in OPERATIONS {
            arguments.extend([OsStr::new("--only"), OsStr::new(operation)]);
        }
        let executed = emulator.execute(&arguments, true)?;
        let names = disassembled(&executed.traces, folder.path())?;
        for core in CORES {
            let cycles = |i: usize| {
                let trace = executed.traces[i].iter().filter_map(|word| names.get(word));
                let text: Vec<&str> = trace.map(String::as_str).collect();
                Ok(64.0 * cycles(core, &text.join("\n"), folder.path())?)
            };
            columns.push((format!("{core} {name}"), column(&executed.said, cycles)?));
        }
    }
    Ok(columns)
}

/// The text of every instruction; of those for the system, which the cores' models do not have, none.
fn disassembled(traces: &[Vec<u32>], folder: &Path) -> io::Result<BTreeMap<u32, String>> {
    let words: BTreeSet<u32> =
        traces.iter().flatten().copied().filter(|&one| !is_system(one)).collect();
    let path = folder.join("words");
    let bytes = |word: &u32| word.to_le_bytes().map(|byte| format!("{byte:#04x}")).join(",");
    fs::write(&path, words.iter().map(bytes).collect::<Vec<_>>().join("\n"))?;
    let text = run(Command::new(format!("{LLVM}/llvm-mc"))
        .args(["--disassemble", "--triple=aarch64", "--mattr=+v8.4a"])
        .arg(&path))?;
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('.') && !line.is_empty())
        .collect();
    if lines.len() != words.len() {
        return Err(io::Error::other("llvm-mc has not understood every instruction"));
    }
    Ok(words.into_iter().zip(lines.into_iter().map(String::from)).collect())
}

/// Whether it is a call of the system.
fn is_system(word: u32) -> bool {
    word & 0xFFE0_001F == 0xD400_0001
}

/// The cycles of a text of instructions.
fn cycles(core: &str, text: &str, folder: &Path) -> io::Result<f64> {
    let path = folder.join("text");
    fs::write(&path, text)?;
    let said = run(Command::new(format!("{LLVM}/llvm-mca"))
        .args(["-march=aarch64", "-iterations=1", "-instruction-info=0", "-resource-pressure=0"])
        .arg(format!("-mcpu={core}"))
        .arg(&path))?;
    let line = said.lines().find_map(|line| line.strip_prefix("Total Cycles:"));
    line.and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| io::Error::other("llvm-mca has said no number of cycles"))
}
