//! The ordered pairs of encoding forms, a target each.
//!
//! An input is four bytes of choices and a source:
//!
//! ```text
//! byte 0   the flavour of the source: the form in native code units, an encoding scheme, or the
//!          well-formed front as `str` or `char`s
//! byte 1   the flavour of the target
//! byte 2   how many elements behind an aligned address source and output begin
//! byte 3   00..BF  the output is exactly as long as it has to be
//!          C0..FB  it lacks so many elements, and the conversion goes on in outputs of so many
//!          FC..FF  before the source its front, up to an error, is repeated until the growing forms
//!                  have to guess
//! ```

use std::borrow::Borrow;
use std::fmt::Debug;

use codeunit::encoding::{
    Chars, Latin1, Str, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use codeunit::{Error, ErrorKind, Lossy};
use codeunit_harness::check::begin;
use codeunit_harness::model::validate;
use codeunit_harness::pair::Pair;
use codeunit_harness::{
    Item, Outcome, Policy, Tested, check_case, check_room, convert, for_each_backend,
};

use crate::choices::Choices;
use crate::std_text::{StdSource, StdTarget};

/// The growing forms ask for the exact length up to 4096 elements and guess it beyond.
const LONG: usize = 4097;

type Check = fn(Choices<'_>);

macro_rules! directions {
    ($($(#[$doc:meta])* $name:ident: $sources:tt to $targets:tt;)*) => {$(
        $(#[$doc])*
        pub fn $name(data: &[u8]) {
            run(directions!(@table $sources $targets), data);
        }
    )*};
    (@table [$($source:ident)*] $targets:tt) => {
        &[$(directions!(@row $source $targets)),*]
    };
    (@row $source:ident [$($target:ident)*]) => {
        &[$(check::<$source, $target> as Check),*]
    };
}

directions! {
    /// Repair of UTF-8.
    utf8_to_utf8: [Utf8 Str] to [Utf8];
    /// UTF-8 to UTF-16 of both byte orders.
    utf8_to_utf16: [Utf8 Str] to [Utf16 Utf16Le Utf16Be];
    /// UTF-8 to UTF-32 of both byte orders.
    utf8_to_utf32: [Utf8 Str] to [Utf32 Utf32Le Utf32Be];
    /// UTF-8 to Latin-1.
    utf8_to_latin1: [Utf8 Str] to [Latin1];
    /// UTF-16 of both byte orders to UTF-8.
    utf16_to_utf8: [Utf16 Utf16Le Utf16Be] to [Utf8];
    /// Repair of UTF-16, and from one byte order to the other.
    utf16_to_utf16: [Utf16 Utf16Le Utf16Be] to [Utf16 Utf16Le Utf16Be];
    /// UTF-16 to UTF-32, each of both byte orders.
    utf16_to_utf32: [Utf16 Utf16Le Utf16Be] to [Utf32 Utf32Le Utf32Be];
    /// UTF-16 of both byte orders to Latin-1.
    utf16_to_latin1: [Utf16 Utf16Le Utf16Be] to [Latin1];
    /// UTF-32 of both byte orders to UTF-8.
    utf32_to_utf8: [Utf32 Utf32Le Utf32Be Chars] to [Utf8];
    /// UTF-32 to UTF-16, each of both byte orders.
    utf32_to_utf16: [Utf32 Utf32Le Utf32Be Chars] to [Utf16 Utf16Le Utf16Be];
    /// Repair of UTF-32, and from one byte order to the other.
    utf32_to_utf32: [Utf32 Utf32Le Utf32Be Chars] to [Utf32 Utf32Le Utf32Be];
    /// UTF-32 of both byte orders to Latin-1.
    utf32_to_latin1: [Utf32 Utf32Le Utf32Be Chars] to [Latin1];
    /// Latin-1 to UTF-8.
    latin1_to_utf8: [Latin1] to [Utf8];
    /// Latin-1 to UTF-16 of both byte orders.
    latin1_to_utf16: [Latin1] to [Utf16 Utf16Le Utf16Be];
    /// Latin-1 to UTF-32 of both byte orders.
    latin1_to_utf32: [Latin1] to [Utf32 Utf32Le Utf32Be];
}

fn run(table: &[&[Check]], data: &[u8]) {
    begin("a fuzz target");
    let mut choices = Choices::new(data);
    let row = choices.of(table);
    let check = choices.of(row);
    check(choices);
}

fn check<S: StdSource + TranscodeTo<T>, T: StdTarget>(mut choices: Choices<'_>) {
    let skew = usize::from(choices.byte() % 64);
    let length = choices.byte();
    let owned = S::from_bytes(choices.source());
    let src: &S::Slice = owned.borrow();
    let items = S::decode(src);
    against_std::<S, T>(src, &items);

    let mut output = Vec::new();
    let strict = convert::<T>(&items, usize::MAX, Policy::Strict, &mut output);
    let lossy = convert::<T>(&items, usize::MAX, Policy::Lossy, &mut output).written;
    let lacking = if (0xC0..0xFC).contains(&length) { usize::from(length - 0xBF) } else { 0 };
    check_case::<S, T>(src, lossy.saturating_sub(lacking));
    if strict.written != lossy {
        check_room::<S, T>(src, &items, strict.written.saturating_sub(lacking));
    }

    let conversions = Conversions {
        pair: *codeunit_harness::pair::<S, T>(),
        append: |tested, src, out| tested.transcode_append::<S, T>(view::<S>(src), out),
        append_lossy: |tested, src, out| tested.transcode_lossy_append::<S, T>(view::<S>(src), out),
    };
    let elements = S::elements(src);
    conversions.check_resumed(elements, &items, skew, if lacking == 0 { lossy } else { lacking });
    if length < 0xFC || elements.is_empty() {
        conversions.check_growing(elements, &items, skew);
    } else {
        let front = if strict.read == 0 { elements } else { &elements[..strict.read] };
        let mut long = front.repeat(LONG.div_ceil(front.len()));
        long.extend_from_slice(elements);
        conversions.check_growing(&long, &(conversions.pair.from.decode)(&long), skew);
    }
}

/// The slice of these elements, which came from one.
fn view<S: StdSource>(elements: &[S::Unit]) -> &S::Slice {
    S::view(elements).expect("elements of a source")
}

/// The reference against the standard library. That a backend agrees with both follows from its
/// agreement with the reference.
fn against_std<S: StdSource, T: StdTarget>(src: &S::Slice, items: &[Item]) {
    let decoded = S::decode_std(src);
    let place = validate(items).err().map(|(at, _)| at);
    assert_eq!(place, decoded.error, "the first error of {} {}", S::NAME, S::literal(src));
    let mut output = Vec::new();
    convert::<T>(items, usize::MAX, Policy::Lossy, &mut output);
    let same = output == T::encode_std(&decoded.text);
    assert!(same, "{} to {} by std: {}", S::NAME, T::NAME, S::literal(src));
}

type Append<U, V, Done> = fn(Tested, &[U], &mut Vec<V>) -> Done;

/// What the harness does not check for a pair.
struct Conversions<U, V> {
    pair: Pair<U, V>,
    append: Append<U, V, Result<usize, Error>>,
    append_lossy: Append<U, V, Lossy>,
}

impl<U: Copy, V: Copy + Eq + Debug> Conversions<U, V> {
    /// For each policy and backend what `run` says and writes is what the model does.
    fn check(
        &self,
        what: &str,
        src: &[U],
        items: &[Item],
        mut run: impl FnMut(Tested, Policy) -> (Outcome, Vec<V>),
    ) {
        let mut output = Vec::new();
        for policy in [Policy::Strict, Policy::Lossy] {
            let want = self.pair.to.convert(items, usize::MAX, policy, &mut output);
            for_each_backend(|tested| {
                let (got, written) = run(tested, policy);
                let same = got == want && written == output;
                let Pair { from, to, .. } = &self.pair;
                assert!(
                    same,
                    "{}: {policy:?} {} to {}, {what}: {got:?} {written:X?}\n\
                     wanted {want:?} {output:X?}\nof {}",
                    tested.backend().name(),
                    from.name,
                    to.name,
                    (from.literal)(src)
                );
            });
        }
    }

    /// Converts through outputs of `room` elements, each call from where the one before was full.
    /// Source and output begin `skew` elements into memory of exactly their length.
    fn check_resumed(&self, src: &[U], items: &[Item], skew: usize, room: usize) {
        let mut source: Vec<U> = src.iter().copied().cycle().take(skew).collect();
        let skew = source.len();
        source.extend_from_slice(src);
        let fill = self.pair.to.fill;
        self.check("resumed", src, items, |tested, policy| {
            let mut sum = Outcome { stop: None, read: 0, written: 0, replacements: 0 };
            let mut output = Vec::new();
            let mut dst = vec![fill; skew + room];
            loop {
                let rest = &source[skew + sum.read..];
                let step = self.pair.run(tested, policy, rest, &mut dst[skew..]);
                assert!(dst[..skew].iter().all(|unit| *unit == fill), "in front of the output");
                output.extend_from_slice(&dst[skew..][..step.written]);
                sum.read += step.read;
                sum.written += step.written;
                sum.replacements += step.replacements;
                match step.stop {
                    Some(bad) if bad.kind == ErrorKind::OutputFull => {
                        if step.read == 0 {
                            // A longer character than there is room for.
                            assert!(dst.len() < skew + room.max(4), "no progress");
                            dst.push(fill);
                        }
                    }
                    stop => {
                        sum.stop = stop;
                        return (sum, output);
                    }
                }
            }
        });
    }

    /// The forms that append to a vector with something in it.
    fn check_growing(&self, src: &[U], items: &[Item], before: usize) {
        self.check("appended", src, items, |tested, policy| {
            let mut out = vec![self.pair.to.fill; before];
            let outcome = match policy {
                Policy::Strict => Outcome::strict((self.append)(tested, src, &mut out), src.len()),
                Policy::Lossy => {
                    Outcome::new(Ok((self.append_lossy)(tested, src, &mut out)), src.len())
                }
            };
            let written = out.split_off(before);
            assert!(out.iter().all(|unit| *unit == self.pair.to.fill), "what was there before");
            (outcome, written)
        });
    }
}
