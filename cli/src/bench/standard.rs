//! The same work by the standard library: what a program without codeunit would do.
//!
//! Characters are decoded one by one with `str::from_utf8`, `char::decode_utf16`, `char::from_u32` or
//! `b as char`, and written into the slice that the backends write into. Nothing is allocated. Of two
//! ways the faster one stands here (Zen 5, Rust 1.95, 2026-11-22, GB/s of the sample log): to UTF-16
//! `char::encode_utf16` 1.3 and `str::encode_utf16` 1.1, to UTF-8 `char::encode_utf8` 2.3 and
//! `String::push` 2.0.

use codeunit::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};

use crate::codec::with_type;
use crate::encoding::Scheme;

/// Work on the first slice, with output into the second if there is any. How many bytes were
/// written; `None` if the work came to a sequence that it could not do.
pub(super) type Work = fn(&[u8], &mut [u8]) -> Option<usize>;

/// Tells whether the source is well-formed; writes nothing.
pub(super) fn validation(scheme: Scheme) -> Work {
    with_type!(scheme, S => |src, _| S::is_valid(src).then_some(0))
}

/// Stops at what is ill-formed, and at what the target does not have.
pub(super) fn strict(from: Scheme, to: Scheme) -> Work {
    match (from, to) {
        _ if from == to => {
            with_type!(from, S => |src, dst| S::is_valid(src).then(|| copy(src, dst)))
        }
        (Scheme::Latin1, Scheme::Utf16Le) => {
            |src, dst| Some(widen(src, dst, |byte| u16::from(byte).to_le_bytes()))
        }
        (Scheme::Latin1, Scheme::Utf16Be) => {
            |src, dst| Some(widen(src, dst, |byte| u16::from(byte).to_be_bytes()))
        }
        (Scheme::Latin1, Scheme::Utf32Le) => {
            |src, dst| Some(widen(src, dst, |byte| u32::from(byte).to_le_bytes()))
        }
        (Scheme::Latin1, Scheme::Utf32Be) => {
            |src, dst| Some(widen(src, dst, |byte| u32::from(byte).to_be_bytes()))
        }
        _ => with_type!(from, S => with_type!(to, T => |src, dst| {
            let mut written = 0;
            S::strict(src, |c| {
                written += T::put(c, &mut dst[written..])?;
                Some(())
            })?;
            Some(written)
        })),
    }
}

/// Writes U+FFFD for each maximal subpart that is ill-formed, and `?` for what the target does not
/// have.
pub(super) fn lossy(from: Scheme, to: Scheme) -> Work {
    match (from, to) {
        (Scheme::Utf8, Scheme::Utf8) => |src, dst| Some(repair_utf8(src, dst)),
        _ => with_type!(from, S => with_type!(to, T => |src, dst| {
            let mut written = 0;
            S::lossy(src, |c| {
                let dst = &mut dst[written..];
                if let Some(len) = T::put(c, dst).or_else(|| T::put('?', dst)) {
                    written += len;
                }
            });
            Some(written)
        })),
    }
}

fn copy(src: &[u8], dst: &mut [u8]) -> usize {
    dst[..src.len()].copy_from_slice(src);
    src.len()
}

/// As `String::from_utf8_lossy` does it, which would allocate.
fn repair_utf8(src: &[u8], dst: &mut [u8]) -> usize {
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
trait Source {
    /// Calls `put` with each character; `None` where the source is ill-formed or `put` gives up.
    fn strict(src: &[u8], put: impl FnMut(char) -> Option<()>) -> Option<()>;

    /// Calls `put` with each character, and with U+FFFD for each maximal subpart.
    fn lossy(src: &[u8], put: impl FnMut(char));

    fn is_valid(src: &[u8]) -> bool {
        Self::strict(src, |_| Some(())).is_some()
    }
}

/// An encoding as the standard library writes it.
trait Target {
    /// Writes a character to the beginning of the slice, which has room for it, and returns the
    /// number of bytes; `None` if the encoding does not have the character.
    fn put(c: char, dst: &mut [u8]) -> Option<usize>;
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
    fn put(c: char, dst: &mut [u8]) -> Option<usize> {
        Some(c.encode_utf8(dst).len())
    }
}

impl Source for Latin1 {
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
                char::decode_utf16(units.iter().map(|&unit| u16::$read(unit)))
                    .for_each(|c| put(c.unwrap_or(char::REPLACEMENT_CHARACTER)));
                if !rest.is_empty() {
                    put(char::REPLACEMENT_CHARACTER);
                }
            }
        }

        impl Target for $name {
            fn put(c: char, dst: &mut [u8]) -> Option<usize> {
                let mut units = [0; 2];
                let len = 2 * c.encode_utf16(&mut units).len();
                dst[..2].copy_from_slice(&units[0].$write());
                if len > 2 {
                    dst[2..4].copy_from_slice(&units[1].$write());
                }
                Some(len)
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
            fn put(c: char, dst: &mut [u8]) -> Option<usize> {
                dst[..4].copy_from_slice(&u32::from(c).$write());
                Some(4)
            }
        }
    };
}

utf32!(Utf32Le from_le_bytes to_le_bytes);
utf32!(Utf32Be from_be_bytes to_be_bytes);

#[cfg(test)]
mod tests {
    use codeunit::Engine;

    use super::{lossy, strict, validation};
    use crate::codec::{Converter, Reader};
    use crate::encoding::Scheme;

    /// Well-formed in every encoding that reads it as such, damaged in others.
    const TEXTS: [&[u8]; 8] = [
        b"",
        b"plain, twelve",
        "ma\u{F1}ana \u{20AC} \u{1F60A}.".as_bytes(),
        b"a\xF1\xE2\x82 \xF0\x9F\x98",
        b"a\0\xF1\0\xAC\x20\x3D\xD8\x0A\xDE",
        b"a\0\x3D\xD8a\0\0\xDC\x3D\xD8\0",
        b"a\0\0\0\xF1\0\0\0\x0A\xF6\x01\0",
        b"a\0\0\0\0\xD8\0\0\0\0\x11\0\0\0\0\x61\0",
    ];

    #[test]
    fn every_pair_agrees_with_the_library() {
        let engine = Engine::active();
        let (mut ours, mut theirs) = ([0; 128], [0; 128]);
        for src in TEXTS {
            for from in Scheme::ALL {
                let valid = (Reader::new(from).validate)(engine, src).is_ok();
                assert_eq!(validation(from)(src, &mut []).is_some(), valid, "{from:?} {src:?}");
                for to in Scheme::ALL {
                    let case = format!("{from:?} to {to:?}: {src:?}");
                    let converter = Converter::new(from, to);
                    let expected = (converter.strict)(engine, src, &mut ours).ok();
                    let len = strict(from, to)(src, &mut theirs);
                    assert_eq!(len, expected, "{case}");
                    if let Some(len) = len {
                        assert_eq!(theirs[..len], ours[..len], "{case}");
                    }
                    let len = (converter.lossy)(engine, src, &mut ours).unwrap().written;
                    assert_eq!(lossy(from, to)(src, &mut theirs), Some(len), "lossy {case}");
                    assert_eq!(theirs[..len], ours[..len], "lossy {case}");
                }
            }
        }
    }
}
