//! States of transcoders.

use codeunit::{
    ByteOrderMark, Encoding, OutputMark, Policy, SourceMark, State, Status, Transcoder,
};
use serde_json::{Value, json};

use crate::corrupt::{damaged_bytes, damaged_values};
use crate::saved::{cbor, saved};

const POLICIES: [Policy; 5] = [
    Policy::Strict,
    Policy::Replace,
    Policy::ReplaceWith('\u{1F600}'),
    Policy::Skip,
    Policy::Escape,
];

/// All encodings, and of those of the feature `legacy` some.
fn encodings() -> Vec<Encoding> {
    let labels = ["windows-1252", "shift_jis", "iso-2022-jp", "gb18030", "big5", "euc-jp"];
    let legacy = labels.map(|label| codeunit::WhatwgEncoding::for_label(label).expect("a label"));
    let legacy = legacy.into_iter().filter_map(codeunit::WhatwgEncoding::encoding);
    Encoding::ALL.iter().copied().chain(legacy).collect()
}

fn converted(transcoder: &mut Transcoder, src: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let done = transcoder.extend(src, &mut out).and_then(|()| transcoder.extend_finish(&mut out));
    assert_eq!(done.err(), transcoder.state().error());
    out
}

/// Text in an encoding, with a mark where it has one, and among it what is ill-formed in most.
fn source(from: Encoding) -> Vec<u8> {
    let text = |text: &str, mark| {
        let new = Transcoder::new(Encoding::Utf8, from, Policy::Skip).output_mark(mark);
        converted(&mut { new }, text.as_bytes())
    };
    let mark = if from.byte_order_marks().is_empty() { OutputMark::None } else { OutputMark::Add };
    [
        &text("aé\nあ中😀", mark)[..],
        b"\xFF\xD8\x81\x30",
        &text("é\nい", OutputMark::None),
        b"\xE3\x81",
    ]
    .concat()
}

/// What a state tells, without the bytes that are no longer carried. Where a stream has ended with an error,
/// how much of the bytes in error was taken depends on the chunks.
fn told(state: &State) -> impl PartialEq + core::fmt::Debug + use<> {
    let taken = state.error().is_none().then(|| (state.read(), state.carry().to_vec()));
    let counts = [state.converted(), state.written(), state.replacements(), state.code_points()];
    (taken, counts, state.position(), state.byte_order_mark(), state.error())
}

/// Byte by byte, and wherever the output is full, by another transcoder each time.
fn interrupted(new: &dyn Fn() -> Transcoder, src: &[u8], room: usize) -> (Vec<u8>, State) {
    let (mut state, mut out) = (saved(&new().state()), Vec::new());
    let mut rest = src;
    loop {
        let mut transcoder = new().resume(state).expect("a stream was there");
        let (mut dst, is_end) = (vec![0; room], rest.is_empty());
        let step = match rest.get(..1) {
            Some(byte) => transcoder.push(byte, &mut dst),
            None => transcoder.finish(&mut dst),
        };
        out.extend_from_slice(&dst[..step.written]);
        rest = &rest[step.read..];
        state = saved(&transcoder.state());
        match step.status {
            Status::InputEmpty if is_end => return (out, state),
            Status::IllFormed(error) => {
                let mut again = new().resume(state).expect("an error can be saved");
                assert_eq!(again.push(b"a", &mut dst).status, Status::IllFormed(error));
                return (out, state);
            }
            _ => {}
        }
    }
}

#[test]
fn every_pair_goes_on_behind_every_byte() {
    let all = encodings();
    for (index, &from) in all.iter().enumerate() {
        let src = source(from);
        for (turn, &to) in all.iter().enumerate() {
            for step in 0..2 {
                let policy = POLICIES[(index + turn + step * 2) % POLICIES.len()];
                let new = move || {
                    Transcoder::new(from, to, policy).counting_code_points().counting_lines()
                };
                let mut whole = new();
                let want = converted(&mut whole, &src);
                let (got, state) = interrupted(&new, &src, [4, 5, 9][turn % 3]);
                assert_eq!(got, want, "{from} to {to}, {policy:?}");
                assert_eq!(told(&state), told(&whole.state()), "{from} to {to}, {policy:?}");
            }
        }
    }
}

