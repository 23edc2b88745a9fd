//! The encodings by the functions of the standard library.

use codeunit::encoding::{
    Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use codeunit_harness::{SourceModel, TargetModel};

/// What the standard library makes of a source.
pub(crate) struct Decoded {
    /// With U+FFFD for each maximal subpart that is ill-formed.
    pub(crate) text: String,
    /// Elements before the first one.
    pub(crate) error: Option<usize>,
}

/// A source that the standard library can read.
pub(crate) trait StdSource: SourceModel {
    /// The source that the fuzzer's bytes stand for. Code units are little-endian in them, so that a
    /// seed is the same on every machine.
    fn from_bytes(bytes: &[u8]) -> Self::Owned;
    fn decode_std(src: &Self::Slice) -> Decoded;
}

/// A target that the standard library can write.
pub(crate) trait StdTarget: TargetModel {
    /// Latin-1 has `?` for each character that it does not have.
    fn encode_std(text: &str) -> Vec<Self::Unit>;
}

fn units<const N: usize, U>(bytes: &[u8], unit: fn([u8; N]) -> U) -> Vec<U> {
    bytes.as_chunks().0.iter().map(|&bytes| unit(bytes)).collect()
}

/// The well-formed text at the front.
fn front(bytes: &[u8]) -> &str {
    let len = std::str::from_utf8(bytes).err().map_or(bytes.len(), |error| error.valid_up_to());
    std::str::from_utf8(&bytes[..len]).expect("checked up to here")
}

fn utf8(src: &[u8]) -> Decoded {
    let error = std::str::from_utf8(src).err().map(|error| error.valid_up_to());
    Decoded { text: String::from_utf8_lossy(src).into_owned(), error }
}

fn utf16(src: &[u16]) -> Decoded {
    let mut error = None;
    let mut at = 0;
    for decoded in char::decode_utf16(src.iter().copied()) {
        match decoded {
            Ok(c) => at += c.len_utf16(),
            Err(_) => {
                error = Some(at);
                break;
            }
        }
    }
    assert_eq!(String::from_utf16(src).is_err(), error.is_some(), "std agrees with itself");
    Decoded { text: String::from_utf16_lossy(src), error }
}

fn utf32(src: &[u32]) -> Decoded {
    let replaced = |&unit: &u32| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER);
    Decoded {
        text: src.iter().map(replaced).collect(),
        error: src.iter().position(|&unit| char::from_u32(unit).is_none()),
    }
}

/// Code units of `width` bytes, and perhaps some bytes of one more.
fn scheme(decoded: Decoded, ends_in_high_surrogate: bool, src: &[u8], width: usize) -> Decoded {
    let Decoded { mut text, mut error } = decoded;
    error = error.map(|at| at * width);
    let rest = src.len() % width;
    if rest != 0 {
        // With a high surrogate before it half of a code unit is replaced together.
        if !ends_in_high_surrogate {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        error = error.or(Some(src.len() - rest));
    }
    Decoded { text, error }
}

fn utf16_scheme(units: &[u16], src: &[u8]) -> Decoded {
    let ends_in_high_surrogate = units.last().is_some_and(|unit| (0xD800..=0xDBFF).contains(unit));
    scheme(utf16(units), ends_in_high_surrogate, src, 2)
}

macro_rules! sources {
    ($($name:ident: |$bytes:ident| $from_bytes:expr, |$src:ident| $decode:expr;)*) => {$(
        impl StdSource for $name {
            fn from_bytes($bytes: &[u8]) -> Self::Owned {
                $from_bytes
            }

            fn decode_std($src: &Self::Slice) -> Decoded {
                $decode
            }
        }
    )*};
}

sources! {
    Utf8: |bytes| bytes.to_vec(), |src| utf8(src);
    Str: |bytes| front(bytes).to_owned(), |src| Decoded { text: src.to_owned(), error: None };
    Utf16: |bytes| units(bytes, u16::from_le_bytes), |src| utf16(src);
    Utf16Le: |bytes| bytes.to_vec(), |src| utf16_scheme(&units(src, u16::from_le_bytes), src);
    Utf16Be: |bytes| bytes.to_vec(), |src| utf16_scheme(&units(src, u16::from_be_bytes), src);
    Utf32: |bytes| units(bytes, u32::from_le_bytes), |src| utf32(src);
    Utf32Le: |bytes| bytes.to_vec(), |src| scheme(utf32(&units(src, u32::from_le_bytes)), false, src, 4);
    Utf32Be: |bytes| bytes.to_vec(), |src| scheme(utf32(&units(src, u32::from_be_bytes)), false, src, 4);
    Chars:
        |bytes| units(bytes, u32::from_le_bytes).into_iter().map_while(char::from_u32).collect(),
        |src| Decoded { text: src.iter().collect(), error: None };
    Latin1:
        |bytes| bytes.to_vec(),
        |src| Decoded { text: src.iter().copied().map(char::from).collect(), error: None };
}

macro_rules! targets {
    ($($name:ident: |$text:ident| $encode:expr;)*) => {$(
        impl StdTarget for $name {
            fn encode_std($text: &str) -> Vec<Self::Unit> {
                $encode
            }
        }
    )*};
}

targets! {
    Utf8: |text| text.as_bytes().to_vec();
    Utf16: |text| text.encode_utf16().collect();
    Utf16Le: |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    Utf16Be: |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    Utf32: |text| text.chars().map(u32::from).collect();
    Utf32Le: |text| text.chars().map(u32::from).flat_map(u32::to_le_bytes).collect();
    Utf32Be: |text| text.chars().map(u32::from).flat_map(u32::to_be_bytes).collect();
    Latin1: |text| text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect();
}
