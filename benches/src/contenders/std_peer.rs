//! The standard library: its validators where it has them, else its characters one by one, as
//! `codeunit bench` has it.

use std::str;

use codeunit::encoding::{Latin1, Utf8, Utf16Be, Utf16Le};
use codeunit_cli::standard::{self, Source, Target};

use super::{Contender, Level, Side};
use crate::form::Piece;

#[cfg(target_endian = "big")]
use codeunit::encoding::Utf32Be as Utf32;
#[cfg(target_endian = "little")]
use codeunit::encoding::Utf32Le as Utf32;

fn peer<F>(work: F) -> Vec<Contender>
where
    F: Fn(&Piece<'_>, &mut [u8]) -> usize + Copy + 'static,
{
    vec![Contender::peer("std", Level::Baseline, work)]
}

fn units(bytes: &[u8]) -> impl Iterator<Item = u16> + '_ {
    bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
}

fn validate<S: Source>() -> Vec<Contender> {
    peer(|piece, _| usize::from(S::is_valid(piece.bytes)))
}

fn strict<S: Source, T: Target>() -> Vec<Contender> {
    peer(|piece, dst| standard::strict::<S, T>(piece.bytes, dst).unwrap_or(0))
}

fn lossy<S: Source, T: Target>() -> Vec<Contender> {
    peer(|piece, dst| standard::lossy::<S, T>(piece.bytes, dst))
}

/// From text, which nobody has to validate.
fn str_to<T: Target>() -> Vec<Contender> {
    peer(|piece, dst| {
        let mut len = 0;
        for c in piece.text.chars() {
            let Some(written) = T::put(c, &mut dst[len..]) else { return 0 };
            len += written;
        }
        len
    })
}

/// To the target of that name.
macro_rules! to {
    ($target:expr, $to:ident $(, $source:ty)?) => {
        match $target {
            "utf8" => $to::<$($source,)? Utf8>(),
            "utf16le" => $to::<$($source,)? Utf16Le>(),
            "utf16be" => $to::<$($source,)? Utf16Be>(),
            "utf32" => $to::<$($source,)? Utf32>(),
            "latin1" => $to::<$($source,)? Latin1>(),
            _ => Vec::new(),
        }
    };
}

fn convert(source: &str, target: &str) -> Vec<Contender> {
    match source {
        "utf8" => to!(target, strict, Utf8),
        "str" => to!(target, str_to),
        "utf16le" => to!(target, strict, Utf16Le),
        "utf16be" => to!(target, strict, Utf16Be),
        "utf32" => to!(target, strict, Utf32),
        "latin1" => to!(target, strict, Latin1),
        _ => Vec::new(),
    }
}

fn utf32(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes.chunks_exact(4).map(|unit| u32::from_ne_bytes([unit[0], unit[1], unit[2], unit[3]]))
}

