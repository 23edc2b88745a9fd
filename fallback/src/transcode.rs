//! The one scalar loop behind every conversion.

use core::mem::MaybeUninit;

use crate::form::{Refused, Source, Target};
use crate::pairs;
use crate::singles;
use crate::{Error, ErrorKind, Lossy};
use crate::{utf8_words, words_to_utf8};

/// Converts `src` strictly and returns the number of code units written.
///
/// # Errors
/// The first thing in the order of the source that cannot be done: a sequence that is ill-formed
/// or not representable, or a character for which `dst` has no room.
#[inline]
pub fn transcode<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    if const { singles::always::<S, T>() } {
        return all(from, src, to, dst);
    }
    let done = advance(from, src, Place::default(), to, dst);
    match done.stop {
        None => Ok(done.written),
        Some((kind, error_len)) => {
            Err(Error::new(kind, done.read, error_len).with_output(done.written, 0))
        }
    }
}

/// Converts `src` and writes [`Target::REPLACEMENT`] for each maximal subpart that is ill-formed
/// (Unicode Standard 3.9, D93b) and for each character that the target cannot hold.
///
/// # Errors
/// [`ErrorKind::OutputFull`] only.
#[inline]
pub fn transcode_lossy<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<Lossy, Error> {
    if const { singles::always::<S, T>() } {
        return all(from, src, to, dst).map(|written| Lossy { written, replacements: 0 });
    }
    let (mut place, mut written, mut replacements) = (Place::default(), 0, 0);
    let full = |read, written, replacements| {
        Err(Error::new(ErrorKind::OutputFull, read, Some(0)).with_output(written, replacements))
    };
    loop {
        let done = advance(from, src, place, to, &mut dst[written..]);
        let read = done.read;
        written += done.written;
        let error_len = match done.stop {
            None => return Ok(Lossy { written, replacements }),
            Some((ErrorKind::OutputFull, _)) => return full(read, written, replacements),
            Some((_, error_len)) => error_len,
        };
        let Ok(n) = to.encode(T::REPLACEMENT, &mut dst[written..]) else {
            return full(read, written, replacements);
        };
        written += n;
        replacements += 1;
        place.read = error_len.map_or(S::len(src), |units| read + usize::from(units));
        place.blocks = done.blocks;
    }
}

/// Converts a source in which nothing can be wrong.
#[inline]
fn all<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<usize, Error> {
    let written = singles::all(from, S::code_units(src), to, dst);
    if written == S::len(src) {
        return Ok(written);
    }
    Err(Error::new(ErrorKind::OutputFull, written, Some(0)).with_output(written, 0))
}

/// Where [`advance`] begins.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The first unit that is to be converted.
    read: usize,
    /// Nothing is looked at as a block before this unit.
    blocks: usize,
}

/// How far [`advance`] came. `read` counts from the beginning of the source.
struct Progress {
    read: usize,
    written: usize,
    /// See [`Place::blocks`].
    blocks: usize,
    /// What stands at `read`; `None` at the end of the source.
    stop: Option<Stop>,
}

/// Why [`advance`] stops, and the length of the maximal subpart or of the character.
type Stop = (ErrorKind, Option<u8>);

