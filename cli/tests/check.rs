//! `check`, `detect`, `count`, `backends` and the help.

mod common;

use std::time::{Duration, Instant};

use common::Sandbox;

#[test]
fn valid_files() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "ñandú 🎉");
    sandbox.write("empty", "");
    assert_eq!(sandbox.run("check a empty").ok(), b"a: valid UTF-8\nempty: valid UTF-8\n");
    for args in ["check", "check -", "check -f utf8 -"] {
        let out = sandbox.run_with_input(args, "é".as_bytes()).ok();
        assert_eq!(out, b"standard input: valid UTF-8\n");
    }
    let out = sandbox.run_with_input("check -f UTF-16", b"\xFF\xFEa\0").ok();
    assert_eq!(out, b"standard input: valid UTF-16LE\n");
}

#[test]
fn every_error_of_every_file() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "fine");
    sandbox.write("b", b"one\ntwo \xC3\xA9\xED\xA0\n\xFFz\xE2\x82");
    sandbox.write("c", b"\xF0\x80");
    let run =
        sandbox.run("check b missing a c").sums_up("files 4, failed 3, bytes read 23, errors 6");
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, b"a: valid UTF-8\n");
    let lines: Vec<_> = run.stderr.lines().collect();
    let [b @ .., missing, c, c2] = &lines[..] else { panic!("{lines:?}") };
    let places = [
        "codeunit: b: byte offset 10, line 2, column 6: surrogate code point (UTF-8: ED)",
        "codeunit: b: byte offset 11, line 2, column 7: unexpected continuation byte (UTF-8: A0)",
        "codeunit: b: byte offset 13, line 3, column 1: byte that begins no sequence (UTF-8: FF)",
        "codeunit: b: byte offset 15, line 3, column 3: incomplete sequence at the end (UTF-8: E2 82)",
    ];
    assert_eq!(b, places);
    assert!(missing.starts_with("codeunit: missing: cannot open: "));
    assert_eq!(*c, "codeunit: c: byte offset 0, line 1, column 1: overlong sequence (UTF-8: F0)");
    assert!(c2.contains("offset 1"));
    assert_eq!(sandbox.run("check missing a").status, 3);
    assert_eq!(sandbox.run("check missing b").status, 1);
    let expected = [
        "    two é\\xED\\xA0",
        "         ^^^^",
        "    two é\\xED\\xA0",
        "             ^^^^",
        "    \\xFFz",
        "    ^^^^",
        "    \\xFFz\\xE2\\x82",
        "         ^^^^^^^^",
    ];
    assert_eq!(run.excerpts[..8], expected);
    // A pipe is not read twice, and says the same.
    let bytes = sandbox.read("b");
    let run = sandbox.run_with_input("check --max-errors 0", &bytes);
    let told = places.map(|line| line.replace("b:", "standard input:") + "\n").concat();
    assert_eq!((run.status, run.stderr), (1, told));
    assert_eq!(run.excerpts, expected);
}

/// What stands behind an error may come with the next block.
#[test]
fn excerpts_at_the_end_of_a_block() {
    let sandbox = Sandbox::new();
    let block = 128 * 1024;
    for at in [block - 260, block - 100, block - 3, block - 2, block - 1, block, block + 1] {
        let mut text = "x".repeat(at).into_bytes();
        text.extend_from_slice(b"\xE2\x82 here");
        sandbox.write("in", &text);
        let run = sandbox.run("check in");
        let expected = format!("    …{}\\xE2\\x82 here", "x".repeat(43));
        assert_eq!(run.excerpts[0], expected, "{at}");
        assert_eq!(run.excerpts[1], format!("    {}^^^^^^^^", " ".repeat(44)), "{at}");
    }
}

#[test]
fn so_many_errors_are_told() {
    let sandbox = Sandbox::new();
    sandbox.write("in", b"a\xFF".repeat(300_000));
    for (args, told) in [("", 10), ("--max-errors 1", 1), ("--max-errors=3", 3)] {
        let run = sandbox.run(&format!("check in {args}"));
        let run =
            run.sums_up("files 1, failed 1, bytes read 600000, errors 300000, replacements 0");
        assert_eq!((run.status, run.stderr.matches("(UTF-8: FF)").count()), (1, told));
        assert!(run.stderr.ends_with(&format!("in: {} more errors\n", 300_000 - told)));
    }
}

