//! Streams: text that comes in chunks, cut anywhere.

#[cfg(feature = "alloc")]
mod checkpoints;
mod core;
mod counting;
mod end;
mod error;
mod escape;
#[cfg(feature = "alloc")]
mod extend;
mod form;
mod handler;
mod io;
#[cfg(feature = "legacy")]
mod legacy;
mod mark;
mod options;
#[cfg(feature = "http-body")]
mod pass;
mod pending;
mod policy;
mod report;
mod resume;
mod route;
#[cfg(feature = "serde")]
mod saved;
mod side;
mod state;
mod transcoder;
mod whole;

#[cfg(feature = "alloc")]
pub use checkpoints::{Checkpoints, InvalidMap, Located, LocatedLine, Segment};
pub use end::{StreamEncoding, StreamUnit};
pub use error::StreamError;
pub use handler::{ByFunction, ByPolicy, ErrorHandler};
pub use mark::{OutputMark, SourceMark};
pub use policy::Policy;
pub use report::Report;
pub use resume::InvalidState;
pub use state::{Position, State};
pub use transcoder::Transcoder;

/// How far one call of a [`Transcoder`] has come.
///
/// ```
/// use codeunit::{Encoding, Policy, Status, Step, Transcoder};
/// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
/// let step = transcoder.push(b"a\xF1", &mut [0; 8]);
/// assert_eq!(step, Step { read: 2, written: 3, status: Status::InputEmpty });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Step {
    /// Elements of the source that were taken: converted, or kept for the next call.
    pub read: usize,
    /// Elements of the output that were written.
    pub written: usize,
    /// Why the call has ended.
    pub status: Status,
}

/// Why a call of a [`Transcoder`] has ended.
///
/// ```
/// use codeunit::{Encoding, Policy, Status, Transcoder};
/// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
/// assert_eq!(transcoder.push(b"\xF1", &mut [0; 1]).status, Status::OutputFull);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// All of the source was taken; at the end of the stream, all is written.
    InputEmpty,
    /// There is no room for the next character.
    OutputFull,
    /// A sequence cannot be converted, and the policy is to stop there.
    ///
    /// The output is the conversion of what stands before it, and nothing is written any more. To ISO-2022-JP, of the
    /// feature `legacy`, so the return to ASCII is missing with which [`Transcoder::finish`] ends a stream.
    IllFormed(StreamError),
}
