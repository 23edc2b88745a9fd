//! Lanes in one integer: what an operation of each lane is, on all of them at once.
//!
//! Byte by byte it is plainer, and in an emulator, where each instruction counts, it took the tests of the kernels
//! more than nine minutes. What is longer than a few instructions is a call, which costs less than to compile it at
//! each place.
//!
//! No carry leaves a lane because the highest bit of each is taken out before, and put in after:
//!
//! ```text
//!   a + b     (a without highest bits) + (b without highest bits), then highest bits of a ^ b
//!   a < b     the borrow out of a - b
//!   masks     the highest bit of each lane in its lowest, m:  (m << width) - m
//! ```

use super::U8x16;

/// A 1 in each lane of `WIDTH` bits.
pub(super) const fn ones<const WIDTH: u32>() -> u128 {
    u128::MAX / (u128::MAX >> (128 - WIDTH))
}

/// The highest bit of each lane.
pub(super) const fn tops<const WIDTH: u32>() -> u128 {
    ones::<WIDTH>() << (WIDTH - 1)
}

/// `x` in each lane.
pub(super) const fn each<const WIDTH: u32>(x: u128) -> u128 {
    ones::<WIDTH>() * x
}

impl U8x16 {
    #[inline(always)]
    pub(super) fn add<const WIDTH: u32>(self, b: Self) -> Self {
        let tops = tops::<WIDTH>();
        Self(((self.0 & !tops) + (b.0 & !tops)) ^ ((self.0 ^ b.0) & tops))
    }

    #[inline(always)]
    pub(super) fn sub<const WIDTH: u32>(self, b: Self) -> Self {
        let tops = tops::<WIDTH>();
        Self(((self.0 | tops) - (b.0 & !tops)) ^ ((self.0 ^ !b.0) & tops))
    }

    /// All ones in the lanes whose highest bit is set, and 0 in the others.
    #[inline(always)]
    pub(super) fn spread<const WIDTH: u32>(self) -> Self {
        let lowest = self.0 >> (WIDTH - 1) & ones::<WIDTH>();
        Self((lowest << WIDTH).wrapping_sub(lowest))
    }

    #[inline(never)]
    pub(super) fn equal<const WIDTH: u32>(self, b: Self) -> Self {
        let tops = tops::<WIDTH>();
        let differ = self.0 ^ b.0;
        // The sum has the highest bit if a lower one differs.
        Self(!(differ | ((differ & !tops) + !tops))).spread::<WIDTH>()
    }

    /// All ones where `self` is less than `b`.
    #[inline(never)]
    pub(super) fn below<const WIDTH: u32>(self, b: Self) -> Self {
        let less = self.sub::<WIDTH>(b).0;
        Self((!self.0 & b.0) | (!(self.0 ^ b.0) & less)).spread::<WIDTH>()
    }

    /// All ones where `self` is greater than `b`, of signed lanes.
    #[inline(always)]
    pub(super) fn above_signed<const WIDTH: u32>(self, b: Self) -> Self {
        let tops = tops::<WIDTH>();
        Self(b.0 ^ tops).below::<WIDTH>(Self(self.0 ^ tops))
    }

    #[inline(always)]
    pub(super) fn min<const WIDTH: u32>(self, b: Self) -> Self {
        b.chosen(self.below::<WIDTH>(b), self)
    }

    #[inline(always)]
    pub(super) fn max<const WIDTH: u32>(self, b: Self) -> Self {
        self.chosen(self.below::<WIDTH>(b), b)
    }

    /// `b` where the mask has ones, and `self` elsewhere.
    #[inline(always)]
    pub(super) fn chosen(self, mask: Self, b: Self) -> Self {
        Self(self.0 ^ ((self.0 ^ b.0) & mask.0))
    }

    #[inline(always)]
    pub(super) fn shl<const WIDTH: u32, const N: i32>(self) -> Self {
        let lane = u128::MAX >> (128 - WIDTH);
        Self(self.0 << N & each::<WIDTH>(lane << N & lane))
    }

    #[inline(always)]
    pub(super) fn shr<const WIDTH: u32, const N: i32>(self) -> Self {
        let lane = u128::MAX >> (128 - WIDTH);
        Self(self.0 >> N & each::<WIDTH>(lane >> N))
    }

    /// The lower half of the lanes, each in twice its width.
    #[inline(never)]
    pub(super) fn widened<const WIDTH: u32>(self) -> Self {
        let mut lanes = self.0 & u128::from(u64::MAX);
        lanes = (lanes | lanes << 32) & each::<64>(u32::MAX as u128);
        lanes = (lanes | lanes << 16) & each::<32>(u16::MAX as u128);
        if WIDTH == 8 {
            lanes = (lanes | lanes << 8) & each::<16>(u8::MAX as u128);
        }
        Self(lanes)
    }

    /// The lower halves of the lanes of `WIDTH` bits, and behind them those of `b`.
    #[inline(never)]
    pub(super) fn lower_halves<const WIDTH: u32>(self, b: Self) -> Self {
        let halves = |mut lanes: u128| {
            if WIDTH == 16 {
                lanes &= each::<16>(u8::MAX as u128);
                lanes |= lanes >> 8;
            }
            lanes &= each::<32>(u16::MAX as u128);
            lanes = (lanes | lanes >> 16) & each::<64>(u32::MAX as u128);
            (lanes | lanes >> 32) & u128::from(u64::MAX)
        };
        Self(halves(self.0) | halves(b.0) << 64)
    }

    /// Lanes of both in turn, from the lower halves of the vectors.
    #[inline(always)]
    pub(super) fn zipped<const WIDTH: u32>(self, b: Self) -> Self {
        Self(self.widened::<WIDTH>().0 | b.widened::<WIDTH>().0 << WIDTH)
    }

    /// The upper half as the lower one.
    #[inline(always)]
    pub(super) fn upper(self) -> Self {
        Self(self.0 >> 64)
    }

    /// The signed lanes, those below `min` as `min`, those above `max` as `max`.
    #[inline(always)]
    pub(super) fn held<const WIDTH: u32>(self, min: i32, max: i32) -> Self {
        // As many bits as a lane has.
        let lane = u128::MAX >> (128 - WIDTH);
        let min = Self(each::<WIDTH>(min as u128 & lane));
        let max = Self(each::<WIDTH>(max as u128 & lane));
        let held = self.chosen(min.above_signed::<WIDTH>(self), min);
        held.chosen(held.above_signed::<WIDTH>(max), max)
    }
}
