//! Output buffers: initialised slices, spare capacity, and how a vector grows.
//!
//! All `unsafe` of this file rests on two promises of every kernel, which the differential tests
//! check: it writes initialised values only, and the first `written` units of its output are
//! written, in the target encoding, well-formed.

use core::mem::MaybeUninit;

/// An initialised slice as room for output.
#[inline(always)]
pub(crate) fn as_uninit<U: Copy>(dst: &mut [U]) -> &mut [MaybeUninit<U>] {
    let len = dst.len();
    let dst = dst.as_mut_ptr().cast::<MaybeUninit<U>>();
    // SAFETY: the same memory under the same unique borrow; `MaybeUninit<U>` has the layout of `U`,
    // and kernels write initialised values only, so `dst` stays initialised.
    unsafe { core::slice::from_raw_parts_mut(dst, len) }
}

/// The front of an output, of which a kernel told that it has written `len` elements.
#[inline(always)]
pub(crate) fn written<U: Copy>(dst: &[MaybeUninit<U>], len: usize) -> &[U] {
    let written = &dst[..len];
    // SAFETY: the first promise of kernels: the first `len` elements are initialised; `MaybeUninit<U>` has the
    // layout of `U`, and the borrow of `dst` passes into the result.
    unsafe { core::slice::from_raw_parts(written.as_ptr().cast::<U>(), len) }
}

#[cfg(feature = "alloc")]
pub(crate) use growing::{append, bytes_of, fill_spare};

#[cfg(feature = "alloc")]
mod growing {
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::mem::MaybeUninit;

    use crate::{Error, ErrorKind, Lossy};

    /// Up to this many source elements the length is asked first: that is one cheap pass over
    /// bytes that stay in the cache, and saves a reallocation.
    const MEASURED_UP_TO: usize = 4096;

    /// What is converted before the first estimate is made for a longer source.
    const SAMPLE: usize = 1024;

    /// An estimate is made for so many times what it is made from: what a text begins with may be unlike all else.
    ///
    /// Of 1 MiB with a first KiB of ASCII and Chinese behind it, 1024 reserved three times what was needed; with this the
    /// second estimate is made from 64 KiB, and the output is moved once more, when it has a sixteenth of its length.
    const REACH: usize = 64;

    /// The same for what was converted last, where that gave more than all of it.
    const REACH_OF_LAST: usize = 16;

    /// The vector of a string, for conversions to UTF-8 that append.
    pub(crate) fn bytes_of(text: &mut String) -> &mut Vec<u8> {
        // SAFETY: the only uses append a conversion to UTF-8, what was validated just before, or an escape that waits in a
        // state, which is ASCII in any that `resume` takes: whole characters of well-formed UTF-8, and change nothing else;
        // or they put a vector that was validated just before in the place of an empty one.
        unsafe { text.as_mut_vec() }
    }

    /// Lets `convert` write to the spare capacity; it tells how many elements it has written, and whatever
    /// else its caller wants to know.
    pub(crate) fn fill_spare<U: Copy, R>(
        out: &mut Vec<U>,
        convert: impl FnOnce(&mut [MaybeUninit<U>]) -> (usize, R),
    ) -> R {
        let (written, result) = convert(out.spare_capacity_mut());
        // SAFETY: the first `written` elements of the spare capacity were just initialised.
        unsafe { out.set_len(out.len() + written) };
        result
    }

    /// Appends the conversion of a source of `len` elements to `out`.
    ///
    /// `convert(read, dst)` converts what is behind the first `read` elements into `dst`. A short source gets room for
    /// `likely_len`, and a long one for a sample; wherever the output was full it goes on with room for what remains at
    /// the ratio seen so far and a sixteenth more, as far as that [reaches](REACH); more, if what came last gave more than
    /// what came before; never more than `most_len` of what is left. That is all that a new vector gets; one with something
    /// in it at least doubles, so that appending again and again takes linear time.
    ///
    /// On an error what was converted before it is in `out`.
    pub(crate) fn append<U: Copy>(
        out: &mut Vec<U>,
        len: usize,
        likely_len: impl FnOnce() -> usize,
        most_len: fn(usize) -> usize,
        mut convert: impl FnMut(usize, &mut [MaybeUninit<U>]) -> Result<Lossy, Error>,
    ) -> Result<Lossy, Error> {
        let mut read = 0;
        let mut done = Lossy::default();
        let reserve = if out.is_empty() { Vec::reserve_exact } else { Vec::reserve };
        out.reserve(if len <= MEASURED_UP_TO { likely_len() } else { SAMPLE });
        loop {
            let begin = read;
            let (result, written, replacements) = fill_spare(out, |dst| {
                let result = convert(read, dst);
                let (written, replacements) = match &result {
                    Ok(lossy) => (lossy.written, lossy.replacements),
                    Err(error) => (error.written(), error.replacements()),
                };
                (written, (result, written, replacements))
            });
            match result {
                Err(error) if error.kind() == ErrorKind::OutputFull => read += error.read(),
                // Only a strict conversion, which replaces nothing, ends before its source.
                Err(error) => {
                    return Err(error.offset(read).with_output(done.written + written, 0));
                }
                Ok(_) => {}
            }
            done.written += written;
            done.replacements += replacements;
            if result.is_ok() {
                return Ok(done);
            }
            let left = len - read;
            let of_all = estimate(left, read, done.written, REACH);
            // Where a million of ASCII is followed by as much Chinese, the ratio of all rises with each round, and by
            // itself takes 12 of them.
            let of_last = estimate(left, read - begin, written, REACH_OF_LAST);
            reserve(out, of_all.max(of_last).min(most_len(left)));
        }
    }

    /// Room for `left` more source elements, or for `reach` times `read`, when `read` of them gave `written`.
    ///
    /// The constant lets the loop advance wherever it stands: no character needs more elements.
    fn estimate(left: usize, read: usize, written: usize, reach: usize) -> usize {
        let left = left.min(read.max(1).saturating_mul(reach));
        let ratio = if read == 0 { 1.0 } else { written as f64 / read as f64 };
        ((left as f64 * ratio * (17.0 / 16.0)) as usize).saturating_add(64)
    }

    #[cfg(test)]
    mod tests {
        use alloc::string::String;
        use alloc::vec::Vec;

        use super::append;
        use crate::encoding::{Utf8, Utf16};
        use crate::{Engine, Lossy, max_transcoded_len};

        /// Text that expands at its end more than it did before is moved a few times, however long it is.
        #[test]
        fn a_text_that_expands_towards_its_end() {
            for half in [5000, 50_000, 1 << 20] {
                let text = "a".repeat(half) + &"中".repeat(half);
                let src: Vec<u16> = text.encode_utf16().collect();
                let (mut out, mut rounds) = (Vec::new(), 0);
                let done = append(
                    &mut out,
                    src.len(),
                    || unreachable!(),
                    max_transcoded_len::<Utf16, Utf8>,
                    |read, dst| {
                        rounds += 1;
                        let written =
                            Engine::active().transcode_uninit::<Utf16, Utf8>(&src[read..], dst)?;
                        Ok(Lossy { written, replacements: 0 })
                    },
                );
                assert_eq!(done.map(|done| done.written), Ok(text.len()));
                assert!(String::from_utf8(out).as_ref() == Ok(&text));
                assert!(rounds <= 6, "{half}: {rounds}");
            }
        }
    }
}
