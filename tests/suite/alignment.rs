//! Every length at every alignment of the source and of the output.

use harness::pair::Pair;
use harness::rng::Rng;
use harness::text::{PADDINGS, padding};
use harness::{Element, Policy, for_each_backend, for_each_pair, thin};

use crate::Test;

/// The longest vector, and the line of every cache: no alignment matters beyond it.
const LINE: usize = 64;

/// Memory whose slices can begin at every place of a line.
struct Aligned<T> {
    memory: Vec<T>,
    first: usize,
}

impl<T: Copy> Aligned<T> {
    /// Room for `len` elements at every place.
    fn new(len: usize, value: T) -> Self {
        let memory = vec![value; len + 2 * LINE / size_of::<T>()];
        let first = memory.as_ptr().align_offset(LINE);
        assert!(first <= LINE / size_of::<T>(), "{first} elements to the next line");
        Self { memory, first }
    }

    /// `len` elements, `place` elements behind the beginning of a line.
    fn slice(&mut self, place: usize, len: usize) -> &mut [T] {
        &mut self.memory[self.first + place..][..len]
    }
}

/// Places of a line.
const fn places<T>() -> usize {
    LINE / size_of::<T>()
}

fn every_alignment<U: Element, V: Element>(pair: &Pair<U, V>, rng: &mut Rng) {
    let fill = (pair.from.encode)("a")[0];
    let (mut source, mut output) = (Aligned::new(1100, fill), Aligned::new(1100, pair.to.fill));
    for len in thin(0..=260) {
        let text = (pair.from.encode)(&padding(PADDINGS[len % 5], len));
        let damaged = (pair.from.random)(rng, len);
        for src in [&text, &damaged] {
            let items = (pair.from.decode)(src);
            for policy in [Policy::Strict, Policy::Lossy] {
                let case = Case { pair, src, items: &items, policy, len };
                case.check(&mut source, &mut output);
            }
        }
    }
}

struct Case<'a, U, V> {
    pair: &'a Pair<U, V>,
    src: &'a [U],
    items: &'a [harness::Item],
    policy: Policy,
    len: usize,
}

impl<U: Element, V: Element> Case<'_, U, V> {
    /// Every place of the source. The place of the output moves on with the length, so that over all
    /// lengths each place of the one meets each place of the other.
    fn check(&self, source: &mut Aligned<U>, output: &mut Aligned<V>) {
        let Self { pair, policy, .. } = self;
        let mut wanted = Vec::new();
        let lossy = pair.to.convert(self.items, usize::MAX, Policy::Lossy, &mut wanted);
        let room = lossy.written;
        let want = pair.to.convert(self.items, room, *policy, &mut wanted);
        for place in 0..places::<U>() {
            let src = source.slice(place, self.src.len());
            src.copy_from_slice(self.src);
            let other = (place + self.len) % places::<V>();
            for_each_backend(|tested| {
                let dst = output.slice(other, room);
                dst.fill(pair.to.fill);
                let got = pair.run(tested, *policy, src, dst);
                if got != want || dst[..got.written] != *wanted {
                    let test = harness::case::test(pair, self.src, room);
                    panic!(
                        "{place} elements into a line, output {other}: {got:?} for {want:?}\n{test}"
                    );
                }
            });
        }
    }
}

fn every_length_at_every_alignment_of_every_pair() {
    let mut rng = Rng::new(15);
    for_each_pair!(|pair| every_alignment(pair, &mut rng));
}

pub(crate) const TESTS: &[Test] = tests![every_length_at_every_alignment_of_every_pair];
