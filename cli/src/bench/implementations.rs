//! What is measured, by whom, and whether all of them do the same.

use std::cell::RefCell;
use std::hint::black_box;
use std::iter;
use std::time::{Duration, Instant};

use codeunit::{Backend, Engine};

use super::codec::{Converter, MAX_EXPANSION, Reader};
use super::scheme::Scheme;
use super::standard;
use crate::measure::{Contender, Effort, Times, interleaved};

/// What the standard library is called among the backends.
pub(super) const STD: &str = "std";

/// The least time of a batch: the clock is read twice for it.
const BATCH: Duration = Duration::from_millis(1);

/// A median of fewer rounds says nothing.
const LEAST_ROUNDS: usize = 3;

/// What the others are compared with.
pub(super) fn scalar() -> Engine {
    Engine::with_backend(Backend::Fallback).expect("every machine has the scalar backend")
}

/// What a conversion does with what it cannot convert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// It stops at the first sequence.
    Strict,
    /// It writes U+FFFD; `?` to a Latin-1 target.
    Replace,
}

/// Something that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Validate(Scheme),
    Convert { from: Scheme, to: Scheme, policy: Policy },
}

/// Work on the first slice, with output into the second if there is any. How many bytes were
/// written; `None` if the work came to a sequence that it could not do.
type Work = Box<dyn Fn(&[u8], &mut [u8]) -> Option<usize>>;

/// One that can do the operation.
pub(super) struct Implementation {
    pub(super) name: &'static str,
    work: Work,
}

impl Implementation {
    fn on(operation: Operation, engine: Engine) -> Self {
        let work: Work = match operation {
            Operation::Validate(scheme) => {
                let Reader { validate, .. } = Reader::new(scheme);
                Box::new(move |src, _| validate(engine, src).ok().map(|()| 0))
            }
            Operation::Convert { from, to, policy } => {
                let Converter { strict, lossy } = Converter::new(from, to);
                match policy {
                    Policy::Strict => Box::new(move |src, dst| strict(engine, src, dst).ok()),
                    Policy::Replace => {
                        Box::new(move |src, dst| Some(lossy(engine, src, dst).ok()?.written))
                    }
                }
            }
        };
        Self { name: engine.backend().name(), work }
    }

    fn of_std(operation: Operation) -> Self {
        let work = match operation {
            Operation::Validate(scheme) => standard::validation(scheme),
            Operation::Convert { from, to, policy: Policy::Strict } => standard::strict(from, to),
            Operation::Convert { from, to, policy: Policy::Replace } => standard::lossy(from, to),
        };
        Self { name: STD, work: Box::new(work) }
    }
}

/// Two that should have the same result, and where they part.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) names: [&'static str; 2],
    /// In bytes of the output; `None` of a validation, which has none.
    pub(super) offset: Option<usize>,
}

/// The implementations of an operation, with the text and the memory that they share.
pub(super) struct Bench<'a> {
    operation: Operation,
    /// Best first; the last is that of the standard library.
    pub(super) implementations: Vec<Implementation>,
    src: &'a [u8],
    /// With room for whatever the operation makes of the source.
    dst: Vec<u8>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(operation: Operation, src: &'a [u8]) -> Self {
        let backends = Backend::ALL.iter().filter_map(|&backend| Engine::with_backend(backend));
        let implementations = backends
            .map(|engine| Implementation::on(operation, engine))
            .chain(iter::once(Implementation::of_std(operation)))
            .collect();
        let room = match operation {
            Operation::Validate(_) => 0,
            Operation::Convert { .. } => src.len() * MAX_EXPANSION,
        };
        Self { operation, implementations, src, dst: vec![0; room] }
    }

    /// Compares the output of each with that of the scalar backend. Returns how long one call of
    /// each takes, one after the other.
    pub(super) fn compare(&mut self) -> Result<Vec<Duration>, Difference> {
        let Self { operation, implementations, src, dst } = self;
        let scalar = Implementation::on(*operation, scalar());
        let written = (scalar.work)(src, dst);
        let expected = dst[..written.unwrap_or(0)].to_vec();
        let mut times = Vec::new();
        for one in implementations.iter() {
            // What an earlier one has written must not pass for the work of this one.
            dst.iter_mut().zip(&expected).for_each(|(byte, expected)| *byte = !expected);
            let start = Instant::now();
            let done = (one.work)(src, dst);
            times.push(start.elapsed());
            if done != written || !dst.starts_with(&expected) {
                let same = dst.iter().zip(&expected).take_while(|(a, b)| a == b).count();
                let offset = done.map_or(same, |done| same.min(done));
                let offset = (!dst.is_empty()).then_some(offset);
                return Err(Difference { names: [one.name, scalar.name], offset });
            }
        }
        Ok(times)
    }

    /// Measures all in turns, for about as long as `limit`; `call` is how long a call of each takes.
    pub(super) fn measure(&mut self, limit: Duration, call: &[Duration]) -> Vec<Times> {
        let Self { implementations, src, dst, .. } = self;
        let (src, dst) = (*src, RefCell::new(dst));
        let mut contenders: Vec<_> = implementations
            .iter()
            .map(|one| Contender::new(|| (one.work)(black_box(src), &mut dst.borrow_mut())))
            .collect();
        let round = call.iter().map(|&call| call.max(BATCH)).sum();
        interleaved(&mut contenders, effort(limit, round))
    }
}

