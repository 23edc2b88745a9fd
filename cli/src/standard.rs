//! The same work by the standard library: what a program without codeunit would do.
//!
//! Characters are decoded one by one with `str::from_utf8`, `char::decode_utf16`, `char::from_u32` or
//! `b as char`, and written into the slice that the backends write into. Nothing is allocated. Of two
//! ways the faster one stands here (Zen 5, Rust 1.95, 2026-11-22, GB/s of the sample log): to UTF-16
//! `char::encode_utf16` 1.3 and `str::encode_utf16` 1.1, to UTF-8 `char::encode_utf8` 2.3 and
//! `String::push` 2.0.

use codeunit::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};

/// Converts the source, and returns how many bytes were written. `None` at what is ill-formed, and at
/// what the target does not have.
#[inline]
pub fn strict<S: Source, T: Target>(src: &[u8], dst: &mut [u8]) -> Option<usize> {
    if S::IS_LATIN1
        && let Some(written) = T::widen(src, dst)
    {
        return Some(written);
    }
    let mut written = 0;
    S::strict(src, |c| {
        written += T::put(c, &mut dst[written..])?;
        Some(())
    })?;
    Some(written)
}

/// The same with U+FFFD for each maximal subpart that is ill-formed, and `?` for what the target does
/// not have.
#[inline]
pub fn lossy<S: Source, T: Target>(src: &[u8], dst: &mut [u8]) -> usize {
    let mut written = 0;
    S::lossy(src, |c| {
        let dst = &mut dst[written..];
        if let Some(len) = T::put(c, dst).or_else(|| T::put('?', dst)) {
            written += len;
        }
    });
    written
}

pub(crate) fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    dst[..src.len()].copy_from_slice(src);
    src.len()
}

/// UTF-8 as `String::from_utf8_lossy` repairs it, which would allocate.
pub fn repair_utf8(src: &[u8], dst: &mut [u8]) -> usize {
    let mut written = 0;
    for chunk in src.utf8_chunks() {
        written += copy(chunk.valid().as_bytes(), &mut dst[written..]);
        if !chunk.invalid().is_empty() {
            written += copy("\u{FFFD}".as_bytes(), &mut dst[written..]);
        }
    }
    written
}

/// Latin-1 to units of one length, of which every byte makes one: a loop that compilers vectorise.
fn widen<const N: usize>(src: &[u8], dst: &mut [u8], bytes: impl Fn(u8) -> [u8; N]) -> usize {
    for (&byte, unit) in src.iter().zip(dst.as_chunks_mut().0) {
        *unit = bytes(byte);
    }
    src.len() * N
}

/// An encoding as the standard library reads it.
pub trait Source {
    /// Whether every byte is the code point of that number.
    const IS_LATIN1: bool = false;

    /// Calls `put` with each character; `None` where the source is ill-formed or `put` gives up.
    fn strict(src: &[u8], put: impl FnMut(char) -> Option<()>) -> Option<()>;

    /// Calls `put` with each character, and with U+FFFD for each maximal subpart.
    fn lossy(src: &[u8], put: impl FnMut(char));

    /// Whether the source is well-formed.
    fn is_valid(src: &[u8]) -> bool {
        Self::strict(src, |_| Some(())).is_some()
    }
}

/// An encoding as the standard library writes it.
pub trait Target {
    /// Writes a character to the beginning of the slice, which has room for it, and returns the
    /// number of bytes; `None` if the encoding does not have the character.
    fn put(c: char, dst: &mut [u8]) -> Option<usize>;

    /// Writes Latin-1, if there is a faster way than character by character.
    fn widen(_src: &[u8], _dst: &mut [u8]) -> Option<usize> {
        None
    }
}

impl Source for Utf8 {
    fn strict(src: &[u8], put: impl FnMut(char) -> Option<()>) -> Option<()> {
        str::from_utf8(src).ok()?.chars().try_for_each(put)
    }

    fn lossy(src: &[u8], mut put: impl FnMut(char)) {
        for chunk in src.utf8_chunks() {
            chunk.valid().chars().for_each(&mut put);
            if !chunk.invalid().is_empty() {
                put(char::REPLACEMENT_CHARACTER);
            }
        }
    }

