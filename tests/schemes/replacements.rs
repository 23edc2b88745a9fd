//! U+FFFD for what is ill-formed, as the decoders of the Encoding Standard put it: those of `encoding_rs`.

use codeunit::encoding::{Utf8, Utf16Be, Utf16Le};
use codeunit::{Encoding, Policy, Transcoder, transcode_lossy_to_string};
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use harness::rng::Rng;

/// The source in chunks of a length, and how many were replaced.
fn streamed(from: Encoding, src: &[u8], chunk: usize) -> (String, u64) {
    let mut text = String::new();
    // To the type, which has no marks, as "decode without BOM".
    let mut transcoder = Transcoder::new(from, Utf8, Policy::Replace);
    for chunk in src.chunks(chunk.max(1)) {
        transcoder.extend_string(chunk, &mut text).expect("it replaces");
    }
    transcoder.extend_string_finish(&mut text).expect("it replaces");
    (text, transcoder.state().replacements())
}

/// In one call; and as a stream: at once, in two chunks, and byte by byte.
fn check(encoding: Encoding, src: &[u8]) {
    let (theirs, at_once) = match encoding {
        Encoding::Utf16Le => (UTF_16LE, transcode_lossy_to_string::<Utf16Le>(src)),
        Encoding::Utf16Be => (UTF_16BE, transcode_lossy_to_string::<Utf16Be>(src)),
        _ => (UTF_8, transcode_lossy_to_string::<Utf8>(src)),
    };
    let (want, _) = theirs.decode_without_bom_handling(src);
    assert_eq!(at_once, want, "{encoding}: {src:02X?}");
    // A mark is for the tests of marks.
    if encoding == Encoding::Utf8 && src.starts_with(b"\xEF\xBB") {
        return;
    }
    for chunk in [src.len(), src.len() / 2, 1] {
        let (text, replacements) = streamed(encoding, src, chunk);
        assert_eq!(text, want, "{encoding}, {chunk} at a time: {src:02X?}");
        // But for U+FFFD that stands in the source.
        let is_there = |pair: &[u8]| matches!(pair, [0xFF, 0xFD] | [0xFD, 0xFF] | [0xBF, 0xBD]);
        if !src.windows(2).any(is_there) {
            let written = text.matches('\u{FFFD}').count() as u64;
            assert_eq!(replacements, written, "{encoding}, {chunk} at a time: {src:02X?}");
        }
    }
}

/// Every sequence of up to five bytes that tell surrogates, and the beginnings of sequences of UTF-8, apart.
#[test]
fn of_every_short_source() {
    const BYTES: [u8; 9] = [0x00, 0x41, 0x90, 0xA0, 0xC2, 0xD8, 0xDC, 0xED, 0xF0];
    for len in 0..=5 {
        for number in 0..BYTES.len().pow(len) {
            let src: Vec<u8> =
                (0..len).map(|i| BYTES[number / BYTES.len().pow(i) % BYTES.len()]).collect();
            for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
                check(encoding, &src);
            }
        }
    }
}

#[test]
fn of_random_bytes() {
    let mut rng = Rng::new(0xFFFD);
    for _ in 0..20_000 {
        let len = rng.below(80);
        let mut src: Vec<u8> = (0..len).map(|_| rng.bits() as u8).collect();
        // Half of them end as a pair does.
        if rng.below(2) == 0 {
            src.extend_from_slice([&b"\xD8\x3D\xDE"[..], b"\x3D\xD8\x00"][rng.below(2)]);
        }
        for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
            check(encoding, &src);
        }
    }
}
