use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use codeunit::http_body::{BodyError, BodyValidator, TranscodedBody, ValidatedBody};
use codeunit::{
    Encoding, ErrorKind, OutputMark, Policy, State, StreamError, Transcoder, Utf8Validator,
    Utf16Validator, WhatwgEncoding,
};
use http::{HeaderName, HeaderValue};
use http_body::{Body, Frame, SizeHint};

use crate::scripted::once;
use crate::texts::cases;

/// What a body has at its front.
#[derive(Clone, Debug)]
enum Event {
    Data(Bytes),
    /// Trailers, by one header.
    Trailers(&'static str),
    Pending,
    Failed,
}

use Event::{Data, Failed, Pending, Trailers};

/// A body by a script, which tells its size and its end as far as it can.
#[derive(Debug, Default)]
pub(crate) struct Scripted(VecDeque<Event>);

impl Scripted {
    fn new(events: impl IntoIterator<Item = Event>) -> Self {
        Self(events.into_iter().collect())
    }

    /// Frames of `step` bytes, some of them empty, and a wait behind each.
    pub(crate) fn frames(src: &[u8], step: usize) -> Self {
        let events = src.chunks(step).flat_map(|frame| {
            [Data(Bytes::copy_from_slice(frame)), Pending, Data(Bytes::new()), Pending]
        });
        Self::new(events)
    }
}

impl Body for Scripted {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        let Some(event) = self.0.pop_front() else { return Poll::Ready(None) };
        Poll::Ready(Some(match event {
            Data(data) => Ok(Frame::data(data)),
            Trailers(name) => {
                let trailers = [(HeaderName::from_static(name), HeaderValue::from_static("1"))];
                Ok(Frame::trailers(trailers.into_iter().collect()))
            }
            Pending => return Poll::Pending,
            Failed => Err("failed"),
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        let len = |event: &Event| if let Data(data) = event { data.len() as u64 } else { 0 };
        SizeHint::with_exact(self.0.iter().map(len).sum())
    }
}

/// The next frame of a body, however often it is pending.
fn frame<B: Body<Data = Bytes> + Unpin>(body: &mut B) -> Option<Result<Frame<Bytes>, B::Error>> {
    loop {
        if let Poll::Ready(frame) = once(|cx| Pin::new(&mut *body).poll_frame(cx)) {
            return frame;
        }
    }
}

/// All data of a body, and the error behind it. What it tells of its size and its end has to be true.
pub(crate) fn collect<B>(mut body: B) -> (Vec<u8>, Option<BodyError<&'static str>>)
where
    B: Body<Data = Bytes, Error = BodyError<&'static str>> + Unpin,
{
    let (mut out, mut sizes) = (Vec::new(), Vec::new());
    let error = loop {
        sizes.push((out.len(), body.size_hint()));
        let is_end = body.is_end_stream();
        match frame(&mut body) {
            None => break None,
            _ if is_end => panic!("a frame behind the end"),
            Some(Err(error)) => break Some(error),
            Some(Ok(frame)) => out.extend_from_slice(&frame.into_data().expect("no trailers")),
        }
    };
    for _ in 0..2 {
        assert!(body.is_end_stream());
        assert!(frame(&mut body).is_none(), "something behind the end");
        assert_eq!(body.size_hint().exact(), Some(0));
    }
    for (at, size) in sizes.into_iter().filter(|_| error.is_none()) {
        let left = (out.len() - at) as u64;
        assert!(size.lower() <= left && size.upper().is_none_or(|upper| left <= upper));
    }
    (out, error)
}

pub(crate) fn ill_formed(error: BodyError<&'static str>) -> StreamError {
    *error.stream_error().expect("of the stream")
}

#[test]
fn any_frames_give_what_one_call_gives() {
    for case in cases() {
        let (wanted, error) = match case.wanted() {
            Ok(wanted) => (wanted, None),
            Err((wanted, error)) => (wanted, Some(error)),
        };
        for step in [1, 2, 3, 5, 7, 16, 64, 4096] {
            let body = TranscodedBody::new(Scripted::frames(&case.src, step), case.transcoder());
            let (out, found) = collect(body);
            assert_eq!((&out, found.map(ill_formed)), (&wanted, error), "{case:?}, step {step}");
        }
    }
}

/// Long text, in which every way through the frames is taken: counts and places are those of one call.
#[test]
fn long_bodies_give_what_one_call_gives() {
    let text = "línea €😀 of text\n".repeat(3000);
    let mut damaged = text.clone().into_bytes();
    damaged[40_001] = 0xFF;
    let ascii = "all of it ASCII\n".repeat(3000).into_bytes();
    for src in [text.into_bytes(), damaged, ascii] {
        for (from, to) in [
            (Encoding::Utf8, Encoding::Utf8),
            (Encoding::Latin1, Encoding::Utf8),
            (Encoding::Utf8, Encoding::Utf16),
        ] {
            for policy in [Policy::Strict, Policy::Replace] {
                let new = || Transcoder::new(from, to, policy).counting_lines();
                let (mut one, mut wanted) = (new(), Vec::new());
                let done =
                    one.extend(&src, &mut wanted).and_then(|()| one.extend_finish(&mut wanted));
                for step in [1000, 5000, 16_385, usize::MAX] {
                    let step = step.min(src.len());
                    let mut body = TranscodedBody::new(Scripted::frames(&src, step), new());
                    let (out, error) = collect(&mut body);
                    assert_eq!(error.map(ill_formed), done.err());
                    assert!(out == wanted, "{from} {to} {policy:?}, step {step}");
                    let told = |state: State| {
                        let counts = (state.read(), state.written(), state.replacements());
                        (counts, state.position(), state.error())
                    };
                    assert_eq!(told(body.transcoder().state()), told(one.state()));
                }
            }
        }
    }
}

/// Encodings of which the forms inside are no bytes outside: a byte of ASCII may be half a character.
#[test]
fn what_encoding_rs_converts_is_not_passed_on() {
    let text = "ソ表ASCII\\~".repeat(2000);
    for label in ["shift_jis", "iso-2022-jp", "gb18030", "windows-1252"] {
        let legacy = WhatwgEncoding::for_label(label).and_then(WhatwgEncoding::encoding);
        let legacy = legacy.expect("the feature `legacy` has all of them");
        let new = |from, to| Transcoder::new(from, to, Policy::Escape);
        let mut src = Vec::new();
        let mut there = new(Encoding::Utf8, legacy);
        there
            .extend(text.as_bytes(), &mut src)
            .and_then(|()| there.extend_finish(&mut src))
            .unwrap();
        for (from, to, src) in [
            (legacy, Encoding::Utf8, &src[..]),
            (Encoding::Utf8, legacy, text.as_bytes()),
            (legacy, legacy, &src),
        ] {
            let (mut one, mut wanted) = (new(from, to), Vec::new());
            one.extend(src, &mut wanted).and_then(|()| one.extend_finish(&mut wanted)).unwrap();
            for step in [1, 3, 5000, src.len()] {
                let body = TranscodedBody::new(Scripted::frames(src, step), new(from, to));
                assert!(collect(body) == (wanted.clone(), None), "{from} {to}, step {step}");
            }
        }
    }
}

/// The frames of a body that are in the memory of `src`, in bytes, and all of them.
fn passed(src: &Bytes, transcoder: Transcoder) -> (usize, usize) {
    let mut body = TranscodedBody::new(Scripted::new([Data(src.clone())]), transcoder);
    let memory = src.as_ptr_range();
    let (mut passed, mut all) = (0, 0);
    while let Some(next) = frame(&mut body) {
        let data = next.unwrap().into_data().unwrap();
        passed += if memory.contains(&data.as_ptr()) { data.len() } else { 0 };
        all += data.len();
    }
    (passed, all)
}

#[test]
fn what_is_not_changed_is_not_copied() {
    let new = |from, to| Transcoder::new(from, to, Policy::Strict);
    let text = Bytes::from("añ€😀\n".repeat(10_000));
    let all = (text.len(), text.len());
    assert_eq!(passed(&text, new(Encoding::Utf8, Encoding::Utf8)), all);
    assert_eq!(passed(&text, new(Encoding::Utf8, Encoding::Utf8).counting_lines()), all);
    assert_eq!(passed(&text, new(Encoding::Latin1, Encoding::Latin1)), all);
    let ascii = Bytes::from("all of it ASCII\n".repeat(1000));
    let all = (ascii.len(), ascii.len());
    let pages = [Encoding::Utf8, Encoding::Latin1, Encoding::Ascii];
    for (from, to) in pages.iter().flat_map(|from| pages.map(|to| (*from, to))) {
        assert_eq!(passed(&ascii, new(from, to)), all, "{from} {to}");
    }
    // All in front of a character, by the thousands.
    let mixed = Bytes::from([&ascii[..], b"\xF1\n"].concat());
    let (len, out) = passed(&mixed, new(Encoding::Latin1, Encoding::Utf8));
    assert_eq!((len, out), (ascii.len(), mixed.len() + 1));
    // A mark that is taken away or put in front is a change of the first frame.
    let marked = Bytes::from("\u{FEFF}añ");
    assert_eq!(passed(&marked, new(Encoding::Utf8, Encoding::Utf8)), (0, 6));
    let none = new(Encoding::Utf8, Encoding::Utf8).output_mark(OutputMark::None);
    assert_eq!(passed(&marked, none), (0, 3));
    let add = new(Encoding::Utf8, Encoding::Utf8).output_mark(OutputMark::Add);
    assert_eq!(passed(&Bytes::from("añ"), add), (0, 6));
}

#[test]
fn a_character_that_two_frames_share_is_all_that_is_copied() {
    let text = Bytes::from("añ€😀\n".repeat(1000));
    for at in 4..24 {
        let halves = [text.slice(..at), text.slice(at..)];
        let body = Scripted::new(halves.map(Data));
        let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
        let mut body = TranscodedBody::new(body, transcoder);
        let memory = text.as_ptr_range();
        let mut out = Vec::new();
        while let Some(next) = frame(&mut body) {
            let data = next.unwrap().into_data().unwrap();
            assert!(memory.contains(&data.as_ptr()) || data.len() <= 4, "{at}: {}", data.len());
            out.extend_from_slice(&data);
        }
        assert_eq!(out, text);
    }
}

#[test]
fn trailers_come_behind_what_the_end_leaves() {
    let new = |policy| {
        let events = [Data(Bytes::from(&b"ab\xE2\x82"[..])), Pending, Trailers("x-sum"), Pending];
        let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, policy);
        TranscodedBody::new(Scripted::new(events), transcoder)
    };
    let mut body = new(Policy::Replace);
    let mut data = || frame(&mut body).unwrap().unwrap();
    assert_eq!(data().into_data().unwrap(), "ab");
    assert_eq!(data().into_data().unwrap(), "\u{FFFD}");
    assert!(data().into_trailers().unwrap().contains_key("x-sum"));
    assert!(frame(&mut body).is_none());
    assert!(body.is_end_stream());

    let mut body = new(Policy::Strict);
    assert!(frame(&mut body).unwrap().is_ok());
    let error = ill_formed(frame(&mut body).unwrap().unwrap_err());
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Incomplete, 2));
    assert!(frame(&mut body).is_none());
}

/// Nothing is written for a sequence that is left out, but it is counted.
#[test]
fn an_end_that_leaves_out_a_sequence_is_no_end_yet() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Skip);
    let inner = Scripted::new([Data(Bytes::from(&b"a\xE2"[..]))]);
    let mut body = TranscodedBody::new(inner, transcoder);
    assert_eq!(frame(&mut body).unwrap().unwrap().into_data().unwrap(), "a");
    assert!(!body.is_end_stream());
    assert!(frame(&mut body).is_none());
    assert!(body.is_end_stream());
    assert_eq!(body.transcoder().state().replacements(), 1);
}