    fn is_valid(src: &[u8]) -> bool {
        str::from_utf8(src).is_ok()
    }
}

impl Target for Utf8 {
    #[inline(always)]
    fn put(c: char, dst: &mut [u8]) -> Option<usize> {
        Some(c.encode_utf8(dst).len())
    }
}

impl Source for Latin1 {
    const IS_LATIN1: bool = true;

    fn strict(src: &[u8], put: impl FnMut(char) -> Option<()>) -> Option<()> {
        src.iter().map(|&byte| byte as char).try_for_each(put)
    }

    fn lossy(src: &[u8], put: impl FnMut(char)) {
        src.iter().map(|&byte| byte as char).for_each(put);
    }

    fn is_valid(_: &[u8]) -> bool {
        true
    }
}

impl Target for Latin1 {
    #[inline(always)]
    fn put(c: char, dst: &mut [u8]) -> Option<usize> {
        dst[0] = u8::try_from(c).ok()?;
        Some(1)
    }
}

macro_rules! utf16 {
    ($name:ident $read:ident $write:ident) => {
        impl Source for $name {
            fn strict(src: &[u8], mut put: impl FnMut(char) -> Option<()>) -> Option<()> {
                let (units, rest) = src.as_chunks();
                for c in char::decode_utf16(units.iter().map(|&unit| u16::$read(unit))) {
                    put(c.ok()?)?;
                }
                rest.is_empty().then_some(())
            }

            fn lossy(src: &[u8], mut put: impl FnMut(char)) {
                let (units, rest) = src.as_chunks();
                let mut units = units.iter().map(|&unit| u16::$read(unit));
                char::decode_utf16(units.clone())
                    .for_each(|c| put(c.unwrap_or(char::REPLACEMENT_CHARACTER)));
                // With a high surrogate before it half of a code unit is one subpart.
                let is_cut = units.next_back().is_some_and(|unit| unit & 0xFC00 == 0xD800);
                if !rest.is_empty() && !is_cut {
                    put(char::REPLACEMENT_CHARACTER);
                }
            }
        }

        impl Target for $name {
            #[inline(always)]
            fn put(c: char, dst: &mut [u8]) -> Option<usize> {
                let mut units = [0; 2];
                let len = 2 * c.encode_utf16(&mut units).len();
                dst[..2].copy_from_slice(&units[0].$write());
                if len > 2 {
                    dst[2..4].copy_from_slice(&units[1].$write());
                }
                Some(len)
            }

            fn widen(src: &[u8], dst: &mut [u8]) -> Option<usize> {
                Some(widen(src, dst, |byte| u16::from(byte).$write()))
            }
        }
    };
}

utf16!(Utf16Le from_le_bytes to_le_bytes);
utf16!(Utf16Be from_be_bytes to_be_bytes);

macro_rules! utf32 {
    ($name:ident $read:ident $write:ident) => {
        impl Source for $name {
            fn strict(src: &[u8], mut put: impl FnMut(char) -> Option<()>) -> Option<()> {
                let (units, rest) = src.as_chunks();
                for &unit in units {
                    put(char::from_u32(u32::$read(unit))?)?;
                }
                rest.is_empty().then_some(())
            }

            fn lossy(src: &[u8], mut put: impl FnMut(char)) {
                let (units, rest) = src.as_chunks();
                for &unit in units {
                    put(char::from_u32(u32::$read(unit)).unwrap_or(char::REPLACEMENT_CHARACTER));
                }
                if !rest.is_empty() {
                    put(char::REPLACEMENT_CHARACTER);
                }
            }
        }

        impl Target for $name {
            #[inline(always)]
            fn put(c: char, dst: &mut [u8]) -> Option<usize> {
                dst[..4].copy_from_slice(&u32::from(c).$write());
                Some(4)
            }

            fn widen(src: &[u8], dst: &mut [u8]) -> Option<usize> {
                Some(widen(src, dst, |byte| u32::from(byte).$write()))
            }
        }
    };
}

utf32!(Utf32Le from_le_bytes to_le_bytes);
utf32!(Utf32Be from_be_bytes to_be_bytes);
