//! Measuring codeunit beside other transcoders, in one process.
//!
//! [`measure`] times contenders in turns; [`texts`] makes the text they work on, or reads it.

pub mod measure;
pub mod texts;
