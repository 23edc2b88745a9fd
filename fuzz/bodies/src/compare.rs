//! Comparisons.
//!
//! Two bytes pick two encodings, a third where one of them is changed, and a fourth what to; the rest is UTF-8, of
//! which its well-formed part is the text of one side, and that of the other but for the change. Then the same bytes
//! are a source in both, whatever comes of it.

use std::borrow::Borrow;
use std::cmp::Ordering;

use codeunit::encoding::{
    Chars, Latin1, Str, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use codeunit_harness::check::begin;
use codeunit_harness::guarded::{Guarded, Place};
use codeunit_harness::{SourceModel, for_each_backend};

use crate::choices::Choices;
use crate::std_text::StdSource;

/// The order of two texts, whether they are the same, and how far.
pub fn compare(data: &[u8]) {
    begin("a fuzz target");
    let mut choices = Choices::new(data);
    let first = choices.of(&FIRST);
    let case = Case {
        second: choices.byte(),
        change: choices.byte(),
        into: choices.byte(),
        bytes: choices.source(),
    };
    first(&case);
}

struct Case<'a> {
    second: u8,
    change: u8,
    into: u8,
    bytes: &'a [u8],
}

macro_rules! encodings {
    ($($name:ident)*) => {
        const FIRST: [fn(&Case<'_>); 10] = [$(second::<$name>),*];

        /// Picks the second encoding.
        fn second<A: StdSource>(case: &Case<'_>) {
            let list: [fn(&Case<'_>); 10] = [$(check::<A, $name>),*];
            list[usize::from(case.second) % list.len()](case);
        }
    };
}

encodings! { Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1 Str Chars }

fn check<A: StdSource, B: StdSource>(case: &Case<'_>) {
    let text: Vec<char> = String::from_utf8_lossy(case.bytes).chars().collect();
    let mut other = text.clone();
    if let Some(c) = other.get_mut(usize::from(case.change)) {
        *c = ['a', 'b', 'é', 'ÿ', '中', '\u{FFFD}', '😀', '\u{10FFFF}'][usize::from(case.into) % 8];
    }
    // Latin-1 drops what it does not have, so that the text is read back from the source.
    let a = A::encode(&String::from_iter(text));
    let b = B::encode(&String::from_iter(other));
    well_formed::<A, B>(a.borrow(), b.borrow());
    let (a, b) = (A::from_bytes(case.bytes), B::from_bytes(case.bytes));
    consistent::<A, B>(a.borrow(), b.borrow());
}

/// By the iterators of the standard library.
fn well_formed<A: StdSource, B: StdSource>(a: &A::Slice, b: &B::Slice) {
    let (x, y) = (A::decode_std(a).text, B::decode_std(b).text);
    let order = x.chars().cmp(y.chars());
    let same = x.chars().zip(y.chars()).take_while(|(x, y)| x == y);
    let same: String = same.map(|(x, _)| x).collect();
    let len = (
        A::elements(A::encode(&same).borrow()).len(),
        B::elements(B::encode(&same).borrow()).len(),
    );
    on_every_backend::<A, B>(a, b, Some((order, len)));
}

/// Of anything: the same on every backend, and each answer fits the others.
fn consistent<A: StdSource, B: StdSource>(a: &A::Slice, b: &B::Slice) {
    on_every_backend::<A, B>(a, b, None);
    on_every_backend::<A, A>(a, a, None);
}

fn on_every_backend<A: SourceModel, B: SourceModel>(
    a: &A::Slice,
    b: &B::Slice,
    want: Option<(Ordering, (usize, usize))>,
) {
    let mut want = want;
    let (mut left, mut right) =
        (Guarded::new(size_of_val(A::elements(a))), Guarded::new(size_of_val(B::elements(b))));
    for place in Place::BOTH {
        let a = A::view(left.copy(A::elements(a), place)).expect("the same source");
        let b = B::view(right.copy(B::elements(b), place)).expect("the same source");
        for_each_backend(|tested| {
            let order = tested.cmp_text::<A, B>(a, b);
            let len = tested.common_prefix_len::<A, B>(a, b);
            let what = || format!("{} {}, {} {}", A::NAME, A::literal(a), B::NAME, B::literal(b));
            assert_eq!((order, len), *want.get_or_insert((order, len)), "{}", what());
            assert_eq!(tested.cmp_text::<B, A>(b, a), order.reverse(), "{}", what());
            assert_eq!(tested.eq_text::<A, B>(a, b), order.is_eq(), "{}", what());
            assert_eq!(tested.common_prefix_len::<B, A>(b, a), (len.1, len.0), "{}", what());
            // The beginnings are the same; what follows has the order of the whole.
            let (x, y) = (A::elements(a), B::elements(b));
            let front = (A::view(&x[..len.0]), B::view(&y[..len.1]));
            let (Some(x), Some(y)) = front else { panic!("a boundary: {}", what()) };
            assert!(tested.eq_text::<A, B>(x, y), "{}", what());
        });
    }
}
