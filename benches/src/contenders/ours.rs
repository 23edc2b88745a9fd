//! codeunit on every backend of this machine.
//!
//! The backend that the machine would choose is asked for in every call, as the functions of the
//! crate do it; the others are held.

use codeunit::encoding::{Latin1, Str, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32};
use codeunit::index::{LineEnds, Unit};
use codeunit::{Analysis, Backend, Engine};

use super::{Contender, Grown, Side};
use crate::form::{Piece, Read, Write};
use crate::operation::BLOCK;

fn each<F>(work: F) -> Vec<Contender>
where
    F: Fn(Engine, &Piece<'_>, &mut [u8]) -> usize + Copy + 'static,
{
    let one = |(backend, engine): (Backend, Engine)| {
        let (name, level) = (backend.name(), backend.into());
        if backend == Backend::active() {
            let active =
                move |piece: &Piece<'_>, dst: &mut [u8]| work(Engine::active(), piece, dst);
            Contender::new(name, level, Side::Ours, active)
        } else {
            let held = move |piece: &Piece<'_>, dst: &mut [u8]| work(engine, piece, dst);
            Contender::new(name, level, Side::Ours, held)
        }
    };
    engines().map(one).collect()
}

fn each_growing<F, V>(work: F) -> Vec<Contender>
where
    F: Fn(Engine, &Piece<'_>) -> V + Copy + 'static,
    V: Grown,
{
    let one = |(backend, engine): (Backend, Engine)| {
        let work = move |piece: &Piece<'_>| work(engine, piece);
        Contender::growing(backend.name(), backend.into(), Side::Ours, work)
    };
    engines().map(one).collect()
}

fn engines() -> impl Iterator<Item = (Backend, Engine)> {
    let all = Backend::ALL.iter();
    all.filter_map(|&backend| Some((backend, Engine::with_backend(backend)?)))
}

fn validate<S: Read>() -> Vec<Contender> {
    each(|engine, piece, _| usize::from(engine.validate::<S>(S::read(piece)).is_ok()))
}

/// The lengths that the source does not have by itself, as one number that peers can give as well.
fn analyze<S: Read>(sum: fn(&Analysis) -> usize) -> Vec<Contender> {
    each(move |engine, piece, _| {
        let analysis = engine.analyze::<S>(S::read(piece));
        if analysis.is_well_formed() { sum(&analysis) } else { 0 }
    })
}

fn strict<S: Read + TranscodeTo<T>, T: Write>() -> Vec<Contender> {
    each(|engine, piece, dst| {
        engine.transcode::<S, T>(S::read(piece), T::write(dst)).unwrap_or(0) * T::BYTES
    })
}

fn lossy<S: Read + TranscodeTo<T>, T: Write>() -> Vec<Contender> {
    each(|engine, piece, dst| {
        let done = engine.transcode_lossy::<S, T>(S::read(piece), T::write(dst));
        done.map_or(0, |done| done.written) * T::BYTES
    })
}

/// Target elements, as the length functions of the crate tell them.
fn len<S: Read + TranscodeTo<T>, T: Write>(unit: usize) -> Vec<Contender> {
    each(move |engine, piece, _| engine.transcoded_len::<S, T>(S::read(piece)) / unit)
}

/// One more, since no result is 0.
fn line_feeds<S: Read>() -> Vec<Contender> {
    each(|engine, piece, _| 1 + engine.count_line_feeds::<S>(S::read(piece)))
}

/// One more than the byte at the unit of that number, which is that of bytes by `by`: nobody gives 0.
fn find8(unit: Unit, by: usize) -> Vec<Contender> {
    each(move |engine, piece, _| {
        1 + engine.convert_index(piece.text, piece.text.len() / by, unit, Unit::Utf8)
    })
}

/// The same of UTF-16, as bytes.
fn find16(unit: Unit, by: usize) -> Vec<Contender> {
    each(move |engine, piece, _| {
        let units: &[u16] = bytemuck::cast_slice(piece.bytes);
        1 + engine.convert_index(units, units.len() / by, unit, Unit::Utf16)
    })
}

/// What a caller writes who gets the source in blocks of 64 KiB.
fn blocks<S: Read + TranscodeTo<T>, T: Write>() -> Vec<Contender> {
    each(|engine, piece, dst| {
        let (mut read, mut written) = (0, 0);
        while read < piece.bytes.len() {
            let end = piece.bytes.len().min(read + BLOCK);
            let block = Piece { bytes: &piece.bytes[read..end], text: "" };
            let out = T::write(&mut dst[written..]);
            match engine.transcode::<S, T>(S::read(&block), out) {
                Ok(len) => {
                    read = end;
                    written += len * T::BYTES;
                }
                // The character at the end goes into the next block.
                Err(error) if error.error_len().is_none() && end < piece.bytes.len() => {
                    read += error.valid_up_to();
                    written += error.written() * T::BYTES;
                }
                Err(_) => return 0,
            }
        }
        written
    })
}

pub(super) fn contenders(operation: &str) -> Vec<Contender> {
    match operation {
        "validate_ascii" => each(|engine, piece, _| usize::from(engine.is_ascii(piece.bytes))),
        "validate_utf8" => validate::<Utf8>(),
        "validate_utf16le" => validate::<Utf16Le>(),
        "validate_utf32" => validate::<Utf32>(),
        "is_ascii_utf16le" => {
            each(|engine, piece, _| usize::from(engine.is_ascii_utf16le(piece.bytes)))
        }
        "analyze_utf8" => analyze::<Utf8>(|all| all.utf16_len() + all.utf32_len()),
        "analyze_utf16le" => analyze::<Utf16Le>(|all| all.utf8_len() + all.utf32_len()),
        "analyze_utf32" => analyze::<Utf32>(|all| all.utf8_len() + all.utf16_len()),
        "utf8_to_utf16le" => strict::<Utf8, Utf16Le>(),
        "utf8_to_utf16be" => strict::<Utf8, Utf16Be>(),
        "utf8_to_utf32" => strict::<Utf8, Utf32>(),
        "utf8_to_latin1" => strict::<Utf8, Latin1>(),
        "utf16le_to_utf8" => strict::<Utf16Le, Utf8>(),
        "utf16le_to_utf16be" => strict::<Utf16Le, Utf16Be>(),
        "utf16le_to_utf32" => strict::<Utf16Le, Utf32>(),
        "utf16le_to_latin1" => strict::<Utf16Le, Latin1>(),
        "utf16be_to_utf8" => strict::<Utf16Be, Utf8>(),
        "utf16be_to_utf16le" => strict::<Utf16Be, Utf16Le>(),
        "utf16be_to_utf32" => strict::<Utf16Be, Utf32>(),
        "utf16be_to_latin1" => strict::<Utf16Be, Latin1>(),
        "utf32_to_utf8" => strict::<Utf32, Utf8>(),
        "utf32_to_utf16le" => strict::<Utf32, Utf16Le>(),
        "utf32_to_utf16be" => strict::<Utf32, Utf16Be>(),
        "utf32_to_latin1" => strict::<Utf32, Latin1>(),
        "latin1_to_utf8" => strict::<Latin1, Utf8>(),
        "latin1_to_utf16le" => strict::<Latin1, Utf16Le>(),
        "latin1_to_utf16be" => strict::<Latin1, Utf16Be>(),
        "latin1_to_utf32" => strict::<Latin1, Utf32>(),
        "str_to_utf16le" => strict::<Str, Utf16Le>(),
        "str_to_utf16be" => strict::<Str, Utf16Be>(),
        "str_to_utf32" => strict::<Str, Utf32>(),
        "str_to_latin1" => strict::<Str, Latin1>(),
        "utf8_to_utf16le_lossy" => lossy::<Utf8, Utf16Le>(),
        "utf16le_to_utf8_lossy" => lossy::<Utf16Le, Utf8>(),
        "utf8_to_utf8_lossy" => lossy::<Utf8, Utf8>(),
        "count_utf8" => len::<Utf8, Utf32>(1),
        // Of four bytes at most, so that it is found; line ends are fewer.
        "find_code_point_utf8" => find8(Unit::CodePoint, 4),
        "find_utf16_in_utf8" => find8(Unit::Utf16, 4),
        "find_line_end_utf8" => each(|engine, piece, _| {
            1 + engine.line_start(piece.text, piece.text.len() / 100, LineEnds::Lf)
        }),
        "find_code_point_utf16" => find16(Unit::CodePoint, 4),
        "find_utf8_in_utf16" => find16(Unit::Utf8, 2),
        "find_line_end_utf16" => each(|engine, piece, _| {
            let units: &[u16] = bytemuck::cast_slice(piece.bytes);
            1 + engine.line_start(units, units.len() / 100, LineEnds::Lf)
        }),
        "count_utf16le" => len::<Utf16Le, Utf32>(1),
        "count_line_feeds_utf8" => line_feeds::<Utf8>(),
        "count_line_feeds_utf16le" => line_feeds::<Utf16Le>(),
        "count_line_feeds_utf32" => line_feeds::<Utf32>(),
        "utf16_len_from_utf8" => len::<Utf8, Utf16Le>(2),
        "utf8_len_from_utf16le" => len::<Utf16Le, Utf8>(1),
        "utf8_len_from_utf32" => len::<Utf32, Utf8>(1),
        "utf16_len_from_utf32" => len::<Utf32, Utf16Le>(2),
        "utf8_len_from_latin1" => len::<Latin1, Utf8>(1),
        "swap_utf16" => each(|engine, piece, dst| {
            let dst = bytemuck::cast_slice_mut(dst);
            2 * engine.swap_utf16(bytemuck::cast_slice(piece.bytes), dst)
        }),
        // A copy, for there is nothing to repair a second time.
        "make_utf16le_well_formed" => each(|engine, piece, dst| {
            let dst = &mut dst[..piece.bytes.len()];
            dst.copy_from_slice(piece.bytes);
            engine.make_utf16le_well_formed(dst);
            dst.len()
        }),
        "swap_utf32" => each(|engine, piece, dst| {
            let dst = bytemuck::cast_slice_mut(dst);
            4 * engine.swap_utf32(bytemuck::cast_slice(piece.bytes), dst)
        }),
        "utf8_to_utf16le_blocks" => blocks::<Utf8, Utf16Le>(),
        "utf16le_to_utf8_blocks" => blocks::<Utf16Le, Utf8>(),
        "utf8_to_utf16_vec" => each_growing(|engine, piece| {
            let mut out = Vec::<u16>::new();
            _ = engine.transcode_append::<Utf8, Utf16>(piece.bytes, &mut out);
            out
        }),
        "utf16le_to_string" => each_growing(|engine, piece| {
            let mut out = String::new();
            _ = engine.transcode_append_string::<Utf16Le>(piece.bytes, &mut out);
            out
        }),
        "utf8_to_string_lossy" => each_growing(|engine, piece| {
            let mut out = String::new();
            engine.transcode_lossy_append_string::<Utf8>(piece.bytes, &mut out);
            out
        }),
        _ => Vec::new(),
    }
}
