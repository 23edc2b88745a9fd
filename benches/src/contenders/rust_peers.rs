//! Other libraries in Rust: `encoding_rs`, `simdutf8`, `str_indices`, `bytecount`.

use encoding_rs::{CoderResult, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, mem};

use super::{Contender, Level, Side};
use crate::form::Piece;
use crate::operation::BLOCK;

/// `encoding_rs`, whose SIMD is SSE2 on a stable compiler.
const ENCODING_RS: Level = Level::Sse41;

/// The same where it only validates UTF-8: that it has from `simdutf8`, and chooses AVX2 at run time.
const ENCODING_RS_UTF8: Level = Level::Avx2;

/// The functions of `encoding_rs::mem`, on slices.
fn in_memory<F>(work: F) -> Vec<Contender>
where
    F: Fn(&Piece<'_>, &mut [u8]) -> usize + Copy + 'static,
{
    vec![Contender::peer("encoding_rs mem", ENCODING_RS, work)]
}

/// A decoder of `encoding_rs`, made anew in each call.
fn decoder<F>(work: F) -> Contender
where
    F: Fn(&Piece<'_>, &mut [u8]) -> usize + Copy + 'static,
{
    Contender::peer("encoding_rs", ENCODING_RS, work)
}

#[inline(always)]
fn units(bytes: &[u8]) -> &[u16] {
    bytemuck::cast_slice(bytes)
}

#[inline(always)]
fn units_mut(bytes: &mut [u8]) -> &mut [u16] {
    bytemuck::cast_slice_mut(bytes)
}

#[inline(always)]
fn to_utf16(encoding: &'static Encoding, src: &[u8], dst: &mut [u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    match decoder.decode_to_utf16_without_replacement(src, units_mut(dst), true) {
        (DecoderResult::InputEmpty, _, written) => 2 * written,
        _ => 0,
    }
}

#[inline(always)]
fn to_utf8(encoding: &'static Encoding, src: &[u8], dst: &mut [u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    match decoder.decode_to_utf8_without_replacement(src, dst, true) {
        (DecoderResult::InputEmpty, _, written) => written,
        _ => 0,
    }
}

/// The source in blocks of 64 KiB, through one decoder.
#[inline(always)]
fn blocks(
    encoding: &'static Encoding,
    src: &[u8],
    mut decode: impl FnMut(&mut encoding_rs::Decoder, &[u8], bool, usize) -> Option<usize>,
) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut written = 0;
    let count = src.len().div_ceil(BLOCK);
    for (i, block) in src.chunks(BLOCK).enumerate() {
        match decode(&mut decoder, block, i + 1 == count, written) {
            Some(len) => written += len,
            None => return 0,
        }
    }
    written
}

