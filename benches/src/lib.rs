//! Measuring codeunit beside other transcoders, in one process.
//!
//! A [`matrix`] of cells, each an [`operation`] on one of the [`texts`]; everybody in [`contenders`]
//! is held to the same output and timed in turns ([`run`]). What comes out are rows ([`record`]),
//! which [`summary`] weighs and [`report`] prints and draws. [`instructions`] counts what no noise
//! touches, [`programs`] races the command line, and [`copies`] tells what of its time is not the system's.

pub mod comparisons;
pub mod contenders;
#[cfg(unix)]
pub mod copies;
pub mod form;
pub mod input;
pub mod instructions;
pub mod matrix;
pub mod operation;
pub mod positions;
pub mod programs;
pub mod record;
pub mod report;
pub mod run;
pub mod session;
pub mod streams;
pub mod summary;
pub mod texts;
