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
    run(from, src, to, dst, false).map(|done| done.written)
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
    run(from, src, to, dst, true)
}

/// ```text
/// while there is source:
///     eight ASCII units and room for eight  → copy them
///     a character, and room for it          → write it
///     otherwise                             → strict: stop; lossy: write a replacement
/// ```
///
/// One function serves both policies: they differ only where something is wrong, and the loop is
/// compiled for each of 24 pairs.
#[inline(never)]
fn run<S: Source, T: Target>(
    from: S,
    src: &S::Slice,
    to: T,
    dst: &mut [MaybeUninit<T::Unit>],
    lossy: bool,
) -> Result<Lossy, Error> {
    let len = S::len(src);
    let (mut read, mut written, mut replacements) = (0, 0, 0);
    while read < len {
        if let Some(block) = from.ascii_block(src, read)
            && let Some(out) = dst[written..].first_chunk_mut()
        {
            to.put_ascii(block, out);
            read += 8;
            written += 8;
            continue;
        }
        let (scalar, units, mut replaced) = match from.decode(src, read) {
            Ok((scalar, units)) => (scalar, units, false),
            Err(malformed) if lossy => {
                (T::REPLACEMENT, malformed.len.map_or(len - read, usize::from), true)
            }
            Err(malformed) => {
                let error = Error::new(malformed.kind, read, malformed.len);
                return Err(error.with_output(written, 0));
            }
        };
        let mut put = to.encode(scalar, &mut dst[written..]);
        if lossy && put == Err(Refused::NotRepresentable) {
            replaced = true;
            put = to.encode(T::REPLACEMENT, &mut dst[written..]);
        }
        match put {
            Ok(n) => written += n,
            Err(refused) => {
                let error = match refused {
                    Refused::Full => Error::new(ErrorKind::OutputFull, read, Some(0)),
                    // A character has at most four code units.
                    Refused::NotRepresentable => {
                        Error::new(ErrorKind::NotRepresentable, read, Some(units as u8))
                    }
                };
                return Err(error.with_output(written, replacements));
            }
        }
        replacements += usize::from(replaced);
        read += units;
    }
    Ok(Lossy { written, replacements })
}

/// The number of code units that [`transcode_lossy`] writes for `src`.
#[inline]
pub fn len_lossy<S: Source, T: Target>(from: S, src: &S::Slice, _to: T) -> usize {
    let len = S::len(src);
    let (mut read, mut total) = (0, 0);
    while read < len {
        if from.ascii_block(src, read).is_some() {
            read += 8;
            total += 8;
            continue;
        }
        match from.decode(src, read) {
            Ok((scalar, units)) => {
                total += T::units(scalar);
                read += units;
            }
            Err(malformed) => {
                total += T::units(T::REPLACEMENT);
                read += malformed.len.map_or(len - read, usize::from);
            }
        }
    }
    total
}
