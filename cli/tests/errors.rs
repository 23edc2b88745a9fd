//! What is said when something is wrong, and the exit status.

mod common;

use std::process::Stdio;

use common::{Run, SAMPLE, Sandbox};

/// A text longer than several blocks, in lines of 100 code points, 7 of which are not ASCII.
fn long_text() -> String {
    let line = format!("{}ñΩ中🎉éя€\r\n", "x".repeat(91));
    line.repeat(6000)
}

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn place_beyond_the_first_block() {
    let sandbox = Sandbox::new();
    let good = format!("{}ñΩ🎉", long_text());

    let bad = [good.as_bytes(), b"\xE2\x82 rest\n"].concat();
    let place = format!("byte offset {}, line 6001, column 4", good.len());
    let message = format!("{place}: sequence truncated by another byte (UTF-8: E2 82)");
    sandbox.write("in", &bad);
    sandbox.run("check in").fails(1, &format!("in: {message}"));
    sandbox.run("convert -f utf-8 -t utf-32be in -o out").fails(1, &format!("in: {message}"));
    sandbox.run_with_input("check", &bad).fails(1, &format!("standard input: {message}"));
    let run = sandbox.run_with_input("convert -f utf8 -t utf8 -o out -", &bad);
    run.fails(1, &format!("standard input: {message}"));

    let good = utf16le(&good);
    let bad = [&good[..], b"\x3D\xD8a\0"].concat();
    let place = format!("byte offset {}, line 6001, column 4", good.len());
    let message = format!("{place}: unpaired high surrogate (UTF-16LE: 3D D8)");
    sandbox.write("in", &bad);
    sandbox.run("check -f utf-16le in").fails(1, &format!("in: {message}"));
    sandbox.run("convert -f utf-16le -t utf-8 in -o out").fails(1, &format!("in: {message}"));
    let run = sandbox.run_with_input("check -f utf-16le -", &bad);
    run.fails(1, &format!("standard input: {message}"));
    assert_eq!(sandbox.files(), ["in"]);
}

#[test]
fn mark_counts_as_bytes_but_not_as_text() {
    let sandbox = Sandbox::new();
    let bad = [b"\xFF\xFE", &utf16le(&long_text())[..], b"a\0\0\xDC"].concat();
    sandbox.write("in", &bad);
    let offset = bad.len() - 2;
    let message = format!(
        "byte offset {offset}, line 6001, column 2: unpaired low surrogate (UTF-16LE: 00 DC)"
    );
    sandbox.run("check -f utf-16 in").fails(1, &format!("in: {message}"));
    let run = sandbox.run_with_input("check -f utf-16", &bad);
    run.fails(1, &format!("standard input: {message}"));

    sandbox.write("in", b"\0\0\xFE\xFF\0\0\0a\0\x11\0\0");
    sandbox.run("convert -f utf-32 -t utf-8 in -o out").fails(
        1,
        "in: byte offset 8, line 1, column 2: value above 10FFFF (UTF-32BE: 00 11 00 00)",
    );
}

#[test]
fn last_character_cut_short() {
    let sandbox = Sandbox::new();
    let sample = std::fs::read(SAMPLE).unwrap();
    let end = sample.len() - 1;
    sandbox.write("in", &sample[..end]);
    let place = format!("byte offset {}, line 200, column ", end - 1);
    let kind = ": incomplete sequence at the end (UTF-16LE: 0A)";
    for args in ["check -f utf-16le in", "convert -f utf-16le -t utf-8 in -o out"] {
        sandbox.run(args).fails_with(1, &[&place, kind]);
    }
    for (label, input, message) in [
        ("utf-8", &b"\n\xF0\x9F\x98"[..], "offset 1, line 2, column 1: incomplete sequence"),
        ("utf-16le", b"\n\0\x3D\xD8\0", "(UTF-16LE: 3D D8 00)"),
        ("utf-16be", b"\0\n\xD8\x3D", "(UTF-16BE: D8 3D)"),
        ("utf-32le", b"\n\0\0\0a\0\0", "offset 4, line 2, column 1: incomplete sequence"),
        ("utf-16", b"a", "offset 0, line 1, column 1: incomplete sequence"),
        ("utf-32", b"\xFF\xFE\0", "(UTF-32BE: FF FE 00)"),
    ] {
        let run = sandbox.run_with_input(&format!("convert -f {label} -t utf-8"), input);
        run.fails_with(1, &["standard input: byte offset", message]);
    }
}

#[test]
fn not_representable() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "ok\nñ€");
    sandbox.run("convert -f utf-8 -t latin1 in -o out").fails(
        1,
        "in: byte offset 5, line 2, column 2: character not representable in the target encoding \
         (UTF-8: E2 82 AC)",
    );
}