/// Converts `src` from the unit `place.read` on as far as it goes.
///
/// ```text
/// while there is source:
///     from UTF-8 to UTF-8: what is well-formed and has room                → copy it; look for more behind what
///                                                                             ends it, or 128 bytes on if it was short
///     from UTF-8 to all else, and from that to UTF-8: less than a window   → the rest by characters alone
///     of source                                                               ([`last_characters`])
///     from UTF-8: a window of source and of room                           → by words ([`utf8_words`]); look for more
///                                                                             behind the character that ends them
///     between Latin-1, UTF-16 and UTF-32: blocks of which each unit        → convert them, and those with pairs of
///     becomes one unit ([`singles`])                                          surrogates ([`pairs`]); look for more
///                                                                             behind them, or 32 units on if none was
///     from or to UTF-8: behind ASCII, eight ASCII units and room           → copy them; behind two such blocks, copy
///                                                                             blocks of 32 as well
///     to UTF-8: a window of source and of room                             → eight units at a time
///                                                                             ([`words_to_utf8`]); look for more behind
///                                                                             the character that ends them
///     a character, and room for it                                         → write it
///     otherwise                                                            → stop
/// ```
///
/// The last two alone are right for everything. What is above them has no branch on where words or characters end; each
/// stops in front of what is ill-formed and where room or source is short, and leaves that to the last two. By characters
/// alone, each step of which waits for a branch that is not foreseen at the end of a word, Russian from UTF-8 to UTF-16 takes
/// 2.0 times as long, Chinese 3.1, emoji from UTF-16 to UTF-32 4.5 (Zen 3, 2026-11-30).
///
/// From UTF-8 to UTF-8 validation by the automaton is faster than words are, so that these are for the stretch behind errors
/// that are near to each other, and not for ASCII in it, which has its own blocks. What to do at a stop is left to the
/// caller, so that the loop keeps its state in registers: 20 % from UTF-8 to UTF-16. Tried and lost: a window of four bytes
/// in [`Source::decode`] of UTF-8, which needs one test of the length (20 % slower).
#[inline(never)]
fn advance<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    place: Place,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Progress {
    let len = S::len(src);
    let Place { mut read, mut blocks } = place;
    let mut written = 0;
    let mut ascii = true;
    let window = if S::IS_UTF8 { utf8_words::WINDOW } else { words_to_utf8::WINDOW };
    // No words are looked at before this unit.
    let mut words = 0;
    while read < len {
        if T::IS_UTF8
            && read >= blocks
            && let Some(utf8) = from.well_formed_utf8(src, read, dst.len() - written)
        {
            to.put_utf8(utf8, &mut dst[written..]);
            read += utf8.len();
            written += utf8.len();
            blocks = read + if utf8.len() < 64 { 128 } else { 1 };
            continue;
        }
        if const { S::IS_UTF8 != T::IS_UTF8 } && len - read < window {
            return last_characters(from, src, Place { read, blocks }, to, dst, written);
        }
        if S::IS_UTF8
            && !(T::IS_UTF8 && ascii)
            && read >= words
            && len - read >= utf8_words::WINDOW
            && dst.len() - written >= utf8_words::ROOM
        {
            let end = if T::IS_UTF8 { len.min(blocks + utf8_words::WINDOW) } else { len };
            let run = utf8_words::run::<S, T>(&S::utf8(src)[read..end], to, &mut dst[written..]);
            read += run.0;
            written += run.1;
            words = read + 1;
            continue;
        }
        if const { singles::end::<S, T>() > 0x80 } {
            if read >= blocks {
                let run = singles::run(from, &S::code_units(src)[read..], to, &mut dst[written..]);
                read += run;
                written += run;
                if const { pairs::are_between::<S, T>() } {
                    let (units, more) = pairs::run(from, src, read, to, &mut dst[written..]);
                    read += units;
                    written += more;
                }
                blocks = read + if run > 0 { 8 } else { 32 };
                continue;
            }
        } else if ascii
            && let Some(block) = from.ascii_block(src, read)
            && let Some(out) = dst[written..].first_chunk_mut()
        {
            to.put_ascii::<8>(block, out);
            read += 8;
            written += 8;
            if from.ascii_block::<8>(src, read).is_some() {
                let run = ascii_run(from, src, read, to, &mut dst[written..]);
                read += run;
                written += run;
            }
            continue;
        }
        if const { T::IS_UTF8 && !S::IS_UTF8 }
            && !ascii
            && read >= words
            && len - read >= words_to_utf8::WINDOW
            && dst.len() - written >= words_to_utf8::ROOM
        {
            let run = words_to_utf8::run(from, src, read, T::utf8(&mut dst[written..]));
            read += run.0;
            written += run.1;
            words = read + 1;
            continue;
        }
        match character(from, src, read, to, &mut dst[written..]) {
            Ok((scalar, units, more)) => {
                read += units;
                written += more;
                ascii = scalar < 0x80;
            }
            Err(stop) => return Progress { read, written, blocks, stop: Some(stop) },
        }
    }
    Progress { read, written, blocks, stop: None }
}

