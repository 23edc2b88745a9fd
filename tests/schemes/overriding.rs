//! Marks that override the encoding of the source: what a stream makes of every beginning is what the decision by all of it
//! makes, in one call.

use codeunit::encoding::{Utf8, Utf16, Utf16Be, Utf32, Utf32Le};
use codeunit::{
    ByteOrderMark, Decision, Encoding, EncodingSources, Policy, Priority, SourceMark, Status,
    StreamEncoding, Transcoder,
};

use crate::sources::sources;

const WAYS: [(SourceMark, Priority); 2] =
    [(SourceMark::Overrides, Priority::MarkFirst), (SourceMark::Whatwg, Priority::Whatwg)];

/// Every source of at most four bytes; every beginning of every mark before text of several encodings.
fn all_sources() -> Vec<Vec<u8>> {
    let mut all: Vec<_> = sources().collect();
    for mark in ByteOrderMark::ALL.map(ByteOrderMark::bytes) {
        for len in 0..=mark.len() {
            let text = ["añ".as_bytes(), b"a\0\xF1\0=\xD8\0\xDE", b"\0a\xDC\0", b"a\0\0\0\xFF"];
            all.extend(text.map(|text| [&mark[..len], text].concat()));
            all.extend(ByteOrderMark::ALL.map(|next| [&mark[..len], next.bytes()].concat()));
        }
    }
    all
}

/// What is behind the mark, with U+FFFD, and how many those are.
fn text(decision: Decision, src: &[u8]) -> (String, u64) {
    let behind = &src[decision.mark_len()..];
    match decision.encoding {
        // Which has a mark of its own, and a second one is text.
        Encoding::Utf8 => {
            let behind = [b"a", behind].concat();
            let (text, replacements) = Encoding::Utf8.decode_lossy(&behind);
            (text[1..].to_owned(), replacements)
        }
        encoding => {
            let (text, replacements) = encoding.decode_lossy(behind);
            (text.into_owned(), replacements)
        }
    }
}

/// The offset of the first error, by the call for all of it.
fn first_error(decision: Decision, src: &[u8]) -> Option<u64> {
    let behind = &src[decision.mark_len()..];
    let offset = match decision.encoding {
        Encoding::Utf8 => codeunit::validate_utf8(behind).err().map(|e| e.valid_up_to() as u64),
        encoding => encoding.validate(behind).err().map(|e| e.offset()),
    };
    offset.map(|offset| offset + decision.mark_len() as u64)
}

fn decide(declared: Encoding, priority: Priority) -> EncodingSources {
    EncodingSources { declared: Some(declared), default: Encoding::Utf8, priority }
}

/// Into one, two and three chunks, empty ones included.
fn every_cut(len: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..=len).flat_map(move |first| (first..=len).map(move |second| [first, second]))
}

/// Cut there, all of the text in one output; and what is told on the way.
fn check(new: &Transcoder, sources_of: EncodingSources, src: &[u8], cuts: [usize; 2]) {
    let decision = sources_of.decide(src);
    let case = || format!("{new:?} of {src:02X?} cut at {cuts:?}: {decision:?}");
    let (mut transcoder, mut out) = (new.clone(), Vec::new());
    let mut begin = 0;
    for end in [cuts[0], cuts[1], src.len()] {
        transcoder.extend(&src[begin..end], &mut out).expect("it replaces");
        begin = end;
        let (so_far, told) = (sources_of.decide_prefix(&src[..end]), transcoder.source_encoding());
        // That of the Web waits for whether a declared UTF-32 disagrees, which changes no encoding.
        if so_far.is_some() || sources_of.priority == Priority::MarkFirst {
            assert_eq!(told, so_far.map(|decision| decision.encoding), "{end} bytes: {}", case());
        }
    }
    transcoder.extend_finish(&mut out).expect("it replaces");
    let (want, replacements) = text(decision, src);
    assert_eq!(out, want.as_bytes(), "{}", case());
    let state = transcoder.state();
    assert_eq!((state.replacements(), state.byte_order_mark()), (replacements, decision.mark));
    assert_eq!((state.read(), state.converted()), (src.len() as u64, src.len() as u64));
    let told = transcoder.source_encoding();
    // Of an empty source nothing is told: it may grow.
    assert_eq!(told, (!src.is_empty()).then_some(decision.encoding), "{}", case());
}

