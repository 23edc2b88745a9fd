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
    maximum: usize,
}

impl Points {
    pub(super) const INTERVAL: u64 = 64 << 10;
    const LEAST_INTERVAL: u64 = 256;
    const LEAST_MAXIMUM: usize = 16;

    /// When the interval doubles, text between two gaps is given up if it is shorter than this part of it.
    const SHORT: u64 = 256;

    pub(super) fn new(interval: u64) -> Self {
        let begin = Point { place: Place::BEGIN, is_gap: true };
        Self {
            all: Vec::from([begin]),
            interval: interval.max(Self::LEAST_INTERVAL),
            maximum: usize::MAX,
        }
    }

    /// Points that were read: `None` if they are none that a stream can have.
    pub(super) fn restore(all: Vec<Point>, interval: u64) -> Option<Self> {
        let first = all.first()?;
        let is_one = first.place == Place::BEGIN && interval >= Self::LEAST_INTERVAL;
        is_one.then_some(Self { all, interval, maximum: usize::MAX })
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

    /// Doubles the interval until there are a quarter fewer than may be.
    fn thin(&mut self) {
        if self.all.len() <= self.maximum {
            return;
        }
        while self.all.len() > self.maximum - self.maximum / 4 {
            self.interval = self.interval.saturating_mul(2);
            self.merge();
        }
    }

    fn merge(&mut self) {
        let mut kept: Vec<Point> = Vec::with_capacity(self.maximum);
        let mut points = self.all.iter().copied().peekable();
        while let Some(point) = points.next() {
            let next = points.peek();
            let is_needed = match (kept.last(), next) {
                (None, _) | (_, None) => true,
                // Text behind text.
                (Some(last), Some(next)) if !last.is_gap && !point.is_gap => {
                    next.place.output - last.place.output > self.interval
                }
                // Short text between two gaps, which become one.
                (Some(last), Some(next)) if last.is_gap && next.is_gap && kept.len() > 1 => {
                    next.place.output - point.place.output >= self.interval / Self::SHORT
                }
                // A gap behind one of which the end was given up.
                (Some(last), _) => !(last.is_gap && point.is_gap),
            };
            if is_needed {
                kept.push(point);
            } else if let Some(last) = kept.last_mut()
                && last.is_gap
                && last.place.output == point.place.output
            {
                // What was left out goes to the text before it, so that the gap begins with what is there.
                last.place = point.place;
            }
        }
        self.all = kept;
    }
}
