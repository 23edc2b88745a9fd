//! Two conversions as a module for JavaScript, measured by `measure.mjs`.
//!
//! A source and an output of fixed size lie in the module's memory; whoever calls copies into the one, or
//! writes there, and reads or copies out of the other.
#![no_std]

use core::mem::offset_of;
use core::ptr::{slice_from_raw_parts, slice_from_raw_parts_mut};

/// Bytes of the source and of the output, each.
const SIZE: usize = 1 << 20;

/// Aligned for UTF-16.
#[repr(align(16))]
#[allow(dead_code, reason = "reached by a pointer to the whole")]
struct Memory([u8; SIZE]);

/// Both, with half a page between: where what is read and what is written lie at the same place of their pages, as in
/// text whose output is as long, loads wait for stores of which the processor thinks that they are to the same place.
#[repr(C)]
#[allow(dead_code, reason = "reached by a pointer to the whole")]
struct Both {
    source: Memory,
    gap: [u8; 2048],
    output: Memory,
}

static mut BOTH: Both =
    Both { source: Memory([0; SIZE]), gap: [0; 2048], output: Memory([0; SIZE]) };

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

/// Where the source lies.
#[unsafe(no_mangle)]
extern "C" fn source() -> *mut u8 {
    (&raw mut BOTH).cast()
}

/// Where the output lies.
#[unsafe(no_mangle)]
extern "C" fn output() -> *mut u8 {
    (&raw mut BOTH).cast::<u8>().wrapping_add(offset_of!(Both, output))
}

/// How many bytes each has.
#[unsafe(no_mangle)]
extern "C" fn size() -> usize {
    SIZE
}

/// Converts the first `len` bytes of the source; the units written, or -1 if it is ill-formed.
#[unsafe(no_mangle)]
extern "C" fn utf8_to_utf16(len: usize) -> isize {
    let src = slice_from_raw_parts(source(), len.min(SIZE));
    let dst = slice_from_raw_parts_mut(output().cast::<u16>(), SIZE / 2);
    // SAFETY: `len` bytes of the source, which nobody writes meanwhile: a module has one thread.
    let src = unsafe { &*src };
    // SAFETY: all of the output, aligned, which nobody else looks at meanwhile.
    let dst = unsafe { &mut *dst };
    codeunit::utf8_to_utf16(src, dst).map_or(-1, |written| written as isize)
}

/// Whether the first `len` bytes of the source are ASCII, and so the same as Latin-1.
#[unsafe(no_mangle)]
extern "C" fn is_ascii(len: usize) -> bool {
    let src = slice_from_raw_parts(source(), len.min(SIZE));
    // SAFETY: `len` bytes of the source, which nobody writes meanwhile: a module has one thread.
    codeunit::is_ascii(unsafe { &*src })
}

/// Converts the first `len` units of the source; the bytes written, or -1 if it is ill-formed.
#[unsafe(no_mangle)]
extern "C" fn utf16_to_utf8(len: usize) -> isize {
    let src = slice_from_raw_parts(source().cast::<u16>(), len.min(SIZE / 2));
    let dst = slice_from_raw_parts_mut(output(), SIZE);
    // SAFETY: `len` units of the source, aligned, which nobody writes meanwhile: a module has one thread.
    let src = unsafe { &*src };
    // SAFETY: all of the output, which nobody else looks at meanwhile.
    let dst = unsafe { &mut *dst };
    codeunit::utf16_to_utf8(src, dst).map_or(-1, |written| written as isize)
}
