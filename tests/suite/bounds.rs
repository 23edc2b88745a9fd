//! Outputs that are too short: where a conversion stops, what it leaves alone, how it goes on.

use harness::pair::Pair;
use harness::{
    Bad, Element, Outcome, Policy, SourceModel, Tested, check_output, check_room, convert,
    for_each_backend, for_each_pair, in_turn, rng::Rng, scaled, text::samples, thin,
};

use crate::Test;
use std::mem::MaybeUninit;

use codeunit::ErrorKind;
use codeunit::encoding::{Latin1, Utf8, Utf16, Utf32};

/// Every room from 0 to a little more than is needed; `check_room` guards both sides of it.
fn every_room<U: Element, V: Element>(pair: &Pair<U, V>, src: &[U]) {
    let items = (pair.from.decode)(src);
    let needed = pair.to.convert(&items, usize::MAX, Policy::Lossy, &mut Vec::new()).written;
    for room in thin(0..=needed + 2) {
        pair.check_room(src, &items, room);
    }
}

fn every_room_for_well_formed_text() {
    for text in samples() {
        for_each_pair!(|pair| every_room(pair, &(pair.from.encode)(&text)));
    }
}

fn every_room_for_damaged_text() {
    let mut rng = Rng::new(2);
    for len in [3, 10, 20, 50, 120, 200] {
        for_each_pair!(|pair| every_room(pair, &(pair.from.random)(&mut rng, len)));
    }
}

/// The same where a source is long enough for the ways that only long ones take, as far as some rooms show it.
fn rooms_of_long_sources() {
    fn check<U: Element, V: Element>(pair: &Pair<U, V>, src: &[U], rng: &mut Rng) {
        let items = (pair.from.decode)(src);
        let needed = pair.to.convert(&items, usize::MAX, Policy::Lossy, &mut Vec::new()).written;
        for room in [needed, needed.saturating_sub(1)] {
            pair.check_room(src, &items, room);
        }
        for _ in 0..scaled(6) {
            pair.check_room(src, &items, rng.below(needed + 1));
        }
    }
    let mut rng = Rng::new(6);
    for unit in harness::text::PADDINGS.iter().copied().chain(["aaaaaaaé", "aé中😀"]) {
        let text = harness::text::padding(unit, 4000);
        let boundaries: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
        let (front, back) = text.split_at(boundaries[boundaries.len() / 2 + rng.below(50)]);
        for_each_pair!(|pair| {
            check(pair, &(pair.from.encode)(&text), &mut rng);
            let damage = (pair.from.random)(&mut rng, 20);
            let [front, back] = [front, back].map(|text| (pair.from.encode)(text));
            check(pair, &[front, damage, back].concat(), &mut rng);
        });
    }
}

/// Blocks of `block` elements until everything is read; the sum of the answers.
fn in_blocks<U: Element, V: Element>(
    pair: &Pair<U, V>,
    engine: Tested,
    mut src: &[U],
    block: usize,
    policy: Policy,
) -> (Outcome, Vec<V>) {
    let mut sum = Outcome { stop: None, read: 0, written: 0, replacements: 0 };
    let mut output = Vec::new();
    let mut dst = vec![pair.to.fill; block];
    loop {
        let part = pair.run(engine, policy, src, &mut dst);
        output.extend_from_slice(&dst[..part.written]);
        sum.read += part.read;
        sum.written += part.written;
        sum.replacements += part.replacements;
        if part.stop != Some(Bad { kind: ErrorKind::OutputFull, error_len: Some(0) }) {
            return (Outcome { stop: part.stop, ..sum }, output);
        }
        assert!(part.read > 0, "no progress with room for the longest character");
        src = &src[part.read..];
        assert!((pair.from.is_source)(src), "it ended at a code point boundary");
    }
}

