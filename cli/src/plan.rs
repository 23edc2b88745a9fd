//! Which input goes to which output, decided and checked before anything is written.

use std::collections::HashMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, shown};
use crate::input::Input;
use crate::output::{Output, stdout_file};

/// One conversion.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Job {
    pub(crate) input: Input,
    pub(crate) output: Output,
}

/// The conversions that the arguments ask for, and the directory that they need, if it is missing.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) jobs: Vec<Job>,
    pub(crate) new_directory: Option<PathBuf>,
}

impl Plan {
    pub(crate) fn new(inputs: &[PathBuf], output: Option<&Path>) -> Result<Self, Failure> {
        let inputs = Input::from_args(inputs);
        let output = output.filter(|path| !names_stdout(path));
        let plan = match (output, <[Input; 1]>::try_from(inputs)) {
            (Some(path), Ok([input])) if !names_directory(path) => {
                Self::without_directory(input, Output::File(path.to_path_buf()))
            }
            (Some(path), Ok(inputs)) => Self::into_directory(inputs.into(), path)?,
            (Some(path), Err(inputs)) => Self::into_directory(inputs, path)?,
            (None, Ok([input])) => Self::without_directory(input, Output::Stdout),
            (None, Err(_)) => {
                return Err(Failure::Usage(
                    "several inputs need a directory for their outputs: -o DIR".into(),
                ));
            }
        };
        plan.refuse_to_overwrite_an_input()?;
        Ok(plan)
    }

    fn without_directory(input: Input, output: Output) -> Self {
        Self { jobs: vec![Job { input, output }], new_directory: None }
    }

    fn into_directory(inputs: Vec<Input>, directory: &Path) -> Result<Self, Failure> {
        if directory.exists() && !directory.is_dir() {
            return Err(Failure::Usage(format!(
                "{}: not a directory, as several inputs need",
                shown(directory)
            )));
        }
        let mut seen: HashMap<PathBuf, String> = HashMap::new();
        let mut jobs = Vec::new();
        for input in inputs {
            let Input::File(path) = &input else {
                return Err(Failure::Usage(
                    "standard input has no file name to have in the output directory".into(),
                ));
            };
            let Some(name) = path.file_name() else {
                return Err(Failure::Usage(format!("{}: has no file name", shown(path))));
            };
            let target = directory.join(name);
            if let Some(other) = seen.insert(target.clone(), input.name()) {
                return Err(Failure::Usage(format!(
                    "{other} and {} would both be written to {}",
                    input.name(),
                    shown(&target)
                )));
            }
            jobs.push(Job { input, output: Output::File(target) });
        }
        let new_directory = (!directory.exists()).then(|| directory.to_path_buf());
        Ok(Self { jobs, new_directory })
    }

    /// No output may be an input by whatever path or link: of this job or of a later one, whose text
    /// would be gone.
    fn refuse_to_overwrite_an_input(&self) -> Result<(), Failure> {
        let inputs: HashMap<Identity, &Input> = self
            .jobs
            .iter()
            .filter_map(|job| Some((Identity::of_input(&job.input)?, &job.input)))
            .collect();
        for job in &self.jobs {
            let same = Identity::of_output(&job.output).and_then(|output| inputs.get(&output));
            if let Some(input) = same {
                let output = match &job.output {
                    Output::Stdout => "(standard output)".into(),
                    Output::File(path) => shown(path),
                };
                return Err(Failure::Usage(format!(
                    "output {output} is the same file as input {}",
                    input.name()
                )));
            }
        }
        Ok(())
    }
}

/// Whether an output path means the standard output: `-`, or the very file that it goes to already,
/// such as `/dev/stdout`, which must not be replaced because it may hold more than our output.
fn names_stdout(path: &Path) -> bool {
    let is_same = || Some(Identity::of_output(&Output::Stdout)? == Identity::of_path(path)?);
    path == Path::new("-") || is_same() == Some(true)
}

/// Whether an output path means a directory whatever the number of inputs: it is one, or it ends
/// with a separator.
fn names_directory(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    path.is_dir() || last.is_some_and(|&byte| std::path::is_separator(byte.into()))
}

/// What two paths to the same regular file have in common. Devices and pipes have none: a terminal
/// is both input and output in all innocence.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity {
    #[cfg(unix)]
    Inode { device: u64, inode: u64 },
    #[cfg(not(unix))]
    Path(PathBuf),
}

impl Identity {
    fn of_input(input: &Input) -> Option<Self> {
        match input {
            Input::Stdin => Self::of_stdin(),
            Input::File(path) => Self::of_path(path),
        }
    }

    fn of_output(output: &Output) -> Option<Self> {
        match output {
            Output::Stdout => Self::of_metadata(stdout_file().ok()?.metadata().ok()?),
            Output::File(path) => Self::of_path(path),
        }
    }

    #[cfg(unix)]
    fn of_path(path: &Path) -> Option<Self> {
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
    fn of_path(path: &Path) -> Option<Self> {
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