/// Every mark, and every beginning of one that is none, before text that is said to be in each encoding; with room for one
/// character, so that what was looked at for a mark waits for room too.
#[test]
fn marks_that_override_go_on_behind_every_byte() {
    for from in encodings() {
        for mark in ByteOrderMark::ALL.map(ByteOrderMark::bytes) {
            for src in (0..=mark.len()).map(|len| [&mark[..len], b"a\0\0\0\xE9\n"].concat()) {
                for source_mark in [SourceMark::Overrides, SourceMark::Whatwg] {
                    for to in [Encoding::Utf32Be, Encoding::Utf8] {
                        let new = move || {
                            let transcoder = Transcoder::new(from, to, Policy::Escape);
                            transcoder.source_mark(source_mark).counting_lines()
                        };
                        let mut whole = new();
                        let want = converted(&mut whole, &src);
                        let (got, state) = interrupted(&new, &src, 4);
                        assert_eq!(got, want, "{from}, {source_mark:?}: {src:02X?}");
                        assert_eq!(told(&state), told(&whole.state()), "{from}: {src:02X?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_form_of_what_is_saved_does_not_change() {
    let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Replace)
        .counting_code_points()
        .counting_lines();
    let _ = transcoder.push(b"\xEF\xBB\xBFa\n\xFFb\xE2\x82", &mut [0; 16]);
    let state = serde_json::to_value(transcoder.state()).expect("it can be saved");
    let want = json!({
        "carry": [0xE2, 0x82, 0], "carry_len": 2, "stage": "Text", "mark": "Utf8",
        "source_mode": 0, "target_mode": 0,
        "converted": 7, "written": 8, "replacements": 1, "code_points": 4,
        "line_feeds": 1, "column": 2, "pending": null, "error": null,
    });
    assert_eq!(state, want);

    // What somebody else has saved may have anything behind the bytes that are carried.
    let mut other = state.clone();
    other["carry"][2] = json!(7);
    let other: State = serde_json::from_value(other).expect("a state");
    assert_ne!(other, transcoder.state());
    let resumed = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Replace).resume(other);
    assert_eq!(resumed.expect("of that encoding").state(), transcoder.state());
}

fn state_of(from: Encoding, src: &[u8], room: usize) -> State {
    let mut transcoder = Transcoder::new(from, Encoding::Utf16Le, Policy::Escape);
    let _ = transcoder.push(src, &mut vec![0; room]);
    transcoder.state()
}

/// Of a source that was said to be in Latin-1 and looked at for any mark.
fn state_of_any(src: &[u8], room: usize) -> State {
    let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf16Le, Policy::Escape);
    let mut transcoder = transcoder.source_mark(SourceMark::Overrides);
    let _ = transcoder.push(src, &mut vec![0; room]);
    let _ = transcoder.push(b"a", &mut vec![0; room]);
    transcoder.state()
}

/// States with a carry, a mark, output that had no room, an error. All of them can be had with marks that override.
fn states() -> Vec<(Encoding, State)> {
    let mut strict =
        Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict).counting_lines();
    let _ = strict.push(b"a\nb\xF0\x9Fc", &mut [0; 8]);
    vec![
        (Encoding::Utf8, state_of(Encoding::Utf8, b"a\xF0\x9F", 8)),
        (Encoding::Utf8, state_of(Encoding::Utf8, b"\xEF", 8)),
        (Encoding::Utf8, state_of(Encoding::Utf8, b"a\xFFb", 6)),
        (Encoding::Utf8, strict.state()),
        (Encoding::Utf16, state_of(Encoding::Utf16, b"\xFF\xFEa\0\x3D\xD8\0", 8)),
        (Encoding::Utf32, state_of(Encoding::Utf32, b"\0\0\xFE\xFF\0\0", 8)),
        // Characters that had no room; a mark of another encoding; half of one.
        (Encoding::Latin1, state_of_any(b"\0\0\xFE", 2)),
        (Encoding::Latin1, state_of_any(b"\xFF\xFE", 8)),
        (Encoding::Latin1, state_of_any(b"\xEF", 0)),
    ]
}

/// Whatever is made of what was saved, it is refused or a state that a transcoder can go on from.
#[test]
fn damaged_states_do_no_harm() {
    let (mut accepted, mut refused) = (0, 0);
    let mut go_on = |state: State| {
        let _ =
            (state.carry(), state.read(), state.position(), state.error().map(|e| e.to_string()));
        let marks = [SourceMark::ByScheme, SourceMark::Overrides];
        for (from, mark) in encodings().into_iter().flat_map(|from| marks.map(|mark| (from, mark)))
        {
            let new = Transcoder::new(from, Encoding::Latin1, Policy::Escape).source_mark(mark);
            let Ok(mut transcoder) = new.counting_lines().counting_code_points().resume(state)
            else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let mut dst = [0; 64];
            for chunk in [&b"\x98"[..], b"", b"\x80\0\n\xDC\0\xFFabc\0"] {
                let step = transcoder.push(chunk, &mut dst);
                assert!(step.read <= chunk.len() && step.written <= dst.len());
            }
            let _ = transcoder.finish(&mut dst);
            let _ = transcoder.state().position();
        }
    };
    for (_, state) in states() {
        for value in damaged_values(&state) {
            if let Ok(state) = serde_json::from_value(value) {
                go_on(state);
            }
        }
        for bytes in damaged_bytes(&cbor(&state)) {
            if let Ok(state) = ciborium::from_reader(&bytes[..]) {
                go_on(state);
            }
        }
    }
    assert!(accepted > 100 && refused > 1000, "{accepted} accepted, {refused} refused");
}

/// One part of a state of its own encoding changed, so that no stream can be in it.
#[test]
fn impossible_states_are_refused() {
    let all = states();
    let cases: [(usize, &str, Value); 32] = [
        // C3 A9 is a whole character; FF begins none; more than is there.
        (0, "carry", json!([0xC3, 0xA9, 0])),
        (0, "carry", json!([0xFF, 0x9F, 0])),
        (0, "carry_len", json!(4)),
        (0, "carry_len", json!(255)),
        (0, "mark", json!("Utf16Le")),
        (0, "stage", json!("Mark")),
        (0, "converted", json!(u64::MAX)),
        (0, "written", json!(1_u64 << 62)),
        (0, "line_feeds", json!(u64::MAX)),
        (0, "column", json!(u64::MAX)),
        (0, "replacements", json!(u64::MAX)),
        (0, "source_mode", json!(1)),
        (0, "target_mode", json!(1)),
        // A mark that is not whole is no text.
        (1, "carry", json!([0x61, 0, 0])),
        (3, "converted", json!(1)),
        (4, "mark", json!("Utf8")),
        (4, "mark", json!("Utf32Le")),
        (5, "mark", json!("Utf16Be")),
        (5, "carry_len", json!(200)),
        // Parts of code units.
        (0, "written", json!(1)),
        (4, "converted", json!(3)),
        (5, "converted", json!(6)),
        // Nothing that was looked at for a mark, or not there.
        (6, "carry", json!([0, 0xFF, 0])),
        (6, "carry", json!([0xFE, 0, 0])),
        (6, "carry_len", json!(3)),
        (6, "converted", json!(2)),
        (6, "converted", json!(1_u64 << 40)),
        (6, "stage", json!("Mark")),
        (6, "mark", json!("Utf32Be")),
        // The rest of UTF-16LE.
        (7, "mark", json!(null)),
        (7, "carry_len", json!(2)),
        (8, "carry", json!([0xEE, 0, 0])),
    ];
    for (index, name, value) in cases {
        let (from, state) = all[index];
        let mark = if index < 6 { SourceMark::ByScheme } else { SourceMark::Overrides };
        let new = || Transcoder::new(from, Encoding::Utf16Le, Policy::Strict).source_mark(mark);
        assert!(new().resume(state).is_ok());
        let mut saved = serde_json::to_value(state).expect("it can be saved");
        saved[name] = value;
        let state = serde_json::from_value(saved.clone()).expect("only its meaning is wrong");
        assert!(new().resume(state).is_err(), "{saved}");
    }
    for (name, value) in
        [("len", json!(0)), ("len", json!(9)), ("error_len", json!(null)), ("offset", json!(99))]
    {
        let mut saved = serde_json::to_value(all[3].1).expect("it can be saved");
        saved["error"][name] = value;
        // An error that there is nowhere is refused when it is read, one of another stream when that is resumed.
        let Ok(state) = serde_json::from_value::<State>(saved.clone()) else { continue };
        assert_eq!(name, "offset", "{saved}");
        let new = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
        assert!(new.resume(state).is_err(), "{saved}");
    }
    let mut saved = serde_json::to_value(all[2].1).expect("it can be saved");
    for (name, value) in [("at", json!(200)), ("len", json!(200)), ("len", json!(0))] {
        let good = saved["pending"]["Escape"][name].take();
        assert!(good.is_number(), "an escape is pending");
        saved["pending"]["Escape"][name] = value;
        let state = serde_json::from_value(saved.clone()).expect("only its meaning is wrong");
        let new = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Escape);
        assert!(new.resume(state).is_err(), "{saved}");
        saved["pending"]["Escape"][name] = good;
    }
}
