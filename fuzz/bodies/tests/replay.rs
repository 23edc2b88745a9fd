//! Replays the seeds and the inputs that once failed, and tells how many there were.
//!
//! `CODEUNIT_FUZZ_CORPUS=fuzz/corpus` replays what a fuzzer has collected there as well.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

use codeunit_fuzz_bodies::{TARGETS, Target, seeds};
use libtest_mimic::{Arguments, Failed, Trial};

/// The directory of the fuzzer's workspace.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A target, and the numbers of its seeds, of its regressions, and of what a fuzzer has collected.
type Row = (&'static str, [usize; 3]);

/// The rows so far.
static REPLAYED: Mutex<Vec<Row>> = Mutex::new(Vec::new());

/// The files of a directory, if it is there.
fn files(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn replay((name, body): Target) -> Result<(), Failed> {
    let collected = std::env::var_os("CODEUNIT_FUZZ_CORPUS").map(PathBuf::from);
    let directories =
        [Some(Path::new(FUZZ).join("seeds")), Some(Path::new(FUZZ).join("regressions")), collected];
    let directories = directories.map(|directory| directory.map(|path| path.join(name)));
    let mut counts = [0; 3];
    for (count, directory) in counts.iter_mut().zip(directories) {
        for file in directory.map_or_else(Vec::new, |path| files(&path)) {
            let data = fs::read(&file)?;
            if catch_unwind(AssertUnwindSafe(|| body(&data))).is_err() {
                return Err(format!("by {}", file.display()).into());
            }
            *count += 1;
        }
    }
    if counts[0] == 0 {
        return Err("a target without a seed".into());
    }
    REPLAYED.lock().expect("nobody panics with the lock").push((name, counts));
    Ok(())
}

/// The files are those that `make_seeds` writes.
fn seeds_are_as_made() -> Result<(), Failed> {
    let made = seeds::all();
    let mut known = BTreeSet::new();
    let mut size = 0;
    for seed in &made {
        let file = Path::new(FUZZ).join("seeds").join(seed.target).join(&seed.name);
        if fs::read(&file).ok().as_ref() != Some(&seed.bytes) {
            return Err(format!("{}: run the example make_seeds", file.display()).into());
        }
        if !known.insert(file.clone()) {
            return Err(format!("{}: two seeds of this name", file.display()).into());
        }
        size += seed.bytes.len();
    }
    let targets = files(&Path::new(FUZZ).join("seeds"));
    let there: BTreeSet<_> = targets.iter().flat_map(|directory| files(directory)).collect();
    if let Some(file) = there.symmetric_difference(&known).next() {
        return Err(format!("{}: run the example make_seeds", file.display()).into());
    }
    if size > 300 * 1024 {
        return Err(format!("{size} bytes of seeds, more than 300 KiB").into());
    }
    Ok(())
}

/// The fuzzer has a program for each target, and nothing else has seeds or regressions.
fn targets_are_the_same_everywhere() -> Result<(), Failed> {
    let want: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let manifest = fs::read_to_string(Path::new(FUZZ).join("Cargo.toml"))?;
    let bins = manifest.split("[[bin]]").skip(1).filter_map(|bin| bin.split('"').nth(1));
    let stem = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let in_directory = |name| files(&Path::new(FUZZ).join(name)).into_iter().filter_map(stem);
    let programs: BTreeSet<_> = in_directory("fuzz_targets").collect();
    if bins.map(str::to_owned).collect::<BTreeSet<_>>() != want || programs != want {
        return Err("fuzz/Cargo.toml, fuzz/fuzz_targets and TARGETS do not agree".into());
    }
    let mut others = in_directory("seeds").chain(in_directory("regressions"));
    match others.find(|name| !name.starts_with('.') && !want.contains(name)) {
        Some(name) => Err(format!("{name} is no target").into()),
        None => Ok(()),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> =
        TARGETS.iter().map(|&target| Trial::test(target.0, move || replay(target))).collect();
    trials.push(Trial::test("seeds_are_as_made", seeds_are_as_made));
    trials.push(Trial::test("targets_are_the_same_everywhere", targets_are_the_same_everywhere));
    let conclusion = libtest_mimic::run(&arguments, trials);
    let mut replayed = REPLAYED.lock().expect("nobody panics with the lock");
    replayed.sort_unstable();
    if !arguments.list && !replayed.is_empty() {
        println!("{:18}{:>8}{:>13}{:>11}", "replayed", "seeds", "regressions", "collected");
        for (name, [seeds, regressions, collected]) in replayed.iter() {
            println!("{name:18}{seeds:8}{regressions:13}{collected:11}");
        }
    }
    conclusion.exit_code()
}
