//! `codeunit convert --follow`: what is appended to a file is converted as it comes.
//!
//! A file that has been read to its end is looked at again and again. Where it ends inside a character, the rest is
//! waited for. It is at its end for good when another file has its name, or when it has become shorter or other than
//! what was read of it; then what is left of its last character goes by the policy, and the next text begins.
//!
//! Where it stands is saved whenever there is nothing more to read, and once a second while there is: after what
//! was written has been put on the disk. The saved state names the length of the output file. Who goes on from it cuts
//! off what the output has beyond, and so everything that is read is in it exactly once, wherever the program was
//! killed. That is done when the file of the state has been found. When it is lost, or written anew, what the output has
//! beyond can come from nowhere else, and is kept. A pipe cannot be cut: what was written to it since the last save
//! comes again.
//!
//! Between two looks, or two runs, a log can be rotated more than once. Nothing tells which of the files of its
//! directory came between, and so they are not read.

mod cli;
#[cfg(unix)]
mod output;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod saved;
#[cfg(unix)]
mod stream;
#[cfg(unix)]
mod tail;

pub(crate) use cli::FollowArgs;
#[cfg(unix)]
pub(crate) use run::run;

/// There is no telling here whether two files are the same.
#[cfg(not(unix))]
pub(crate) fn run(_: &crate::args::Convert) -> Result<crate::exit::Exit, crate::failure::Failure> {
    Err(crate::failure::Failure::Usage("--follow works on Unix systems only".into()))
}