#[test]
fn an_error_of_the_body_inside_is_passed_on_and_ends_it() {
    let events = || [Data(Bytes::from("ab")), Failed, Data(Bytes::from("cd"))];
    let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf16Le, Policy::Strict);
    let (out, error) = collect(TranscodedBody::new(Scripted::new(events()), transcoder));
    assert_eq!((&out[..], error), (&b"a\0b\0"[..], Some(BodyError::Inner("failed"))));
    let (out, error) = collect(ValidatedBody::new(Scripted::new(events()), Utf8Validator::new()));
    assert_eq!((&out[..], error), (&b"ab"[..], Some(BodyError::Inner("failed"))));
}

#[test]
fn a_large_frame_takes_little_memory() {
    let src = Bytes::from(vec![0xF1; 10_000_000]);
    let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf32Le, Policy::Strict);
    let mut body = TranscodedBody::new(Scripted::new([Data(src)]), transcoder);
    let mut all = 0;
    while let Some(next) = frame(&mut body) {
        let data = next.unwrap().into_data().unwrap();
        assert!(data.len() <= 64 * 1024);
        all += data.len();
    }
    assert_eq!(all, 40_000_000);
}

/// A validator for each encoding that has one, and where a source is ill-formed by it in one call.
fn validators(src: &[u8]) -> [(BodyValidator, Option<StreamError>); 3] {
    let of = |mut whole: BodyValidator| {
        let begin = whole;
        let pushed = match &mut whole {
            BodyValidator::Utf8(validator) => validator.push(src),
            BodyValidator::Utf16(validator) => validator.push(src),
            _ => unreachable!("another validator"),
        };
        (begin, pushed.and_then(|()| whole.finish()).err())
    };
    [
        of(Utf8Validator::new().into()),
        of(Utf16Validator::new_le().into()),
        of(Utf16Validator::new_be().into()),
    ]
}

