//! Unicode text validated and transcoded at the speed of memory, without ever corrupting it.
//!
//! codeunit checks UTF-8, UTF-16 and UTF-32 and converts between them and Latin-1, in both byte
//! orders, strictly with the exact place and kind of an error, or lossily with U+FFFD for each
//! maximal subpart. The instructions of the CPU are found out at run time ([`Backend`]); the result
//! is the same on every backend.
//!
//! ```
//! // Bytes to text, as in the standard library.
//! assert_eq!(codeunit::from_utf8(b"ma\xC3\xB1ana")?, "mañana");
//! assert_eq!(codeunit::from_utf8_lossy(b"ma\xF1ana"), "ma\u{FFFD}ana");
//!
//! // A file in UTF-16LE, from bytes at any address.
//! assert_eq!(codeunit::from_utf16le(b"\x6D\x00\xF1\x00")?, "mñ");
//!
//! // Into a buffer of your own, which bounds the conversion.
//! let mut dst = [0; 16];
//! let written = codeunit::utf8_to_utf16("mañana 😀".as_bytes(), &mut dst)?;
//! assert_eq!(written, 9);
//!
//! // An error tells what, where and how long, in elements of the source.
//! let error = codeunit::validate_utf8(b"ma\xED\xA0\x80").unwrap_err();
//! assert_eq!(error.kind(), codeunit::ErrorKind::Surrogate);
//! assert_eq!((error.valid_up_to(), error.error_len()), (2, Some(1)));
//! # Ok::<(), codeunit::Error>(())
//! ```
//!
//! # Which function
//!
//! | you have | you want | function |
//! |---|---|---|
//! | bytes | `&str`, `String` | [`from_utf8`], [`from_utf8_lossy`], [`from_utf16le`], [`from_utf16be`] |
//! | a `Vec<u8>` | it as a `String`, not copied | [`from_utf8_owned`], [`from_utf8_lossy_owned`] |
//! | bytes in an [`Encoding`] known at run time | `String`, or to know them well-formed | [`Encoding::decode`], [`Encoding::decode_lossy`], [`Encoding::validate`] |
//! | `&str` | bytes in an [`Encoding`] known at run time | [`Encoding::encode`], [`Encoding::encode_lossy`] |
//! | `&[u16]` | `String` | [`from_utf16`](fn@from_utf16), [`from_utf16_lossy`] |
//! | any source | to know whether it is well-formed | `validate_utf8` …, or [`validate`] |
//! | any source | that, and its length in every form, in one call | `analyze_utf8` …, or [`analyze`] |
//! | any source | it in a slice of yours | `utf8_to_utf16` …, or [`transcode()`] |
//! | any source | it in memory that is not initialised | [`transcode_uninit`] |
//! | any source | it in a `Vec` or `String` | [`transcode_to_vec`], [`transcode_append`], [`transcode_to_string`] |
//! | a damaged source | it with replacements | the same names with `_lossy` |
//! | any source | the length of the result | `utf16_len_from_utf8` …, or [`transcoded_len`] |
//! | a damaged source | the length of the result with replacements | `utf16_len_from_utf8_lossy` …, or [`transcoded_len_lossy`] |
//! | its length alone | a length that is always enough for the result | [`max_transcoded_len`], [`max_transcoded_len_lossy`] |
//! | any source | how many code points it has | `count_utf8` …, or [`count`] |
//! | any source | how many lines it has | [`count_line_feeds`], [`count_line_feeds_utf8`] … |
//! | bytes, UTF-16 | to know whether it is ASCII, and how far | [`is_ascii`], [`ascii_prefix_len`], [`is_ascii_utf16`] … |
//! | a label | the encoding that it names | [`Encoding::for_label`], or [`WhatwgEncoding::for_label`] on the Web |
//! | what [`Encoding::name`] gave | the encoding again | [`Encoding::for_name`] |
//! | the first bytes | the byte order mark, or what to believe | [`ByteOrderMark::detect`], [`EncodingSources`] |
//! | a `Read` | to read it in another encoding | [`io::TranscodeReader`] |
//! | a `Write` | to write to it in another encoding | [`io::TranscodeWriter`] |
//! | a `BufRead` | its lines as text, whatever it is in | [`io::LineReader`] |
//! | an `AsyncRead`, an `AsyncWrite` | the same, with the feature `tokio` | `tokio::TranscodeReader`, `tokio::TranscodeWriter` |
//! | an `AsyncRead` | its lines, with the feature `tokio` | `tokio::LineDecoder` |
//! | a body of HTTP | to know it well-formed as it comes, with the feature `http-body` | `http_body::ValidatedBody` |
//! | the same | it in another encoding as it comes, with the feature `http-body` | `http_body::TranscodedBody` |
//! | bytes of who knows what | the encoding, by mark or by guess | [`Detector`] |
//! | a stream in chunks, cut anywhere | it converted | [`Transcoder`] |
//! | the same, of which a byte order mark tells more than what is declared | it converted | [`Transcoder`] with [`SourceMark::Overrides`] |
//! | the same | to find places of the output in the source, with the feature `alloc` | `Checkpoints` |
//! | blocks of UTF-8 or UTF-16, from a socket | to know it as they come, with offsets in the stream | [`Utf8Validator`], [`Utf16Validator`] |
//! | the same | that, and it copied on the way | [`Utf8Validator::push_copy`], [`Utf16Validator::push_copy`] |
//! | a block that may end inside a character | how much of it does not | `complete_prefix_len_utf8` …, or [`complete_prefix_len`] |
//! | an index into any source | the boundary before or behind it | `floor_boundary_utf8`, `ceil_boundary_utf8` …, or [`floor_boundary`], [`ceil_boundary`] |
//! | a position in bytes, UTF-16 code units or code points | it in another of them | [`index::convert`], [`index::byte_to_utf16`] … |
//! | many of them, in order | the same in one pass | [`index::convert_all`] |
//! | a place in a text | its line and column, or back | [`index::position`], [`index::offset`] |
//! | a text that is edited | all of that again and again | `index::OffsetIndex` |
//! | two texts, in any two forms | which is less by code points, whether they are equal, and how far | [`compare`] |
//! | UTF-16, UTF-32 | it in the other byte order, valid or not | [`swap_utf16`], [`swap_utf16_bytes`], [`swap_utf16_bytes_in_place`] … |
//! | damaged UTF-16 | it repaired where it is | [`make_utf16_well_formed`] … |
//!
//! The named functions are for the pairs that people type. The generic ones take any source and any
//! target of [`encoding`] as type parameters: `transcode::<Utf32Be, Utf16Le>(src, dst)`.
//!
//! # Features
//!
//! * `std` (default): the standard library's detection of CPU features in place of our own, and [`io`]. Includes
//!   `alloc`.
//! * `alloc`: the functions that return or append to `String` and `Vec`.
//! * `legacy`: every other encoding of the Web as an [`Encoding`] at either end of a [`Transcoder`], and so of
//!   [`io`], by way of UTF-8 and the crate `encoding_rs`. It needs neither `std` nor `alloc`.
//! * `array`: the kernels over plain arrays as one more backend, for tests; it is never chosen.
//! * `serde`: what a stream is told, where it stands and what is wrong in it can be serialized, so that another process can
//!   go on with it; what is read is checked. [`Encoding`] (by its [name](Encoding::name)), [`Policy`], [`SourceMark`],
//!   [`OutputMark`], [`ByteOrder`], [`ByteOrderMark`]; [`State`], [`Position`], [`Utf8Validator`], [`Utf16Validator`];
//!   [`Error`], [`ErrorKind`], [`StreamError`], [`Report`].
//! * `tokio`: `AsyncRead`, `AsyncWrite` and a decoder of lines, in the module `tokio`; no runtime. Includes `std`.
//! * `http-body`: bodies that are validated or converted as their frames pass, in the module `http_body`. Includes
//!   `std`.
//!
//! Without all of them the crate is `no_std` and allocates nothing. The CPU is asked at run time all the same.
//!
//! A program has the kernels of what it calls. Whoever builds it can leave out backends of x86, in `RUSTFLAGS`:
//! `--cfg codeunit_without="avx512"`, and likewise `"avx2"`, with which goes AVX-512, and `"sse41"`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "std"),
    allow(
        rustdoc::broken_intra_doc_links,
        reason = "links to what takes `std` or an allocator have nowhere to go"
    )
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod ascii;
mod ascii_utf16;
mod bound;
mod boundary;
mod carry;
pub mod compare;
pub mod encoding;
mod engine;
mod from_str;
mod from_utf16;
mod from_utf16_bytes;
mod from_utf32;
#[cfg(feature = "http-body")]
pub mod http_body;
pub mod index;
#[cfg(feature = "std")]
pub mod io;
mod latin1;
mod line_feeds;
mod named_boundaries;
mod output;
mod scheme;
mod stream;
#[cfg(feature = "alloc")]
mod strings;
#[cfg(feature = "tokio")]
pub mod tokio;
mod transcode;
mod utf16;
mod utf32;
mod utf8;
mod validator;

pub use ascii::*;
pub use ascii_utf16::*;
pub use bound::*;
pub use boundary::*;
pub use codeunit_simd::Backend;
pub use codeunit_simd::fallback::{Analysis, ByteOrder, Error, ErrorKind, Lossy};
pub use engine::Engine;
pub use from_str::*;
pub use from_utf16::*;
pub use from_utf16_bytes::*;
pub use from_utf32::*;
pub use latin1::*;
pub use line_feeds::*;
pub use named_boundaries::*;
pub use scheme::*;
pub use stream::*;
#[cfg(feature = "alloc")]
pub use strings::*;
pub use transcode::*;
pub use utf8::*;
pub use utf16::*;
pub use utf32::*;
pub use validator::*;

/// The examples of the README run as tests.
#[cfg(all(doctest, feature = "alloc"))]
#[doc = include_str!("../README.md")]
mod readme {}
