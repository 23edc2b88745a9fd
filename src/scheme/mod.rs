//! Encodings named at run time, how a source tells which one it is in, and what a byte order mark is
//! to each of them. The types of [`crate::encoding`] are their counterparts at compile time.

mod decision;
mod detector;
mod encoding;
mod iana;
mod mark;
#[cfg(feature = "serde")]
mod saved;
mod whatwg;
mod whatwg_labels;
mod whole;

pub use decision::{DecidedBy, Decision, EncodingSources, Priority};
pub use detector::{Confidence, Detected, Detection, Detector, Rejection};
pub use encoding::{Encoding, UnknownLabel};
pub use mark::{ByteOrderMark, MarkDetection};
pub use whatwg::WhatwgEncoding;