fn encoding_rs(operation: &str) -> Vec<Contender> {
    match operation {
        "validate_ascii" => in_memory(|piece, _| usize::from(mem::is_ascii(piece.bytes))),
        "validate_utf8" => vec![Contender::peer("encoding_rs", ENCODING_RS_UTF8, |piece, _| {
            usize::from(Encoding::utf8_valid_up_to(piece.bytes) == piece.bytes.len())
        })],
        "validate_utf16le" => in_memory(|piece, _| {
            let units = units(piece.bytes);
            usize::from(mem::utf16_valid_up_to(units) == units.len())
        }),
        "utf8_to_utf16le" => {
            let mut all = in_memory(|piece, dst| {
                let dst = units_mut(dst);
                let len = mem::convert_utf8_to_utf16_without_replacement(piece.bytes, dst);
                2 * len.unwrap_or(0)
            });
            all.push(decoder(|piece, dst| to_utf16(UTF_8, piece.bytes, dst)));
            all
        }
        "utf16le_to_utf8" => {
            // The one of `mem` replaces where it should refuse; on well-formed text it is the same.
            let mut all =
                in_memory(|piece, dst| mem::convert_utf16_to_utf8(units(piece.bytes), dst));
            all.push(decoder(|piece, dst| to_utf8(UTF_16LE, piece.bytes, dst)));
            all
        }
        "utf16be_to_utf8" => vec![decoder(|piece, dst| to_utf8(UTF_16BE, piece.bytes, dst))],
        "utf16be_to_utf16le" => vec![decoder(|piece, dst| to_utf16(UTF_16BE, piece.bytes, dst))],
        "latin1_to_utf8" => in_memory(|piece, dst| mem::convert_latin1_to_utf8(piece.bytes, dst)),
        "latin1_to_utf16le" => in_memory(|piece, dst| {
            mem::convert_latin1_to_utf16(piece.bytes, units_mut(dst));
            2 * piece.bytes.len()
        }),
        // These two do not look whether the text is in Latin-1.
        "utf8_to_latin1" | "str_to_latin1" => {
            in_memory(|piece, dst| mem::convert_utf8_to_latin1_lossy(piece.bytes, dst))
        }
        "utf16le_to_latin1" => in_memory(|piece, dst| {
            mem::convert_utf16_to_latin1_lossy(units(piece.bytes), dst);
            piece.bytes.len() / 2
        }),
        "str_to_utf16le" => {
            in_memory(|piece, dst| 2 * mem::convert_str_to_utf16(piece.text, units_mut(dst)))
        }
        "is_ascii_utf16le" => {
            in_memory(|piece, _| usize::from(mem::is_basic_latin(units(piece.bytes))))
        }
        "make_utf16le_well_formed" => in_memory(|piece, dst| {
            let dst = &mut dst[..piece.bytes.len()];
            dst.copy_from_slice(piece.bytes);
            mem::ensure_utf16_validity(units_mut(dst));
            dst.len()
        }),
        "utf8_to_utf16le_lossy" => {
            let mut all =
                in_memory(|piece, dst| 2 * mem::convert_utf8_to_utf16(piece.bytes, units_mut(dst)));
            all.push(decoder(|piece, dst| {
                let mut decoder = UTF_8.new_decoder_without_bom_handling();
                2 * decoder.decode_to_utf16(piece.bytes, units_mut(dst), true).2
            }));
            all
        }
        "utf16le_to_utf8_lossy" => {
            let mut all =
                in_memory(|piece, dst| mem::convert_utf16_to_utf8(units(piece.bytes), dst));
            all.push(decoder(|piece, dst| {
                let mut decoder = UTF_16LE.new_decoder_without_bom_handling();
                decoder.decode_to_utf8(piece.bytes, dst, true).2
            }));
            all
        }
        "utf8_to_utf8_lossy" => {
            vec![Contender::peer("encoding_rs", ENCODING_RS_UTF8, |piece, dst| {
                let mut decoder = UTF_8.new_decoder_without_bom_handling();
                decoder.decode_to_utf8(piece.bytes, dst, true).2
            })]
        }
        "utf8_to_utf16le_blocks" => vec![decoder(|piece, dst| {
            blocks(UTF_8, piece.bytes, |decoder, block, last, at| {
                let dst = units_mut(&mut dst[at..]);
                let (result, _, len, wrong) = decoder.decode_to_utf16(block, dst, last);
                (result == CoderResult::InputEmpty && !wrong).then_some(2 * len)
            })
        })],
        "utf16le_to_utf8_blocks" => vec![decoder(|piece, dst| {
            blocks(UTF_16LE, piece.bytes, |decoder, block, last, at| {
                let (result, _, len, wrong) = decoder.decode_to_utf8(block, &mut dst[at..], last);
                (result == CoderResult::InputEmpty && !wrong).then_some(len)
            })
        })],
        "utf16le_to_string" => growing(ENCODING_RS, |piece| {
            let text = UTF_16LE.decode_without_bom_handling_and_without_replacement(piece.bytes);
            text.unwrap_or_default().into_owned()
        }),
        "utf8_to_string_lossy" => growing(ENCODING_RS_UTF8, |piece| {
            UTF_8.decode_without_bom_handling(piece.bytes).0.into_owned()
        }),
        _ => Vec::new(),
    }
}

fn growing(level: Level, work: impl Fn(&Piece<'_>) -> String + Copy + 'static) -> Vec<Contender> {
    vec![Contender::growing("encoding_rs", level, Side::Peer, work)]
}

/// The others, which choose AVX2 at run time if it is there, but for `str_indices` (SSE2).
fn others(operation: &str) -> Vec<Contender> {
    match operation {
        "validate_utf8" => vec![
            Contender::peer("simdutf8 basic", Level::Avx2, |piece, _| {
                usize::from(simdutf8::basic::from_utf8(piece.bytes).is_ok())
            }),
            Contender::peer("simdutf8 compat", Level::Avx2, |piece, _| {
                usize::from(simdutf8::compat::from_utf8(piece.bytes).is_ok())
            }),
        ],
        "count_utf8" => vec![
            Contender::peer("bytecount", Level::Avx2, |piece, _| bytecount::num_chars(piece.bytes)),
            Contender::peer("str_indices", Level::Sse41, |piece, _| {
                str_indices::chars::count(piece.text)
            }),
        ],
        "count_line_feeds_utf8" => vec![Contender::peer("bytecount", Level::Avx2, |piece, _| {
            1 + bytecount::count(piece.bytes, b'\n')
        })],
        "find_code_point_utf8" => vec![Contender::peer("str_indices", Level::Sse41, |piece, _| {
            1 + str_indices::chars::to_byte_idx(piece.text, piece.text.len() / 4)
        })],
        "find_utf16_in_utf8" => vec![Contender::peer("str_indices", Level::Sse41, |piece, _| {
            1 + str_indices::utf16::to_byte_idx(piece.text, piece.text.len() / 4)
        })],
        "find_line_end_utf8" => vec![Contender::peer("str_indices", Level::Sse41, |piece, _| {
            1 + str_indices::lines_lf::to_byte_idx(piece.text, piece.text.len() / 100)
        })],
        "utf16_len_from_utf8" => vec![Contender::peer("str_indices", Level::Sse41, |piece, _| {
            str_indices::utf16::count(piece.text)
        })],
        _ => Vec::new(),
    }
}

pub(super) fn contenders(operation: &str) -> Vec<Contender> {
    let mut all = encoding_rs(operation);
    all.extend(others(operation));
    all
}
