//! A program without `std` that validates UTF-8 and does nothing else, to see which kernels become a part of it.
//!
//! The exit status is 0 if its own name is well-formed.
#![no_std]
#![no_main]

use core::ffi::{CStr, c_char};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

/// What `core` was compiled to refer to; nothing unwinds here.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[unsafe(no_mangle)]
extern "C" fn main(_: i32, arguments: *const *const c_char) -> i32 {
    // SAFETY: the first argument is the name of the program, which ends with a zero.
    let name = unsafe { CStr::from_ptr(*arguments) };
    codeunit::validate_utf8(name.to_bytes()).is_err().into()
}

#[link(name = "c")]
unsafe extern "C" {}
