//! What a target of conversions from UTF-16 has to say.

use core::mem::MaybeUninit;

use super::encode_utf8::Exact;
use super::from_utf8::Stop;
use super::unpaired_to_utf8::Replaced;
use super::utf16_units::{BLOCK, Units};
use crate::backend::Parts;
use crate::fallback::ByteOrder;
use crate::fallback::form::{Target, Utf16};
use crate::vector::Wide;

/// A target of conversions from UTF-16.
pub(crate) trait Sink: Target {
    /// Units of output that a block may touch.
    const ROOM: usize;
    /// Units of output that a high surrogate makes before its low one is looked at.
    const OF_FIRST: usize;
    /// Replacements of the same.
    const REPLACED_FIRST: usize = 0;
    /// Whether [`Sink::block`] takes plain blocks as well.
    const TAKES_PLAIN: bool = false;

    /// The byte order, the same for all values where there is none.
    #[inline(always)]
    fn order(self) -> ByteOrder {
        ByteOrder::Little
    }

    /// The target in that byte order, which is the one it has.
    #[inline(always)]
    fn ordered(self, _: ByteOrder) -> Self {
        self
    }

    /// Converts a source of up to 64 units, if the target has a way of its own for such, and all of it is well-formed and has
    /// room.
    #[inline(always)]
    fn short<S: Wide>(
        self,
        _: S,
        _: Utf16,
        _: &[[u8; 2]],
        _: &mut [MaybeUninit<Self::Unit>],
    ) -> Option<usize> {
        None
    }

    /// Converts a block if each of its units becomes one unit of output without being changed.
    fn plain<S: Wide>(
        self,
        s: S,
        from: Utf16,
        block: &[[u8; 2]; BLOCK],
        room: &mut [MaybeUninit<Self::Unit>; BLOCK],
    ) -> bool;

    /// Converts the block at `at`, of which there is all. Where `LOSSY`, what
    /// cannot be converted is replaced.
    fn block<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        from: Utf16,
        src: &[[u8; 2]],
        at: usize,
        room: &mut [MaybeUninit<Self::Unit>],
    ) -> Done;

    /// Converts blocks from `at` on, behind one of which [`Sink::block`] said `kind`: [`RUN`] or another.
    #[inline(always)]
    fn run<S: Wide>(
        self,
        _: S,
        _: Utf16,
        _: &[[u8; 2]],
        _at: usize,
        _: &mut [MaybeUninit<Self::Unit>],
        _kind: usize,
    ) -> Stop {
        Stop { read: 0, written: 0 }
    }

    /// Converts blocks behind one of which [`Sink::block`] said [`MIXED`].
    #[inline(always)]
    fn run_of_mixed<S: Parts>(
        self,
        _: S,
        _: Utf16,
        _: &[[u8; 2]],
        _: &mut [MaybeUninit<Self::Unit>],
    ) -> Stop {
        Stop { read: 0, written: 0 }
    }

    /// Whether [`Sink::replace`] does anything.
    #[inline(always)]
    fn replaces<S: Wide>() -> bool {
        false
    }

    /// Converts blocks with errors from `at` on, if the target has a way of its own for them.
    #[inline(always)]
    fn replace<S: Parts>(
        self,
        _: S,
        _: Utf16,
        _: &[[u8; 2]],
        _: usize,
        _: &mut [MaybeUninit<Self::Unit>],
    ) -> Replaced {
        Replaced::default()
    }

    /// Converts a vector. What its first `skip` units make is in front of the place of `out` already.
    /// [`Done::written`] is all the same that of the whole vector, and `bad` that of the other units.
    fn vector<const LOSSY: bool, S: Wide>(
        self,
        s: S,
        units: Units<S>,
        skip: usize,
        out: &mut Exact<Self::Unit>,
    ) -> Done;
}

/// A bit in [`Done::written`]: what is behind may be for [`Sink::run`]. Of backends with [`Wide::RUNS_OF_UTF16`] only.
pub(super) const RUN: usize = 1 << 16;

/// The same, where there may be surrogates.
pub(super) const RUN_OF_SURROGATES: usize = 1 << 17;

/// As [`Done::bad`], where the conversion is strict: nothing is bad, and what is behind may be for [`Sink::run_of_mixed`]. Of
/// backends with [`Wide::RUNS_OF_MIXED_UTF16`] only. (Not a bit like [`RUN`], which every block is asked for.)
pub(super) const MIXED: usize = usize::MAX;

/// What has become of a block.
#[derive(Clone, Copy)]
pub(crate) struct Done {
    /// Units of output.
    pub(crate) written: usize,
    /// How much was replaced. Where the conversion is strict: not 0 if something cannot be converted.
    pub(crate) bad: usize,
}