fn resumed<U: Element, V: Element>(pair: &Pair<U, V>, rng: &mut Rng) {
    let texts = samples().into_iter().map(|text| (pair.from.encode)(&text));
    let texts: Vec<_> = texts.chain((0..40).map(|_| (pair.from.random)(rng, 300))).collect();
    for src in in_turn(0, &texts) {
        let items = (pair.from.decode)(src);
        let mut output = Vec::new();
        for policy in [Policy::Strict, Policy::Lossy] {
            let want = pair.to.convert(&items, usize::MAX, policy, &mut output);
            for_each_backend(|engine| {
                for block in [4, 5, 7, 16, 63, 64, 130] {
                    let got = in_blocks(pair, engine, src, block, policy);
                    assert_eq!(got, (want, output.clone()), "{} {}", pair.from.name, pair.to.name);
                }
            });
        }
    }
}

fn a_conversion_goes_on_where_the_output_was_full() {
    let mut rng = Rng::new(3);
    for_each_pair!(|pair| resumed(pair, &mut rng));
}

/// What comes first in the order of the source decides, not what is noticed first.
fn what_comes_first_in_the_source_wins() {
    let bad = |kind, error_len| Bad { kind, error_len };
    let full = bad(ErrorKind::OutputFull, Some(0));
    // The output is full exactly where the sequence stands: it is reported.
    let cases: [(&[u8], usize, Bad, usize); 7] = [
        (b"abc\xFFd", 3, bad(ErrorKind::BadLead, Some(1)), 3),
        (b"abc\xFFd", 2, full, 2),
        (b"abc\xE4\xB8", 3, bad(ErrorKind::Incomplete, None), 3),
        (b"abc\xE4\xB8", 0, full, 0),
        (b"ab\xC3\xA9\xED\xA0\x80", 3, bad(ErrorKind::Surrogate, Some(1)), 4),
        (b"ab\xC3\xA9\xED\xA0\x80", 2, full, 2),
        (b"\x80", 0, bad(ErrorKind::UnexpectedContinuation, Some(1)), 0),
    ];
    for (src, room, stop, read) in cases {
        let mut output = Vec::new();
        let items = Utf8::decode(src);
        let want = convert::<Utf16>(&items, room, Policy::Strict, &mut output);
        assert_eq!((want.stop, want.read), (Some(stop), read), "the model: {src:02X?}");
        for_each_backend(|engine| {
            check_output::<Utf8, Utf16>(engine, src, room, Policy::Strict, want, &output);
        });
    }
}

/// The same in long texts, where a kernel finds the error in the middle of a block.
fn what_comes_first_wins_in_every_block() {
    for unit in harness::text::PADDINGS {
        for len in thin((0..=70).chain(120..=135).chain(250..=262)) {
            let mut src = harness::text::padding(unit, len).into_bytes();
            src.extend_from_slice(b"\xF0\x9F\x98");
            src.extend_from_slice(&[b'z'; 70]);
            let items = Utf8::decode(&src);
            let before = convert::<Utf16>(&items, usize::MAX, Policy::Strict, &mut Vec::new());
            for room in before.written.saturating_sub(3)..=before.written + 3 {
                check_room::<Utf8, Utf16>(&src, &items, room);
            }
            let before = convert::<Utf8>(&items, usize::MAX, Policy::Strict, &mut Vec::new());
            for room in before.written.saturating_sub(3)..=before.written + 3 {
                check_room::<Utf8, Utf8>(&src, &items, room);
            }
        }
    }
}

