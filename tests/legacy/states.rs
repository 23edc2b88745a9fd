//! States of streams, saved behind every chunk.

use codeunit::{Encoding, Policy, Transcoder};
use encoding_rs::{GB18030, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, WINDOWS_1252};

use super::model::outcome;
use super::sources::short;
use super::{LEGACY, LONG};

/// Byte by byte, through outputs with little room, each time by a transcoder that knows the state only.
fn resumed(from: Encoding, to: Encoding, policy: Policy, src: &[u8]) -> Vec<u8> {
    let new = || Transcoder::new(from, to, policy);
    let (mut state, mut out) = (new().state(), Vec::new());
    let mut rest = src;
    loop {
        let mut transcoder = new().resume(state).expect("a stream was there");
        assert_eq!(transcoder.clone().state(), state);
        let mut dst = [0; 4];
        let is_end = rest.is_empty();
        let step = match rest.get(..1) {
            Some(byte) => transcoder.push(byte, &mut dst),
            None => transcoder.finish(&mut dst),
        };
        out.extend_from_slice(&dst[..step.written]);
        rest = &rest[step.read..];
        state = transcoder.state();
        if is_end && step.status == codeunit::Status::InputEmpty {
            return out;
        }
    }
}

#[test]
fn resumed_behind_every_byte() {
    for (turn, web) in LEGACY.into_iter().enumerate() {
        let policy = [Policy::Replace, Policy::Escape, Policy::Skip][turn % 3];
        let web = Encoding::Legacy(web);
        let others = LONG.map(Encoding::Legacy).into_iter();
        for other in others.chain([Encoding::Utf8, Encoding::Utf16Le]) {
            for (from, to) in [(web, other), (other, web)] {
                for src in short(from) {
                    if from == Encoding::Utf8 && src.starts_with(b"\xEF\xBB\xBF") {
                        continue;
                    }
                    let want = outcome(from, to, policy, &src).output;
                    let got = resumed(from, to, policy, &src);
                    assert_eq!(got, want, "{from} to {to}, {policy:?}: {src:02X?}");
                }
            }
        }
    }
}

/// A state of one encoding is refused by those that cannot be in it.
#[test]
fn states_of_other_encodings_are_refused() {
    let new = |from, to| Transcoder::new(from, to, Policy::Strict);
    let is_refused = |from, to, state| new(from, to).resume(state).is_err();
    let sjis = Encoding::Legacy(SHIFT_JIS);
    let jis = Encoding::Legacy(ISO_2022_JP);
    let single = Encoding::Legacy(WINDOWS_1252);

    let mut cut = new(sjis, Encoding::Utf8);
    let _ = cut.push(b"a\x82", &mut [0; 8]);
    assert!(!is_refused(sjis, Encoding::Latin1, cut.state()));
    assert!(is_refused(sjis, Encoding::Utf16, cut.state()), "half a code unit written");
    for other in [single, jis, Encoding::Utf8, Encoding::Utf16Le, Encoding::Legacy(REPLACEMENT)] {
        assert!(is_refused(other, Encoding::Utf8, cut.state()), "{other}");
    }
    assert!(!is_refused(Encoding::Legacy(GB18030), Encoding::Utf8, cut.state()));

    let mut designated = new(jis, Encoding::Utf8);
    let _ = designated.push(b"\x1B$B", &mut [0; 8]);
    assert!(!is_refused(jis, sjis, designated.state()));
    for other in [sjis, single, Encoding::Utf8, Encoding::Latin1] {
        assert!(is_refused(other, Encoding::Utf8, designated.state()), "{other}");
    }

    let mut written = new(Encoding::Utf8, jis);
    let _ = written.push("あ".as_bytes(), &mut [0; 8]);
    assert!(!is_refused(Encoding::Utf8, jis, written.state()));
    for other in [sjis, single, Encoding::Utf8, Encoding::Latin1] {
        assert!(is_refused(Encoding::Utf8, other, written.state()), "{other}");
    }
}