/// They are counted in another way than those that are, which starts inside a block.
#[test]
fn errors_that_are_not_told_are_counted() {
    let sandbox = Sandbox::new();
    let mut noise = 1_u32;
    let mut byte = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 24) as u8
    };
    let mut src = Vec::new();
    while src.len() < 700_001 {
        src.extend_from_slice(&[b'a'; 200]);
        src.extend((0..11).map(|_| byte()));
    }
    sandbox.write("a", &src);
    let total = |run: common::Run| {
        let item = String::from_utf8(run.stdout).expect("JSON is text");
        let (_, rest) = item.split_once("\"errors\":").expect("a count");
        rest.split_once(',').expect("more behind it").0.parse::<u64>().expect("a number")
    };
    for from in
        ["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "US-ASCII", "Shift_JIS", "ISO-2022-JP"]
    {
        let run = |most| sandbox.run(&format!("check --json -f {from} --max-errors {most} a"));
        let all = total(run(0));
        assert!(all > 500, "{from}: {all}");
        for most in [1, 3, 500] {
            assert_eq!(total(run(most)), all, "{from}, {most} told");
        }
        let piped = sandbox.run_with_input(&format!("check --json -f {from} -"), &src);
        assert_eq!(total(piped), all, "{from}, piped");
    }
}

/// Where everything around an error is one too, it is told as fast as one that is alone in its line.
#[test]
fn errors_side_by_side_take_no_longer() {
    let sandbox = Sandbox::new();
    let time = |text: &[u8]| {
        sandbox.write("in", text);
        let start = Instant::now();
        let run = sandbox.run("check --max-errors 0 in");
        assert_eq!((run.status, run.excerpts.len()), (1, 40_000));
        start.elapsed()
    };
    let alone = time(&b"\xFF\n".repeat(20_000)).max(Duration::from_millis(250));
    let together = time(&b"\xFF".repeat(20_000));
    assert!(together < alone * 10, "{together:?}, {alone:?}");
}

#[test]
fn quiet() {
    let sandbox = Sandbox::new();
    sandbox.write("good", "fine");
    let run = sandbox.run("check -q good");
    assert_eq!((run.summary.clone(), run.ok()), (None, Vec::new()));
    sandbox.run("check --quiet -f utf-16le good").ok();
    sandbox.write("bad", b"\xFF");
    sandbox.run("check -q bad").fails_with(1, &["bad: byte offset 0"]);
}

#[test]
fn other_encodings() {
    let sandbox = Sandbox::new();
    for (label, text, name) in [
        ("ascii", &b"plain"[..], "US-ASCII"),
        ("latin1", b"\xFF", "ISO-8859-1"),
        ("sjis", b"\x93\xFA\x96\x7B", "Shift_JIS"),
        ("utf-32be", b"\0\0\0a", "UTF-32BE"),
        ("auto", b"\xFF\xFE\x61\0", "UTF-16LE"),
        ("auto", b"\xEF\xBB\xBF", "UTF-8"),
        ("auto", "é".as_bytes(), "UTF-8"),
    ] {
        sandbox.write("in", text);
        let expected = format!("in: valid {name}\n");
        let run = sandbox.run(&format!("check -f {label} in"));
        assert_eq!(String::from_utf8(run.ok()).unwrap(), expected);
    }
    sandbox.write("in", b"a\n\xE9");
    sandbox
        .run("check -f ascii in")
        .fails_with(1, &["byte offset 2, line 2, column 1", "US-ASCII: E9"]);
    sandbox.run("check -f auto --detect in").fails_with(1, &["in: no encoding detected"]);
    sandbox.write("in", b"w\0o\0r\0d\0s\0 \0h\0e\0r\0e\0");
    assert_eq!(sandbox.run("check -f auto --detect in").ok(), b"in: valid UTF-16LE\n");
}

#[test]
fn backends() {
    let sandbox = Sandbox::new();
    let out = String::from_utf8(sandbox.run("backends").ok()).unwrap();
    assert_eq!(out.lines().count(), codeunit::Backend::ALL.len());
    assert_eq!(out.matches("active").count(), 1);
    for (line, backend) in out.lines().zip(codeunit::Backend::ALL) {
        assert!(line.starts_with(backend.name()));
        assert_eq!(line.contains("not available"), !backend.is_available());
        assert_eq!(line.contains("active"), *backend == codeunit::Backend::active());
    }
}

#[test]
fn help_and_version() {
    let sandbox = Sandbox::new();
    let version = String::from_utf8(sandbox.run("--version").ok()).unwrap();
    assert_eq!(version, concat!("codeunit ", env!("CARGO_PKG_VERSION"), "\n"));
    assert!(String::from_utf8(sandbox.run("--help").ok()).unwrap().contains("Exit status"));
    for (command, example) in [
        ("convert", "codeunit convert -f utf-16le -t utf-8 app.log"),
        ("check", "codeunit check -f utf-16"),
        ("detect", "codeunit detect *.log"),
        ("count", "codeunit count -f utf-16 *.log"),
        ("backends", "codeunit backends"),
        ("man", "codeunit man convert"),
        ("completions", "codeunit completions bash"),
        ("bench", "codeunit bench -f utf-16le -t utf-8 app.log"),
    ] {
        for flag in ["-h", "--help"] {
            let help = String::from_utf8(sandbox.run(&format!("{command} {flag}")).ok()).unwrap();
            assert!(help.contains(example), "{command} {flag}");
        }
    }
}

