//! Most calls: text, of which a chunk begins with the rest of a character at most, all well-formed and with room for
//! all of it.
//!
//! That is one function for each pair of encodings, which knows them as types: it completes a character, looks for
//! the last boundary, calls the kernel and remembers what is behind. Where anything else turns up it says how far it
//! has come, and [`Core`](super::core::Core) goes on from there. What depends on the text and is hard to predict, as
//! how many bytes a chunk cuts off, makes no branch.
//!
//! All of it is some hundred instructions beside the kernel, 2 to 6 ns. To complete a first character where nothing is
//! carried as well, so that no branch asks which chunks carry, lost 1 to 3 % of 1 KiB (Zen 4, 2026-11-24; chunks that
//! come again and again, of which the processor learns the branches). So did one load and one store for what is carried and
//! its length (1 to 2 ns, emoji), and the way remembered from call to call in place of seven tests before each: nothing
//! won beside the code before in one program, and in the benchmark UTF-16LE to UTF-8 1.30 of a single call in place of
//! 1.03, three runs of three, for no reason that was found (the same machine and day).

use core::mem::MaybeUninit;

use codeunit_fallback::form::{Source as _, Target as _};

use super::state::State;
use crate::encoding::{Source, Target, TranscodeTo};
use crate::{Engine, Error, complete_prefix_len};

/// A chunk of text: the number of bytes that were written, if all of the chunk is read. If the kernel has stopped
/// before, [`Stopped`] is set, and the state is the one in which it was called. Else nothing is done.
pub(crate) type Whole =
    fn(&mut State, Engine, &[u8], &mut [MaybeUninit<u8>], &mut Option<Stopped>) -> Option<usize>;

/// How far a call had come when the kernel was called, and what that says.
#[derive(Debug)]
pub(crate) struct Stopped {
    pub(crate) read: usize,
    pub(crate) written: usize,
    pub(crate) error: Error,
}

/// See [`Whole`].
pub(super) fn whole<S, T>(
    state: &mut State,
    engine: Engine,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
    stopped: &mut Option<Stopped>,
) -> Option<usize>
where
    S: Source<Slice = [u8]> + TranscodeTo<T>,
    T: Target<Unit = u8>,
{
    let (mut read, mut written) = (0, 0);
    let carried = usize::from(state.carry_len);
    if carried > 0 {
        (read, written) = complete::<S, T>(state, src, dst)?;
    }
    let rest = &src[read..];
    // In ASCII nothing is cut, and in a text that has little of it so many bytes of it are rare: nearly always this
    // branch is foreseen, and it saves some forty instructions.
    let is_whole = ends_uncut::<S>(rest);
    let len = if is_whole { rest.len() } else { complete_prefix_len::<S>(rest) };
    match engine.transcode_uninit::<S, T>(&rest[..len], &mut dst[written..]) {
        Ok(more) => {
            written += more;
            state.converted += (carried + read + len) as u64;
            state.written += written as u64;
            if is_whole {
                state.set_carry(&[], 0);
            } else {
                state.set_carry(rest, rest.len() - len);
            }
            Some(written)
        }
        Err(error) => {
            *stopped = Some(stop(state, read, written, error));
            None
        }
    }
}

/// Whether it is UTF-8: of the encodings of bytes the one in which a character can be cut. Known to the compiler.
#[inline(always)]
fn is_utf8<S: Source<Slice = [u8]>>() -> bool {
    S::SCALE == 1 && complete_prefix_len::<S>(b"\xC3") == 0
}

/// Whether no character is cut, by the shortest look: at the last four bytes of UTF-8, or at nothing.
#[inline(always)]
fn ends_uncut<S: Source<Slice = [u8]>>(src: &[u8]) -> bool {
    match src.last_chunk() {
        Some(last) if is_utf8::<S>() => u32::from_ne_bytes(*last) & 0x8080_8080 == 0,
        _ => S::SCALE == 1 && !is_utf8::<S>(),
    }
}

#[cold]
fn stop(state: &mut State, read: usize, written: usize, error: Error) -> Stopped {
    state.converted += (usize::from(state.carry_len) + read) as u64;
    state.written += written as u64;
    state.set_carry(&[], 0);
    Stopped { read, written, error }
}

/// Writes the character that is carried, if the chunk has the rest of it: how many bytes of the chunk that takes, and
/// how many it has written.
#[inline(always)]
fn complete<S, T>(state: &State, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Option<(usize, usize)>
where
    S: Source<Slice = [u8]> + TranscodeTo<T>,
    T: Target<Unit = u8>,
{
    let carried = usize::from(state.carry_len);
    let next = u64::from_le_bytes(*src.first_chunk()?);
    let [a, b, c] = state.carry;
    let bytes = u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0]) | next << (8 * carried);
    let (scalar, len) = S::FORM.decode(S::units(&bytes.to_le_bytes()).0, 0).ok()?;
    let written = T::FORM.encode(scalar, T::output(dst)).ok()?;
    let len = len * usize::from(S::SCALE);
    Some((len - carried, written * usize::from(T::SCALE)))
}