#[test]
fn every_cut_of_every_beginning() {
    for &declared in Encoding::ALL {
        for (source_mark, priority) in WAYS {
            let new = Transcoder::new(declared, Utf8, Policy::Replace).source_mark(source_mark);
            for src in all_sources() {
                every_cut(src.len())
                    .for_each(|cuts| check(&new, decide(declared, priority), &src, cuts));
            }
        }
    }
}

/// Byte by byte and with empty chunks between, with room for one character or for none, each call by a transcoder that
/// knows the state only.
fn resumed(new: &Transcoder, src: &[u8]) -> (Vec<u8>, Option<u64>) {
    let (mut transcoder, mut out) = (new.clone(), Vec::new());
    let mut rest = src;
    for room in [0, 4].into_iter().cycle() {
        let is_end = rest.is_empty();
        let mut dst = vec![0; room];
        transcoder = new.clone().resume(transcoder.state()).expect("its own state");
        assert!(!matches!(transcoder.push(&[], &mut []).status, Status::IllFormed(_)));
        let step = match rest.get(..1) {
            Some(byte) => transcoder.push(byte, &mut dst),
            None => transcoder.finish(&mut dst),
        };
        out.extend_from_slice(&dst[..step.written]);
        rest = &rest[step.read..];
        match step.status {
            Status::IllFormed(error) => return (out, Some(error.offset())),
            Status::InputEmpty if is_end => break,
            _ => {}
        }
    }
    (out, None)
}

#[test]
fn resumed_behind_every_byte() {
    for &declared in Encoding::ALL {
        for (source_mark, priority) in WAYS {
            for src in all_sources() {
                let decision = decide(declared, priority).decide(&src);
                for policy in [Policy::Replace, Policy::Strict] {
                    let new = Transcoder::new(declared, Utf32Le, policy).source_mark(source_mark);
                    let (out, error) = resumed(&new, &src);
                    let case = || format!("{new:?} of {src:02X?}");
                    if policy == Policy::Strict {
                        assert_eq!(error, first_error(decision, &src), "{}", case());
                        continue;
                    }
                    let units: Vec<u8> = text(decision, &src)
                        .0
                        .chars()
                        .flat_map(|c| u32::from(c).to_le_bytes())
                        .collect();
                    assert_eq!((out, error), (units, None), "{}", case());
                }
            }
        }
    }
}

/// A state in which only a stream with the option can be.
#[test]
fn states_of_others_are_refused() {
    use Encoding::{Ascii, Latin1, Utf16 as Utf16Name, Utf16Le as Utf16LeName, Utf32 as Utf32Name};
    let new = |from, mark| Transcoder::new(from, Utf8, Policy::Replace).source_mark(mark);
    let state = |from, mark, src: &[u8], room| {
        let mut transcoder = new(from, mark);
        let _ = transcoder.push(src, &mut [0; 8]);
        let _ = transcoder.push(b"a", &mut vec![0; room]);
        transcoder.state()
    };
    let is_ok = |from, mark, state| new(from, mark).resume(state).is_ok();
    use SourceMark::{ByScheme, Mark, Overrides, Whatwg};
    for (from, src) in [
        // A mark of another encoding.
        (Latin1, &b"\xEF\xBB\xBFb"[..]),
        (Ascii, b"\xFF\xFEb"),
        (Encoding::Utf8, b"\xFE\xFF\0"),
        (Utf16LeName, b"\xEF\xBB\xBF"),
        (Utf16Name, b"\xEF\xBB\xBF"),
        // The beginning of one that may be there.
        (Latin1, b"\xEF"),
        (Encoding::Utf8, b"\xFF"),
        (Utf16Name, b"\xEF"),
        (Utf32Name, b"\xFE"),
    ] {
        for mark in [Overrides, Whatwg] {
            let mut transcoder = new(from, mark);
            let _ = transcoder.push(src, &mut [0; 16]);
            let state = transcoder.state();
            assert!(is_ok(from, Overrides, state) && is_ok(from, Whatwg, state), "{from} {src:X?}");
            assert!(!is_ok(from, ByScheme, state) && !is_ok(from, Mark, state), "{from} {src:X?}");
        }
    }
    // UTF-32 has no marks on the Web.
    for src in [&b"\0\0\xFE"[..], b"\0\0\xFE\xFF", b"\xFF\xFE\0\0"] {
        let mut transcoder = new(Latin1, Overrides);
        let _ = transcoder.push(src, &mut [0; 16]);
        assert!(!is_ok(Latin1, Whatwg, transcoder.state()), "{src:02X?}");
    }
    // Two characters that had no room, and were no mark.
    let waits = state(Latin1, Overrides, b"\xEF\xBB", 2);
    assert_eq!((waits.converted(), waits.carry()), (1, &b"\xBB"[..]));
    let waits_all = state(Latin1, Overrides, b"\xEF\xBB", 0);
    assert_eq!((waits_all.converted(), waits_all.carry()), (0, &b"\xEF\xBB"[..]));
    for state in [waits, waits_all] {
        assert!(is_ok(Latin1, Overrides, state) && is_ok(Latin1, Whatwg, state));
        assert!(!is_ok(Latin1, ByScheme, state) && !is_ok(Latin1, Mark, state));
    }
    assert!(!is_ok(Latin1, Whatwg, state(Latin1, Overrides, b"\0\0\xFE", 0)));
}

