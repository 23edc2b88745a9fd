//! Its arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::args::parse_seconds;

/// How a file is followed.
#[derive(Debug, Args)]
pub(crate) struct FollowArgs {
    /// Go on with what is appended to the input, until SIGINT or SIGTERM; OUT is appended to
    #[arg(long, conflicts_with_all = [
        "in_place", "compress", "keep_times", "recursive", "suffix", "json", "detect", "keep_going", "jobs",
        "map",
    ])]
    pub(crate) follow: bool,

    /// With --follow: keep in FILE how far it has come, and go on from there
    #[arg(long, value_name = "FILE", requires = "follow")]
    pub(crate) state: Option<PathBuf>,

    /// With --follow: seconds between two looks at the input
    #[arg(long, value_name = "SECONDS", requires = "follow")]
    #[arg(default_value = "0.5", value_parser = parse_seconds)]
    pub(crate) interval: Duration,
}