/// What comes before the error is written to the standard output, and nothing else.
#[test]
fn standard_output_has_the_good_part() {
    let sandbox = Sandbox::new();
    let run = sandbox.run_with_input("convert -f utf-8 -t utf-16be", b"ab\xFFcd");
    assert_eq!((run.status, run.stdout), (1, b"\0a\0b".to_vec()));
}

#[test]
fn control_characters_stay_out_of_messages() {
    let sandbox = Sandbox::new();
    let run = sandbox.run_with_input("check", b"\x1B[31m\x07\x9B\n");
    assert!(!run.stderr.trim_end().chars().any(char::is_control), "{:?}", run.stderr);
    #[cfg(unix)]
    {
        sandbox.write("\u{1B}[31m\n", b"\xFF");
        let run = Run::of(sandbox.command(["check", "\u{1B}[31m\n"]).output().unwrap());
        run.fails_with(1, &["codeunit: \\u{1b}[31m\\n: byte offset 0"]);
    }
}

#[test]
fn usage() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "a");
    sandbox.write("b", "b");
    std::fs::create_dir(sandbox.path("sub")).unwrap();
    sandbox.write("sub/a", "c");
    let convert = "convert -f utf-8 -t utf-8";
    for (args, parts) in [
        ("", &["Usage"][..]),
        ("frobnicate", &["frobnicate"]),
        ("convert -t utf-8", &["--from"]),
        ("convert -f ebcdic -t utf-8", &["ebcdic", "unknown encoding", "--list"]),
        ("convert -f utf-8 -t auto", &["unknown encoding"]),
        ("convert -f utf-8 -c --errors replace a", &["-c", "--errors"]),
        ("convert --list a", &["--list"]),
        ("bench -f utf-8 -t windows-1252 a", &["windows-1252 is not measured"]),
        (&format!("{convert} --errors ignore"), &["ignore", "strict"]),
        (&format!("{convert} a b"), &["-o DIR"]),
        (&format!("{convert} a b -o -"), &["-o DIR"]),
        (&format!("{convert} sub/a b -o a"), &["a: not a directory"]),
        (&format!("{convert} a b sub/a -o out"), &["a and sub/a", "out/a"]),
        (&format!("{convert} a a -o out/"), &["out/a"]),
        (&format!("{convert} a - -o out"), &["standard input"]),
        (&format!("{convert} a .. -o out"), &["..", "no file name"]),
        ("check -f utf-7 a", &["utf-7"]),
    ] {
        sandbox.run(args).fails_with(2, parts);
    }
    assert_eq!(sandbox.files(), ["a", "b", "sub"]);
}

#[test]
fn input_and_output_failures() {
    let sandbox = Sandbox::new();
    sandbox.write("file", "text");
    let convert = "convert -f utf-8 -t utf-8";
    sandbox.run(&format!("{convert} missing -o out")).fails_with(3, &["missing: cannot open"]);
    sandbox.run(&format!("{convert} file/in -o out")).fails_with(3, &["file/in: cannot open"]);
    sandbox.run(&format!("{convert} . -o out")).fails_with(3, &["."]);
    sandbox.run(&format!("{convert} file -o file/out")).fails_with(3, &["file/out: cannot create"]);
    sandbox.run(&format!("{convert} file -o no/out")).fails_with(3, &["no/out: cannot create"]);
    sandbox
        .run(&format!("{convert} file -o file/dir/"))
        .fails_with(3, &["file/dir/: cannot create directory"]);
    sandbox.run("check missing").fails_with(3, &["missing: cannot open"]);
    assert_eq!(sandbox.files(), ["file"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_device() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "text");
    let run = sandbox.run("convert -f utf-8 -t utf-8 in -o /dev/full");
    run.fails_with(3, &["/dev/full: cannot write"]);
    for args in [
        &["convert", "-f", "utf-8", "-t", "utf-8", "in"][..],
        &["check", "in"],
        &["backends"],
        &["bench", "in"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = Run::of(sandbox.command(args).stdout(full).output().unwrap());
        run.fails_with(3, &["standard output: cannot write"]);
    }
}

/// The reader of the output leaves after some bytes, or before the first.
#[test]
fn broken_pipe_is_no_failure() {
    use std::io::Read;
    let sandbox = Sandbox::new();
    sandbox.write("long", long_text());
    sandbox.write("bad", b"\xFF");
    for args in
        [&["convert", "-f", "utf-8", "-t", "utf-16le", "long"][..], &["check", "long", "long"]]
    {
        let mut child = sandbox.command(args).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 10]).unwrap();
        drop(stdout);
        Run::of(child.wait_with_output().unwrap()).ok();
    }
    let closed_pipe = || std::io::pipe().unwrap().1;
    for args in
        [&["backends"][..], &["--help"], &["--version"], &["check", "long"], &["bench", "long"]]
    {
        let run = sandbox.command(args).stdout(Stdio::from(closed_pipe())).output().unwrap();
        Run::of(run).ok();
    }
    // What was found out stands, whoever listens.
    let mut command = sandbox.command(["check", "long", "bad"]);
    Run::of(command.stdout(Stdio::from(closed_pipe())).output().unwrap()).fails_with(1, &["bad"]);
}

