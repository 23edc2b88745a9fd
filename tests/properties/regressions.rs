//! Cases on which a law failed: what a failing law prints goes here. That it prints the smallest source is
//! shown by a law that does not hold.

use codeunit::encoding::{Utf8, Utf16Le};
use harness::pair::Pair;
use harness::{Tested, quietly};

use crate::encodings::Element;
use crate::law::{Law, Sample, check_law, lossy, on_any_source, same};
use crate::run::Verdict;

/// That no source needs a replacement, which one of two ill-formed bytes does.
struct NothingIsReplaced;

impl Law for NothingIsReplaced {
    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        same(&"replacements", &lossy(pair, on, src.elements)?.1, &0)
    }
}

#[test]
fn a_law_that_fails_prints_the_smallest_source() {
    let message = quietly(|| {
        on_any_source::<NothingIsReplaced>(400);
        Ok(())
    });
    let message = message.expect_err("the law does not hold");
    let call = message.split_once("check_law::<NothingIsReplaced, Utf8>(&[").expect(&message).1;
    let (source, _) = call.split_once("]);").expect(&message);
    assert_eq!(source.matches("0x").count(), 1, "{message}");
}

#[test]
#[should_panic(expected = "NothingIsReplaced does not hold")]
fn a_pasted_test_fails() {
    check_law::<NothingIsReplaced, Utf8>(&[0xFF]);
}

#[test]
#[should_panic(expected = "check_law::<NothingIsReplaced, Utf16Le>(&[0x00])")]
fn a_pasted_test_prints_itself() {
    check_law::<NothingIsReplaced, Utf16Le>(&[0x00]);
}
