//! Every pair of encodings on random sources, most of them damaged text.

use harness::pair::Pair;
use harness::{Element, for_each_pair, long, rng::Rng, scaled, thin};

use crate::Test;

fn check<U: Element, V: Element>(pair: &Pair<U, V>, rng: &mut Rng, len: usize) {
    let src = (pair.from.random)(rng, len);
    let items = (pair.from.decode)(&src);
    pair.from.check(&src, &items);
    pair.check(&src, &items);
}

fn random_sources_of_every_length() {
    let mut rng = Rng::new(6);
    for len in thin(0..=600) {
        for_each_pair!(|pair| check(pair, &mut rng, len));
    }
}

fn random_sources_of_random_length() {
    let mut rng = Rng::new(7);
    for _ in 0..scaled(200) {
        let len = rng.below(300);
        for_each_pair!(|pair| check(pair, &mut rng, len));
    }
}

fn long_random_sources() {
    let mut rng = Rng::new(8);
    for _ in 0..scaled(4) {
        let len = 2000 + rng.below(long(20_000, 500));
        for_each_pair!(|pair| check(pair, &mut rng, len));
    }
}

pub(crate) const TESTS: &[Test] =
    tests![random_sources_of_every_length, random_sources_of_random_length, long_random_sources,];
