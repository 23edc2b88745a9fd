//! From the encodings named at run time to the library's functions, which take them as types.
//!
//! The functions are looked up once for a file, as pointers: a call for each block of text costs
//! nothing that could be measured, and the `match` over all pairs is written once, as a macro.

use codeunit::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use codeunit::{Engine, Error, Lossy, complete_prefix_len};

use super::scheme::Scheme;

/// What can be asked about text in one encoding.
#[derive(Clone, Copy)]
pub(crate) struct Reader {
    pub(crate) validate: fn(Engine, &[u8]) -> Result<(), Error>,
    /// The number of code points; in ill-formed text, of the units that can begin a character.
    pub(crate) count: fn(Engine, &[u8]) -> usize,
    /// How much of a text ends at a boundary.
    pub(crate) complete_prefix_len: fn(&[u8]) -> usize,
}

/// A conversion of the first slice into the second, and what it tells of its success.
type Convert<Done> = fn(Engine, &[u8], &mut [u8]) -> Result<Done, Error>;

/// The two conversions of a pair of encodings.
#[derive(Clone, Copy)]
pub(crate) struct Converter {
    pub(crate) strict: Convert<usize>,
    pub(crate) lossy: Convert<Lossy>,
}

/// No pair writes more bytes than this for a byte that it reads: a byte of UTF-8, of Latin-1 or of a
/// last code unit cut short becomes at most one code point, which is 4 bytes of UTF-32 and no more
/// in any other encoding.
pub(crate) const MAX_EXPANSION: usize = 4;

/// Evaluates an expression with a type alias for the encoding.
macro_rules! with_type {
    ($scheme:expr, $name:ident => $body:expr) => {
        with_type!(@arms $scheme, $name, $body; Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1)
    };
    (@arms $scheme:expr, $name:ident, $body:expr; $($encoding:ident)*) => {
        match $scheme {
            $(Scheme::$encoding => {
                type $name = $encoding;
                $body
            })*
        }
    };
}

pub(crate) use with_type;

impl Reader {
    pub(crate) fn new(scheme: Scheme) -> Self {
        with_type!(scheme, S => Self {
            validate: |engine, src| engine.validate::<S>(src),
            count: |engine, src| engine.count::<S>(src),
            complete_prefix_len: |src| complete_prefix_len::<S>(src),
        })
    }
}

impl Converter {
    pub(crate) fn new(from: Scheme, to: Scheme) -> Self {
        with_type!(from, S => with_type!(to, T => Self {
            strict: |engine, src, dst| engine.transcode::<S, T>(src, dst),
            lossy: |engine, src, dst| engine.transcode_lossy::<S, T>(src, dst),
        }))
    }
}