#[test]
fn what_is_valid_is_the_same_memory() {
    for case in cases().filter(|case| case.to == Encoding::Utf8) {
        for (validator, wanted) in validators(&case.src) {
            for step in [1, 2, 3, 7, 4096] {
                let inner = Scripted::frames(&case.src, step);
                let (out, error) = collect(ValidatedBody::new(inner, validator));
                assert_eq!(error.map(ill_formed), wanted, "{case:?}, step {step}");
                assert!(case.src.starts_with(&out));
                assert!(wanted.is_some() || out == case.src);
            }
        }
    }
    let src = Bytes::from("añ€😀");
    let inner = Scripted::new([Data(src.slice(..5)), Data(src.slice(5..))]);
    let mut body = ValidatedBody::new(inner, Utf8Validator::new());
    assert_eq!(body.size_hint().exact(), Some(10));
    for at in [0, 5] {
        let data = frame(&mut body).unwrap().unwrap().into_data().unwrap();
        assert_eq!(data.as_ptr(), src[at..].as_ptr());
    }
    assert!(body.is_end_stream());
    assert_eq!(body.validator().offset(), 10);
}

#[test]
fn an_end_inside_a_character_is_no_end_yet() {
    let inner = Scripted::new([Data(Bytes::from(&b"a\xC3"[..]))]);
    let mut body = ValidatedBody::new(inner, Utf8Validator::new());
    assert!(frame(&mut body).unwrap().is_ok());
    // The body inside is at its end; whoever believes it would not see the error.
    assert!(!body.is_end_stream());
    assert_eq!(ill_formed(frame(&mut body).unwrap().unwrap_err()).offset(), 1);
    assert!(body.is_end_stream());

    let inner = Scripted::new([Data(Bytes::from(&b"a\xC3"[..])), Trailers("x-sum")]);
    let (out, error) = collect(ValidatedBody::new(inner, Utf8Validator::new()));
    assert_eq!((&out[..], ill_formed(error.unwrap()).offset()), (&b"a\xC3"[..], 1));

    let inner = Scripted::new([Data(Bytes::from("a")), Trailers("x-sum")]);
    let mut body = ValidatedBody::new(inner, Utf8Validator::new());
    assert!(frame(&mut body).unwrap().unwrap().is_data());
    assert!(frame(&mut body).unwrap().unwrap().is_trailers());
    assert!(frame(&mut body).is_none());
}

#[test]
fn an_empty_body_is_at_its_end() {
    let new = |output_mark| {
        let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
        TranscodedBody::new(Scripted::default(), transcoder.output_mark(output_mark))
    };
    assert!(new(OutputMark::Keep).is_end_stream());
    assert_eq!(new(OutputMark::Keep).size_hint().exact(), Some(0));
    assert!(!new(OutputMark::Add).is_end_stream());
    assert_eq!(collect(new(OutputMark::Add)).0, b"\xFF\xFE");
    assert!(ValidatedBody::new(Scripted::default(), Utf8Validator::new()).is_end_stream());
}
