//! Checkpoints: every offset of the output and of the source, against a list of all characters that is made one by
//! one; streams in one piece and in chunks, whatever the policy; kept and read again; damaged.

use codeunit::encoding::{Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use codeunit::{
    Checkpoints, Encoding, InvalidMap, OutputMark, Policy, Status, StreamEncoding, Transcoder,
};
use harness::checkpoints::{Model, sealed};
use harness::rng::Rng;
use harness::size::scaled;
use harness::text::{PADDINGS, SCRIPTS, padding};
use harness::{SourceModel, TargetModel, thin};

use crate::Test;

const POLICIES: [Policy; 4] =
    [Policy::Replace, Policy::ReplaceWith('ñ'), Policy::Skip, Policy::Escape];

/// One piece, and chunks of any length into rooms of any length.
fn check_pair<S, T>((from, to): (S, T), src: &[u8], policy: Policy, rng: &mut Rng)
where
    S: SourceModel<Slice = [u8]> + StreamEncoding<Unit = u8> + Copy,
    T: TargetModel<Unit = u8> + StreamEncoding<Unit = u8> + Copy,
{
    let what = format!("{} to {}, {policy:?}, {src:02X?}", S::NAME, T::NAME);
    let model = Model::new(src, from, to, policy);
    let new = || Transcoder::new(from, to, policy).counting_lines();
    let mut whole = Checkpoints::with_interval(256);
    let (mut transcoder, mut out) = (new(), Vec::new());
    whole.extend(&mut transcoder, src, &mut out).expect("nothing is strict");
    whole.extend_finish(&mut transcoder, &mut out).expect("nothing is strict");
    assert!(out == model.output(), "{what}");
    model.check(&whole, &what);

    let (out, once) = Checkpoints::transcode_to_vec(from, to, policy, src).expect("not strict");
    assert!(out == model.output() && once.end() == whole.end(), "{what}");
    for offset in thin([0, 1, src.len() / 2, src.len()]).map(|at| (at as u64).min(once.end().1)) {
        let got = once.locate(offset, &out).expect("inside");
        let got = (got.offset, got.line.expect("lines are counted"), got.is_exact);
        assert_eq!(got, model.locate(offset), "{what}: output {offset}");
    }

    let mut parts = Checkpoints::with_interval(256);
    let (mut transcoder, mut out, mut at) = (new(), Vec::new(), 0);
    loop {
        let part = &src[at..src.len().min(at + rng.below(90))];
        let mut room = vec![0; rng.below(100)];
        let is_last = at == src.len();
        let step = if is_last {
            parts.finish(&mut transcoder, &mut room)
        } else {
            parts.push(&mut transcoder, part, &mut room)
        };
        out.extend_from_slice(&room[..step.written]);
        at += step.read;
        // Also where something waits for room.
        assert_eq!(Checkpoints::from_bytes(&parts.to_bytes()).as_ref(), Ok(&parts), "{what}");
        if is_last && step.status == Status::InputEmpty {
            break;
        }
    }
    assert!(out == model.output(), "{what}");
    model.check(&parts, &what);

    let kept = Checkpoints::from_bytes(&parts.to_bytes()).expect("as it was written");
    assert_eq!(kept, parts, "{what}");
}

/// Every pair of the encodings that are bytes.
macro_rules! for_each_pair_of_bytes {
    ($function:ident $args:tt) => {
        for_each_pair_of_bytes!(
            @rows $function $args [Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1]
            Utf8 Utf16Le Utf16Be Utf32Le Utf32Be Latin1
        )
    };
    (@rows $function:ident $args:tt $all:tt $($from:ident)*) => {
        $(for_each_pair_of_bytes!(@row $function $args $from $all);)*
    };
    (@row $function:ident $args:tt $from:ident [$($to:ident)*]) => {
        $($function::<$from, $to> $args;)*
    };
}

fn text_of_every_kind() {
    fn check<S, T>(text: &str, policy: Policy, rng: &mut Rng)
    where
        S: SourceModel<Slice = [u8], Owned = Vec<u8>> + StreamEncoding<Unit = u8> + Copy + Default,
        T: TargetModel<Unit = u8> + StreamEncoding<Unit = u8> + Copy + Default,
    {
        check_pair((S::default(), T::default()), &S::encode(text), policy, rng);
    }
    let mut rng = Rng::new(51);
    for unit in PADDINGS {
        for len in thin([0, 1, 9, 255, 256, 257, 1500]) {
            let text = padding(unit, len).replace('b', "\n");
            for_each_pair_of_bytes!(check(&text, Policy::Replace, &mut rng));
        }
    }
    for script in thin(SCRIPTS) {
        let text = padding(script, 900).replace(' ', "\n");
        for_each_pair_of_bytes!(check(&text, Policy::Escape, &mut rng));
    }
}

fn damaged_sources() {
    fn check<S, T>(len: usize, policy: Policy, rng: &mut Rng)
    where
        S: SourceModel<Slice = [u8], Owned = Vec<u8>> + StreamEncoding<Unit = u8> + Copy + Default,
        T: TargetModel<Unit = u8> + StreamEncoding<Unit = u8> + Copy + Default,
    {
        let mut src = S::random(rng, len);
        check_pair((S::default(), T::default()), &src, policy, rng);
        let text = S::encode(&padding("añ中😀\n", len));
        src.splice(..0, text.iter().copied());
        src.extend(text);
        check_pair((S::default(), T::default()), &src, policy, rng);
    }
    let mut rng = Rng::new(52);
    for round in 0..scaled(12) {
        let len = [3, 30, 400][round % 3];
        for policy in POLICIES {
            for_each_pair_of_bytes!(check(len, policy, &mut rng));
        }
    }
}

/// Sources of native code units, none of which is cut wherever a checkpoint is due or a room ends.
fn native_code_units() {
    fn check<N, S, T>((native, from, to): (N, S, T), src: &[N::Unit], bytes: &[u8], rng: &mut Rng)
    where
        N: StreamEncoding + Copy,
        S: SourceModel<Slice = [u8]> + StreamEncoding<Unit = u8> + Copy,
        T: TargetModel<Unit = u8> + StreamEncoding<Unit = u8> + Copy,
    {
        let model = Model::new(bytes, from, to, Policy::Replace);
        for interval in [256, 258, 259] {
            let what = format!("{} to {}, every {interval}, {bytes:02X?}", S::NAME, T::NAME);
            let mut parts = Checkpoints::with_interval(interval);
            let mut transcoder = Transcoder::new(native, to, Policy::Replace).counting_lines();
            let (mut out, mut at, mut is_last) = (Vec::new(), 0, false);
            while !is_last {
                let mut room = vec![0; rng.below(100)];
                let step = if at < src.len() {
                    parts.push(&mut transcoder, &src[at..], &mut room)
                } else {
                    let step = parts.finish(&mut transcoder, &mut room);
                    is_last = step.status == Status::InputEmpty;
                    step
                };
                out.extend_from_slice(&room[..step.written]);
                at += step.read;
                let read = (at * size_of::<N::Unit>()) as u64;
                assert_eq!(transcoder.state().read(), read, "{what}");
            }
            assert!(out == model.output(), "{what}");
            model.check(&parts, &what);
        }
    }
    #[cfg(target_endian = "little")]
    let (order16, order32) = (Utf16Le, Utf32Le);
    #[cfg(target_endian = "big")]
    let (order16, order32) = (Utf16Be, Utf32Be);
    let mut rng = Rng::new(54);
    for unit in PADDINGS.iter().copied().chain(["aaaa中", "añ中😀\n"]) {
        for len in thin([1, 130, 200, 600]) {
            let text = padding(unit, len);
            let mut units: Vec<u16> = text.encode_utf16().collect();
            units.extend([0xD800, 0x61, 0xDC00]);
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_ne_bytes()).collect();
            check((Utf16, order16, Utf8), &units, &bytes, &mut rng);
            check((Utf16, order16, Utf16Be), &units, &bytes, &mut rng);
            check((Utf16, order16, Utf32Be), &units, &bytes, &mut rng);
            let mut points: Vec<u32> = text.chars().map(u32::from).collect();
            points.extend([0xD800, 0x61, 0x11_0000]);
            let bytes: Vec<u8> = points.iter().flat_map(|point| point.to_ne_bytes()).collect();
            check((Utf32, order32, Utf8), &points, &bytes, &mut rng);
            check((Utf32, order32, Utf16Be), &points, &bytes, &mut rng);
        }
    }
}

