//! Which input goes to which output, decided and checked before anything is written.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs;
#[cfg(unix)]
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use crate::compression::Compression;
use crate::failure::{Failure, shown};
use crate::identity::{Identity, Places};
use crate::input::{Input, is_hyphen};
use crate::output::Output;
#[cfg(unix)]
use crate::output::stdout_file;
use crate::walk::{Found, Walk};

/// One conversion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) input: Input,
    pub(crate) output: Output,
}

/// The conversions that the arguments ask for.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) jobs: Vec<Job>,
    /// The directory that they need, if it is missing.
    pub(crate) new_directory: Option<PathBuf>,
    /// What could not be looked into.
    pub(crate) failures: Vec<Failure>,
}

/// Where the outputs are to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Destination<'a> {
    pub(crate) output: Option<&'a Path>,
    /// The new end of file names in a directory.
    pub(crate) suffix: Option<&'a OsStr>,
    /// Whether a name ends otherwise when what is compressed is not any more, and when it is.
    pub(crate) decompress: bool,
    pub(crate) compress: Option<Compression>,
    pub(crate) in_place: bool,
    /// Behind the names of the originals that are kept.
    pub(crate) backup: Option<&'a OsStr>,
}

impl Destination<'_> {
    /// The path of an output in a directory.
    fn renamed(self, mut path: PathBuf) -> PathBuf {
        let is_compressed = path
            .extension()
            .is_some_and(|end| ["gz", "zst"].iter().any(|&known| end.eq_ignore_ascii_case(known)));
        let mut name = path.file_name().unwrap_or_default();
        if self.decompress && is_compressed {
            name = stem(name);
        }
        if self.suffix.is_some() {
            name = stem(name);
        }
        let mut name = name.to_os_string();
        name.push(self.suffix.unwrap_or_default());
        name.push(self.compress.map_or("", Compression::suffix));
        path.set_file_name(name);
        path
    }
}

/// A file name up to its last dot. Where that is `.` or `..`, which would lead out of the directory, it is all of the
/// name: `...gz` stays as it is.
fn stem(name: &OsStr) -> &OsStr {
    let stem = Path::new(name).file_stem().unwrap_or(name);
    if stem == "." || stem == ".." { name } else { stem }
}

impl Plan {
    pub(crate) fn new(
        inputs: &[PathBuf],
        walk: &Walk,
        destination: Destination<'_>,
    ) -> Result<Self, Failure> {
        for suffix in [destination.suffix, destination.backup].into_iter().flatten() {
            if suffix.as_encoded_bytes().iter().any(|&byte| std::path::is_separator(byte.into())) {
                return Err(usage("a suffix is the end of a file name, not of a path"));
            }
        }
        if destination.backup.is_some_and(OsStr::is_empty) {
            return Err(usage("--in-place= needs a suffix; --in-place keeps no originals"));
        }
        let output = destination.output.filter(|path| !names_stdout(path));
        let (found, failures) = walk.find(inputs, output, destination.backup)?;
        let (jobs, new_directory) = if destination.in_place {
            (in_place(found, destination.backup)?, None)
        } else {
            let is_one = inputs.len() <= 1 && !walk.recursive;
            match (output, found) {
                (Some(path), found) if !is_one || names_directory(path) => {
                    into_directory(found, path, destination)?
                }
                (_, found) if is_one => {
                    if destination.suffix.is_some() {
                        return Err(usage("--suffix is for outputs in a directory: -o DIR"));
                    }
                    let new = |path: &Path| Output::File(path.to_path_buf());
                    let output = output.map_or(Output::Stdout, new);
                    let job = |found: Found| Job { input: found.input, output: output.clone() };
                    (found.into_iter().map(job).collect(), None)
                }
                _ => {
                    return Err(usage(
                        "several inputs need a directory for their outputs: -o DIR, or --in-place",
                    ));
                }
            }
        };
        let mut plan = Self { jobs, new_directory, failures };
        if !destination.in_place {
            plan.see_outputs_that_are_inputs()?;
        }
        plan.see_outputs_that_are_reports()?;
        Ok(plan)
    }

    /// Messages go to a file that is open, and are gone with it when another one has its name.
    fn see_outputs_that_are_reports(&self) -> Result<(), Failure> {
        let reports = Identity::of_reports();
        let outputs = self.jobs.iter().map(|job| &job.output);
        for output in outputs.filter(|output| !reports.is_empty() && **output != Output::Stdout) {
            if Identity::of_output(output).is_some_and(|output| reports.contains(&output)) {
                let name = output.name();
                return Err(Failure::Usage(format!(
                    "output {name} is the file that the standard output or standard error goes to"
                )));
            }
        }
        Ok(())
    }

