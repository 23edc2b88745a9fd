//! However a source is cut, the detector says the same.

use codeunit::{ByteOrderMark, Detection, Detector, MarkDetection};
use codeunit_reference::scheme::Scheme;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::sources::sources;

/// Sources that begin as text, as marks, as anything.
fn source() -> impl Strategy<Value = Vec<u8>> {
    let schemes = proptest::sample::select(Scheme::ALL.as_slice());
    let text = ("[a-z \n0é中。一\u{3000}Жक😀\0\u{FEFF}]{0,40}", schemes, 1..200_usize).prop_map(
        |(text, scheme, times)| {
            let mut bytes = Vec::new();
            for c in text.repeat(times).chars().take(2000) {
                scheme.put(c, &mut bytes);
            }
            bytes
        },
    );
    let few =
        proptest::sample::select([0_u8, 0x20, 0x61, 0x30, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF].as_slice());
    prop_oneof![
        4 => text,
        1 => vec(any::<u8>(), 0..40),
        1 => vec(few, 0..12),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cuts_change_nothing(
        src in source(),
        cuts in vec(any::<proptest::sample::Index>(), 0..8),
        guess in any::<bool>(),
    ) {
        let begin = if guess { Detector::guessing() } else { Detector::new() };
        let mut whole = begin;
        let at_once = whole.push(&src);

        let mut ends: Vec<_> = cuts.iter().map(|cut| cut.index(src.len() + 1)).collect();
        ends.sort_unstable();
        ends.push(src.len());
        let (mut pieces, mut from) = (begin, 0);
        for to in ends {
            let was = pieces.push(&[]);
            let is = pieces.push(&src[from..to]);
            prop_assert!(was == Detection::Pending || is == was, "{was:?} became {is:?}");
            prop_assert!(is == Detection::Pending || pieces.finish() == is);
            from = to;
        }
        prop_assert_eq!(pieces, whole);
        prop_assert_eq!(pieces.push(&[]), at_once);
        prop_assert_eq!(pieces.finish(), whole.finish());
        prop_assert_ne!(whole.finish(), Detection::Pending);
        prop_assert_ne!(whole.so_far(), Detection::Pending);
    }
}

/// A mark is looked for in a prefix that grows: once decided it stays, and pending it is told from what
/// has none.
#[test]
fn marks_are_the_same_in_every_longer_prefix() {
    for src in sources() {
        let mut before = MarkDetection::Pending(None);
        for len in 0..=src.len() {
            let here = ByteOrderMark::detect(&src[..len]);
            assert!(before.is_pending() || here == before, "{src:02X?}");
            before = here;
        }
    }
}
