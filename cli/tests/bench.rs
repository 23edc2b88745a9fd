//! `bench`: what it measures and what it says, never how fast anything was.

mod common;

use std::fs::File;

use codeunit::Backend;
use common::{Run, SAMPLE, Sandbox};

/// The title of each block, and the names of its lines: those of the implementations.
fn blocks(out: &[u8]) -> Vec<(String, Vec<String>)> {
    let out = str::from_utf8(out).expect("a report in UTF-8");
    let blocks = out.split("\n\n").skip(1).map(|block| {
        let mut lines = block.lines();
        let title = lines.next().expect("a title").to_string();
        let rows = lines.filter(|line| line.starts_with("  "));
        (title, rows.filter_map(|row| row.split_whitespace().next()).map(String::from).collect())
    });
    blocks.collect()
}

/// Asserts the titles, and that every implementation is in every block that is no mere sentence.
#[track_caller]
fn assert_blocks(run: Run, titles: &[&str]) {
    let out = run.ok();
    let backends = Backend::ALL.iter().filter(|backend| backend.is_available());
    let all: Vec<_> = backends.map(|backend| backend.name()).chain(["std"]).collect();
    let blocks = blocks(&out);
    assert_eq!(blocks.iter().map(|(title, _)| title).collect::<Vec<_>>(), titles);
    for (title, names) in &blocks {
        let expected = if title.contains("not measured") { &[][..] } else { &all[..] };
        assert_eq!(names, expected, "{title}");
    }
    let out = String::from_utf8(out).unwrap();
    let measured = blocks.iter().filter(|(_, names)| !names.is_empty()).count();
    assert_eq!(out.matches("(active)").count(), measured, "{out}");
    assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
}

#[test]
fn sample() {
    let sandbox = Sandbox::new();
    let titles = ["validate UTF-16LE", "UTF-16LE to UTF-8", "UTF-16LE to UTF-32LE"];
    for label in ["utf-16le", "utf-16"] {
        assert_blocks(sandbox.run(&format!("bench -f {label} --seconds 0.05 {SAMPLE}")), &titles);
    }
    let run = sandbox.run(&format!("bench -f utf-16 -t utf-16be --seconds 0.05 {SAMPLE}"));
    assert_blocks(run, &["validate UTF-16LE", "UTF-16LE to UTF-16BE"]);
}

#[test]
fn small_file() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "ñandú");
    let titles =
        ["validate UTF-8", "UTF-8 to UTF-16LE", "UTF-8 to UTF-32LE", "UTF-8 to ISO-8859-1"];
    let run = sandbox.run("bench --seconds 0.05 in");
    let out = String::from_utf8(run.stdout.clone()).unwrap();
    assert!(out.starts_with("in: UTF-8, 7 bytes, 5 code points; active backend: "), "{out}");
    assert_eq!(out.matches("ns/call").count(), 4);
    assert_eq!(out.contains("debug build"), cfg!(debug_assertions), "{out}");
    assert_blocks(run, &titles);
    let run = sandbox.run("bench --seconds 0.05 -t utf-32be -t utf-8 in");
    assert_blocks(run, &["validate UTF-8", "UTF-8 to UTF-32BE", "UTF-8 to UTF-8"]);
    let run = sandbox.run_with_input("bench --seconds 0.05 -t utf-16le -", "1€".as_bytes());
    assert!(run.stdout.starts_with(b"standard input: UTF-8, 4 bytes, 2 code points"));
    assert_blocks(run, &["validate UTF-8", "UTF-8 to UTF-16LE"]);
}

#[test]
fn latin1() {
    let sandbox = Sandbox::new();
    sandbox.write("in", (0..=255).collect::<Vec<u8>>());
    assert_blocks(
        sandbox.run("bench -f latin1 --seconds 0.05 in"),
        &[
            "validate ISO-8859-1: not measured, every byte is a character",
            "ISO-8859-1 to UTF-8",
            "ISO-8859-1 to UTF-16LE",
        ],
    );
}

#[test]
fn ill_formed_text_is_converted_with_replacement() {
    let sandbox = Sandbox::new();
    sandbox.write("in", b"\xFE\xFF\0a\xDC\0\0b\0");
    let stops = "stops at byte 4: unpaired low surrogate";
    assert_blocks(
        sandbox.run("bench -f utf-16 --seconds 0.05 in"),
        &[
            &format!("validate UTF-16BE: not measured, it {stops}"),
            &format!("UTF-16BE to UTF-8, lossy: the strict conversion {stops}"),
            &format!("UTF-16BE to UTF-32LE, lossy: the strict conversion {stops}"),
        ],
    );
}

#[test]
fn no_text() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "");
    assert_eq!(sandbox.run("bench in").ok(), b"in: no text, nothing to measure\n");
    let run = sandbox.run_with_input("bench -f utf-16", b"\xFF\xFE");
    assert_eq!(run.ok(), b"standard input: no text, nothing to measure\n");
}

/// A file longer than what is read of it; in Latin-1, with which there is least to do.
#[test]
fn long_file() {
    const READ: u64 = 64 << 20;
    let sandbox = Sandbox::new();
    File::create(sandbox.path("in")).and_then(|file| file.set_len(READ + 1)).expect("a file");
    let run = sandbox.run("bench --seconds 0.05 -f latin1 -t latin1 in");
    let start = format!("in: ISO-8859-1, the first {READ} bytes, {READ} code points;");
    assert!(run.stdout.starts_with(start.as_bytes()));
    assert_blocks(
        run,
        &[
            "validate ISO-8859-1: not measured, every byte is a character",
            "ISO-8859-1 to ISO-8859-1",
        ],
    );
}

#[test]
fn failures() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("logs")).unwrap();
    sandbox.run("bench logs").fails(3, "logs: cannot open: a directory, not a file");
    sandbox.run("bench missing").fails_with(3, &["missing: cannot open"]);
    sandbox.run("bench .").fails_with(3, &["."]);
    sandbox.write("in", "text");
    for (args, part) in [
        ("--seconds 0", "above 0"),
        ("--seconds soon", "above 0"),
        ("-t utf-16", "utf-16le or utf-16be"),
        ("-f utf-7", "utf-7"),
        ("another", "another"),
    ] {
        sandbox.run(&format!("bench in {args}")).fails_with(2, &[part]);
    }
}
