//! A program without `std` and without an allocator that validates and converts.
//!
//! The exit status is the number of the check that failed, or 0.
#![no_std]
#![no_main]

use codeunit::encoding::{Chars, Utf8, Utf16Be, Utf16Le};
use codeunit::{Backend, ErrorKind};
use no_std_runtime as _;

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let text = "añ€😀 and more than one block of plain text: ".as_bytes();
    let mut units = [0; 64];
    let mut bytes = [0; 128];
    let checks = [
        codeunit::validate_utf8(text).is_ok(),
        codeunit::validate_utf8(&text[1..2]).is_err_and(|e| e.kind() == ErrorKind::Incomplete),
        codeunit::utf8_to_utf16(text, &mut units) == Ok(codeunit::utf16_len_from_utf8(text)),
        codeunit::transcode::<Utf8, Utf16Le>(text, &mut bytes)
            .is_ok_and(|n| codeunit::validate_utf16le(&bytes[..n]).is_ok()),
        codeunit::transcode_lossy::<Chars, Utf16Be>(&['a'], &mut bytes).is_ok(),
        Backend::active().is_available(),
    ];
    checks.iter().position(|ok| !ok).map_or(0, |failed| failed as i32 + 1)
}
