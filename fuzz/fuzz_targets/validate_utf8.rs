#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| codeunit_fuzz::validate_utf8(data));
