//! A block of UTF-32 without code points above FFFF converted to UTF-8: as UTF-16, of which
//! [`crate::kernels::utf16_planes`] has the planes of bytes. One instruction loads four planes of sixteen code points,
//! and the byte order is which plane is which.

use core::mem::MaybeUninit;

use super::masks::load_fours;
use super::{Neon, U8x16};
use crate::fallback::ByteOrder;
use crate::kernels::room::ROOM_OF_PLANES;
use crate::kernels::utf16_planes::{Planes, block_without_surrogates};
use crate::vector::{Bytes, four};

/// See [`crate::vector::Wide::utf32_to_utf8_block`].
#[inline(always)]
pub(super) fn block(
    s: Neon,
    order: ByteOrder,
    points: &[u8; 256],
    room: &mut [MaybeUninit<u8>; ROOM_OF_PLANES],
) -> Option<usize> {
    let planes: [[U8x16; 4]; 4] =
        four!(i => load_fours(points[64 * i..].first_chunk().expect("sixteen code points")));
    let ordered: [(Planes<U8x16>, U8x16); 4] = four!(i => {
        let [a, b, c, d] = planes[i];
        match order {
            ByteOrder::Little => (Planes { lo: a, hi: b }, c | d),
            ByteOrder::Big => (Planes { lo: d, hi: c }, a | b),
        }
    });
    let [a, b, c, d] = ordered;
    if ((a.1 | b.1) | (c.1 | d.1)).any() {
        return None;
    }
    block_without_surrogates(s, &[a.0, b.0, c.0, d.0], room)
}
