//! What a stream tells and takes beside text.

use codeunit::encoding::{Utf8, Utf16};
use codeunit::{
    Encoding, ErrorKind, Policy, Position, Report, Status, Transcoder, transcode_lossy_to_vec,
};
use harness::rng::Rng;
use harness::text::{random_text, random_utf8};
use harness::{for_each_backend, long, scaled};

use super::run::in_chunks;
use super::splits::{every_cut, some_cuts};

fn utf8(policy: Policy) -> Transcoder {
    Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, policy)
}

/// As many U+FFFD as the decoders of the WHATWG Encoding Standard, of which the standard library's is one.
pub(super) fn replacements_are_those_of_the_web() {
    let mut rng = Rng::new(15);
    for _ in 0..scaled(2000) {
        let len = rng.below(300);
        let src = random_utf8(&mut rng, len);
        let want = String::from_utf8_lossy(&src);
        for_each_backend(|tested| {
            let mut transcoder =
                Transcoder::new(Utf8, Utf8, Policy::Replace).with_engine(tested.engine());
            let mut text = String::new();
            let half = src.len() / 2;
            for part in [&src[..half], &src[half..]] {
                transcoder.extend_string(part, &mut text).expect("it replaces");
            }
            transcoder.extend_string_finish(&mut text).expect("it replaces");
            assert_eq!(text, want);
        });
    }
}

/// Every length of the output from 0: nothing is lost where it is full, and room for the longest
/// character is always enough.
pub(super) fn every_room() {
    let src = "aé中😀\n".as_bytes().repeat(7);
    let src = [&src[..], b"\xE4\xB8\xFF", &src[..]].concat();
    for to in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32, Encoding::Latin1] {
        for policy in [Policy::Replace, Policy::Escape, Policy::Skip] {
            let mut want = Vec::new();
            let mut transcoder = Transcoder::new(Encoding::Utf8, to, policy);
            transcoder.extend(&src, &mut want).expect("not strict");
            for_each_backend(|tested| {
                for room in (4..70).chain([200, 1000]) {
                    let mut transcoder =
                        Transcoder::new(Encoding::Utf8, to, policy).with_engine(tested.engine());
                    let (got, _) = in_chunks(
                        &mut transcoder,
                        &src,
                        &[3],
                        room,
                        |one, chunk, dst| match chunk {
                            Some(chunk) => one.push(chunk, dst),
                            None => one.finish(dst),
                        },
                    );
                    assert_eq!(got, want, "{policy:?} to {to}, room for {room}");
                }
                let mut transcoder =
                    Transcoder::new(Encoding::Utf8, to, policy).with_engine(tested.engine());
                let step = transcoder.push(&src, &mut []);
                assert_eq!((step.read, step.written, step.status), (0, 0, Status::OutputFull));
            });
        }
    }
}

pub(super) fn lines_and_columns() {
    let src = "ab\né\u{FEFF}\n\n😀x".as_bytes();
    let src = [src, b"\xFF\xC3"].concat();
    for cuts in every_cut(src.len()) {
        let mut transcoder = utf8(Policy::Skip).counting_lines();
        let mut report = Report::<4>::new();
        in_chunks(&mut transcoder, &src, &cuts, 64, |one, chunk, dst| match chunk {
            Some(chunk) => one.push_reporting(chunk, dst, &mut report),
            None => one.finish_reporting(dst, &mut report),
        });
        let positions: Vec<_> = report.errors().iter().map(|error| error.position()).collect();
        let at = |column| Some(Position { line: 4, column });
        assert_eq!(positions, [at(3), at(4)], "cut at {cuts:?}");
        assert_eq!(transcoder.state().position(), Position { line: 4, column: 5 });
    }
    // Line feeds of UTF-16 are code units: U+0A0A is none.
    let mut transcoder =
        Transcoder::new(Encoding::Utf16Be, Encoding::Utf16Le, Policy::Strict).counting_lines();
    let _ = transcoder.push(b"\x0A\x0A\x00\x0A\x0A\x00", &mut [0; 16]);
    assert_eq!(transcoder.state().position(), Position { line: 2, column: 2 });
}

