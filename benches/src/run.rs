//! Measures one cell of the matrix: an operation on one text at one size, by everybody who does it.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use codeunit_cli::measure::{self, Effort, Times, interleaved};

use crate::contenders::{self, Contender, Level, Side};
use crate::form::Piece;
use crate::input::{Arena, sources};
use crate::matrix::{Cell, State};

/// A contender's part in a cell.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who.
    pub name: &'static str,
    /// The instructions it used.
    pub level: Level,
    /// Whose it is.
    pub side: Side,
    /// Seconds a call.
    pub times: Times,
}

/// A cell and what came out.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Which.
    pub cell: Cell,
    /// Bytes of a source; of several the mean.
    pub bytes: f64,
    /// Characters of a source, likewise, errors not counted.
    pub chars: f64,
    /// Everybody who took part.
    pub entries: Vec<Entry>,
}

/// Measures the cell, in batches as long as those of `before`. `None` if the operation does not take
/// such text.
///
/// # Panics
/// If two contenders differ in their output: it names them.
#[must_use]
pub fn measure(
    cell: &Cell,
    text: &str,
    arena: &mut Arena,
    effort: Effort,
    before: Option<&Measured>,
) -> Option<Measured> {
    let (sources, chars) = sources(cell.operation, text, cell.size, cell.pieces)?;
    let contenders = contenders::of(cell.operation.name);
    arena.with(&sources, cell.offset, |pieces, dst| {
        if before.is_none() {
            compare(cell, &contenders, pieces, dst);
        }
        let calls = |i: usize| Some(before?.entries[i].times.calls());
        let times = match cell.state {
            State::Warm => warm(&contenders, pieces, dst, effort, calls),
            State::Alone => alone(&contenders, pieces, dst, effort, 0),
            State::Cold => alone(&contenders, pieces, dst, effort, 64 << 10),
        };
        let entry = |(one, times): (&Contender, Times)| Entry {
            name: one.name,
            level: one.level,
            side: one.side,
            times,
        };
        let count = pieces.len() as f64;
        let bytes: usize = pieces.iter().map(|piece| piece.bytes.len()).sum();
        Some(Measured {
            cell: cell.clone(),
            bytes: bytes as f64 / count,
            chars: chars as f64 / count,
            entries: contenders.iter().zip(times).map(entry).collect(),
        })
    })
}

/// Holds everybody to the first, which is ours.
fn compare(cell: &Cell, contenders: &[Contender], pieces: &[Piece<'_>], dst: &mut [u8]) {
    // Counts and lengths write nothing, and their number is all that there is to compare.
    let written = |len: usize| if cell.operation.writes() { len } else { 0 };
    let first = &contenders[0];
    for piece in pieces {
        let len = (first.once)(piece, dst);
        assert!(len > 0, "{cell}: {} gives nothing", first.name);
        let expected = dst[..written(len)].to_vec();
        for one in contenders[1..].iter().filter(|one| one.side != Side::Limit) {
            dst[..expected.len()].fill(0);
            one.select();
            let same = (one.once)(piece, dst) == len && dst[..expected.len()] == expected;
            assert!(same, "{cell}: {} and {} differ", first.name, one.name);
        }
    }
}

fn timed<'a>(
    one: &'a Contender,
    batch: impl FnMut(u32) -> Duration + 'a,
) -> measure::Contender<'a> {
    measure::Contender::timed(batch).prepared(|| one.select())
}

/// Call after call.
fn warm<'a>(
    contenders: &'a [Contender],
    pieces: &[Piece<'_>],
    dst: &mut [u8],
    effort: Effort,
    calls: impl Fn(usize) -> Option<u32>,
) -> Vec<Times> {
    let dst = RefCell::new(dst);
    let contender = |(i, one): (usize, &'a Contender)| {
        let dst = &dst;
        let timed = timed(one, move |calls| {
            let mut dst = dst.borrow_mut();
            let start = Instant::now();
            black_box((one.laps)(pieces, &mut dst, calls));
            start.elapsed()
        });
        match calls(i) {
            Some(calls) => timed.calls(calls),
            None => timed,
        }
    };
    let mut all: Vec<_> = contenders.iter().enumerate().map(contender).collect();
    let mut times = interleaved(&mut all, effort);
    times.iter_mut().for_each(|times| times.divide(pieces.len() as f64));
    times
}

/// Each call timed by itself, after `others` bytes of other work, which is not timed: lookup tables that are in the
/// first-level cache only because nothing else runs help nobody. Source and output are looked at behind that work, so that
/// tables and constants are what it has taken away.
fn alone(
    contenders: &[Contender],
    pieces: &[Piece<'_>],
    dst: &mut [u8],
    effort: Effort,
    others: usize,
) -> Vec<Times> {
    let nothing = (0..10_000).map(|_| Instant::now().elapsed()).min().unwrap_or_default();
    let dst = RefCell::new(dst);
    let other = RefCell::new(vec![1_u64; others / size_of::<u64>()]);
    let contender = |one| {
        let (dst, other) = (&dst, &other);
        timed(one, move |calls| {
            let (mut dst, mut other) = (dst.borrow_mut(), other.borrow_mut());
            let mut sum = Duration::ZERO;
            for call in 0..calls as usize {
                for line in other.chunks_mut(8) {
                    line[0] = black_box(line[0].wrapping_mul(31));
                }
                let piece = &pieces[call % pieces.len()..][..1];
                let bytes = piece[0].bytes;
                bytes.iter().step_by(64).for_each(|&byte| _ = black_box(byte));
                let most = dst.len().min(MOST_BYTES * bytes.len());
                dst[..most].iter_mut().step_by(64).for_each(|byte| *byte = black_box(*byte));
                let start = Instant::now();
                black_box((one.laps)(piece, &mut dst, 1));
                sum += start.elapsed().saturating_sub(nothing);
            }
            sum
        })
    };
    let mut all: Vec<_> = contenders.iter().map(contender).collect();
    interleaved(&mut all, effort)
}

/// Bytes of output for each of the source, at the most: from Latin-1 to UTF-32.
const MOST_BYTES: usize = 4;

/// How far the ratios of the two halves of the batches may be apart.
const AGREEMENT: f64 = 1.02;

impl Measured {
    /// Whether the two halves of the batches tell the same ratios to our best backend.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let Some(ours) = self.entries.iter().find(|entry| entry.side == Side::Ours) else {
            return true;
        };
        let ours = ours.times.halves();
        self.entries.iter().filter(|entry| entry.side != Side::Limit).all(|entry| {
            let theirs = entry.times.halves();
            let first = theirs.0.quartile() / ours.0.quartile();
            let second = theirs.1.quartile() / ours.1.quartile();
            (1.0 / AGREEMENT..=AGREEMENT).contains(&(first / second))
        })
    }

    /// Takes the batches of another measurement of the same cell.
    pub fn add(&mut self, other: Self) {
        for (entry, other) in self.entries.iter_mut().zip(other.entries) {
            entry.times.add(other.times);
        }
    }
}
