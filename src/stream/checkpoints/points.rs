//! The list of checkpoints, and how it is kept short.

use alloc::vec::Vec;

/// A place in both texts. In bytes from the beginning of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) output: u64,
    pub(super) input: u64,
    /// Line feeds before it.
    pub(super) line_feeds: u64,
}

impl Place {
    pub(super) const BEGIN: Self = Self { output: 0, input: 0, line_feeds: 0 };
}

/// A checkpoint: what lies between it and the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) place: Place,
    /// Not text: the output does not tell the length of the source.
    pub(super) is_gap: bool,
}

/// Checkpoints in the order of the stream. The first stands at its beginning, and what is before the text is a gap.
/// No two gaps follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Points {
    all: Vec<Point>,
    interval: u64,
    /// Two gaps become one, and the text between them is given up, if that one is no longer than this in the output.
    reach: u64,
    maximum: usize,
}

impl Points {
    pub(super) const INTERVAL: u64 = 64 << 10;
    const LEAST_INTERVAL: u64 = 256;
    const LEAST_MAXIMUM: usize = 16;

    /// The reach is at first this part of the interval.
    const SHORT: u64 = 256;

    pub(super) fn new(interval: u64) -> Self {
        let begin = Point { place: Place::BEGIN, is_gap: true };
        Self { all: Vec::from([begin]), ..Self::none(interval, usize::MAX) }
    }

    fn none(interval: u64, maximum: usize) -> Self {
        let interval = interval.max(Self::LEAST_INTERVAL);
        Self { all: Vec::new(), interval, reach: interval / Self::SHORT, maximum }
    }

    pub(super) fn all(&self) -> &[Point] {
        &self.all
    }

    pub(super) fn interval(&self) -> u64 {
        self.interval
    }

    pub(super) fn set_maximum(&mut self, maximum: usize) {
        self.maximum = maximum.max(Self::LEAST_MAXIMUM);
        self.thin();
    }

    fn last(&self) -> Point {
        *self.all.last().expect("the first one stays")
    }

    /// Whether the text has begun.
    pub(super) fn has_text(&self) -> bool {
        self.all.len() > 1
    }

    /// Bytes of output that may be written before the next checkpoint: half an interval at least.
    pub(super) fn room(&self, written: u64) -> u64 {
        self.interval.saturating_sub(written.saturating_sub(self.last().place.output))
    }

    /// Text begins, or goes on, at this place; a checkpoint only if half an interval lies before it.
    pub(super) fn text(&mut self, place: Place) {
        let since = place.output.saturating_sub(self.last().place.output);
        if !self.has_text() || since >= self.interval / 2 {
            self.all.push(Point { place, is_gap: false });
            self.thin();
        }
    }

    /// What lies between these places is a gap, and all before it since the last checkpoint is text.
    pub(super) fn gap(&mut self, start: Place, end: Place) {
        if !self.has_text() {
            self.all.push(Point { place: start, is_gap: false });
        }
        let count = self.all.len();
        if self.last().place == start {
            // The end of another gap, which goes on, or a checkpoint of text that has no length.
            self.all.truncate(count - 1);
            if !self.all[count - 2].is_gap {
                self.all.push(Point { place: start, is_gap: true });
            }
        } else {
            self.all.push(Point { place: start, is_gap: true });
        }
        self.all.push(Point { place: end, is_gap: false });
        self.thin();
    }

    /// Merges, and doubles the interval or the reach where that is not enough, until there are a quarter fewer than may be: of
    /// that kind which most of them are, so that a gap is no longer than it must be. (All gaps that text shorter than a 256th of
    /// the interval divides as one: a log with a replacement in each line of 992 bytes was a single gap as soon as the interval
    /// was 256 KiB.)
    fn thin(&mut self) {
        if self.all.len() <= self.maximum {
            return;
        }
        loop {
            self.merge();
            let len = self.all.len();
            if len <= self.maximum - self.maximum / 4 {
                return;
            }
            let gaps = self.all.iter().filter(|point| point.is_gap).count();
            // A gap has an end as well.
            let doubled = if 2 * gaps > len / 2 && self.reach < self.interval {
                &mut self.reach
            } else {
                &mut self.interval
            };
            *doubled = doubled.saturating_mul(2);
        }
    }

    /// In place, so that it takes no more memory than there is.
    fn merge(&mut self) {
        let all = &mut self.all;
        let mut kept = 0_usize;
        for index in 0..all.len() {
            let (point, next) = (all[index], all.get(index + 1).copied());
            let last = kept.checked_sub(1).map(|last| all[last]);
            let is_needed = match (last, next) {
                (None, _) | (_, None) => true,
                // Text behind text.
                (Some(last), Some(next)) if !last.is_gap && !point.is_gap => {
                    next.place.output - last.place.output > self.interval
                }
                // Text between two gaps, which become one; what was read last may be a gap that has no end yet.
                (Some(last), Some(next)) if last.is_gap && next.is_gap && kept > 1 => all
                    .get(index + 2)
                    .is_none_or(|end| end.place.output - last.place.output > self.reach),
                // A gap behind one of which the end was given up.
                (Some(last), _) => !(last.is_gap && point.is_gap),
            };
            if is_needed {
                all[kept] = point;
                kept += 1;
            } else if let Some(last) = last
                && last.is_gap
                && last.place.output == point.place.output
                && kept > 1
            {
                // What was left out goes to the text before it, so that the gap begins with what is there. Before the
                // first one there is none.
                all[kept - 1].place = point.place;
            }
        }
        all.truncate(kept);
    }
}

/// Points that are read one by one, and may turn out to be none that a stream can have.
pub(super) struct Restored {
    points: Points,
    is_first_right: bool,
}

impl Restored {
    pub(super) fn new(interval: u64, maximum: usize) -> Self {
        let maximum = maximum.max(Points::LEAST_MAXIMUM);
        let is_first_right = interval >= Points::LEAST_INTERVAL;
        Self { points: Points::none(interval, maximum), is_first_right }
    }

    pub(super) fn push(&mut self, point: Point) {
        let is_first = self.points.all.is_empty();
        self.is_first_right &= !is_first || point.place == Place::BEGIN;
        self.points.all.push(point);
        self.points.thin();
    }

    /// Whether what lies before the last point is a gap.
    pub(super) fn ends_with_gap(&self) -> bool {
        matches!(self.points.all[..], [.., Point { is_gap: true, .. }, _])
    }

    pub(super) fn finish(self) -> Option<Points> {
        let has_any = !self.points.all.is_empty();
        (has_any && self.is_first_right).then_some(Points { maximum: usize::MAX, ..self.points })
    }
}