    /// An output may be its own input, by whatever path or link: that is replaced when it has been read to its
    /// end. It may not be another one's, whose text would be gone before it is read, and not the standard output,
    /// which would be read again as it is written.
    fn see_outputs_that_are_inputs(&mut self) -> Result<(), Failure> {
        let mut inputs: HashMap<Identity, Vec<usize>> = HashMap::new();
        for (index, job) in self.jobs.iter().enumerate() {
            if let Some(identity) = Identity::of_input(&job.input) {
                inputs.entry(identity).or_default().push(index);
            }
        }
        for index in 0..self.jobs.len() {
            let job = &self.jobs[index];
            let same = Identity::of_output(&job.output).and_then(|output| inputs.get(&output));
            let Some(same) = same else { continue };
            match &job.output {
                Output::File(path) if *same == [index] => {
                    self.jobs[index].output = Output::OverInput(path.clone());
                }
                output => {
                    return Err(Failure::Usage(format!(
                        "output {} is the same file as input {}",
                        output.name(),
                        self.jobs[same[0]].input.name()
                    )));
                }
            }
        }
        Ok(())
    }
}

fn usage(message: &str) -> Failure {
    Failure::Usage(message.into())
}

fn into_directory(
    found: Vec<Found>,
    directory: &Path,
    destination: Destination<'_>,
) -> Result<(Vec<Job>, Option<PathBuf>), Failure> {
    if directory.exists() && !directory.is_dir() {
        let name = shown(directory);
        return Err(Failure::Usage(format!("{name}: not a directory, as several inputs need")));
    }
    let mut seen: HashMap<PathBuf, String> = HashMap::new();
    let mut places = Places::default();
    let mut jobs = Vec::new();
    for Found { input, relative } in found {
        let Input::File(path) = &input else {
            return Err(usage("standard input has no file name to have in the output directory"));
        };
        let Some(relative) = relative else {
            return Err(Failure::Usage(format!("{}: has no file name", shown(path))));
        };
        let relative = destination.renamed(relative);
        let target = directory.join(relative);
        if let Some(other) = seen.insert(places.of(&target), input.name()) {
            return Err(Failure::Usage(format!(
                "{other} and {} would both be written to {}",
                input.name(),
                shown(&target)
            )));
        }
        jobs.push(Job { input, output: Output::File(target) });
    }
    let new_directory = (!directory.exists()).then(|| directory.to_path_buf());
    Ok((jobs, new_directory))
}

/// Each file once, by whatever paths it is named. A hard link is a file of its own here: after the first
/// of two has been replaced the other one still has the old text.
fn in_place(found: Vec<Found>, backup: Option<&OsStr>) -> Result<Vec<Job>, Failure> {
    let mut seen = HashSet::new();
    let mut jobs = Vec::new();
    for Found { input, .. } in found {
        let Input::File(path) = &input else {
            return Err(usage("standard input has no place to be converted in"));
        };
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            let name = shown(path);
            return Err(Failure::Usage(format!("{name}: not a regular file, as --in-place needs")));
        }
        let place = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let backup = backup.map(|suffix| {
            let mut name = OsString::from(&place);
            name.push(suffix);
            PathBuf::from(name)
        });
        if seen.insert(place) {
            let output = Output::InPlace { path: path.clone(), backup };
            jobs.push(Job { input, output });
        }
    }
    Ok(jobs)
}

/// Whether an output path means the standard output: `-`, or the very file, pipe or terminal that it goes to already,
/// such as `/dev/stdout`. A file must not be replaced because it may hold more than our output.
pub(crate) fn names_stdout(path: &Path) -> bool {
    let is_same = || Some(Identity::of_output(&Output::Stdout)? == Identity::of_path(path)?);
    is_hyphen(path) || is_same() == Some(true) || is_stream_of_stdout(path)
}

/// Whether a path leads to the pipe or the terminal that the standard output is.
#[cfg(unix)]
fn is_stream_of_stdout(path: &Path) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let is_same = || {
        let stdout = stdout_file().ok()?;
        let (one, other) = (stdout.metadata().ok()?, fs::metadata(path).ok()?);
        // A device such as /dev/null may well be both.
        let is_stream = one.file_type().is_fifo() || stdout.is_terminal();
        Some(is_stream && (one.dev(), one.ino()) == (other.dev(), other.ino()))
    };
    is_same() == Some(true)
}

#[cfg(not(unix))]
fn is_stream_of_stdout(_: &Path) -> bool {
    false
}

/// Whether an output path means a directory whatever the number of inputs: it is one, or it ends
/// with a separator.
fn names_directory(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    path.is_dir() || last.is_some_and(|&byte| std::path::is_separator(byte.into()))
}
