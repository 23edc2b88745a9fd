//! Typed slices seen as slices of byte arrays, and initialised output as uninitialised.
//!
//! The engine treats a UTF-16 or UTF-32 code unit as an array of bytes in a stated order. These
//! are the views that lead there. Each keeps the address, the length in units and the lifetime;
//! the element keeps its size and has alignment 1, and any value of it is a valid byte array.

use core::mem::MaybeUninit;

macro_rules! views {
    ($($(#[$doc:meta])* $name:ident: $from:ty => $to:ty;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[inline(always)]
        pub const fn $name(src: &[$from]) -> &[$to] {
            // SAFETY: the module's doc: same address, same length, same size, lower alignment, and
            // the byte array has no invalid value.
            unsafe { core::slice::from_raw_parts(src.as_ptr().cast::<$to>(), src.len()) }
        }
    )*};
}

macro_rules! output_views {
    ($($(#[$doc:meta])* $name:ident: $from:ty => $to:ty;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub const fn $name(dst: &mut [MaybeUninit<$from>]) -> &mut [MaybeUninit<$to>] {
            let len = dst.len();
            // SAFETY: the module's doc; the unique borrow of `dst` passes into the result, and both
            // element types may hold any byte, initialised or not.
            unsafe {
                core::slice::from_raw_parts_mut(dst.as_mut_ptr().cast::<MaybeUninit<$to>>(), len)
            }
        }
    )*};
}

views! {
    /// Native UTF-16 code units as bytes.
    u16_bytes: u16 => [u8; 2];
    /// Native UTF-32 code units as bytes.
    u32_bytes: u32 => [u8; 4];
    /// Scalar values as native UTF-32 code units, in bytes.
    char_bytes: char => [u8; 4];
}

output_views! {
    /// Output for native UTF-16 code units as output for bytes.
    u16_output: u16 => [u8; 2];
    /// Output for native UTF-32 code units as output for bytes.
    u32_output: u32 => [u8; 4];
}

macro_rules! views_in_place {
    ($($(#[$doc:meta])* $name:ident: $from:ty => $to:ty;)*) => {$(
        $(#[$doc])*
        #[must_use]
        #[inline(always)]
        pub const fn $name(units: &mut [$from]) -> &mut [$to] {
            let len = units.len();
            // SAFETY: the module's doc; the unique borrow passes into the result, and any bytes that
            // are written through it are a valid unit.
            unsafe { core::slice::from_raw_parts_mut(units.as_mut_ptr().cast::<$to>(), len) }
        }
    )*};
}

views_in_place! {
    /// Native UTF-16 code units as bytes that can be changed in place.
    u16_bytes_mut: u16 => [u8; 2];
    /// Native UTF-32 code units as bytes that can be changed in place.
    u32_bytes_mut: u32 => [u8; 4];
}

macro_rules! output_chunks {
    ($($(#[$doc:meta])* $name:ident: $size:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub const fn $name(dst: &mut [MaybeUninit<u8>]) -> &mut [MaybeUninit<[u8; $size]>] {
            let len = dst.len() / $size;
            let units = dst.as_mut_ptr().cast::<MaybeUninit<[u8; $size]>>();
            // SAFETY: `len * $size <= dst.len()` bytes at the same address, borrowed uniquely; both
            // element types have alignment 1 and may hold any byte, initialised or not.
            unsafe { core::slice::from_raw_parts_mut(units, len) }
        }
    )*};
}

output_chunks! {
    /// Output bytes as output for whole 16-bit code units; an odd last byte is left out.
    output_chunks2: 2;
    /// Output bytes as output for whole 32-bit code units; up to three last bytes are left out.
    output_chunks4: 4;
}

macro_rules! output_bytes {
    ($($(#[$doc:meta])* $name:ident: $size:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub const fn $name(dst: &mut [MaybeUninit<[u8; $size]>]) -> &mut [MaybeUninit<u8>] {
            let len = dst.len() * $size;
            let bytes = dst.as_mut_ptr().cast::<MaybeUninit<u8>>();
            // SAFETY: the same `len` bytes, borrowed uniquely; both element types have alignment 1 and may
            // hold any byte, initialised or not.
            unsafe { core::slice::from_raw_parts_mut(bytes, len) }
        }
    )*};
}

output_bytes! {
    /// Output for 16-bit code units as output bytes.
    output_bytes2: 2;
    /// Output for 32-bit code units as output bytes.
    output_bytes4: 4;
}
