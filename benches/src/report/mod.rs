//! The rows as people read them.

pub mod charts;
pub mod levels;
pub mod markdown;
pub mod terminal;

use crate::matrix::{self, Grid};
use crate::record::Row;

/// The cell of a row in words, without its operation.
fn place(row: &Row) -> String {
    let mut place = format!("{} {}", row.text, matrix::bytes(row.size));
    if row.pieces > 1 {
        place += &format!(", {} in turn", row.pieces);
    }
    if row.offset > 0 {
        place += &format!(", offset {}", row.offset);
    }
    if row.cold {
        place += ", cold";
    } else if row.grid == Grid::Cold.name() {
        place += ", alone";
    }
    place
}

/// Three digits.
fn short(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

/// A speed with its unit: time for what is short, and throughput for the rest.
fn speed(row: &Row) -> String {
    if row.size <= 500 {
        format!("{} ns", short(row.ns))
    } else {
        format!("{} GB/s", short(row.gb_per_s()))
    }
}