#[test]
fn detected_encodings() {
    let sandbox = Sandbox::new();
    for (text, expected) in [
        (&b"\xFF\xFEa\0"[..], "UTF-16LE, byte order mark, confidence certain"),
        (b"\xEF\xBB\xBFa", "UTF-8, byte order mark, confidence certain"),
        (b"plain", "UTF-8, all ASCII so far, confidence medium"),
        ("größer, schöner".as_bytes(), "UTF-8, guessed, confidence medium"),
        (b"\0w\0o\0r\0d\0s\0 \0h\0e\0r\0e", "UTF-16BE, guessed, confidence high"),
    ] {
        sandbox.write("in", text);
        let out = String::from_utf8(sandbox.run("detect in").ok()).unwrap();
        assert_eq!(out, format!("in: {expected}\n"));
        let out = String::from_utf8(sandbox.run_with_input("detect", text).ok()).unwrap();
        assert_eq!(out, format!("standard input: {expected}\n"));
    }
    sandbox.write("binary", b"\x89PNG\r\n\x1A\n\0\0\0");
    let run = sandbox.run("detect binary in missing");
    assert_eq!((run.status, run.stdout.starts_with(b"binary: unknown\nin: ")), (1, true));
    assert!(run.stderr.contains("missing: cannot open"));
    assert_eq!(sandbox.run("detect missing").status, 3);
}

#[test]
fn counts() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "añ€😀\n");
    let line =
        "bytes 11, code points 5, lines 1, UTF-8 11, UTF-16 12, UTF-32 20, characters Unicode";
    let out = String::from_utf8(sandbox.run("count a").ok()).unwrap();
    assert_eq!(out, format!("a: UTF-8, {line}\n"));
    sandbox.write("b", b"\xFF\xFEa\0\xE9\0\n\0");
    let out = String::from_utf8(sandbox.run("count -f auto a b").ok()).unwrap();
    let (_, rest) = out.split_once('\n').unwrap();
    assert_eq!(
        rest,
        "b: UTF-16LE, bytes 8, code points 3, lines 1, UTF-8 4, UTF-16 6, UTF-32 12, characters Latin-1\n\
         total: bytes 19, code points 8, lines 2, UTF-8 15, UTF-16 18, UTF-32 32, characters Unicode\n"
    );
    let long = "é\n".repeat(1 << 20);
    let out = String::from_utf8(sandbox.run_with_input("count", long.as_bytes()).ok()).unwrap();
    assert!(out.contains("code points 2097152, lines 1048576, UTF-8 3145728, UTF-16 4194304"));
    sandbox.write("plain", "abc");
    assert!(sandbox.run("count plain").ok().ends_with(b"characters ASCII\n"));
    sandbox.write("bad", b"a\n\xFF");
    let run = sandbox.run("count bad a");
    assert!(run.stdout.starts_with(b"a: "));
    run.fails_with(1, &["bad: byte offset 2, line 2, column 1"]);
}

#[test]
fn man_pages_and_completions() {
    let sandbox = Sandbox::new();
    let page = String::from_utf8(sandbox.run("man").ok()).unwrap();
    for part in [".TH codeunit 1", "codeunit\\-convert(1)", "Exit status"] {
        assert!(page.contains(part), "{part}");
    }
    // Every page that it names can be had.
    let named = page.split("codeunit\\-").skip(1).filter_map(|rest| rest.split_once("(1)"));
    let named: Vec<_> = named.map(|(command, _)| command).collect();
    assert!(named.len() > 8 && !named.contains(&"help"), "{named:?}");
    for command in named {
        let page = String::from_utf8(sandbox.run(&format!("man {command}")).ok()).unwrap();
        assert!(page.contains(&format!(".TH codeunit-{command} 1")), "{page}");
    }
    sandbox.run("man convers").fails_with(2, &["convers"]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = String::from_utf8(sandbox.run(&format!("completions {shell}")).ok()).unwrap();
        assert!(script.contains("in-place"), "{shell}");
    }
    sandbox.run("completions cmd").fails_with(2, &["cmd", "bash"]);
}

/// What is to be guessed only with -f auto is not left unguessed without a word.
#[test]
fn detect_without_auto() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "text");
    for command in ["check", "count", "convert -f utf-8", "check -f utf-16"] {
        sandbox.run(&format!("{command} --detect in")).fails(2, "--detect goes with --from auto");
    }
    for command in ["check", "count", "convert"] {
        sandbox.run(&format!("{command} -f auto --detect in")).ok();
    }
}