/// Converts the character at `read`, and returns its scalar value and the numbers of units read and written; or what it
/// stops at.
#[inline(always)]
fn character<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    read: usize,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Result<(u32, usize, usize), Stop> {
    let (scalar, units) =
        from.decode(src, read).map_err(|malformed| (malformed.kind, malformed.len))?;
    match to.encode(scalar, dst) {
        Ok(written) => Ok((scalar, units, written)),
        Err(Refused::Full) => Err((ErrorKind::OutputFull, Some(0))),
        // A character has at most four code units.
        Err(Refused::NotRepresentable) => Err((ErrorKind::NotRepresentable, Some(units as u8))),
    }
}

/// [`advance`] where less than a window is left, from UTF-8 or to it: ASCII at the front, and characters, with none of the
/// questions for which there has to be a window.
///
/// Strings of 16 to 48 bytes to UTF-16 take 0.6 to 0.95 of the time, to UTF-8 0.75 to 1.0 (Zen 3, 2026-11-30). Tried and lost:
/// from UTF-8 by words of a copy with zeros behind it, the output copied again (8 bytes twice as slow, 16 as before); not
/// inlined; four bytes of ASCII from UTF-8 as well (up to 3 ns where they are not).
#[inline(always)]
fn last_characters<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    place: Place,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    mut written: usize,
) -> Progress {
    let Place { mut read, blocks } = place;
    while let Some(block) = from.ascii_block(src, read)
        && let Some(out) = dst[written..].first_chunk_mut()
    {
        to.put_ascii::<8>(block, out);
        read += 8;
        written += 8;
    }
    if T::IS_UTF8
        && let Some(block) = from.ascii_block(src, read)
        && let Some(out) = dst[written..].first_chunk_mut()
    {
        to.put_ascii::<4>(block, out);
        read += 4;
        written += 4;
    }
    while read < S::len(src) {
        match character(from, src, read, to, &mut dst[written..]) {
            Ok((_, units, more)) => {
                read += units;
                written += more;
            }
            Err(stop) => return Progress { read, written, blocks, stop: Some(stop) },
        }
    }
    Progress { read, written, blocks, stop: None }
}

/// Copies blocks of 32 ASCII units from `read` on, as long as there are any and room for them, and returns
/// the number of units.
///
/// Vectors carry more than eight bytes in a general register. Not inlined: in [`advance`] it takes
/// registers from the loop over characters (Chinese and HTML with an error in each kilobyte 20 % slower).
#[inline(never)]
pub(crate) fn ascii_run<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    read: usize,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> usize {
    let (blocks, _) = dst.as_chunks_mut();
    let mut run = 0;
    for out in blocks {
        let Some(block) = from.ascii_block(src, read + run) else { break };
        to.put_ascii::<32>(block, out);
        run += 32;
    }
    run
}

/// The number of code units that [`transcode_lossy`] writes for `src`; what does not fit into `usize` wraps.
#[inline]
pub fn len_lossy<S: Source, T: Target>(from: S, src: &S::Slice, _to: T) -> usize {
    let len = S::len(src);
    let (mut read, mut total) = (0, 0_usize);
    let mut ascii = true;
    while read < len {
        if ascii && from.ascii_block::<8>(src, read).is_some() {
            read += 8;
            total = total.wrapping_add(8);
            if from.ascii_block::<8>(src, read).is_some() {
                while from.ascii_block::<32>(src, read).is_some() {
                    read += 32;
                    total = total.wrapping_add(32);
                }
            }
            continue;
        }
        match from.decode(src, read) {
            Ok((scalar, units)) => {
                total = total.wrapping_add(T::units(scalar));
                read += units;
                ascii = scalar < 0x80;
            }
            Err(malformed) => {
                total = total.wrapping_add(T::units(T::REPLACEMENT));
                read += malformed.len.map_or(len - read, usize::from);
            }
        }
    }
    total
}
