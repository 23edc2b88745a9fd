//! How many cases each operation saw on each backend.
//!
//! Every thread counts for itself and adds up at the end of each test: a shared counter would cost
//! more than the shortest cases.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;

use codeunit::{Backend, Engine};

use crate::encodings::{SOURCES, SourceModel, TARGETS, TargetModel};

macro_rules! operations {
    ($($name:ident $text:literal $takes:ident;)*) => {
        /// What a backend is asked to do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "named as the methods of the engine")]
        pub enum Operation {
            $($name,)*
        }

        impl Operation {
            /// All, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name of the engine's method.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// Every subject that the operation has.
            fn subjects(self) -> Vec<Subject> {
                match self { $(Self::$name => Subject::$takes(),)* }
            }
        }
    };
}

operations! {
    Validate "validate" sources;
    Analyze "analyze" sources;
    Count "count" sources;
    CountLineFeeds "count_line_feeds" sources;
    CmpText "cmp_text" sources;
    EqText "eq_text" sources;
    CommonPrefixLen "common_prefix_len" sources;
    TranscodedLen "transcoded_len" pairs;
    TranscodedLenLossy "transcoded_len_lossy" pairs;
    Transcode "transcode" pairs;
    TranscodeLossy "transcode_lossy" pairs;
    TranscodeUninit "transcode_uninit" pairs;
    TranscodeLossyUninit "transcode_lossy_uninit" pairs;
    TranscodeAppend "transcode_append" pairs;
    TranscodeLossyAppend "transcode_lossy_append" pairs;
    TranscodeAppendString "transcode_append_string" some_sources;
    TranscodeLossyAppendString "transcode_lossy_append_string" some_sources;
    FromUtf8 "from_utf8" none;
    IsAscii "is_ascii" none;
    AsciiPrefixLen "ascii_prefix_len" none;
    ValidateAscii "validate_ascii" none;
    IsAsciiUtf16 "is_ascii_utf16" none;
    IsAsciiUtf16Le "is_ascii_utf16le" none;
    IsAsciiUtf16Be "is_ascii_utf16be" none;
    AsciiPrefixLenUtf16 "ascii_prefix_len_utf16" none;
    AsciiPrefixLenUtf16Le "ascii_prefix_len_utf16le" none;
    AsciiPrefixLenUtf16Be "ascii_prefix_len_utf16be" none;
    MakeUtf16WellFormed "make_utf16_well_formed" none;
    MakeUtf16LeWellFormed "make_utf16le_well_formed" none;
    MakeUtf16BeWellFormed "make_utf16be_well_formed" none;
    SwapUtf16 "swap_utf16" none;
    SwapUtf16InPlace "swap_utf16_in_place" none;
    SwapUtf16Bytes "swap_utf16_bytes" none;
    SwapUtf16BytesInPlace "swap_utf16_bytes_in_place" none;
    SwapUtf32 "swap_utf32" none;
    SwapUtf32InPlace "swap_utf32_in_place" none;
    SwapUtf32Bytes "swap_utf32_bytes" none;
    SwapUtf32BytesInPlace "swap_utf32_bytes_in_place" none;
    CountUnits "count_units" none;
    ConvertIndex "convert_index" none;
    ConvertIndices "convert_indices" none;
    LineCount "line_count" none;
    LineOf "line_of" none;
    LineStart "line_start" none;
    Position "position" none;
    Offset "offset" none;
}

/// The encodings of an operation: a source and a target, a source, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    source: u8,
    target: u8,
}

const NO_SOURCE: u8 = SOURCES.len() as u8;
const NO_TARGET: u8 = TARGETS.len() as u8;

impl Subject {
    /// Of an operation on bytes or code units as such.
    pub const NONE: Self = Self { source: NO_SOURCE, target: NO_TARGET };

    /// Of an operation on one source.
    #[must_use]
    pub const fn source<S: SourceModel>() -> Self {
        Self { source: S::INDEX, target: NO_TARGET }
    }

    /// Of an operation on a pair.
    #[must_use]
    pub const fn pair<S: SourceModel, T: TargetModel>() -> Self {
        Self { source: S::INDEX, target: T::INDEX }
    }

    fn none() -> Vec<Self> {
        vec![Self::NONE]
    }

    fn sources() -> Vec<Self> {
        (0..NO_SOURCE).map(|source| Self { source, target: NO_TARGET }).collect()
    }

    /// Of an operation that a pair has too: which sources it is tried with does not matter.
    fn some_sources() -> Vec<Self> {
        Vec::new()
    }

    fn pairs() -> Vec<Self> {
        let with = |source| (0..NO_TARGET).map(move |target| Self { source, target });
        (0..NO_SOURCE).flat_map(with).collect()
    }

    fn name(self) -> String {
        let source = SOURCES.get(usize::from(self.source));
        let target = TARGETS.get(usize::from(self.target));
        match (source, target) {
            (Some(source), Some(target)) => format!("{source} to {target}"),
            (Some(source), None) => (*source).to_owned(),
            _ => String::new(),
        }
    }
}