pub(super) fn code_points() {
    let mut rng = Rng::new(3);
    for &to in Encoding::ALL {
        for _ in 0..scaled(20) {
            let len = rng.below(2000);
            let text = random_text(&mut rng, len);
            let cuts = some_cuts(&mut rng, text.len(), 3);
            let mut transcoder =
                Transcoder::new(Encoding::Utf8, to, Policy::Replace).counting_code_points();
            in_chunks(&mut transcoder, text.as_bytes(), &cuts, 64, |one, chunk, dst| match chunk {
                Some(chunk) => one.push(chunk, dst),
                None => one.finish(dst),
            });
            let (want, state) = (text.chars().count() as u64, transcoder.state());
            assert_eq!(state.code_points(), want, "to {to}: {text:?}");
            assert_eq!(state.position(), Position { line: 1, column: 1 }, "lines are not counted");
        }
    }
}

pub(super) fn a_callback_chooses() {
    let mut seen = Vec::new();
    let mut dst = [0; 64];
    let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    let step = transcoder.push_with(b"a\xFFb\xC0c\xE4\xB8d\x80e", &mut dst, |error| {
        seen.push((error.kind(), error.offset()));
        match error.kind() {
            ErrorKind::BadLead if error.bytes() == [0xFF] => Policy::ReplaceWith('!'),
            ErrorKind::BadLead => Policy::Skip,
            ErrorKind::Truncated => Policy::Escape,
            _ => Policy::Strict,
        }
    });
    let Status::IllFormed(error) = step.status else { panic!("{step:?}") };
    assert_eq!(&dst[..step.written], br"a!bc\xE4\xB8d");
    assert_eq!(
        (error.kind(), error.offset(), step.read),
        (ErrorKind::UnexpectedContinuation, 8, 8)
    );
    let kinds = [ErrorKind::BadLead, ErrorKind::BadLead, ErrorKind::Truncated, error.kind()];
    let offsets = [1, 3, 5, 8];
    assert_eq!(seen, kinds.into_iter().zip(offsets).collect::<Vec<_>>());
}

/// The first `N` of a report, and the number of all: also where it is full and a lossy kernel goes on.
pub(super) fn a_report_is_bounded() {
    let src = b"abc\xFF".repeat(500);
    let mut dst = vec![0; 4000];
    for_each_backend(|tested| {
        for policy in [Policy::Replace, Policy::Skip] {
            let mut report = Report::<3>::new();
            let mut transcoder = utf8(policy).with_engine(tested.engine());
            for chunk in src.chunks(333) {
                let step = transcoder.push_reporting(chunk, &mut dst, &mut report);
                assert_eq!(step.status, Status::InputEmpty);
            }
            let offsets: Vec<_> = report.errors().iter().map(|error| error.offset()).collect();
            assert_eq!((offsets.as_slice(), report.total()), (&[3, 7, 11][..], 500));
            assert_eq!(transcoder.state().replacements(), 500);
        }
    });
}

/// A file that grows: the end was none.
pub(super) fn more_after_the_end() {
    let mut transcoder = utf8(Policy::Replace);
    let mut dst = [0; 32];
    let _ = transcoder.push(b"a\xE2\x82", &mut dst);
    assert_eq!(transcoder.finish(&mut dst).written, 2);
    assert_eq!(transcoder.finish(&mut dst).written, 0, "all is written");
    assert_eq!(transcoder.push(b"\xAC", &mut dst).written, 2);
    assert_eq!((transcoder.state().read(), transcoder.state().replacements()), (4, 2));
}

pub(super) fn errors_stay() {
    let mut transcoder = utf8(Policy::Strict);
    let mut dst = [0; 32];
    let step = transcoder.push(b"ab\xFFcd", &mut dst);
    assert_eq!((step.read, step.written), (2, 4));
    let again = transcoder.push(b"cd", &mut dst);
    assert_eq!((again.read, again.written, again.status), (0, 0, step.status));
    assert_eq!(transcoder.finish(&mut dst).status, step.status);
    transcoder.reset();
    assert_eq!(transcoder.push(b"cd", &mut dst).status, Status::InputEmpty);
}

