//! A program without `std` that validates UTF-8 and does nothing else, to see which kernels become a part of it.
//!
//! The exit status is 0 if its own name is well-formed.
#![no_std]
#![no_main]

use core::ffi::{CStr, c_char};

use no_std_runtime as _;

#[unsafe(no_mangle)]
extern "C" fn main(_: i32, arguments: *const *const c_char) -> i32 {
    // SAFETY: the first argument is the name of the program, which ends with a zero.
    let name = unsafe { CStr::from_ptr(*arguments) };
    codeunit::validate_utf8(name.to_bytes()).is_err().into()
}