/// A mark on one side or on both, in front of text and of what is no text.
fn marks() {
    let convert = |from, to, mark, src: &[u8]| {
        let mut checkpoints = Checkpoints::new();
        let mut transcoder = Transcoder::new(from, to, Policy::Replace).output_mark(mark);
        let mut out = Vec::new();
        for byte in src {
            checkpoints.extend(&mut transcoder, &[*byte], &mut out).expect("nothing is strict");
        }
        checkpoints.extend_finish(&mut transcoder, &mut out).expect("nothing is strict");
        (checkpoints, out)
    };
    use Encoding::{Utf8, Utf16, Utf16Le};
    let places = |(checkpoints, out): &(Checkpoints, Vec<u8>)| -> Vec<(u64, bool)> {
        let locate = |offset| checkpoints.locate(offset, out).expect("inside");
        (0..=out.len() as u64).map(locate).map(|found| (found.offset, found.is_exact)).collect()
    };
    let dropped = convert(Utf16, Utf8, OutputMark::None, b"\xFF\xFEa\0\n\0b\0");
    assert_eq!(places(&dropped), [(2, true), (4, true), (6, true), (8, true)]);
    let kept = convert(Utf16, Utf8, OutputMark::Keep, b"\xFF\xFEa\0");
    assert_eq!(places(&kept), [(0, true), (0, false), (0, false), (2, true), (4, true)]);
    let added = convert(Utf8, Utf16Le, OutputMark::Add, b"ab");
    let want = [(0, true), (0, false), (0, true), (0, false), (1, true), (1, false), (2, true)];
    assert_eq!(places(&added), want);
    // In place of the first sequence stands a character, behind the mark.
    let damaged = convert(Utf8, Utf16Le, OutputMark::Add, b"\xFFa");
    assert_eq!(damaged.0.locate(4, &damaged.1).expect("inside").offset, 1);
    let empty = convert(Utf16, Utf8, OutputMark::Add, b"");
    assert_eq!((empty.0.end(), empty.1.len()), ((0, 3), 3));
    // Nobody counted lines.
    assert_eq!(dropped.0.locate_line(1, &dropped.1), None);
    let mut lines = Checkpoints::new();
    let mut transcoder =
        Transcoder::new(Utf16, Utf8, Policy::Strict).output_mark(OutputMark::None).counting_lines();
    let mut out = Vec::new();
    lines.extend(&mut transcoder, b"\xFF\xFEa\0\n\0b\0", &mut out).expect("well-formed");
    let line = |line| lines.locate_line(line, &out).map(|found| (found.output, found.input));
    assert_eq!([0, 1, 2, 3].map(line), [None, Some((0, 2)), Some((2, 6)), None]);
}

