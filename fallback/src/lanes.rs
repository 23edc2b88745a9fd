//! Words of 64 bits as vectors of numbers of 16 or 32 bits, the first the lowest.

/// A number in each of four lanes.
#[inline(always)]
pub(crate) const fn in_16(bits: u16) -> u64 {
    bits as u64 * 0x0001_0001_0001_0001
}

/// A number in each of two lanes.
#[inline(always)]
pub(crate) const fn in_32(bits: u32) -> u64 {
    bits as u64 * 0x0000_0001_0000_0001
}

/// Four numbers with their bytes in the other order.
#[inline(always)]
pub(crate) const fn swapped_16(lanes: u64) -> u64 {
    (lanes & in_16(0xFF)) << 8 | lanes >> 8 & in_16(0xFF)
}

/// The lower bytes of four lanes.
#[inline(always)]
pub(crate) const fn packed_16(lanes: u64) -> u32 {
    let twos = (lanes | lanes >> 8) & in_32(0xFFFF);
    (twos | twos >> 16) as u32
}

/// Four bytes in four lanes.
#[inline(always)]
pub(crate) const fn spread_16(bytes: u32) -> u64 {
    let twos = (bytes as u64 | (bytes as u64) << 16) & in_32(0xFFFF);
    (twos | twos << 8) & in_16(0xFF)
}

/// The highest bit of each of four lanes that is not below 800.
#[inline(always)]
pub(crate) const fn from_800(lanes: u64) -> u64 {
    let bits = lanes & in_16(0xF800);
    (((bits & in_16(0x7FFF)) + in_16(0x7FFF)) | bits) & in_16(0x8000)
}