/// As many rounds as fit; half of them are enough if nobody gets any faster.
fn effort(limit: Duration, round: Duration) -> Effort {
    let most = limit.div_duration_f64(round) as usize;
    let most = most.max(LEAST_ROUNDS);
    Effort { batch: BATCH, lead: 0.0, rounds: (most / 2).max(LEAST_ROUNDS), most }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use codeunit::Backend;

    use super::{BATCH, Bench, Difference, Implementation, Operation, effort, scalar};
    use crate::bench::implementations::Policy;
    use crate::bench::scheme::Scheme;

    const OPERATION: Operation =
        Operation::Convert { from: Scheme::Utf8, to: Scheme::Utf16Le, policy: Policy::Strict };

    /// The difference that a copy of the scalar backend with a fault makes.
    fn planted(fault: fn(Option<usize>, &mut [u8]) -> Option<usize>) -> Option<Difference> {
        let mut bench = Bench::new(OPERATION, "maña".as_bytes());
        let scalar = Implementation::on(OPERATION, scalar());
        let work = Box::new(move |src: &[u8], dst: &mut [u8]| fault((scalar.work)(src, dst), dst));
        bench.implementations.insert(0, Implementation { name: "planted", work });
        bench.compare().err()
    }

    fn at(offset: usize) -> Option<Difference> {
        Some(Difference { names: ["planted", "fallback"], offset: Some(offset) })
    }

    #[test]
    fn planted_differences_are_found() {
        assert_eq!(planted(|done, _| done), None);
        let wrong = |done: Option<usize>, dst: &mut [u8]| {
            dst[5] ^= 1;
            done
        };
        assert_eq!(planted(wrong), at(5));
        assert_eq!(planted(|done, _| Some(done? - 2)), at(6));
        assert_eq!(planted(|done, _| Some(done? + 2)), at(8));
        assert_eq!(planted(|_, _| None), at(8));
    }

    #[test]
    fn output_of_another_does_not_count() {
        let mut bench = Bench::new(OPERATION, b"text");
        let idle = Implementation { name: "idle", work: Box::new(|_, _| Some(8)) };
        bench.implementations.push(idle);
        let difference = Difference { names: ["idle", "fallback"], offset: Some(0) };
        assert_eq!(bench.compare(), Err(difference));
    }

    #[test]
    fn a_validation_that_differs_is_found() {
        let mut bench = Bench::new(Operation::Validate(Scheme::Utf8), b"text");
        bench.implementations.push(Implementation { name: "stern", work: Box::new(|_, _| None) });
        let difference = Difference { names: ["stern", "fallback"], offset: None };
        assert_eq!(bench.compare(), Err(difference));
    }

    #[test]
    fn everybody_takes_part_in_every_operation() {
        for from in Scheme::ALL {
            let mut operations = vec![Operation::Validate(from)];
            for to in Scheme::ALL {
                for policy in [Policy::Strict, Policy::Replace] {
                    operations.push(Operation::Convert { from, to, policy });
                }
            }
            for operation in operations {
                let mut bench = Bench::new(operation, b"abcdefgh\0\0\0\0");
                let names: Vec<_> = bench.implementations.iter().map(|one| one.name).collect();
                let backends = Backend::ALL.iter().filter(|backend| backend.is_available());
                let all: Vec<_> = backends.map(|backend| backend.name()).chain(["std"]).collect();
                assert_eq!(names, all);
                assert_eq!(bench.compare().map(|times| times.len()), Ok(all.len()));
            }
        }
    }

    #[test]
    fn rounds_fit_the_time() {
        let rounds = |limit, round| {
            let effort = effort(Duration::from_millis(limit), Duration::from_millis(round));
            assert_eq!(effort.batch, BATCH);
            (effort.rounds, effort.most)
        };
        assert_eq!(rounds(1000, 5), (100, 200));
        assert_eq!(rounds(50, 5), (5, 10));
        assert_eq!(rounds(50, 400), (3, 3));
    }
}