pub(super) fn contenders(operation: &str) -> Vec<Contender> {
    match operation {
        "validate_ascii" => peer(|piece, _| usize::from(piece.bytes.is_ascii())),
        "validate_utf8" => validate::<Utf8>(),
        "validate_utf16le" => validate::<Utf16Le>(),
        "validate_utf32" => validate::<Utf32>(),
        "is_ascii_utf16le" => {
            peer(|piece, _| usize::from(units(piece.bytes).all(|unit| unit < 0x80)))
        }
        "analyze_utf8" => peer(|piece, _| {
            let Ok(text) = str::from_utf8(piece.bytes) else { return 0 };
            text.chars().count() + text.chars().map(char::len_utf16).sum::<usize>()
        }),
        "analyze_utf16le" => peer(|piece, _| {
            let len = |c: Result<char, _>| c.map(|c| c.len_utf8() + 1);
            char::decode_utf16(units(piece.bytes)).map(len).sum::<Result<_, _>>().unwrap_or(0)
        }),
        "analyze_utf32" => peer(|piece, _| {
            let len = |unit| char::from_u32(unit).map(|c| c.len_utf8() + c.len_utf16());
            utf32(piece.bytes).map(len).sum::<Option<_>>().unwrap_or(0)
        }),
        "make_utf16le_well_formed" => peer(|piece, dst| {
            let mut len = 0;
            for c in char::decode_utf16(units(piece.bytes)) {
                let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
                for unit in c.encode_utf16(&mut [0; 2]) {
                    dst[len..len + 2].copy_from_slice(&unit.to_le_bytes());
                    len += 2;
                }
            }
            len
        }),
        "utf8_to_utf16le_lossy" => lossy::<Utf8, Utf16Le>(),
        "utf16le_to_utf8_lossy" => lossy::<Utf16Le, Utf8>(),
        "utf8_to_utf8_lossy" => peer(|piece, dst| standard::repair_utf8(piece.bytes, dst)),
        "count_utf8" => peer(|piece, _| {
            // As `str::chars().count()`, without the validation that a `str` would ask for.
            piece.bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
        }),
        "count_utf16le" => peer(|piece, _| {
            let units = units(piece.bytes);
            units.filter(|unit| unit & 0xFC00 != 0xDC00).count()
        }),
        "count_line_feeds_utf8" => {
            peer(|piece, _| 1 + piece.bytes.iter().filter(|&&byte| byte == b'\n').count())
        }
        "count_line_feeds_utf16le" => {
            peer(|piece, _| 1 + units(piece.bytes).filter(|&unit| unit == 0x0A).count())
        }
        "count_line_feeds_utf32" => {
            peer(|piece, _| 1 + utf32(piece.bytes).filter(|&unit| unit == 0x0A).count())
        }
        "utf16_len_from_utf8" => peer(|piece, _| {
            let len = |&byte: &u8| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
            piece.bytes.iter().map(len).sum()
        }),
        "utf8_len_from_utf16le" => peer(|piece, _| {
            let chars = char::decode_utf16(units(piece.bytes));
            chars.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER).len_utf8()).sum()
        }),
        "utf8_len_from_utf32" => peer(|piece, _| {
            utf32(piece.bytes).map(|c| char::from_u32(c).map_or(3, char::len_utf8)).sum()
        }),
        "utf16_len_from_utf32" => peer(|piece, _| {
            utf32(piece.bytes).map(|c| char::from_u32(c).map_or(1, char::len_utf16)).sum()
        }),
        "utf8_len_from_latin1" => {
            peer(|piece, _| piece.bytes.iter().map(|&byte| 1 + usize::from(byte >> 7)).sum())
        }
        "swap_utf16" => peer(|piece, dst| {
            for (unit, dst) in piece.bytes.chunks_exact(2).zip(dst.chunks_exact_mut(2)) {
                dst.copy_from_slice(&[unit[1], unit[0]]);
            }
            piece.bytes.len()
        }),
        "swap_utf32" => peer(|piece, dst| {
            for (unit, dst) in piece.bytes.chunks_exact(4).zip(dst.chunks_exact_mut(4)) {
                dst.copy_from_slice(&[unit[3], unit[2], unit[1], unit[0]]);
            }
            piece.bytes.len()
        }),
        "utf8_to_utf16_vec" => growing(|piece| {
            let text = str::from_utf8(piece.bytes).unwrap_or_default();
            text.encode_utf16().collect::<Vec<u16>>()
        }),
        "utf16le_to_string" => growing(|piece| {
            let units = units(piece.bytes);
            char::decode_utf16(units).collect::<Result<String, _>>().unwrap_or_default()
        }),
        "utf8_to_string_lossy" => {
            growing(|piece| String::from_utf8_lossy(piece.bytes).into_owned())
        }
        _ => {
            let pair = operation.split_once("_to_");
            pair.map_or_else(Vec::new, |(source, target)| convert(source, target))
        }
    }
}

fn growing<F, V>(work: F) -> Vec<Contender>
where
    F: Fn(&Piece<'_>) -> V + Copy + 'static,
    V: super::Grown,
{
    vec![Contender::growing("std", Level::Baseline, Side::Peer, work)]
}