/// An option that is changed while something is carried, which is of no use, makes no panic.
#[test]
fn changed_on_the_way() {
    let marks = [SourceMark::ByScheme, SourceMark::Mark, SourceMark::Overrides, SourceMark::Whatwg];
    for &declared in Encoding::ALL {
        for (first, then) in marks.into_iter().flat_map(|a| marks.map(|b| (a, b))) {
            for begin in [&b"\xEF\xBB"[..], b"\0\0\xFE", b"\xFF\xFE\0", b"\xFF", b"\xFE"] {
                for rooms in [[0, 4], [1, 4], [4, 1], [2, 3], [4, 4]] {
                    let new = Transcoder::new(declared, Encoding::Latin1, Policy::Replace);
                    let mut transcoder = new.source_mark(first);
                    let _ = transcoder.push(begin, &mut vec![0; rooms[0]]);
                    let _ = transcoder.push(b"abcdefgh", &mut vec![0; rooms[1] - 1]);
                    transcoder = transcoder.source_mark(then);
                    let _ = transcoder.push(b"abcdefgh", &mut vec![0; rooms[1]]);
                    let _ = transcoder.push(b"abcdefghijklmnop", &mut [0; 64]);
                    let _ = transcoder.finish(&mut [0; 64]);
                }
            }
        }
    }
}

fn convert<S: StreamEncoding>(from: S, mark: SourceMark, src: &[S::Unit]) -> String {
    let (mut transcoder, mut text) =
        (Transcoder::new(from, Utf8, Policy::Replace).source_mark(mark), String::new());
    transcoder.extend_string(src, &mut text).expect("it replaces");
    transcoder.extend_string_finish(&mut text).expect("it replaces");
    text
}

/// Native code units are in no other encoding; the bytes of a type are as those of a name.
#[test]
fn types() {
    for mark in [SourceMark::Overrides, SourceMark::Whatwg, SourceMark::Mark] {
        assert_eq!(convert(Utf16, mark, &[0xFEFF, 0x61]), "a");
        assert_eq!(convert(Utf16, mark, &[0xFFFE, 0x61]), "\u{FFFE}a");
        assert_eq!(convert(Utf16, mark, &[0xBBEF, 0x61BF]), "\u{BBEF}\u{61BF}");
        assert_eq!(convert(Utf32, mark, &[0xFEFF, 0x61]), "a");
        let mut units = Transcoder::new(Utf16, Utf8, Policy::Replace).source_mark(mark);
        let _ = units.push(&[0x61, 0x62], &mut [0; 8]);
        let native =
            if cfg!(target_endian = "big") { Encoding::Utf16Be } else { Encoding::Utf16Le };
        assert_eq!(units.source_encoding(), Some(native));
    }
    for (mark, _) in WAYS {
        assert_eq!(convert(Utf16Be, mark, b"\xEF\xBB\xBFa"), "a");
        assert_eq!(convert(Utf16Be, mark, b"\0a"), "a");
        assert_eq!(convert(Utf8, mark, b"\xFF\xFEa\0"), "a");
    }
    assert_eq!(convert(Utf8, SourceMark::ByScheme, b"\xEF\xBB\xBFa"), "\u{FEFF}a");
}