/// With a maximum, what is called exact is, and text without errors is exact at every character.
fn thinned() {
    let mut rng = Rng::new(53);
    for (every, policy) in [
        (usize::MAX, Policy::Replace),
        (40, Policy::Skip),
        (40, Policy::Replace),
        (300, Policy::Skip),
        (300, Policy::Escape),
        (3000, Policy::Replace),
    ] {
        let mut src = Utf16Le::encode(&padding("ab\ncñ中😀", 40_000));
        for at in (0..src.len() / every).map(|i| i * every + rng.below(every)) {
            src[at] = 0xDC;
        }
        let model = Model::new(&src, Utf16Le, Utf8, policy);
        for maximum in [0, 16, 50, 200, 10_000] {
            let mut checkpoints = Checkpoints::with_interval(256).with_maximum(maximum);
            let mut transcoder = Transcoder::new(Utf16Le, Utf8, policy).counting_lines();
            let mut out = Vec::new();
            checkpoints.extend(&mut transcoder, &src, &mut out).expect("nothing is strict");
            checkpoints.extend_finish(&mut transcoder, &mut out).expect("nothing is strict");
            assert!(checkpoints.len() <= maximum.max(16), "{} of {maximum}", checkpoints.len());
            let mut inexact = 0;
            for offset in thin(0..=out.len() as u64) {
                let got = checkpoints.locate(offset, &out).expect("inside");
                let (input, line, is_exact) = model.locate(offset);
                if got.is_exact || every == usize::MAX {
                    let got = (got.offset, got.line, got.is_exact);
                    assert_eq!(got, (input, Some(line), is_exact), "{every}, {maximum}: {offset}");
                } else {
                    assert!(got.offset <= input && got.line <= Some(line), "{maximum}: {offset}");
                    inexact += usize::from(is_exact);
                }
            }
            assert!(inexact == 0 || maximum < 10_000, "nothing had to be given up");
            for offset in thin((0..=src.len() as u64).step_by(61)) {
                let got = checkpoints.locate_input(offset, &out).expect("inside");
                let (output, line, is_exact) = model.locate_input(offset);
                if got.is_exact || every == usize::MAX {
                    let got = (got.offset, got.line, got.is_exact);
                    assert_eq!(got, (output, Some(line), is_exact), "{every}, {maximum}: {offset}");
                } else {
                    assert!(got.offset <= output && got.line <= Some(line), "{maximum}: {offset}");
                }
            }
            let lines = out.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
            for line in thin(1..=lines) {
                let got = checkpoints.locate_line(line, &out).expect("it is there");
                let (output, input) = model.locate_line(line).expect("it is there");
                if got.is_exact || every == usize::MAX {
                    let got = (got.output, got.input, got.is_exact);
                    assert_eq!(got, (output, input, true), "{every}, {maximum}: line {line}");
                } else {
                    assert!(got.output <= output && got.input <= input, "{maximum}: line {line}");
                }
            }
            assert_eq!(checkpoints.locate_line(lines + 1, &out), None);
        }
    }
}

