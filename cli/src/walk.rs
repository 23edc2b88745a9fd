//! The inputs that the arguments name, and those in directories.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use ignore::WalkBuilder;
use ignore::overrides::OverrideBuilder;

use crate::failure::{Failure, shown};
use crate::identity::Identity;
use crate::input::{Input, is_hyphen};
use crate::temporary::is_name_of_temporary;

/// Which files of directories are inputs.
#[derive(Debug, Args)]
pub(crate) struct Walk {
    /// Take the files of directories, and of those in them
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// With -r: only files that match, or with a ! in front none of them; may be repeated
    #[arg(long = "glob", value_name = "GLOB", requires = "recursive")]
    globs: Vec<String>,

    /// With -r: hidden files and directories too
    #[arg(long, requires = "recursive")]
    hidden: bool,

    /// With -r: follow symbolic links
    #[arg(long, requires = "recursive")]
    follow_links: bool,
}

/// An input.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) input: Input,
    /// Its path in an output directory, if it has a name.
    pub(crate) relative: Option<PathBuf>,
}

impl Found {
    fn named(path: &Path) -> Self {
        Self { input: Input::from_arg(path), relative: path.file_name().map(PathBuf::from) }
    }
}

impl Walk {
    /// The inputs in order, without any argument the standard input, and what could not be looked into.
    /// What is in the directory `output` is no input, and of directories no file that is the backup of one beside it,
    /// by the suffix of its name, or that the standard output or the standard error goes to.
    pub(crate) fn find(
        &self,
        paths: &[PathBuf],
        output: Option<&Path>,
        backup: Option<&OsStr>,
    ) -> Result<(Vec<Found>, Vec<Failure>), Failure> {
        let (mut found, mut failures) = (Vec::new(), Vec::new());
        if paths.is_empty() {
            found.push(Found { input: Input::Stdin, relative: None });
        }
        let output = output.and_then(|path| fs::canonicalize(path).ok());
        let reports = Identity::of_reports();
        for path in paths {
            if self.recursive && !is_hyphen(path) && path.is_dir() {
                let output = output.as_deref();
                self.walk(path, output, backup, &reports, &mut found, &mut failures)?;
            } else {
                found.push(Found::named(path));
            }
        }
        Ok((found, failures))
    }

    /// The inputs alone; complaints are returned.
    pub(crate) fn inputs(&self, paths: &[PathBuf]) -> Result<(Vec<Input>, Vec<Failure>), Failure> {
        let (found, failures) = self.find(paths, None, None)?;
        Ok((found.into_iter().map(|found| found.input).collect(), failures))
    }

    fn walk(
        &self,
        root: &Path,
        output: Option<&Path>,
        backup: Option<&OsStr>,
        reports: &[Identity],
        found: &mut Vec<Found>,
        failures: &mut Vec<Failure>,
    ) -> Result<(), Failure> {
        // By the walker too a path that equals `-` is the standard input.
        let root = if root == Path::new("-") { Path::new("./-") } else { root };
        let mut globs = OverrideBuilder::new(root);
        for glob in &self.globs {
            globs.add(glob).map_err(|error| Failure::Usage(format!("--glob: {error}")))?;
        }
        let globs = globs.build().map_err(|error| Failure::Usage(format!("--glob: {error}")))?;
        let mut builder = WalkBuilder::new(root);
        // Nothing is left out because of files such as .gitignore: logs often stand in them.
        builder.standard_filters(false).hidden(!self.hidden).follow_links(self.follow_links);
        builder.overrides(globs).sort_by_file_name(|a, b| a.cmp(b));
        let output = output.map(Path::to_path_buf);
        let takes_hidden = self.hidden;
        builder.filter_entry(move |entry| {
            let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_output = || output.is_some() && fs::canonicalize(entry.path()).ok() == output;
            // A glob that matches would bring back what the walker has left out as hidden.
            let is_hidden =
                || !takes_hidden && entry.file_name().as_encoded_bytes().starts_with(b".");
            entry.depth() == 0 || !(is_hidden() || is_directory && is_output())
        });
        for entry in builder.build() {
            match entry {
                // Half a file is nobody's.
                Ok(entry) if is_name_of_temporary(entry.file_name()) => {}
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                    let path = entry.into_path();
                    let is_report =
                        || Identity::of_path(&path).is_some_and(|it| reports.contains(&it));
                    if backup.is_some_and(|suffix| is_backup(&path, suffix))
                        || !reports.is_empty() && is_report()
                    {
                        continue;
                    }
                    let relative = path.strip_prefix(root).ok().map(Path::to_path_buf);
                    found.push(Found { input: Input::File(path), relative });
                }
                // Directories, and what is neither file nor directory.
                Ok(_) => {}
                Err(error) => failures.push(failure(root, error)),
            }
        }
        Ok(())
    }
}

/// Whether there is a file beside this one whose backup it is, by its name.
fn is_backup(path: &Path, suffix: &OsStr) -> bool {
    let original = path.file_name().and_then(|name| without(name, suffix));
    original.is_some_and(|name| path.with_file_name(name).is_file())
}

/// The name in front of a suffix, if that is something.
#[cfg(unix)]
fn without<'a>(name: &'a OsStr, suffix: &OsStr) -> Option<&'a OsStr> {
    use std::os::unix::ffi::OsStrExt;
    let rest = name.as_bytes().strip_suffix(suffix.as_bytes())?;
    (!rest.is_empty()).then(|| OsStr::from_bytes(rest))
}

#[cfg(not(unix))]
fn without<'a>(name: &'a OsStr, suffix: &OsStr) -> Option<&'a OsStr> {
    let rest = name.to_str()?.strip_suffix(suffix.to_str()?)?;
    (!rest.is_empty()).then(|| OsStr::new(rest))
}

fn failure(root: &Path, error: ignore::Error) -> Failure {
    let mut name = shown(root);
    let mut inner = &error;
    loop {
        inner = match inner {
            ignore::Error::WithPath { path, err } => {
                name = shown(path);
                err
            }
            ignore::Error::WithDepth { err, .. } => err,
            ignore::Error::Loop { child, .. } => {
                name = shown(child);
                break;
            }
            _ => break,
        };
    }
    let is_loop = matches!(inner, ignore::Error::Loop { .. });
    let error = error.into_io_error().filter(|_| !is_loop);
    let error = error.unwrap_or_else(|| io::Error::other("a symbolic link into its own directory"));
    // Its message may have the path in it once more, with control characters. The cause is what stands behind that.
    let error = match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => {
            let message = error.to_string();
            let cause = message.rsplit(": ").next().unwrap_or_default();
            io::Error::new(error.kind(), shown(Path::new(cause)))
        }
    };
    Failure::Io { what: "cannot look into", name, error }
}
