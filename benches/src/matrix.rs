//! Which cells are measured.
//!
//! Every operation on every text at every size in both states would be two days of measuring. The
//! matrix is made of grids, each of which answers one question; any other cell can be asked for by
//! name.

use std::fmt;

use crate::operation::{LOSSY, MAIN, Operation};
use crate::texts;

/// The question that a cell belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grid {
    /// Every operation on every text at 64 KiB.
    Texts,
    /// Every operation from 8 bytes to 1 MiB, the main directions to 64 MiB: one source.
    Sizes,
    /// Every operation on strings of 8 to 500 bytes, 1,000 different ones in turn.
    Strings,
    /// The main directions on sources that do not begin with a page.
    Offsets,
    /// The main directions after other work.
    Cold,
    /// The lossy operations, from no error to one in twenty bytes.
    Errors,
    /// Validation and the two directions of UTF-8 and UTF-16 from 64 B to 64 MiB.
    Scaling,
}

impl Grid {
    /// All of them, in the order of the tables.
    pub const ALL: &[Self] = &[
        Self::Texts,
        Self::Sizes,
        Self::Strings,
        Self::Offsets,
        Self::Cold,
        Self::Errors,
        Self::Scaling,
    ];

    /// As in the tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Texts => "texts",
            Self::Sizes => "sizes",
            Self::Strings => "strings",
            Self::Offsets => "offsets",
            Self::Cold => "cold",
            Self::Errors => "errors",
            Self::Scaling => "scaling",
        }
    }
}

/// What a contender finds in the caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// What it has left there itself.
    Warm,
    /// The same, with each call timed by itself: what [`State::Cold`] is to be compared with.
    Alone,
    /// Source and output, and of the rest what 64 KiB of other work have left.
    Cold,
}

/// One cell of the matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// To which question it belongs.
    pub grid: Grid,
    /// What is done.
    pub operation: Operation,
    /// The name of the text.
    pub text: String,
    /// Bytes of a source.
    pub size: usize,
    /// 1, or how many different sources there are.
    pub pieces: usize,
    /// Bytes from a page to the first source.
    pub offset: usize,
    /// Whether other work is done between calls.
    pub state: State,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.operation.label(), self.text, bytes(self.size))?;
        if self.pieces > 1 {
            write!(f, " x{}", self.pieces)?;
        }
        if self.offset > 0 {
            write!(f, " +{}", self.offset)?;
        }
        match self.state {
            State::Warm => Ok(()),
            State::Alone => write!(f, " alone"),
            State::Cold => write!(f, " cold"),
        }
    }
}

/// A size as people write it.
#[must_use]
pub fn bytes(size: usize) -> String {
    match size {
        0x10_0000.. => format!("{} MiB", size >> 20),
        0x400.. => format!("{} KiB", size >> 10),
        _ => format!("{size} B"),
    }
}

/// The sizes of the tables up to 500 bytes.
pub const SHORT: &[usize] = &[8, 16, 24, 32, 48, 64, 100, 200, 500];
/// The size at which texts are compared.
pub const MIDDLE: usize = 64 << 10;
/// The size at which what waits for memory is seen.
pub const LARGE: usize = 1 << 20;
/// The largest size.
pub const HUGE: usize = 64 << 20;
/// How many different strings there are.
const STRINGS: usize = 1000;
/// How many different sources of [`MIDDLE`] bytes: of one alone a CPU learns thousands of branches by
/// heart, or does not, and the times of two runs are a half apart. Eight are in the second-level cache.
const SOURCES: usize = 8;

/// Errors of the grid of error rates: one in so many bytes.
const RATES: &[usize] = &[65536, 16384, 4096, 1024, 256, 64, 20];

/// The texts of the grids that cannot have all of them: the length of a character from one byte to
/// four.
pub const FEW: &[&str] = &["latin", "russian", "chinese", "emoji"];

fn cell(grid: Grid, operation: Operation, text: &str, size: usize) -> Cell {
    let (offset, state) = (0, State::Warm);
    let middle = grid != Grid::Scaling && size == MIDDLE;
    let pieces = if middle { SOURCES } else { 1 };
    Cell { grid, operation, text: text.into(), size, pieces, offset, state }
}

fn main_operations() -> impl Iterator<Item = Operation> {
    MAIN.iter().filter_map(|name| Operation::named(name))
}

/// The texts for an operation of Latin-1 are others than those of the rest.
fn few(operation: Operation) -> &'static [&'static str] {
    if operation.name.contains("latin1") { &["latin", "latin1"] } else { FEW }
}

