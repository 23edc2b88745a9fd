//! Checkpoints of a stream in chunks, against a list of all its characters; kept, damaged and read again.
//!
//! ```text
//! byte 0   the source encoding, of those that are bytes
//! byte 1   the target encoding
//! byte 2   the policy
//! byte 3   00..7F  every checkpoint is kept, 80..FF so many at the most as the low seven bits say
//! byte 4   the elements of the output, less 4
//! byte 5   a byte of the kept map is changed to this, at the place that byte 6 says, from the front, and the checksum with it
//! byte 7   the number of chunk lengths, up to 7, and so many bytes of them, used over and over
//! ```

use codeunit::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use codeunit::{Checkpoints, Policy, Status, StreamEncoding, Transcoder};
use codeunit_harness::check::begin;
use codeunit_harness::checkpoints::{Model, sealed};
use codeunit_harness::{SourceModel, TargetModel};

use crate::choices::Choices;

type Check = fn(Choices<'_>);

/// The checks from a source to each target.
const fn row<S>() -> [Check; 6]
where
    S: SourceModel<Slice = [u8]> + StreamEncoding<Unit = u8> + Copy + Default,
{
    [
        check::<S, Utf8>,
        check::<S, Utf16Le>,
        check::<S, Utf16Be>,
        check::<S, Utf32Le>,
        check::<S, Utf32Be>,
        check::<S, Latin1>,
    ]
}

const TABLE: [[Check; 6]; 6] = [
    row::<Utf8>(),
    row::<Utf16Le>(),
    row::<Utf16Be>(),
    row::<Utf32Le>(),
    row::<Utf32Be>(),
    row::<Latin1>(),
];

const POLICIES: [Policy; 4] =
    [Policy::Replace, Policy::ReplaceWith('ñ'), Policy::Skip, Policy::Escape];

/// The list of characters is made one by one, and each is looked for.
const LONGEST: usize = 4 << 10;

/// From places of the output to places of the source, and back.
pub fn checkpoints(data: &[u8]) {
    begin("a fuzz target");
    let mut choices = Choices::new(data);
    let row = choices.of(&TABLE);
    let check = choices.of(&row);
    check(choices);
    // A file that says it is a map and is anything.
    let map = sealed(&[&b"CUMAP\x01"[..], data].concat());
    for map in [data, &map].into_iter().filter_map(|map| Checkpoints::from_bytes(map).ok()) {
        ask(&map, data);
    }
}

fn check<S, T>(mut choices: Choices<'_>)
where
    S: SourceModel<Slice = [u8]> + StreamEncoding<Unit = u8> + Copy + Default,
    T: TargetModel<Unit = u8> + StreamEncoding<Unit = u8> + Copy + Default,
{
    let policy = choices.of(&POLICIES);
    let maximum = Some(choices.byte()).filter(|&byte| byte >= 0x80).map(|byte| byte & 0x7F);
    let room = usize::from(choices.byte()) + 4;
    let (byte, place) = (choices.byte(), usize::from(choices.byte()));
    let schedule = choices.schedule();
    let source = choices.source();
    let src = &source[..source.len().min(LONGEST)];
    let (from, to) = (S::default(), T::default());
    let model = Model::new(src, from, to, policy);
    let mut map = Checkpoints::with_interval(256);
    if let Some(maximum) = maximum {
        map = map.with_maximum(maximum.into());
    }
    let mut transcoder = Transcoder::new(from, to, policy).counting_lines();
    let output = recorded(&mut map, &mut transcoder, src, &schedule, room);
    let what = format!("{} to {}, {policy:?}, chunks of {schedule:?}", S::NAME, T::NAME);
    assert!(output == model.output(), "{what}");
    match maximum {
        None => model.check(&map, &what),
        Some(maximum) => {
            assert!(map.len() <= usize::from(maximum).max(16), "{what}");
            thinned(&map, &model, &what);
        }
    }
    let mut kept = map.to_bytes();
    assert_eq!(Checkpoints::from_bytes(&kept).map(|map| map.to_bytes()), Ok(kept.clone()));
    kept.truncate(kept.len() - 4);
    let end = kept.len() - 1;
    kept[place.min(end)] = byte;
    if let Ok(map) = Checkpoints::from_bytes(&sealed(&kept)) {
        ask(&map, &output);
        ask(&map, src);
    }
}

/// The output of all chunks, and of the end.
fn recorded(
    map: &mut Checkpoints,
    transcoder: &mut Transcoder<u8, u8>,
    src: &[u8],
    schedule: &[usize],
    room: usize,
) -> Vec<u8> {
    let mut output = Vec::new();
    let mut lengths = schedule.iter().copied().filter(|&len| len > 0).collect::<Vec<_>>();
    if lengths.is_empty() {
        lengths.push(src.len().max(1));
    }
    let mut read = 0;
    let mut lengths = lengths.into_iter().cycle();
    loop {
        let is_last = read == src.len();
        let end = src.len().min(read + lengths.next().unwrap_or(1));
        let mut dst = vec![0; room];
        let step = if is_last {
            map.finish(transcoder, &mut dst)
        } else {
            map.push(transcoder, &src[read..end], &mut dst)
        };
        output.extend_from_slice(&dst[..step.written]);
        read += step.read;
        match step.status {
            Status::InputEmpty if is_last => return output,
            Status::InputEmpty => assert_eq!(read, end, "a chunk is read to its end"),
            Status::OutputFull => assert!(step.read + step.written > 0, "no progress"),
            Status::IllFormed(error) => panic!("nothing is strict: {error}"),
        }
    }
}

/// With a maximum what is called exact is, and what is not lies before the place.
fn thinned(map: &Checkpoints, model: &Model, what: &str) {
    for line in 1.. {
        let found = map.locate_line(line, model.output());
        let (Some(found), Some((output, input))) = (found, model.locate_line(line)) else {
            assert_eq!(found.map(|found| found.output), model.locate_line(line).map(|at| at.0));
            break;
        };
        if found.is_exact {
            assert_eq!((found.output, found.input), (output, input), "{what}: line {line}");
        } else {
            assert!(found.output <= output && found.input <= input, "{what}: line {line}");
        }
    }
    let (input_len, output_len) = map.end();
    for offset in 0..=output_len {
        let found = map.locate(offset, model.output()).expect("inside");
        let (input, line, is_exact) = model.locate(offset);
        if found.is_exact {
            let found = (found.offset, found.line);
            assert_eq!((found, is_exact), ((input, Some(line)), true), "{what}: output {offset}");
        } else {
            assert!(found.offset <= input && found.line <= Some(line), "{what}: output {offset}");
        }
    }
    for offset in 0..=input_len {
        let found = map.locate_input(offset, model.output()).expect("inside");
        let (output, line, is_exact) = model.locate_input(offset);
        if found.is_exact {
            let found = (found.offset, found.line);
            assert_eq!((found, is_exact), ((output, Some(line)), true), "{what}: source {offset}");
        } else {
            assert!(found.offset <= output && found.line <= Some(line), "{what}: source {offset}");
        }
    }
}

/// An escape and a mark in UTF-32, which may wait for room.
const PENDING: u64 = 4 * (16 + 1);

/// A map of anything has an answer or none, and its bytes are those of an equal one.
fn ask(map: &Checkpoints, text: &[u8]) {
    let (input, output) = map.end();
    // Where all is written, nothing lies behind that.
    let last = map.segment_of_input(input);
    let waiting = last.map_or(0, |last| last.output.start.saturating_sub(output));
    assert!(waiting <= PENDING, "{waiting} bytes wait");
    for offset in [0, 1, 3, 300, output / 2, output, input / 2, input, u64::MAX] {
        for text in [text, &text[..text.len() / 2], b""] {
            let found = [(map.locate(offset, text), 0), (map.locate_input(offset, text), waiting)];
            for (found, waiting) in found {
                let end = input.max(output.saturating_add(waiting));
                _ = map.locate_line(offset, text);
                assert!(found.is_none_or(|found| found.offset <= end), "{offset} of {end}");
            }
        }
    }
    assert_eq!(Checkpoints::from_bytes(&map.to_bytes()).as_ref(), Ok(map));
}
