//! Most calls: text, of which a chunk begins with the rest of a character at most, all well-formed and with room for
//! all of it.
//!
//! That is one function for each pair of encodings, which knows them as types: it completes a character, looks for
//! the last boundary, calls the kernel and remembers what is behind. Where anything else turns up it says how far it
//! has come, and [`Core`](super::core::Core) goes on from there. What depends on the text and is hard to predict, as
//! how many bytes a chunk cuts off, makes no branch.
//!
//! All of it is some hundred instructions beside the kernel. To complete a first character where nothing is carried as
//! well, so that no branch asks which chunks carry, lost 1 to 3 % of 1 KiB (Zen 4, 2026-11-24; chunks that come again and
//! again, of which the processor learns the branches). What is carried in one word, and the way remembered from call to call
//! in place of seven tests before each, had seemed to lose as well, by a benchmark that had its output in one place only.

use core::mem::MaybeUninit;

use codeunit_fallback::form::{Source as _, Target as _};

use super::core::Core;
use super::counting::Counting;
use super::handler::Handler;
use super::state::State;
use crate::boundary::{cut, is_utf8};
use crate::carry::Carry;
use crate::encoding::{Source, Target, TranscodeTo};
use crate::{Engine, Error, output};

/// A chunk of text: the number of bytes that were written, if all of the chunk is read. If the kernel has stopped
/// before, [`Stopped`] is set, and the state is the one in which it was called. Else nothing is done.
pub(crate) type Whole =
    fn(&mut State, Engine, &[u8], &mut [MaybeUninit<u8>], &mut Option<Stopped>) -> Option<usize>;

/// What a call begins with.
#[derive(Clone, Copy)]
pub(crate) enum Straight {
    /// Something else than text.
    No,
    /// Text of which nothing is counted.
    Plain(Whole),
    /// Text, of which something is.
    Counted(Whole),
}

/// How far a call had come when the kernel was called, and what that says.
#[derive(Debug)]
pub(crate) struct Stopped {
    pub(crate) read: usize,
    pub(crate) written: usize,
    pub(crate) error: Error,
}

impl Core {
    /// See [`Core::straight`].
    #[inline(never)]
    pub(super) fn straight_way<H: Handler>(&self, handler: &H) -> Straight {
        // Where one error was replaced others may follow, which the lossy kernel does by itself.
        let is_lossy = handler.only_replaces() && self.state.replacements > 0;
        match self.route.whole {
            Some(whole) if self.state.is_text() && !is_lossy && !self.may_carry_text() => {
                if self.counting == Counting::NOTHING {
                    Straight::Plain(whole)
                } else {
                    Straight::Counted(whole)
                }
            }
            _ => Straight::No,
        }
    }

    /// A chunk as by [`Whole`], if it is not too long to be counted at once.
    #[inline(never)]
    pub(super) fn step_counted(
        &mut self,
        whole: Whole,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        stopped: &mut Option<Stopped>,
    ) -> Option<usize> {
        if src.len() > self.counting.at_once() {
            return None;
        }
        let was_carried = self.state.carry.len() > 0;
        let written = whole(&mut self.state, self.engine, src, dst, stopped)?;
        self.count_whole(was_carried, src, output::written(dst, written));
        Some(written)
    }
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
    let (carried, front) = state.carry.get();
    if carried > 0 {
        (read, written) = complete::<S, T>(carried, front, src, dst)?;
    }
    let rest = &src[read..];
    let (cut, back) = cut::<S>(rest);
    // Before the call, behind which all that is known would have to be loaded again.
    state.carry = Carry::new(cut, back);
    match engine.transcode_uninit::<S, T>(&rest[..rest.len() - cut], &mut dst[written..]) {
        Ok(more) => {
            written += more;
            state.converted += (carried + src.len() - cut) as u64;
            state.written += written as u64;
            Some(written)
        }
        Err(error) => {
            state.carry = Carry::NONE;
            state.converted += (carried + read) as u64;
            state.written += written as u64;
            *stopped = Some(Stopped { read, written, error });
            None
        }
    }
}

/// Writes the character that is carried, if the chunk has the rest of it: how many bytes of the chunk that takes, and
/// how many it has written.
#[inline(always)]
fn complete<S, T>(
    carried: usize,
    front: u32,
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Option<(usize, usize)>
where
    S: Source<Slice = [u8]> + TranscodeTo<T>,
    T: Target<Unit = u8>,
{
    let next = u64::from_le_bytes(*src.first_chunk()?);
    let bytes = (u64::from(front) | next << (8 * carried)).to_le_bytes();
    let (scalar, len) = S::FORM.decode(S::units(&bytes).0, 0).ok()?;
    if is_utf8::<S>() && T::Form::IS_UTF8 {
        // The same bytes, and what the kernel writes over.
        let [a, b, c, d, ..] = bytes.map(MaybeUninit::new);
        *dst.first_chunk_mut()? = [a, b, c, d];
        return Some((len - carried, len));
    }
    let written = T::FORM.encode(scalar, T::output(dst)).ok()?;
    let len = len * usize::from(S::SCALE);
    Some((len - carried, written * usize::from(T::SCALE)))
}
