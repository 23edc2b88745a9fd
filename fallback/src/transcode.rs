//! The one scalar loop behind every conversion.

use core::mem::MaybeUninit;

use crate::form::{Refused, Source, Target};
use crate::{Error, ErrorKind, Lossy};

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
    let done = advance(from, src, 0, to, dst);
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
    let (mut read, mut written, mut replacements) = (0, 0, 0);
    let full = |read, written, replacements| {
        Err(Error::new(ErrorKind::OutputFull, read, Some(0)).with_output(written, replacements))
    };
    loop {
        let done = advance(from, src, read, to, &mut dst[written..]);
        read = done.read;
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
        read = error_len.map_or(S::len(src), |units| read + usize::from(units));
    }
}

/// How far [`advance`] came. `read` counts from the beginning of the source.
struct Progress {
    read: usize,
    written: usize,
    /// What stands at `read`, and the length of the maximal subpart or of the character; `None` at
    /// the end of the source.
    stop: Option<(ErrorKind, Option<u8>)>,
}

/// Converts `src` from the unit `read` on as far as it goes.
///
/// ```text
/// while there is source:
///     behind ASCII: eight ASCII units and room for eight  → copy them; behind two such blocks, copy
///                                                            blocks of 32 as well
///     a character, and room for it                        → write it
///     otherwise                                           → stop
/// ```
///
/// Behind a character that is not ASCII a block of eight seldom is: to look for one there cost 15 %
/// on Arabic, Russian and Chinese from UTF-16 to UTF-8. What to do at a stop is left to the caller, so
/// that the loop keeps its state in registers: 20 % from UTF-8 to UTF-16. Tried and lost: a window of
/// four bytes in [`Source::decode`] of UTF-8, which needs one test of the length (20 % slower).
#[inline(never)]
fn advance<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    mut read: usize,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
) -> Progress {
    let len = S::len(src);
    let mut written = 0;
    let mut ascii = true;
    while read < len {
        if ascii
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
        let (scalar, units) = match from.decode(src, read) {
            Ok(decoded) => decoded,
            Err(malformed) => {
                return Progress { read, written, stop: Some((malformed.kind, malformed.len)) };
            }
        };
        match to.encode(scalar, &mut dst[written..]) {
            Ok(n) => written += n,
            Err(refused) => {
                let stop = match refused {
                    Refused::Full => (ErrorKind::OutputFull, Some(0)),
                    // A character has at most four code units.
                    Refused::NotRepresentable => (ErrorKind::NotRepresentable, Some(units as u8)),
                };
                return Progress { read, written, stop: Some(stop) };
            }
        }
        read += units;
        ascii = scalar < 0x80;
    }
    Progress { read, written, stop: None }
}

/// Copies blocks of 32 ASCII units from `read` on, as long as there are any and room for them, and returns
/// the number of units.
///
/// Vectors carry more than eight bytes in a general register. Not inlined: in [`advance`] it takes
/// registers from the loop over characters (Chinese and HTML with an error in each kilobyte 20 % slower).
#[inline(never)]
fn ascii_run<S: Source, T: Target>(
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

/// The number of code units that [`transcode_lossy`] writes for `src`.
#[inline]
pub fn len_lossy<S: Source, T: Target>(from: S, src: &S::Slice, _to: T) -> usize {
    let len = S::len(src);
    let (mut read, mut total) = (0, 0);
    let mut ascii = true;
    while read < len {
        if ascii && from.ascii_block::<8>(src, read).is_some() {
            read += 8;
            total += 8;
            if from.ascii_block::<8>(src, read).is_some() {
                while from.ascii_block::<32>(src, read).is_some() {
                    read += 32;
                    total += 32;
                }
            }
            continue;
        }
        match from.decode(src, read) {
            Ok((scalar, units)) => {
                total += T::units(scalar);
                read += units;
                ascii = scalar < 0x80;
            }
            Err(malformed) => {
                total += T::units(T::REPLACEMENT);
                read += malformed.len.map_or(len - read, usize::from);
            }
        }
    }
    total
}
