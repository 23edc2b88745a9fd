//! What the lists of kernels and the README say of each other.

use codeunit_simd::Backend;
use codeunit_simd::lists::{BACKENDS, ENTRIES};

const README: &str = include_str!("../../README.md");

/// The rows of the README's table, cell by cell.
fn rows() -> Vec<Vec<&'static str>> {
    let (_, table) = README.split_once("## Backends\n").expect("the table of backends");
    let lines = table.trim_start().lines().take_while(|line| line.starts_with('|'));
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// So that none of them takes the scalar path of an operation unseen.
#[test]
fn every_backend_has_a_kernel_for_every_entry() {
    let sorted = |names: &[&'static str]| {
        let mut names = names.to_vec();
        names.sort_unstable();
        names
    };
    for (backend, _, kernels) in BACKENDS.iter().filter(|(_, possible, _)| *possible) {
        assert_eq!(sorted(kernels), sorted(ENTRIES), "{backend}");
    }
}

/// What the test before this one proves is what the README says, and in no cell less or more.
#[test]
fn the_readme_has_every_entry_and_no_backend_without_a_kernel() {
    let rows = rows();
    let (head, backends) = rows[0].split_first().expect("a head");
    assert_eq!((*head, backends.last()), ("operation", Some(&"scalar")));
    assert_eq!(backends.len(), Backend::ALL.len() - 1, "all but arrays: {backends:?}");
    for row in &rows[2..] {
        let (scalar, others) = row[1..].split_last().expect("cells");
        assert!(!scalar.starts_with("SIMD"), "{row:?}");
        let simd = |cell: &&str| cell.starts_with("SIMD") || *cell == "as SSE4.1";
        assert!(others.len() == backends.len() - 1 && others.iter().all(simd), "{row:?}");
    }
    // What the entries with names that begin so, and with none of those before, are called there.
    let words = [
        ("is_ascii", "ASCII test"),
        ("ascii_prefix", "prefix, of bytes and UTF-16"),
        ("common_prefix", "common prefix"),
        ("validate_utf8", "validate UTF-8"),
        ("validate_", "validation of UTF-16 and UTF-32"),
        ("analyze_utf8", "analyze UTF-8"),
        ("analyze_", "analysis of UTF-16, UTF-32 and Latin-1"),
        ("count_", "counts"),
        ("utf16_len_", "lengths"),
        ("utf8_len_", "lengths"),
        ("make_utf16_well_formed", "repair"),
        ("swap_", "byte swaps"),
        ("find_", "positions"),
        ("", "conversions, strict and lossy"),
    ];
    for entry in ENTRIES {
        let named = words.iter().find(|(name, _)| entry.starts_with(name));
        let (_, words) = named.expect("the last one is of all");
        assert!(rows.iter().any(|row| row[0].contains(words)), "{entry}: {words}");
        assert!(*words != "conversions, strict and lossy" || entry.contains("_to_"), "{entry}");
    }
}
