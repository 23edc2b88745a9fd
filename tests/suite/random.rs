//! Every pair of encodings on random sources, most of them damaged text.

use std::borrow::Borrow;

use codeunit::encoding::TranscodeTo;

use crate::common::encodings::{SourceModel, TargetModel, for_each_pair};
use crate::common::model::{check_pair, check_validate};
use crate::common::rng::{Rng, depth};

fn check<S: SourceModel + TranscodeTo<T>, T: TargetModel>(rng: &mut Rng, len: usize) {
    let src = S::random(rng, len);
    let items = S::decode(src.borrow());
    check_validate::<S>(src.borrow(), &items);
    check_pair::<S, T>(src.borrow(), &items);
}

#[test]
fn random_sources_of_every_length() {
    let mut rng = Rng::new(6);
    for len in 0..=600 {
        for_each_pair!(check(&mut rng, len));
    }
}

#[test]
fn random_sources_of_random_length() {
    let mut rng = Rng::new(7);
    for _ in 0..200 * depth() {
        let len = rng.below(300);
        for_each_pair!(check(&mut rng, len));
    }
}

#[test]
fn long_random_sources() {
    let mut rng = Rng::new(8);
    for _ in 0..4 * depth() {
        let len = 2000 + rng.below(20_000);
        for_each_pair!(check(&mut rng, len));
    }
}