pub(super) fn vectors_and_strings_grow() {
    let mut rng = Rng::new(4);
    for _ in 0..scaled(200) {
        let len = rng.below(5000);
        let src = random_utf8(&mut rng, len);
        let cuts = some_cuts(&mut rng, src.len(), 4);
        let mut transcoder = Transcoder::new(Utf8, Utf16, Policy::Replace);
        let (mut units, mut begin) = (Vec::new(), 0);
        for end in cuts.into_iter().chain([src.len()]) {
            transcoder.extend(&src[begin..end], &mut units).expect("it replaces");
            begin = end;
        }
        transcoder.extend_finish(&mut units).expect("it replaces");
        assert_eq!(units, transcode_lossy_to_vec::<Utf8, Utf16>(&src));
    }
    let mut text = "before ".to_owned();
    let mut strict = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    strict.extend_string(b"\xE9", &mut text).expect("all of Latin-1 is text");
    assert_eq!(text, "before é");
}

/// Lines longer and shorter than the groups they are counted in, and more of them than a byte can count.
pub(super) fn lines_of_any_length() {
    let mut rng = Rng::new(6);
    for _ in 0..scaled(60) {
        let mut text = String::new();
        let longest = rng.pick(&[1, 2, 70, 1000, 40_000]);
        while text.len() < 60_000 {
            let len = rng.below(longest);
            text.push_str(&random_text(&mut rng, len));
            text.push('\n');
        }
        for to in [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf32Le] {
            let mut transcoder =
                Transcoder::new(Encoding::Utf8, to, Policy::Strict).counting_lines();
            let mut out = Vec::new();
            let cut = rng.below(text.len());
            transcoder.extend(&text.as_bytes()[..cut], &mut out).expect("well-formed");
            transcoder.extend(&text.as_bytes()[cut..], &mut out).expect("well-formed");
            transcoder.extend("é".as_bytes(), &mut out).expect("well-formed");
            let line = 1 + text.bytes().filter(|&byte| byte == b'\n').count() as u64;
            assert_eq!(transcoder.state().position(), Position { line, column: 2 });
            transcoder.reset();
            transcoder.extend(&text.as_bytes()[..text.len() - 1], &mut out).expect("well-formed");
            let last = text.lines().last().expect("it has lines");
            let column = 1 + last.chars().count() as u64;
            assert_eq!(transcoder.state().position(), Position { line: line - 1, column });
        }
    }
}

/// Blocks longer than what is converted at once where it is counted, well-formed and not, beside short ones.
pub(super) fn long_blocks_count_as_short_ones() {
    let mut rng = Rng::new(8);
    let part = long(100_000, 5000);
    let mut damaged = random_text(&mut rng, part).into_bytes();
    damaged.extend(random_utf8(&mut rng, part));
    damaged.extend("a line of ASCII\n".repeat(part / 25).into_bytes());
    damaged.extend(vec![b'a'; part + 40_000]);
    let text = String::from_utf8_lossy(&damaged).into_owned();
    let latin1 = damaged.clone();
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let sources = [
        (Encoding::Utf8, damaged),
        (Encoding::Utf8, text.into_bytes()),
        (Encoding::Latin1, latin1),
        (Encoding::Utf16Le, utf16),
    ];
    for (from, src) in &sources {
        for to in [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf32Le] {
            let new = Transcoder::new(*from, to, Policy::Replace);
            for new in [
                new.clone().counting_code_points(),
                new.clone().counting_lines(),
                new.counting_code_points().counting_lines(),
            ] {
                for_each_backend(|tested| {
                    let convert = |len| {
                        let mut transcoder = new.clone().with_engine(tested.engine());
                        let mut dst = vec![0; 4 * src.len() + 64];
                        let mut written = 0;
                        for block in src.chunks(len) {
                            let step = transcoder.push(block, &mut dst[written..]);
                            assert_eq!((step.read, step.status), (block.len(), Status::InputEmpty));
                            written += step.written;
                        }
                        dst.truncate(written);
                        let state = transcoder.state();
                        let counts = (state.replacements(), state.code_points(), state.position());
                        (state.read(), counts, dst)
                    };
                    assert!(convert(src.len()) == convert(999), "{from} to {to}");
                });
            }
        }
    }
}