/// Memory is what the documentation says.
fn memory_of_the_default() {
    let text = padding("a log line of some length\n", 8 << 20);
    let mut checkpoints = Checkpoints::new();
    let mut transcoder = Transcoder::new(Utf8, Utf16Le, Policy::Strict);
    let mut out = Vec::new();
    checkpoints.extend(&mut transcoder, text.as_bytes(), &mut out).expect("well-formed");
    let least = out.len() / 65536;
    assert!((least..=2 * least + 3).contains(&checkpoints.len()), "{}", checkpoints.len());
    assert!(checkpoints.to_bytes().len() <= 40 + 9 * checkpoints.len());
    for offset in [0, 1 << 20, 5_000_001, out.len() as u64] {
        let segment = checkpoints.segment(offset).expect("inside");
        assert!(segment.output.end - segment.output.start <= 65536);
        assert_eq!(checkpoints.locate(offset, &out).expect("inside").offset, offset / 2);
    }
}

/// Cut short, or with any byte changed: an error. With a checksum that was made to fit, an error, or a map of something else;
/// never a panic.
fn damaged_maps() {
    let src = Utf16Le::encode(&padding("a\nñ中😀", 1500));
    let mut checkpoints = Checkpoints::with_interval(256);
    let mut transcoder = Transcoder::new(Utf16Le, Utf8, Policy::Replace).counting_lines();
    let mut out = Vec::new();
    checkpoints.extend(&mut transcoder, &src, &mut out).expect("nothing is strict");
    checkpoints.extend(&mut transcoder, b"\0\xDCa\0", &mut out).expect("nothing is strict");
    let kept = checkpoints.to_bytes();
    for len in 0..kept.len() {
        let want = if len < 5 { InvalidMap::NotAMap } else { InvalidMap::Incomplete };
        assert_eq!(Checkpoints::from_bytes(&kept[..len]), Err(want), "{len}");
    }
    let longer = [&kept[..], &[0]].concat();
    assert_eq!(Checkpoints::from_bytes(&longer), Err(InvalidMap::Inconsistent));
    for at in 0..kept.len() {
        for byte in 0..=0xFF {
            let mut damaged = kept.clone();
            damaged[at] = byte;
            if damaged != kept {
                assert!(Checkpoints::from_bytes(&damaged).is_err(), "{at}: {byte:02X}");
            }
            let Some(damaged) = damaged.len().checked_sub(4).map(|len| sealed(&damaged[..len]))
            else {
                continue;
            };
            let Ok(map) = Checkpoints::from_bytes(&damaged) else { continue };
            for offset in [0, 1, 3, 300, 1499, out.len() as u64, u64::MAX] {
                for text in [&out[..], &out[..out.len() / 2], b"", b"\xFF\xF0\x80"] {
                    let _ = (map.locate(offset, text), map.locate_input(offset, text));
                    let _ = map.locate_line(offset, text);
                }
            }
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    text_of_every_kind,
    damaged_sources,
    native_code_units,
    marks,
    thinned,
    memory_of_the_default,
    damaged_maps,
];
