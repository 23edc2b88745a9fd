//! A source in chunks, converted by the functions for whole slices, gives what one call gives for all
//! of it. The library has no streaming type yet; when it has one, it is to be held to the same here.
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
use codeunit_harness::check::begin;
use codeunit_harness::chunks::in_chunks;
use codeunit_harness::pair::Pair;
use codeunit_harness::{Policy, for_each_backend};

use crate::choices::Choices;
use crate::std_text::{StdSource, StdTarget};

type Check = fn(Choices<'_>);

/// The checks from a source to each target.
const fn row<S>() -> [Check; 8]
where
    S: StdSource + TranscodeTo<Utf16> + TranscodeTo<Utf16Le> + TranscodeTo<Utf16Be>,
    S: TranscodeTo<Utf32Le> + TranscodeTo<Utf32Be> + TranscodeTo<Latin1>,
{
    [
        check::<S, Utf8>,
        check::<S, Utf16>,
        check::<S, Utf16Le>,
        check::<S, Utf16Be>,
        check::<S, Utf32>,
        check::<S, Utf32Le>,
        check::<S, Utf32Be>,
        check::<S, Latin1>,
    ]
}

/// `str` and `[char]` are not here: no file or socket gives them.
const TABLE: [[Check; 8]; 8] = [
    row::<Utf8>(),
    row::<Utf16>(),
    row::<Utf16Le>(),
    row::<Utf16Be>(),
    row::<Utf32>(),
    row::<Utf32Le>(),
    row::<Utf32Be>(),
    row::<Latin1>(),
];

/// Conversion in chunks.
pub fn streaming(data: &[u8]) {
    begin("a fuzz target");
    let mut choices = Choices::new(data);
    let row = choices.of(&TABLE);
    let check = choices.of(&row);
    check(choices);
}

fn check<S: StdSource + TranscodeTo<T>, T: StdTarget>(mut choices: Choices<'_>) {
    let byte = choices.byte();
    let policy = if byte < 0x80 { Policy::Strict } else { Policy::Lossy };
    let room = usize::from(byte % 64) + 4;
    let schedule = choices.schedule();
    let src = S::from_bytes(choices.source());
    let src = S::elements(src.borrow());
    check_pair(codeunit_harness::pair::<S, T>(), src, &cuts(&schedule, src.len()), room, policy);
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