const BACKENDS: usize = Backend::ALL.len();
const WIDTH: usize = (NO_TARGET as usize + 1) * BACKENDS;
const DEPTH: usize = (NO_SOURCE as usize + 1) * WIDTH;

thread_local! {
    static COUNTS: Vec<Cell<u64>> = vec![Cell::new(0); Operation::ALL.len() * DEPTH];
}

/// Cases by operation, subject and backend.
type Cases = BTreeMap<(Operation, Subject), [u64; BACKENDS]>;

static TOTAL: Mutex<Cases> = Mutex::new(BTreeMap::new());

/// One more case.
#[inline]
pub(crate) fn count(operation: Operation, subject: Subject, backend: usize) {
    let (source, target) = (usize::from(subject.source), usize::from(subject.target));
    let index = operation as usize * DEPTH + source * WIDTH + target * BACKENDS + backend;
    COUNTS.with(|counts| counts[index].set(counts[index].get() + 1));
}

/// Adds what this thread has counted to the total. To be called at the end of each test.
pub fn flush() {
    let mut total = TOTAL.lock().expect("nobody panics with the lock");
    COUNTS.with(|counts| {
        for (index, cell) in counts.iter().enumerate().filter(|(_, cell)| cell.get() != 0) {
            let operation = Operation::ALL[index / DEPTH];
            let source = (index % DEPTH / WIDTH) as u8;
            let target = (index % WIDTH / BACKENDS) as u8;
            let row = total.entry((operation, Subject { source, target })).or_default();
            row[index % BACKENDS] += cell.take();
        }
    });
}

/// The cases so far: a line for each operation and source, a column for each backend. With
/// `CODEUNIT_TEST_CASES=all` a line for each target too.
#[must_use]
pub fn table() -> String {
    let total = TOTAL.lock().expect("nobody panics with the lock");
    let all = std::env::var("CODEUNIT_TEST_CASES").is_ok_and(|value| value == "all");
    let mut rows: BTreeMap<(Operation, Subject), (usize, [u64; BACKENDS])> = BTreeMap::new();
    for (&(operation, subject), row) in total.iter() {
        let shown = if all { subject } else { Subject { target: NO_TARGET, ..subject } };
        let (targets, sum) = rows.entry((operation, shown)).or_default();
        *targets += usize::from(subject.target != NO_TARGET);
        for (sum, cases) in sum.iter_mut().zip(row) {
            *sum += cases;
        }
    }
    let available: Vec<_> =
        Backend::ALL.iter().enumerate().filter(|(_, backend)| backend.is_available()).collect();
    let mut out = format!("{:54}", "cases");
    for (_, backend) in &available {
        write!(out, "{:>14}", backend.name()).expect("to a string");
    }
    let mut sums = [0; BACKENDS];
    for ((operation, subject), (targets, row)) in rows {
        let to = if targets > 1 { format!(" to {targets} targets") } else { String::new() };
        let name = format!("{} {}{to}", operation.name(), subject.name());
        write!(out, "\n{name:54}").expect("to a string");
        for &(backend, _) in &available {
            write!(out, "{:>14}", row[backend]).expect("to a string");
            sums[backend] += row[backend];
        }
    }
    write!(out, "\n{:54}", "all").expect("to a string");
    for (backend, _) in available {
        write!(out, "{:>14}", sums[backend]).expect("to a string");
    }
    out
}

/// What the whole suite must not leave out, and did: an operation on a backend of the machine.
#[must_use]
pub fn missing() -> Vec<String> {
    let total = TOTAL.lock().expect("nobody panics with the lock");
    let mut missing = Vec::new();
    for (index, &backend) in Backend::ALL.iter().enumerate() {
        if Engine::with_backend(backend).is_none() {
            continue;
        }
        for &operation in Operation::ALL {
            for subject in operation.subjects() {
                if total.get(&(operation, subject)).is_none_or(|row| row[index] == 0) {
                    let (operation, subject) = (operation.name(), subject.name());
                    missing.push(format!("{operation} {subject} on {}", backend.name()));
                }
            }
        }
    }
    missing
}

/// What `CODEUNIT_REQUIRE_BACKENDS` names and the machine does not have.
#[must_use]
pub fn missing_required() -> Vec<String> {
    missing_backends(&std::env::var("CODEUNIT_REQUIRE_BACKENDS").unwrap_or_default())
}

/// The names in a list with commas that are no backend of this machine.
#[must_use]
pub fn missing_backends(required: &str) -> Vec<String> {
    let names = required.split(',').map(str::trim).filter(|name| !name.is_empty());
    let available = |name: &&str| {
        Backend::ALL.iter().any(|backend| backend.name() == *name && backend.is_available())
    };
    names.filter(|name| !available(name)).map(|name| format!("the backend {name}")).collect()
}
