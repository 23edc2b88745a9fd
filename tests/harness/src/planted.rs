//! The harness itself: that it notices what it is there to notice. Each test plants a fault in a
//! pair, in place of the engine, and sees it reported.

use std::panic::catch_unwind;
use std::process::Command;

use codeunit::Error;
use codeunit::encoding::{Utf8, Utf16};

use crate::backends::{Tested, fallback};
use crate::check;
use crate::encodings::SourceModel;
use crate::pair::Pair;
use crate::{chunks, tally};

/// UTF-8 to UTF-16 with a fault in its strict conversion.
type Fault = fn(Tested, &[u8], &mut [u16]) -> Result<usize, Error>;

/// A sound conversion, for a fault to begin with.
fn sound(tested: Tested, src: &[u8], dst: &mut [u16]) -> Result<usize, Error> {
    tested.engine().transcode::<Utf8, Utf16>(src, dst)
}

/// What the harness says to `fault` on a text that has a `z` in the middle.
fn report(fault: Fault) -> String {
    let text = "añ€😀 and z and so on";
    let mut pair = Pair::of::<Utf8, Utf16>();
    let items = Utf8::decode(text.as_bytes());
    let needed = text.encode_utf16().count();
    let sound = catch_unwind(|| pair.check_room(text.as_bytes(), &items, needed));
    assert!(sound.is_ok(), "nothing is planted yet");
    pair.strict = fault;
    check::begin("planted");
    let found = catch_unwind(|| {
        // Often enough for both sides of an unmapped page.
        (0..4).for_each(|_| pair.check_room(text.as_bytes(), &items, needed));
    });
    let message = found.expect_err("the fault is noticed");
    *message.downcast::<String>().expect("a message")
}

/// A wrong code unit wherever there is a `z`: the printed test has the `z` and nothing else.
#[test]
fn a_wrong_unit_is_reported_with_the_smallest_source() {
    let report = report(|tested, src, dst| {
        let result = sound(tested, src, dst);
        dst.iter_mut().filter(|unit| **unit == 0x7A).for_each(|unit| *unit = 0x79);
        result
    });
    assert!(report.contains("check_case::<Utf8, Utf16>(&[0x7A], 1);"), "{report}");
}

#[test]
fn a_wrong_count_is_reported() {
    let report = report(|tested, src, dst| sound(tested, src, dst).map(|written| written / 2));
    assert!(report.contains("written: "), "{report}");
}

#[test]
fn a_wrong_error_is_reported() {
    // A source that ends in `n` is said to end in something else.
    let report = report(|tested, src, dst| match src {
        [front @ .., b'n'] => sound(tested, &[front, b"\xFF"].concat(), dst),
        _ => sound(tested, src, dst),
    });
    assert!(report.contains("wanted"), "{report}");
}

#[test]
fn a_panic_is_reported_with_its_source() {
    let report = report(|_, _, _| panic!("planted"));
    assert!(report.contains("a panic") && report.contains("check_case::<Utf8, Utf16>"), "{report}");
}

/// One unit before the output is written where the unmapped page is behind it.
#[test]
fn a_write_outside_of_the_output_is_reported() {
    let report = report(|tested, src, dst| {
        let before = dst.as_mut_ptr().wrapping_sub(1);
        // SAFETY: not sound for any slice, which is the point. The harness calls this with canaries
        // before the slice and an unmapped page behind it, on its first call.
        unsafe { before.write(0) };
        sound(tested, src, dst)
    });
    assert!(report.contains("outside of the output"), "{report}");
}

/// Runs a test of this file in a program of its own, where it does what it is not to do.
fn dies(name: &str) -> String {
    use std::os::unix::process::ExitStatusExt;

    let output = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", name, "--nocapture", "--test-threads=1"])
        .env("CODEUNIT_HARNESS_MISBEHAVE", "1")
        .output()
        .expect("it starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let status = output.status;
    assert!(matches!(status.signal(), Some(libc::SIGSEGV | libc::SIGBUS)), "{status}: {stderr}");
    stderr
}

fn misbehaves() -> bool {
    std::env::var_os("CODEUNIT_HARNESS_MISBEHAVE").is_some()
}

#[test]
fn a_read_of_one_byte_too_many_is_a_crash_that_prints_its_case() {
    if misbehaves() {
        report(|tested, src, dst| {
            let end = src.as_ptr_range().end;
            // SAFETY: not sound for any slice, which is the point: an unmapped page is behind it.
            std::hint::black_box(unsafe { end.read_volatile() });
            sound(tested, src, dst)
        });
        return;
    }
    let printed = dies("planted::a_read_of_one_byte_too_many_is_a_crash_that_prints_its_case");
    assert!(printed.contains("check_case::<Utf8, Utf16>(&[0x61, 0xC3, 0xB1"), "{printed}");
    assert!(printed.contains("on the backend"), "{printed}");
}

#[test]
fn a_write_of_one_unit_too_many_is_a_crash_that_prints_its_case() {
    if misbehaves() {
        report(|tested, src, dst| {
            let end = dst.as_mut_ptr_range().end;
            // SAFETY: not sound for any slice, which is the point: an unmapped page is behind it.
            unsafe { end.write_volatile(0) };
            sound(tested, src, dst)
        });
        return;
    }
    let printed = dies("planted::a_write_of_one_unit_too_many_is_a_crash_that_prints_its_case");
    assert!(printed.contains("check_case::<Utf8, Utf16>"), "{printed}");
}

/// The unmapped page is on this side sooner or later.
#[test]
fn a_read_of_one_byte_before_the_source_is_a_crash() {
    if misbehaves() {
        report(|tested, src, dst| {
            // SAFETY: not sound for any slice, which is the point: on some calls an unmapped page is
            // before it, on the others mapped memory that nobody else uses.
            std::hint::black_box(unsafe { src.as_ptr().wrapping_sub(1).read_volatile() });
            sound(tested, src, dst)
        });
        return;
    }
    dies("planted::a_read_of_one_byte_before_the_source_is_a_crash");
}

/// A sequence that a chunk's end cuts, reported with one byte too much, is lost text behind it.
#[test]
fn a_wrong_error_len_at_the_edge_of_a_chunk_is_noticed() {
    let pair = Pair::of::<Utf8, Utf16>();
    let src = b"a\xE1\x80z";
    let (_, text) = chunks::in_chunks(&pair, fallback(), src, &[2], 8, crate::Policy::Lossy);
    assert_eq!(text, [0x61, 0xFFFD, 0x7A]);
    let mut pair = pair;
    pair.strict = |tested, src, dst| match src {
        // An error of which one byte is known is called finished.
        b"a\xE1" => sound(tested, b"a\xFF", dst),
        _ => sound(tested, src, dst),
    };
    let (_, text) = chunks::in_chunks(&pair, fallback(), src, &[2], 8, crate::Policy::Lossy);
    assert_ne!(text, [0x61, 0xFFFD, 0x7A]);
}

#[test]
fn a_backend_that_is_missing_is_named() {
    let missing = tally::missing_backends("fallback, vax, , z80");
    assert_eq!(missing, ["the backend vax", "the backend z80"]);
}

/// Nothing has run in this program but what the tests above did.
#[test]
fn an_operation_without_a_case_is_named() {
    let missing = tally::missing();
    assert!(missing.iter().any(|missing| missing == "validate Utf32Be on fallback"), "{missing:?}");
}
