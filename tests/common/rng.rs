//! A small generator of pseudo-random numbers, the same on every run.

/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
pub(crate) struct Rng(u64);

impl Rng {
    /// The generator of one test, which a fixed number begins.
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// One of the choices.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// How many times longer than usual the random tests run: `CODEUNIT_TEST_DEPTH=100 cargo test`.
pub(crate) fn depth() -> usize {
    let depth = std::env::var("CODEUNIT_TEST_DEPTH");
    depth.map_or(1, |depth| depth.parse().expect("CODEUNIT_TEST_DEPTH is a number"))
}
