//! A byte order mark before what is declared: as the decoders of `encoding_rs` that look for one, and as what is decided by
//! all of the source.

use codeunit::encoding::Utf8;
use codeunit::{
    ByteOrderMark, Encoding, EncodingSources, OutputMark, Policy, Priority, SourceMark, Status,
    Transcoder, WhatwgEncoding,
};
use encoding_rs::{Encoding as Web, UTF_8, UTF_16BE, UTF_16LE};

use super::{LEGACY, LONG};

/// What may follow a mark or a part of one, as text in this encoding or in another.
const BEHIND: [&[u8]; 9] = [
    b"",
    b"a",
    b"\xBF\xBD",
    b"a\0\xF1\0",
    b"\0a",
    b"\x82\xA0\x1B$B$\"\x1B(B\xFF",
    b"\0\0",
    b"\xEF\xBB\xBFa",
    b"\0\0\0a\0\0\0\n\xD8\0abcdefgh, and more than is looked at at once, \x81\x30\x81\x30",
];

fn sources() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for mark in ByteOrderMark::ALL.map(ByteOrderMark::bytes) {
        for len in 0..=mark.len() {
            all.extend(BEHIND.map(|behind| [&mark[..len], behind].concat()));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Into two and three chunks among the first bytes, and byte by byte.
fn cuts(len: usize) -> Vec<Vec<usize>> {
    let most = len.min(6);
    let mut all = vec![vec![], (0..=len).collect()];
    for first in 0..=most {
        all.extend((first..=most).map(|second| vec![first, second]));
    }
    all
}

fn converted(mut transcoder: Transcoder, src: &[u8], cuts: &[usize]) -> (Vec<u8>, Transcoder) {
    let (mut out, mut begin) = (Vec::new(), 0);
    for &end in cuts.iter().chain([&src.len()]) {
        transcoder.extend(&src[begin..end], &mut out).expect("it replaces");
        begin = end;
    }
    transcoder.extend_finish(&mut out).expect("it replaces");
    (out, transcoder)
}

/// By name, and by the value of `encoding_rs`, which has no marks by itself.
fn declared(web: &'static Web) -> Vec<Encoding> {
    let by_label = WhatwgEncoding::for_label(web.name()).and_then(WhatwgEncoding::encoding);
    vec![by_label.expect("a label"), Encoding::Legacy(web)]
}

#[test]
fn decoders_of_the_web_that_look_for_a_mark() {
    for web in LEGACY.into_iter().chain([UTF_8, UTF_16LE, UTF_16BE]) {
        for src in sources() {
            let mut want = String::with_capacity(3 * src.len() + 64);
            let mut decoder = web.new_decoder();
            let (result, read, _) = decoder.decode_to_string(&src, &mut want, true);
            assert_eq!((result, read), (encoding_rs::CoderResult::InputEmpty, src.len()));
            for from in declared(web) {
                for cuts in cuts(src.len()) {
                    let new = Transcoder::new(from, Utf8, Policy::Replace);
                    let (got, done) = converted(new.source_mark(SourceMark::Whatwg), &src, &cuts);
                    assert_eq!(got, want.as_bytes(), "{from}, {src:02X?} cut at {cuts:?}");
                    let name = done.source_encoding().map(Encoding::name);
                    let want = (!src.is_empty()).then_some(decoder.encoding().name());
                    assert_eq!(name, want, "{from}, {src:02X?}");
                }
            }
        }
    }
}

/// By all five marks, to encodings of Unicode and to others, which have to leave the way through UTF-8 or to stay on it; byte
/// by byte too, with little room, by transcoders that know the state only.
#[test]
fn what_is_decided_by_all_of_the_source() {
    let sources = sources();
    let all = LEGACY.map(Encoding::Legacy).into_iter().chain([Encoding::Utf8, Encoding::Utf16]);
    for (turn, declared) in all.enumerate() {
        let targets =
            [Encoding::Utf8, Encoding::Utf32Le, Encoding::Legacy(LONG[turn % LONG.len()])];
        for (index, src) in sources.iter().enumerate() {
            let mark = [OutputMark::None, OutputMark::Keep, OutputMark::Add][(turn + index) % 3];
            let policy = [Policy::Replace, Policy::Escape, Policy::Skip][(turn + index / 3) % 3];
            let priority = Priority::MarkFirst;
            let sources = EncodingSources { declared: Some(declared), default: declared, priority };
            let decision = sources.decide(src);
            for to in targets {
                let new = |from, source_mark| {
                    let transcoder = Transcoder::new(from, to, policy).source_mark(source_mark);
                    transcoder.output_mark(mark).counting_lines().counting_code_points()
                };
                let (want, by_all) =
                    converted(new(decision.encoding, decision.source_mark()), src, &[]);
                let new = || new(declared, SourceMark::Overrides);
                let case = || format!("{:?} of {src:02X?}", new());
                for cuts in cuts(src.len()) {
                    let (got, done) = converted(new(), src, &cuts);
                    assert_eq!(got, want, "cut at {cuts:?}: {}", case());
                    // An empty source is one of which nothing is known yet.
                    if !src.is_empty() {
                        assert_eq!(done.state(), by_all.state(), "cut at {cuts:?}: {}", case());
                    }
                }
                assert_eq!(resumed(&new, src), want, "{}", case());
            }
        }
    }
}

fn resumed(new: &dyn Fn() -> Transcoder, src: &[u8]) -> Vec<u8> {
    let (mut state, mut out, mut rest) = (new().state(), Vec::new(), src);
    for room in [0, 4].into_iter().cycle() {
        let mut transcoder = new().resume(state).expect("a stream was there");
        let (mut dst, is_end) = (vec![0; room], rest.is_empty());
        let step = match rest.get(..1) {
            Some(byte) => transcoder.push(byte, &mut dst),
            None => transcoder.finish(&mut dst),
        };
        out.extend_from_slice(&dst[..step.written]);
        rest = &rest[step.read..];
        state = transcoder.state();
        if is_end && step.status == Status::InputEmpty {
            break;
        }
    }
    out
}

/// A mark of another encoding is in no state of those that do not look for it.
#[test]
fn states() {
    let web = Encoding::Legacy(encoding_rs::WINDOWS_1252);
    let new = |mark| Transcoder::new(web, Encoding::Utf8, Policy::Strict).source_mark(mark);
    for src in [&b"\xEF\xBB\xBFa"[..], b"\xFF\xFEa\0b", b"\xEF\xBB", b"\xFE"] {
        let mut transcoder = new(SourceMark::Overrides);
        let _ = transcoder.push(src, &mut [0; 16]);
        for mark in [SourceMark::Overrides, SourceMark::Whatwg] {
            let resumed = new(mark).resume(transcoder.state()).expect("of this encoding");
            assert_eq!(resumed.source_encoding(), transcoder.source_encoding());
        }
        for mark in [SourceMark::ByScheme, SourceMark::Mark] {
            assert!(new(mark).resume(transcoder.state()).is_err(), "{src:02X?}");
        }
    }
    // Another stream begins where this one did.
    let mut transcoder = new(SourceMark::Overrides);
    let _ = transcoder.push(b"\xFF\xFEa\0", &mut [0; 16]);
    transcoder.reset();
    let mut dst = [0; 16];
    let step = transcoder.push(b"\x80abc", &mut dst);
    assert_eq!(&dst[..step.written], "€abc".as_bytes());
}

/// It does not depend on the text.
#[test]
#[should_panic(expected = "encodings of the feature `legacy` have no checkpoints")]
fn no_checkpoints_whatever_the_mark_tells() {
    let web = Encoding::Legacy(encoding_rs::WINDOWS_1252);
    let mut transcoder =
        Transcoder::new(web, Encoding::Utf8, Policy::Strict).source_mark(SourceMark::Overrides);
    let _ = transcoder.push(b"\xFF\xFEa\0", &mut [0; 16]);
    let _ = codeunit::Checkpoints::new().push(&mut transcoder, b"b\0", &mut [0; 16]);
}
