//! What the standard library expects of the C library, and Debian's `wasi-libc` is too old to have: the tag of
//! its exceptions, and threads, which cannot be had.
#![feature(no_core, rustc_attrs, asm_experimental_arch)]
#![allow(internal_features)]
#![no_core]
#![crate_type = "lib"]

#[rustc_builtin_macro]
macro_rules! global_asm {
    () => {};
}

global_asm!(".globl __cpp_exception", ".tagtype __cpp_exception i32", "__cpp_exception:",);

/// Functions that do nothing and return a number: 0 is success, 6 that there is nothing left to make a thread of.
macro_rules! returns {
    ($($name:literal $args:literal $number:literal;)*) => {$(
        global_asm!(
            concat!(".globl ", $name),
            concat!(".type ", $name, ",@function"),
            concat!($name, ":"),
            concat!(".functype ", $name, " ", $args, " -> (i32)"),
            concat!("i32.const ", $number),
            "end_function",
        );
    )*};
}

#[rustc_builtin_macro]
macro_rules! concat {
    () => {};
}

returns! {
    "pthread_attr_init" "(i32)" "0";
    "pthread_attr_setstacksize" "(i32, i32)" "0";
    "pthread_attr_destroy" "(i32)" "0";
    "pthread_create" "(i32, i32, i32, i32)" "6";
    "pthread_detach" "(i32)" "0";
    "pthread_join" "(i32, i32)" "0";
}