fn latin1_has_no_room_question_for_what_it_cannot_hold() {
    for_each_backend(|engine| {
        for (text, read, len) in [("añ€", 3, 3), ("aab😀", 3, 4), ("ab\u{100}", 2, 2)] {
            let written = text[..read].chars().count();
            // Full or not, the character is not representable.
            for room in [written, written + 1, written + 80] {
                let mut dst = vec![0; room];
                let error =
                    engine.transcode::<Utf8, Latin1>(text.as_bytes(), &mut dst).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::NotRepresentable, "{text} into {room}");
                assert_eq!(error.error_len(), Some(len), "{text} into {room}");
                assert_eq!((error.read(), error.written()), (read, written), "{text} into {room}");
            }
            let error = engine
                .transcode::<Utf8, Latin1>(text.as_bytes(), &mut vec![0; written - 1])
                .unwrap_err();
            assert_eq!(error.kind(), ErrorKind::OutputFull, "{text}");
        }
        let units: Vec<u16> = "a😀".encode_utf16().collect();
        let error = engine.transcode::<Utf16, Latin1>(&units, &mut [0; 1]).unwrap_err();
        assert_eq!((error.kind(), error.error_len()), (ErrorKind::NotRepresentable, Some(2)));

        let mut dst = [0; 3];
        let done = engine.transcode_lossy::<Utf8, Latin1>("ñ€\u{FFFD}".as_bytes(), &mut dst);
        let done = done.expect("room for all");
        assert_eq!((done.written, done.replacements, &dst), (3, 2, b"\xF1??"));
        let error = engine.transcode_lossy::<Utf8, Latin1>("ñ€".as_bytes(), &mut dst[..1]);
        let error = error.unwrap_err();
        assert_eq!(
            (error.kind(), error.read(), error.replacements()),
            (ErrorKind::OutputFull, 2, 0)
        );
    });
}

fn uninit<U: Element, V: Element>(pair: &Pair<U, V>, rng: &mut Rng) {
    for len in [0, 5, 40, 150] {
        let src = (pair.from.random)(rng, len);
        let items = (pair.from.decode)(&src);
        let mut output = Vec::new();
        let needed = pair.to.convert(&items, usize::MAX, Policy::Lossy, &mut output).written;
        for (policy, room) in [Policy::Strict, Policy::Lossy]
            .into_iter()
            .flat_map(|policy| [0, needed / 2, needed, needed + 90].map(|room| (policy, room)))
        {
            let want = pair.to.convert(&items, room, policy, &mut output);
            for_each_backend(|engine| {
                let mut dst = vec![MaybeUninit::uninit(); room];
                let got = pair.run_uninit(engine, policy, &src, &mut dst);
                assert_eq!(got, want, "{} to {}", pair.from.name, pair.to.name);
                for (got, want) in dst[..got.written].iter().zip(&output) {
                    // SAFETY: so many elements were counted as written.
                    assert_eq!(unsafe { got.assume_init() }, *want);
                }
            });
        }
    }
}

fn output_that_is_not_initialised() {
    let mut rng = Rng::new(4);
    for_each_pair!(|pair| uninit(pair, &mut rng));
}

/// An output of another scheme may end inside a code unit: that part is never used.
fn a_part_of_a_code_unit_is_no_room() {
    use codeunit::encoding::{Utf16Le, Utf32Be};
    for_each_backend(|engine| {
        let mut dst = [0xA5; 7];
        let error = engine.transcode::<Utf8, Utf16Le>(b"abcdef", &mut dst).unwrap_err();
        assert_eq!((error.kind(), error.read(), error.written()), (ErrorKind::OutputFull, 3, 6));
        assert_eq!(dst, *b"a\0b\0c\0\xA5");
        let mut dst = [0xA5; 7];
        let error = engine.transcode::<Utf32, Utf32Be>(&[0x61, 0x62], &mut dst).unwrap_err();
        assert_eq!((error.kind(), error.read(), error.written()), (ErrorKind::OutputFull, 1, 4));
        assert_eq!(dst, *b"\0\0\0a\xA5\xA5\xA5");
    });
}

pub(crate) const TESTS: &[Test] = tests![
    every_room_for_well_formed_text,
    every_room_for_damaged_text,
    rooms_of_long_sources,
    a_conversion_goes_on_where_the_output_was_full,
    what_comes_first_in_the_source_wins,
    what_comes_first_wins_in_every_block,
    latin1_has_no_room_question_for_what_it_cannot_hold,
    output_that_is_not_initialised,
    a_part_of_a_code_unit_is_no_room,
];
