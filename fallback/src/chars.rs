//! Scalar values, of which each is one: a `char` (Unicode Standard 3.9, D76).

use crate::form::{Chars, Malformed, Source, each};
use crate::wide::single_block;

impl Source for Chars {
    type Slice = [char];
    type Unit = char;

    const SINGLES: u32 = 0x11_0000;
    const WIDEST: u32 = 0x10_FFFF;
    const CAN_BE_ILL_FORMED: bool = false;

    #[inline(always)]
    fn code_units(src: &[char]) -> &[char] {
        src
    }

    #[inline(always)]
    fn number(self, unit: char) -> u32 {
        u32::from(unit)
    }

    /// All are, below the end of all.
    #[inline(always)]
    fn are_single(self, units: &[char], end: u32) -> bool {
        end == 0x11_0000 || units.iter().fold(0, |all, &c| all | u32::from(c)) < end
    }

    #[inline(always)]
    fn ascii_block<const N: usize>(self, src: &[char], at: usize) -> Option<[u8; N]> {
        let block = src.get(at..)?.first_chunk::<N>()?;
        let all = block.iter().fold(0, |all, &c| all | u32::from(c));
        let mut bytes = [0; N];
        each(block, &mut bytes, |c| c as u8);
        (all < 0x80).then_some(bytes)
    }

    #[inline(always)]
    fn well_formed_block(self, src: &[char], at: usize) -> usize {
        single_block(self, src, at)
    }

    #[inline(always)]
    fn decode(self, src: &[char], at: usize) -> Result<(u32, usize), Malformed> {
        Ok((u32::from(src[at]), 1))
    }
}
