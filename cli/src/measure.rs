//! Interleaved timing, for `codeunit bench` and for the benchmarks of the project.
//!
//! Machines are shared and their clocks drift, so a time by itself says little. Contenders are timed
//! in turns, A B C, C B A, …, each turn a batch of calls that takes a millisecond or more. What slows
//! a batch down is not the contender, so the fastest batch of each counts; the ratio of two
//! contenders of one run is what repeats.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Something to time.
pub struct Contender<'a> {
    prepare: Box<dyn FnMut() + 'a>,
    /// Makes so many calls and tells how long they took.
    batch: Box<dyn FnMut(u32) -> Duration + 'a>,
    /// How many calls a batch has, if that is known.
    calls: Option<u32>,
}

impl<'a> Contender<'a> {
    /// A contender that calls `work`, whose result is kept from being optimised away.
    pub fn new<R>(mut work: impl FnMut() -> R + 'a) -> Self {
        Self::timed(move |calls| {
            let start = Instant::now();
            for _ in 0..calls {
                black_box(work());
            }
            start.elapsed()
        })
    }

    /// A contender that makes its calls itself, and tells how long they took.
    pub fn timed(batch: impl FnMut(u32) -> Duration + 'a) -> Self {
        Self { prepare: Box::new(|| {}), batch: Box::new(batch), calls: None }
    }

    /// The same with something to do before each batch, which is not timed.
    #[must_use]
    pub fn prepared(self, prepare: impl FnMut() + 'a) -> Self {
        Self { prepare: Box::new(prepare), ..self }
    }

    /// The same with batches of so many calls, which [`Times::calls`] of an earlier run has told.
    #[must_use]
    pub fn calls(self, calls: u32) -> Self {
        Self { calls: Some(calls), ..self }
    }

    fn batch(&mut self, calls: u32, effort: Effort) -> Duration {
        (self.prepare)();
        let lead = (f64::from(calls) * effort.lead) as u32;
        if lead > 0 {
            (self.batch)(lead);
        }
        (self.batch)(calls)
    }

    /// How many calls a batch of that length takes.
    fn calls_in(&mut self, effort: Effort) -> u32 {
        if let Some(calls) = self.calls {
            return calls;
        }
        // The first call meets pages and tables that nobody has touched.
        self.batch(1, effort);
        let mut calls = 1_u32;
        // Who is interrupted once would have batches too short for good.
        let (mut enough, times) = (0, if effort.lead > 0.0 { 3 } else { 1 });
        loop {
            let time = self.batch(calls, effort);
            if time >= effort.batch || calls > u32::MAX / 4 {
                enough += 1;
                if enough == times {
                    return calls;
                }
                continue;
            }
            enough = 0;
            // No further than four times at once: the first calls are the slow ones.
            let wanted = effort.batch.as_secs_f64() / time.as_secs_f64().max(1e-9);
            calls = (f64::from(calls) * wanted.clamp(1.2, 4.0)).ceil() as u32;
        }
    }
}

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Of a batch.
    pub batch: Duration,
    /// Calls before each batch that are not timed, as a share of those in it: between two batches of
    /// a contender the others run, and its branches are learnt anew.
    pub lead: f64,
    /// After how many rounds to stop at the earliest: when the last third of them has not made
    /// anybody faster by more than one part in two hundred.
    pub rounds: usize,
    /// After how many rounds to stop at the latest.
    pub most: usize,
}

/// The seconds a call of a contender took, round by round.
#[derive(Clone, Debug, Default)]
pub struct Times {
    seconds: Vec<f64>,
    calls: u32,
}

impl Times {
    /// Of the fastest batch.
    #[must_use]
    pub fn min(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// One batch in four was faster. It repeats better than the minimum, which a clock that runs fast
    /// for a moment moves by a quarter, and than the median, which a busy neighbour moves by a half.
    #[must_use]
    pub fn quartile(&self) -> f64 {
        quantile(self.seconds.clone(), 0.25)
    }

    /// Half of the batches were faster.
    #[must_use]
    pub fn median(&self) -> f64 {
        quantile(self.seconds.clone(), 0.5)
    }

    /// How many batches there were.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.seconds.len()
    }

    /// How many calls a batch had.
    #[must_use]
    pub fn calls(&self) -> u32 {
        self.calls
    }

    /// How many times as long as `other` this took: the median of the ratios within a round.
    #[must_use]
    pub fn ratio(&self, other: &Self) -> f64 {
        quantile(self.seconds.iter().zip(&other.seconds).map(|(a, b)| a / b).collect(), 0.5)
    }

    /// The first half of the batches, and the second.
    #[must_use]
    pub fn halves(&self) -> (Self, Self) {
        let (first, second) = self.seconds.split_at(self.seconds.len() / 2);
        let half = |seconds: &[f64]| Self { seconds: seconds.into(), calls: self.calls };
        (half(first), half(second))
    }

    /// Takes over the batches of another run.
    pub fn add(&mut self, other: Self) {
        self.seconds.extend(other.seconds);
    }

