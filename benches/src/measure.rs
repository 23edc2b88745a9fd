//! Interleaved timing.
//!
//! The machines are shared and their clocks drift, so a time by itself says little. Contenders are
//! run in turns, A B C, C B A, …, each turn a batch of at least a millisecond, and of each the
//! fastest batch counts: what slows a batch down is not the contender. The ratio of two contenders
//! of one run is what repeats.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something to time, on input of its own.
pub struct Contender<'a> {
    /// What the table calls it.
    pub name: String,
    run: Box<dyn FnMut() + 'a>,
}

impl<'a> Contender<'a> {
    /// A contender that calls `work` and keeps its result from being optimised away.
    pub fn new<R>(name: impl Into<String>, mut work: impl FnMut() -> R + 'a) -> Self {
        Self {
            name: name.into(),
            run: Box::new(move || {
                black_box(work());
            }),
        }
    }

    fn batch(&mut self, calls: u32) -> Duration {
        let start = Instant::now();
        for _ in 0..calls {
            (self.run)();
        }
        start.elapsed()
    }
}

/// Seconds a call, for each contender the fastest of `rounds` batches.
pub fn fastest(contenders: &mut [Contender<'_>], rounds: u32) -> Vec<f64> {
    const BATCH: Duration = Duration::from_millis(1);
    let mut calls: Vec<u32> = Vec::new();
    for contender in &mut *contenders {
        let mut n = 1;
        while contender.batch(n) < BATCH {
            n *= 2;
        }
        calls.push(n);
    }
    let mut best = vec![f64::INFINITY; contenders.len()];
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let i = if round % 2 == 0 { turn } else { contenders.len() - 1 - turn };
            let time = contenders[i].batch(calls[i]).as_secs_f64() / f64::from(calls[i]);
            best[i] = best[i].min(time);
        }
    }
    best
}

/// The geometric mean.
#[must_use]
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contender_runs_and_gets_a_time() {
        let (mut a, mut b) = (0_u64, 0_u64);
        let times = {
            let mut contenders = [Contender::new("a", || a += 1), Contender::new("b", || b += 1)];
            fastest(&mut contenders, 3)
        };
        assert!(times.iter().all(|time| time.is_finite() && *time > 0.0));
        assert!(a > 0 && b > 0);
    }

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean(&[4.0, 0.25]) - 1.0).abs() < 1e-12);
    }
}
