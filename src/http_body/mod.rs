//! Bodies of HTTP that are validated or converted while their frames pass.
//!
//! | you have | you want | type |
//! |---|---|---|
//! | a [`Body`](http_body::Body) of UTF-8 or UTF-16 | to know it well-formed, as it comes | [`ValidatedBody`] |
//! | a [`Body`](http_body::Body) in any encoding | it in another, as it comes | [`TranscodedBody`] |
//!
//! Both are bodies themselves, of requests as of responses, so that whatever takes a body takes them. They hold no
//! more than the frame that they are at. Frames whose bytes need not be changed are passed on as they are, the same
//! memory: all of them by the first, and by the second those that are the same in both encodings, as between UTF-8 and
//! UTF-8, and ASCII between UTF-8, Latin-1 and US-ASCII. Trailers are passed on, behind all data.
//!
//! # Errors
//!
//! [`BodyError`]: that of the body inside, or a [`StreamError`](crate::StreamError) with the kind and the offset
//! in bytes from the beginning of the body. Either is the last that a body gives.
//!
//! ```
//! use bytes::Bytes;
//! use codeunit::Utf8Validator;
//! use codeunit::http_body::{BodyError, ValidatedBody};
//! use http_body_util::{BodyExt, Full};
//!
//! # futures_lite::future::block_on(async {
//! let body = ValidatedBody::new(Full::new(Bytes::from("ñ")), Utf8Validator::new());
//! assert_eq!(body.collect().await.unwrap().to_bytes(), "ñ");
//!
//! let body = ValidatedBody::new(Full::new(Bytes::from(&b"ab\xFF"[..])), Utf8Validator::new());
//! let BodyError::IllFormed(error) = body.collect().await.unwrap_err() else { panic!() };
//! assert_eq!(error.offset(), 2);
//! # });
//! ```

mod error;
mod transcoded;
mod validated;

pub use error::BodyError;
pub use transcoded::TranscodedBody;
pub use validated::{BodyValidator, ValidatedBody};
