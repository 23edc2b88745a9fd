use core::fmt;
use core::mem::MaybeUninit;

/// The order in which the bytes of a 16- or 32-bit code unit are stored (Unicode Standard 3.10).
///
/// ```
/// use codeunit::{ByteOrder, Encoding};
/// assert_eq!(Encoding::Utf32Le.byte_order(), Some(ByteOrder::Little));
/// assert_eq!(ByteOrder::Little.to_string(), "little-endian");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ByteOrder {
    /// Least significant byte first: the schemes UTF-16LE and UTF-32LE.
    Little,
    /// Most significant byte first: the schemes UTF-16BE and UTF-32BE.
    Big,
}

impl ByteOrder {
    /// The order of this machine.
    ///
    /// ```
    /// let native = codeunit::Encoding::Utf16.in_order(codeunit::ByteOrder::NATIVE);
    /// assert_eq!(native.name(), if cfg!(target_endian = "big") { "UTF-16BE" } else { "UTF-16LE" });
    /// ```
    pub const NATIVE: Self = if cfg!(target_endian = "big") { Self::Big } else { Self::Little };

    /// The number in a 16-bit code unit.
    #[must_use]
    #[inline(always)]
    pub fn u16(self, unit: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(unit),
            Self::Big => u16::from_be_bytes(unit),
        }
    }

    /// The number in a 32-bit code unit.
    #[must_use]
    #[inline(always)]
    pub fn u32(self, unit: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(unit),
            Self::Big => u32::from_be_bytes(unit),
        }
    }

    /// A number as a 16-bit code unit.
    #[must_use]
    #[inline(always)]
    pub fn bytes16(self, unit: u16) -> [u8; 2] {
        match self {
            Self::Little => unit.to_le_bytes(),
            Self::Big => unit.to_be_bytes(),
        }
    }

    /// A number as a 32-bit code unit.
    #[must_use]
    #[inline(always)]
    pub fn bytes32(self, unit: u32) -> [u8; 4] {
        match self {
            Self::Little => unit.to_le_bytes(),
            Self::Big => unit.to_be_bytes(),
        }
    }
}

impl fmt::Display for ByteOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Little => "little-endian",
            Self::Big => "big-endian",
        })
    }
}

/// As a number, which the compiler swaps in vectors; two bytes that change places it moves one by one.
#[inline(always)]
fn swapped(unit: [u8; 2]) -> [u8; 2] {
    u16::from_ne_bytes(unit).swap_bytes().to_ne_bytes()
}

/// Writes the code units of `src` with their bytes swapped, as many as both slices hold, and
/// returns their number. Nothing is validated.
pub fn swap_utf16(src: &[[u8; 2]], dst: &mut [MaybeUninit<[u8; 2]>]) -> usize {
    for (&unit, out) in src.iter().zip(dst.iter_mut()) {
        out.write(swapped(unit));
    }
    src.len().min(dst.len())
}

/// Swaps the bytes of every code unit. Nothing is validated.
pub fn swap_utf16_in_place(units: &mut [[u8; 2]]) {
    for unit in units {
        *unit = swapped(*unit);
    }
}

/// Writes the code units of `src` with their bytes in the opposite order, as many as both slices hold,
/// and returns their number. Nothing is validated.
pub fn swap_utf32(src: &[[u8; 4]], dst: &mut [MaybeUninit<[u8; 4]>]) -> usize {
    for (&[a, b, c, d], out) in src.iter().zip(dst.iter_mut()) {
        out.write([d, c, b, a]);
    }
    src.len().min(dst.len())
}

/// Puts the bytes of every code unit into the opposite order. Nothing is validated.
pub fn swap_utf32_in_place(units: &mut [[u8; 4]]) {
    for unit in units {
        unit.reverse();
    }
}