    /// Counts each call as so many.
    pub fn divide(&mut self, calls: f64) {
        self.seconds.iter_mut().for_each(|time| *time /= calls);
    }

    /// Whether the last third of the rounds left the minimum where it was.
    fn is_settled(&self) -> bool {
        let (before, last) = self.seconds.split_at(self.seconds.len() - self.seconds.len() / 3);
        let min = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
        min(last) > min(before) * 0.995
    }
}

fn quantile(mut numbers: Vec<f64>, share: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get((numbers.len() as f64 * share) as usize).copied().unwrap_or(f64::NAN)
}

/// Times the contenders in turns.
pub fn interleaved(contenders: &mut [Contender<'_>], effort: Effort) -> Vec<Times> {
    let calls = contenders.iter_mut().map(|one| one.calls_in(effort));
    let new = |calls| Times { seconds: Vec::new(), calls };
    let mut times: Vec<Times> = calls.map(new).collect();
    for round in 0..effort.most {
        for turn in 0..contenders.len() {
            let i = if round % 2 == 0 { turn } else { contenders.len() - 1 - turn };
            let calls = times[i].calls;
            let time = contenders[i].batch(calls, effort);
            times[i].seconds.push(time.as_secs_f64() / f64::from(calls));
        }
        if round + 1 >= effort.rounds && times.iter().all(Times::is_settled) {
            break;
        }
    }
    times
}

/// The geometric mean of ratios; of none it is not a number.
#[must_use]
pub fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, len) = ratios.into_iter().fold((0.0, 0), |(sum, n), ratio| (sum + ratio.ln(), n + 1));
    (sum / f64::from(len)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Effort =
        Effort { batch: Duration::from_micros(50), lead: 0.0, rounds: 3, most: 5 };

    fn times(seconds: impl IntoIterator<Item = f64>) -> Times {
        Times { seconds: seconds.into_iter().collect(), calls: 1 }
    }

    #[test]
    fn every_contender_is_prepared_before_each_batch_and_gets_a_time() {
        let (mut calls, mut prepared) = (0_u64, 0_u64);
        let times = {
            let mut contenders = [
                Contender::new(|| calls += 1),
                Contender::timed(|calls| Duration::from_millis(calls.into()))
                    .prepared(|| prepared += 1),
            ];
            interleaved(&mut contenders, SHORT)
        };
        assert!(calls > 0 && prepared > times[1].rounds() as u64);
        assert!((3..=5).contains(&times[0].rounds()));
        assert!((times[1].min() - 1e-3).abs() < 1e-12 && (times[1].median() - 1e-3).abs() < 1e-12);
    }

    #[test]
    fn a_batch_has_the_calls_that_were_asked_for() {
        let mut seen = Vec::new();
        let mut contenders = [Contender::timed(|calls| {
            seen.push(calls);
            Duration::from_nanos(1)
        })
        .calls(7)];
        assert_eq!(interleaved(&mut contenders, SHORT)[0].calls(), 7);
        drop(contenders);
        assert!(seen.iter().all(|&calls| calls == 7) && seen.len() >= 3);
    }

    #[test]
    fn calls_that_lead_up_to_a_batch_are_not_timed() {
        let mut seen = Vec::new();
        let mut contenders = [Contender::timed(|calls| {
            seen.push(calls);
            Duration::from_millis(calls.into())
        })
        .calls(6)];
        let times = interleaved(&mut contenders, Effort { lead: 0.5, ..SHORT });
        drop(contenders);
        assert!((times[0].min() - 1e-3).abs() < 1e-12);
        assert!(seen.chunks(2).all(|pair| pair == [3, 6]), "{seen:?}");
    }

    #[test]
    fn the_ratio_is_that_of_the_middle_round() {
        let (a, b) = (times([2.0, 8.0, 3.0]), times([1.0, 1.0, 1.0]));
        assert!((a.ratio(&b) - 3.0).abs() < 1e-12 && (a.median() - 3.0).abs() < 1e-12);
        assert!((a.min() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn one_batch_in_four_is_faster_than_the_quartile() {
        let mut some = times((1..=20).map(f64::from));
        assert!((some.quartile() - 6.0).abs() < 1e-12);
        let (first, second) = some.halves();
        assert!((first.quartile() - 3.0).abs() < 1e-12 && (second.quartile() - 13.0).abs() < 1e-12);
        some.divide(2.0);
        some.add(times([0.1, 0.2]));
        assert!((some.quartile() - 2.0).abs() < 1e-12 && some.rounds() == 22);
    }

    #[test]
    fn times_that_still_fall_are_not_settled() {
        assert!(!times([3.0, 2.0, 1.0]).is_settled());
        assert!(times([1.0, 2.0, 3.0]).is_settled());
    }

    #[test]
    fn the_geometric_mean_of_a_ratio_and_its_inverse_is_one() {
        assert!((geometric_mean([4.0, 0.25]) - 1.0).abs() < 1e-12);
        assert!(geometric_mean([]).is_nan());
    }
}