/// Everything, in twenty minutes.
#[must_use]
pub fn full() -> Vec<Cell> {
    let mut cells = Vec::new();
    for operation in Operation::all() {
        if operation.name.ends_with("_blocks") {
            // Of less than many blocks there is nothing to tell.
            cells.extend(texts::NAMES.iter().map(|text| cell(Grid::Texts, operation, text, LARGE)));
            continue;
        }
        for text in texts::NAMES {
            cells.push(cell(Grid::Texts, operation, text, MIDDLE));
        }
        for text in few(operation) {
            let sizes = SHORT.iter().copied().chain([4 << 10, LARGE]);
            let sizes =
                sizes.chain(main_operations().any(|main| main == operation).then_some(HUGE));
            cells.extend(sizes.map(|size| cell(Grid::Sizes, operation, text, size)));
            let strings = SHORT.iter().map(|&size| cell(Grid::Strings, operation, text, size));
            cells.extend(strings.map(|cell| Cell { pieces: STRINGS, ..cell }));
        }
    }
    for operation in main_operations() {
        for text in few(operation) {
            for size in [64, 4 << 10, MIDDLE] {
                // None, to compare with, and one code unit: no library takes those of UTF-16 at odd addresses.
                let offsets = [0, operation.source.unit(), 16];
                let at = |offset| Cell { offset, ..cell(Grid::Offsets, operation, text, size) };
                cells.extend(offsets.map(at));
            }
            for size in [32, 100, 500, 4 << 10] {
                let cell = cell(Grid::Cold, operation, text, size);
                cells.extend(
                    [State::Alone, State::Cold].map(|state| Cell { state, ..cell.clone() }),
                );
            }
        }
        for text in ["mixed", "log-1"] {
            let strings = SHORT.iter().map(|&size| cell(Grid::Strings, operation, text, size));
            cells.extend(strings.map(|cell| Cell { pieces: STRINGS, ..cell }));
        }
    }
    cells.extend(errors(&["latin", "russian", "chinese", "japanese", "emoji", "mixed", "log-1"]));
    for &operation in &MAIN[..3] {
        let operation = Operation::named(operation).expect("one of the main directions");
        for text in ["latin", "russian", "chinese"] {
            let sizes = (6..=26).step_by(2).map(|power| 1 << power);
            cells.extend(sizes.map(|size| cell(Grid::Scaling, operation, text, size)));
        }
    }
    in_order(cells)
}

/// Less of it, in two minutes.
#[must_use]
pub fn quick() -> Vec<Cell> {
    let mut cells = Vec::new();
    for operation in main_operations() {
        for text in ["latin", "latin1", "russian", "chinese", "emoji", "mixed", "log-1", "html"] {
            cells.push(cell(Grid::Texts, operation, text, MIDDLE));
        }
        for text in few(operation) {
            for size in [16, 100] {
                let cell = cell(Grid::Strings, operation, text, size);
                cells.push(Cell { pieces: STRINGS, ..cell });
            }
            cells.push(cell(Grid::Sizes, operation, text, LARGE));
        }
    }
    for name in ["validate_utf16le", "validate_utf32", "count_utf8", "utf8_len_from_utf16le"] {
        let operation = Operation::named(name).expect("an operation");
        cells.extend(FEW.iter().map(|text| cell(Grid::Texts, operation, text, MIDDLE)));
    }
    cells.extend(errors(&["chinese"]));
    in_order(cells)
}

/// Every operation once, small: that everybody is right, for the tests.
#[must_use]
pub fn smoke() -> Vec<Cell> {
    let mut cells = Vec::new();
    for operation in Operation::all() {
        for text in texts::NAMES {
            cells.push(cell(Grid::Texts, operation, text, 1000));
            let strings = cell(Grid::Strings, operation, text, 24);
            cells.push(Cell { pieces: 20, ..strings });
        }
        let cold = cell(Grid::Cold, operation, "latin", 100);
        cells.extend([State::Alone, State::Cold].map(|state| Cell { state, ..cold.clone() }));
    }
    cells
}

fn errors(texts: &[&str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for operation in LOSSY.iter().filter_map(|name| Operation::named(name)) {
        for text in texts {
            cells.push(cell(Grid::Errors, operation, text, MIDDLE));
            let damaged = RATES.iter().map(|&rate| operation.damaged(rate));
            cells.extend(damaged.map(|operation| cell(Grid::Errors, operation, text, MIDDLE)));
        }
    }
    cells
}

fn in_order(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|cell| cell.grid);
    cells
}

/// What the person at the terminal wants to see.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Names of operations, or parts of them.
    pub operations: Vec<String>,
    /// Names of texts.
    pub texts: Vec<String>,
    /// Grids.
    pub grids: Vec<String>,
}

impl Filter {
    /// Whether the cell is one of them.
    #[must_use]
    pub fn has(&self, cell: &Cell) -> bool {
        fn any<T>(wanted: &[T], is: impl Fn(&T) -> bool) -> bool {
            wanted.is_empty() || wanted.iter().any(is)
        }
        any(&self.operations, |name| cell.operation.label().contains(name.as_str()))
            && any(&self.texts, |text| cell.text == *text)
            && any(&self.grids, |grid| cell.grid.name() == grid)
    }
}

/// Cells that are in no grid: these operations on these texts at these sizes, one source.
#[must_use]
pub fn asked_for(operations: &[Operation], texts: &[String], sizes: &[usize]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &operation in operations {
        for text in texts {
            cells.extend(sizes.iter().map(|&size| cell(Grid::Sizes, operation, text, size)));
        }
    }
    cells
}
