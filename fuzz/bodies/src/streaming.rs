//! A source in chunks, converted by the functions for whole slices and by a [`Transcoder`], gives what one
//! call gives for all of it. So does one in which a mark overrides the encoding, and what all of its bytes decide.
//!
//! ```text
//! byte 0   the source encoding
//! byte 1   the target encoding
//! byte 2   00..7F  strict, 80..FF lossy; the low six bits and 4 are the elements of the output,
//!          which is emptied whenever it is full
//! byte 3   the number of chunk lengths, up to 7, and so many bytes of them, used over and over
//! ```

use std::borrow::Borrow;
use std::fmt::Debug;

use codeunit::encoding::{
    Latin1, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use codeunit::{
    EncodingSources, Priority, SourceMark, Status, StreamEncoding, StreamError, StreamUnit,
    Transcoder,
};
use codeunit_harness::check::begin;
use codeunit_harness::chunks::in_chunks;
use codeunit_harness::pair::Pair;
use codeunit_harness::{Element, Policy, for_each_backend};

use crate::choices::Choices;
use crate::std_text::{StdSource, StdTarget};

type Check = fn(Choices<'_>);

/// The checks from a source to each target.
const fn row<S, U>() -> [Check; 8]
where
    S: StdSource<Unit = U> + TranscodeTo<Utf16> + TranscodeTo<Utf16Le> + TranscodeTo<Utf16Be>,
    S: TranscodeTo<Utf32Le> + TranscodeTo<Utf32Be> + TranscodeTo<Latin1>,
    S: StreamEncoding<Unit = U> + Default,
    U: StreamUnit + Element,
{
    [
        check::<S, Utf8, U, u8>,
        check::<S, Utf16, U, u16>,
        check::<S, Utf16Le, U, u8>,
        check::<S, Utf16Be, U, u8>,
        check::<S, Utf32, U, u32>,
        check::<S, Utf32Le, U, u8>,
        check::<S, Utf32Be, U, u8>,
        check::<S, Latin1, U, u8>,
    ]
}

/// `str` and `[char]` are not here: no file or socket gives them.
const TABLE: [[Check; 8]; 8] = [
    row::<Utf8, u8>(),
    row::<Utf16, u16>(),
    row::<Utf16Le, u8>(),
    row::<Utf16Be, u8>(),
    row::<Utf32, u32>(),
    row::<Utf32Le, u8>(),
    row::<Utf32Be, u8>(),
    row::<Latin1, u8>(),
];

/// Conversion in chunks.
pub fn streaming(data: &[u8]) {
    begin("a fuzz target");
    let mut choices = Choices::new(data);
    let row = choices.of(&TABLE);
    let check = choices.of(&row);
    check(choices);
}

fn check<S, T, U, V>(mut choices: Choices<'_>)
where
    S: StdSource<Unit = U> + StreamEncoding<Unit = U> + TranscodeTo<T> + Default,
    T: StdTarget<Unit = V> + StreamEncoding<Unit = V> + Default,
    U: StreamUnit + Element,
    V: StreamUnit + Element,
{
    let byte = choices.byte();
    let policy = if byte < 0x80 { Policy::Strict } else { Policy::Lossy };
    let room = usize::from(byte % 64) + 4;
    let schedule = choices.schedule();
    let bytes = choices.source();
    let src = S::from_bytes(bytes);
    let src = S::elements(src.borrow());
    let cuts = cuts(&schedule, src.len());
    let pair = codeunit_harness::pair::<S, T>();
    check_pair(pair, src, &cuts, room, policy);
    let policy_of_stream = match policy {
        Policy::Strict => codeunit::Policy::Strict,
        Policy::Lossy => codeunit::Policy::Replace,
    };
    check_marks::<S, T, U, V>(policy_of_stream, bytes, &schedule, room);
    let mut want = Vec::new();
    let outcome = pair.to.convert(&(pair.from.decode)(src), usize::MAX, policy, &mut want);
    let error = outcome.stop.map(|bad| (bad.kind, bad.error_len.map(bytes_of::<U>)));
    let offset = (size_of::<U>() * outcome.read) as u64;
    for_each_backend(|tested| {
        let transcoder = Transcoder::new(S::default(), T::default(), policy_of_stream);
        let mut transcoder = transcoder.with_engine(tested.engine());
        let mut output = Vec::new();
        let stop = pushed(&mut transcoder, src, &cuts, room, &mut output);
        let state = transcoder.state();
        let context = || format!("{} to {}, cut at {cuts:?}", pair.from.name, pair.to.name);
        assert!(output == want, "{}: {output:X?}\nwanted {want:X?}", context());
        assert_eq!(stop.map(|stop| (stop.kind(), stop.error_len())), error, "{}", context());
        assert_eq!(state.converted(), offset, "{}", context());
        assert_eq!(state.replacements(), outcome.replacements as u64, "{}", context());
    });
}

/// Bytes that are said to be in the encoding of the source, and may begin with the mark of another.
fn check_marks<S, T, U, V>(policy: codeunit::Policy, src: &[u8], schedule: &[usize], room: usize)
where
    S: StreamEncoding<Unit = U> + Default,
    T: StreamEncoding<Unit = V> + Default,
    U: StreamUnit,
    V: StreamUnit + Element,
{
    let typed = Transcoder::new(S::default(), T::default(), policy);
    let declared = typed.source_encoding().expect("a type has no marks");
    let ways =
        [(SourceMark::Overrides, Priority::MarkFirst), (SourceMark::Whatwg, Priority::Whatwg)];
    for (mark, priority) in ways {
        let sources = EncodingSources { declared: Some(declared), default: declared, priority };
        let decision = sources.decide(src);
        let decided = Transcoder::new(decision.encoding, T::default(), policy);
        let mut decided = decided.source_mark(decision.source_mark());
        let mut transcoder = Transcoder::new(declared, T::default(), policy).source_mark(mark);
        let (mut want, mut output) = (Vec::new(), Vec::new());
        let error = pushed(&mut decided, src, &[], 4 * src.len() + 4, &mut want);
        let stop = pushed(&mut transcoder, src, &cuts(schedule, src.len()), room, &mut output);
        let (state, of_all) = (transcoder.state(), decided.state());
        assert!(output == want, "{transcoder:?}: {output:X?}\nwanted {want:X?}");
        assert_eq!((stop, state.converted()), (error, of_all.converted()), "{transcoder:?}");
        assert_eq!(state.byte_order_mark(), decision.mark, "{transcoder:?}");
        let is_decided = !src.is_empty();
        assert_eq!(transcoder.source_encoding(), is_decided.then_some(decision.encoding));
    }
}

/// A number of elements in bytes.
fn bytes_of<U>(elements: u8) -> u8 {
    elements * size_of::<U>() as u8
}

/// All chunks, and the end.
fn pushed<U: StreamUnit, V: StreamUnit>(
    transcoder: &mut Transcoder<U, V>,
    src: &[U],
    cuts: &[usize],
    room: usize,
    output: &mut Vec<V>,
) -> Option<StreamError> {
    let mut begin = 0;
    for end in cuts.iter().copied().chain([src.len()]).map(Some).chain([None]) {
        let chunk = &src[begin..end.unwrap_or(begin)];
        let mut read = 0;
        loop {
            let mut dst = vec![V::default(); room];
            let step = match end {
                Some(_) => transcoder.push(&chunk[read..], &mut dst),
                None => transcoder.finish(&mut dst),
            };
            output.extend_from_slice(&dst[..step.written]);
            read += step.read;
            match step.status {
                Status::InputEmpty => break,
                Status::OutputFull => assert!(step.read + step.written > 0, "no progress"),
                Status::IllFormed(error) => return Some(error),
            }
        }
        begin += chunk.len();
    }
    None
}

/// Where chunks of these lengths end, but for the last one.
fn cuts(schedule: &[usize], len: usize) -> Vec<usize> {
    if schedule.iter().all(|&chunk| chunk == 0) {
        return Vec::new();
    }
    let mut end = 0;
    let ends = schedule.iter().cycle().map(|chunk| {
        end += chunk;
        end
    });
    ends.take_while(|&end| end <= len).collect()
}

fn check_pair<U: Copy, V: Copy + Eq + Debug>(
    pair: &Pair<U, V>,
    src: &[U],
    cuts: &[usize],
    room: usize,
    policy: Policy,
) {
    let mut output = Vec::new();
    let want = pair.to.convert(&(pair.from.decode)(src), usize::MAX, policy, &mut output);
    for_each_backend(|tested| {
        let (got, written) = in_chunks(pair, tested, src, cuts, room, policy);
        let (from, to) = (pair.from.name, pair.to.name);
        assert!(
            got == want && written == output,
            "{}: {policy:?} {from} to {to}, cut at {cuts:?}, room for {room}: {got:?} {written:X?}\n\
             wanted {want:?} {output:X?}\nof {}",
            tested.backend().name(),
            (pair.from.literal)(src)
        );
    });
}