#[test]
fn later_inputs_are_not_started() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "good");
    sandbox.write("b", b"bad\xFF");
    sandbox.write("c", "good");
    let run = sandbox.run("convert -f utf-8 -t utf-8 a b c -o out");
    run.fails_with(1, &["b: byte offset 3", "stopped; later inputs not converted: 1"]);
    assert_eq!(std::fs::read_dir(sandbox.path("out")).unwrap().count(), 1);
    assert_eq!(sandbox.read("out/a"), b"good");
    let run = sandbox.run("convert -f utf-8 -t utf-8 missing a -o out");
    run.fails_with(3, &["missing: cannot open", "stopped; later inputs not converted: 1"]);
}

/// Runs with the redirections of a shell.
#[cfg(target_os = "linux")]
fn redirected(sandbox: &Sandbox, args: &str, redirections: &str) -> Run {
    let command = sandbox.command(args.split_whitespace());
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!(r#""$0" "$@" {redirections}"#)]).arg(command.get_program());
    Run::of(shell.args(command.get_args()).current_dir(sandbox.path("")).output().unwrap())
}

/// What would be written to a standard output that is closed goes nowhere, which is no success.
#[cfg(target_os = "linux")]
#[test]
fn closed_standard_streams() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "text");
    sandbox.write("bad", b"\xFF");
    sandbox.run("convert -q -f utf-8 in -o text --map map").ok();
    for args in [
        "convert -f utf-8 in",
        "convert -f utf-8 in -o -",
        "convert -f utf-8 -c --compress gz in",
        "convert -f utf-8 --json in -o json",
        "convert -f utf-8 --follow in",
        "convert --list",
        "check in bad",
        "check --json in",
        "detect in",
        "count in",
        "count --json in",
        "locate --map map text 0",
        "bench in",
        "backends",
        "man",
        "completions bash",
        "--help",
        "--version",
    ] {
        for (to, cause) in
            [(">&-", "it is closed"), (">/dev/full", "No space left on device (os error 28)")]
        {
            let message = format!("standard output: cannot write: {cause}");
            redirected(&sandbox, args, to).fails(3, &message);
        }
    }
    let run = redirected(&sandbox, "convert -f utf-8 in -o /dev/stdout", ">&-");
    run.fails(3, "/dev/stdout: cannot create: it is closed");
    for args in ["convert -f utf-8 -o new", "check", "count", "detect", "locate --map map text"] {
        let run = redirected(&sandbox, args, "<&-");
        run.fails(3, "standard input: cannot read: it is closed");
    }
    let run = redirected(&sandbox, "check /dev/stdin", "<&-");
    run.fails(3, "/dev/stdin: cannot open: it is closed");
    // Nor is an error stream, to which the message cannot go either.
    for output in ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"] {
        let run = redirected(&sandbox, &format!("convert -q -f utf-8 in -o {output}"), "2>&-");
        assert_eq!((run.status, run.stderr.as_str()), (3, ""), "{output}");
    }
    // Who does not need them does without.
    redirected(&sandbox, "convert -f utf-8 in -o out/", "<&- >&- 2>&-").ok();
    assert_eq!(sandbox.read("out/in"), b"text");
    redirected(&sandbox, "check -q in", ">&-").ok();
    redirected(&sandbox, "check -q bad", ">&-").fails_with(1, &["bad: byte offset 0"]);
    assert_eq!(sandbox.files(), ["bad", "in", "json", "map", "out", "text"]);
    // The null device is one that may be meant, open for reading too.
    redirected(&sandbox, "convert -f utf-8 in", "1<>/dev/null").ok();
}

/// A log of the night on a disk that is full: what was done is done, and the status tells that not all is said.
#[cfg(target_os = "linux")]
#[test]
fn messages_that_cannot_be_written() {
    let sandbox = Sandbox::new();
    sandbox.write("in", b"\xFF");
    let convert = "convert -f utf-8 -c in -o out";
    assert_eq!(redirected(&sandbox, convert, "2>/dev/full").status, 3);
    assert_eq!(sandbox.read("out"), b"");
    assert_eq!(redirected(&sandbox, &format!("{convert} --quiet"), "2>/dev/full").status, 0);
    assert_eq!(redirected(&sandbox, "convert -f utf-8 in -o out", "2>/dev/full").status, 1);
    assert_eq!(redirected(&sandbox, convert, "2>&-").status, 0);
    let mut command = sandbox.command(convert.split_whitespace());
    let run = command.stderr(Stdio::from(std::io::pipe().unwrap().1)).output().unwrap();
    assert_eq!(run.status.code(), Some(0));
}
