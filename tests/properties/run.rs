//! How proptest and quickcheck run a property: from which seed, how often, and what is printed.
//!
//! `CODEUNIT_TEST_SIZE` scales the number of cases, `CODEUNIT_TEST_SEED` begins elsewhere.

use std::fmt::Debug;
use std::sync::OnceLock;

use harness::{check, quietly, scaled};
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use quickcheck::{Gen, QuickCheck, Testable};

/// Whether a property holds; if not, what is wrong.
pub(crate) type Verdict = Result<(), String>;

/// The seed of the run.
fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| match std::env::var("CODEUNIT_TEST_SEED") {
        Ok(text) => text.parse().expect("CODEUNIT_TEST_SEED is a number"),
        Err(_) => 0,
    })
}

/// The seed of a property, different for every name: FNV-1a, 64 bits.
fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0xCBF2_9CE4_8422_2325 ^ seed(), |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Runs `property` on `cases` vectors, scaled by the size of the run. What is no source, the property has
/// to let pass: a vector is made smaller by leaving out elements.
///
/// # Panics
/// If it does not hold, with what it says about the smallest vector that was found.
pub(crate) fn proptest<U: Clone + Debug + 'static>(
    name: &str,
    cases: usize,
    strategy: &BoxedStrategy<Vec<U>>,
    property: &dyn Fn(&[U]) -> Verdict,
) {
    check::begin(name);
    let config = Config {
        cases: u32::try_from(scaled(cases)).expect("not so many cases"),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed_of(name)),
        max_shrink_iters: 16_384,
        ..Config::default()
    };
    let test = |units: Vec<U>| quietly(|| property(&units)).map_err(TestCaseError::fail);
    match TestRunner::new(config).run(strategy, test) {
        Ok(()) => {}
        Err(TestError::Fail(why, units)) => {
            let why = shorten(units, property).unwrap_or_else(|| why.to_string());
            panic!("{name} does not hold, CODEUNIT_TEST_SEED={}: {why}", seed());
        }
        Err(TestError::Abort(why)) => panic!("{name} was not tried: {why}"),
    }
}

/// Leaves out elements, many at a time and then one by one, while the property still does not hold, and
/// returns what it says in the end. Proptest has made each part of a case small by itself; a text that
/// could be shorter only after the damage was made simpler is still long.
fn shorten<U: Clone>(mut units: Vec<U>, property: &dyn Fn(&[U]) -> Verdict) -> Option<String> {
    let mut why = None;
    let mut step = units.len();
    while step > 0 {
        let mut at = 0;
        let before = units.len();
        while at + step <= units.len() {
            let mut fewer = units.clone();
            fewer.drain(at..at + step);
            match quietly(|| property(&fewer)) {
                Err(wrong) => (units, why) = (fewer, Some(wrong)),
                Ok(()) => at += step,
            }
        }
        if step > 1 || units.len() == before {
            step /= 2;
        }
    }
    why
}

/// Runs a function of quickcheck's on vectors of up to 20, 100 and 420 elements.
///
/// # Panics
/// If it does not hold, with the smallest arguments that were found.
pub(crate) fn quickcheck<A: Testable + Copy>(name: &str, cases: usize, property: A) {
    check::begin(name);
    // Seen only if the test fails.
    println!("CODEUNIT_TEST_SEED={}", seed());
    for (size, cases) in [(20, cases), (100, cases), (420, cases.div_ceil(4))] {
        let random = Gen::from_size_and_seed(size, seed_of(name));
        let cases = u64::try_from(scaled(cases)).expect("not so many cases");
        QuickCheck::new().rng(random).tests(cases).max_tests(cases).quickcheck(property);
    }
}
