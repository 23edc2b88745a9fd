//! The differential law on vectors that know nothing of text: every operation of every source and target
//! does what the reference says, on every backend.

use codeunit::encoding::{
    Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use harness::{SourceModel, Tested, check_validate, for_each_backend, for_each_target, quietly};
use quickcheck::TestResult;

use crate::run::quickcheck;

/// What the harness says, as a result of quickcheck's.
fn result(check: impl FnOnce()) -> TestResult {
    let verdict = quietly(|| {
        check();
        Ok(())
    });
    verdict.map_or_else(TestResult::error, |()| TestResult::passed())
}

/// Every operation of a source: `every!(Utf8, &src)`.
macro_rules! every {
    ($($source:ident $slice:expr;)*) => {$({
        let src = $slice;
        let items = $source::decode(src);
        check_validate::<$source>(src, &items);
        let src = $source::elements(src);
        for_each_target!($source, |pair| pair.check(src, &items));
        for_each_target!($source, |pair| pair.check_append(src));
    })*};
}

fn bytes(src: Vec<u8>) -> TestResult {
    result(|| {
        every! {
            Utf8 &src;
            Utf16Le &src;
            Utf16Be &src;
            Utf32Le &src;
            Utf32Be &src;
            Latin1 &src;
        }
        for_each_backend(|on| {
            operations_on_bytes(on, &src);
        });
    })
}

/// What takes bytes and no target, against one line of the standard library each.
fn operations_on_bytes(on: Tested, src: &[u8]) {
    let ascii = src.iter().take_while(|byte| byte.is_ascii()).count();
    assert_eq!(on.ascii_prefix_len(src), ascii, "ascii_prefix_len");
    assert_eq!(on.is_ascii(src), src.is_ascii(), "is_ascii");
    let valid = on.validate_ascii(src).map_err(|error| error.valid_up_to());
    assert_eq!(valid, if ascii == src.len() { Ok(()) } else { Err(ascii) }, "validate_ascii");
    let text = on.from_utf8(src).map_err(|error| (error.valid_up_to(), error.error_len()));
    let std = std::str::from_utf8(src)
        .map_err(|error| (error.valid_up_to(), error.error_len().map(|len| len as u8)));
    assert_eq!(text, std, "from_utf8");
}

fn units_of_16_bits(src: Vec<u16>) -> TestResult {
    result(|| {
        every! { Utf16 &src; }
        for_each_backend(|on| {
            let swapped: Vec<u16> = src.iter().map(|unit| unit.swap_bytes()).collect();
            let mut units = src.clone();
            on.swap_utf16_in_place(&mut units);
            assert_eq!(units, swapped, "swap_utf16_in_place");
            let mut units = vec![0; src.len() / 2];
            assert_eq!(on.swap_utf16(&src, &mut units), src.len() / 2, "swap_utf16");
            assert_eq!(units, swapped[..src.len() / 2], "swap_utf16");
            let ascii = src.iter().take_while(|&&unit| unit < 0x80).count();
            assert_eq!(on.ascii_prefix_len_utf16(&src), ascii, "ascii_prefix_len_utf16");
            assert_eq!(on.is_ascii_utf16(&src), ascii == src.len(), "is_ascii_utf16");
            let mut units = src.clone();
            on.make_utf16_well_formed(&mut units);
            let repaired: Vec<u16> = String::from_utf16_lossy(&src).encode_utf16().collect();
            assert_eq!(units, repaired, "make_utf16_well_formed");
        });
    })
}

fn units_of_32_bits(src: Vec<u32>) -> TestResult {
    result(|| {
        every! { Utf32 &src; }
        for_each_backend(|on| {
            let swapped: Vec<u32> = src.iter().map(|unit| unit.swap_bytes()).collect();
            let mut units = src.clone();
            on.swap_utf32_in_place(&mut units);
            assert_eq!(units, swapped, "swap_utf32_in_place");
            let mut units = vec![0; src.len() / 2];
            assert_eq!(on.swap_utf32(&src, &mut units), src.len() / 2, "swap_utf32");
            assert_eq!(units, swapped[..src.len() / 2], "swap_utf32");
        });
    })
}

/// 21 bits, of which half of all values are code points.
fn units_of_21_bits(src: Vec<u32>) -> TestResult {
    let src: Vec<u32> = src.into_iter().map(|unit| unit & 0x1F_FFFF).collect();
    result(|| {
        every! { Utf32 &src; }
        for_each_backend(|on| {
            let swapped: Vec<u32> = src.iter().map(|unit| unit.swap_bytes()).collect();
            let mut units = src.clone();
            on.swap_utf32_in_place(&mut units);
            assert_eq!(units, swapped, "swap_utf32_in_place");
            let mut units = vec![0; src.len() / 2];
            assert_eq!(on.swap_utf32(&src, &mut units), src.len() / 2, "swap_utf32");
            assert_eq!(units, swapped[..src.len() / 2], "swap_utf32");
        });
    })
}

fn strings(src: String) -> TestResult {
    result(|| {
        every! {
            Str &src;
            Utf8 src.as_bytes();
        }
    })
}

fn chars(src: Vec<char>) -> TestResult {
    result(|| every! { Chars &src; })
}

/// Long enough for a vector that grows to do so more than once.
fn long_sources(src: Vec<u8>) -> TestResult {
    let src = src.repeat(6000 / src.len().max(1));
    result(|| {
        for_each_target!(Utf8, |pair| pair.check_append(&src));
        for_each_target!(Utf16Le, |pair| pair.check_append(&src));
        for_each_target!(Latin1, |pair| pair.check_append(&src));
    })
}

#[test]
fn any_bytes() {
    quickcheck("any_bytes", 1000, bytes as fn(_) -> _);
}

#[test]
fn any_units_of_16_bits() {
    quickcheck("any_units_of_16_bits", 2000, units_of_16_bits as fn(_) -> _);
}

#[test]
fn any_units_of_32_bits() {
    quickcheck("any_units_of_32_bits", 1000, units_of_32_bits as fn(_) -> _);
    quickcheck("any_units_of_21_bits", 2000, units_of_21_bits as fn(_) -> _);
}

#[test]
fn any_string() {
    quickcheck("any_string", 1000, strings as fn(_) -> _);
}

#[test]
fn any_chars() {
    quickcheck("any_chars", 2000, chars as fn(_) -> _);
}

#[test]
fn any_long_source() {
    quickcheck("any_long_source", 20, long_sources as fn(_) -> _);
}
