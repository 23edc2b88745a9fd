//! `convert --follow`: what is appended, renamed, cut short, and gone on from.
#![cfg(unix)]

mod common;
#[path = "follow/lost.rs"]
mod lost;
#[path = "follow/restarted.rs"]
mod restarted;
#[path = "follow/signals.rs"]
mod signals;
#[path = "follow/states.rs"]
mod states;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Run, Sandbox};

const FOLLOW: &str = "convert --follow --interval 0.02";

fn start(sandbox: &Sandbox, args: &str) -> Child {
    let args = format!("{FOLLOW} {args}");
    let convert = sandbox.command(args.split_whitespace());
    let mut command = with_default_signals(convert.get_program());
    command.args(convert.get_args()).current_dir(sandbox.path(""));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary runs")
}

/// What is run in the background by a script ignores SIGINT, and so would all that it runs.
fn with_default_signals(program: &OsStr) -> Command {
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.arg("--default-signal").arg(program);
    command
}

/// Ends it as a service manager does, or a terminal.
fn stop(child: Child, signal: &str) -> Run {
    let mut kill = Command::new("kill");
    assert!(kill.args([signal, &child.id().to_string()]).status().unwrap().success());
    Run::of(child.wait_with_output().expect("the binary ends"))
}

fn append(sandbox: &Sandbox, name: &str, bytes: impl AsRef<[u8]>) {
    let file = File::options().append(true).create(true).open(sandbox.path(name));
    file.unwrap().write_all(bytes.as_ref()).unwrap();
}

/// Waits until a file has this content, as long as any machine may take.
#[track_caller]
fn wait_for(sandbox: &Sandbox, name: &str, content: impl AsRef<[u8]>) {
    let start = Instant::now();
    let read = || fs::read(sandbox.path(name)).unwrap_or_default();
    while read() != content.as_ref() {
        let (now, wanted) = (read(), content.as_ref());
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{name} is {:?}, not {:?}",
            String::from_utf8_lossy(&now),
            String::from_utf8_lossy(wanted),
        );
        thread::sleep(Duration::from_millis(5));
    }
}

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn appended_text_comes_to_the_standard_output() {
    let sandbox = Sandbox::new();
    sandbox.write("log", utf16le("first\n"));
    let mut child = start(&sandbox, "-f utf-16le log");
    let mut stdout = child.stdout.take().unwrap();
    let mut comes = |text: &str| {
        let mut read = vec![0; text.len()];
        stdout.read_exact(&mut read).unwrap();
        assert_eq!(String::from_utf8_lossy(&read), text);
    };
    comes("first\n");
    // A surrogate pair in three pieces, of which the first ends inside a code unit.
    let bytes = utf16le("a😀b\n");
    append(&sandbox, "log", &bytes[..3]);
    comes("a");
    append(&sandbox, "log", &bytes[3..5]);
    append(&sandbox, "log", &bytes[5..]);
    comes("😀b\n");
    let run = stop(child, "-TERM").sums_up("files 1, failed 0, bytes read 22, bytes written 13");
    run.ok();
    assert_eq!(stdout.read(&mut [0]).unwrap(), 0);
}

/// What came of a character is told, and not written.
#[test]
fn stopped_inside_a_character() {
    let sandbox = Sandbox::new();
    sandbox.write("log", b"a\r\nb\r\n\r\xE2\x82");
    let child = start(&sandbox, "-f utf-8 log -o out --line-endings lf");
    wait_for(&sandbox, "out", "a\nb\n");
    let run = stop(child, "-INT");
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stderr,
        "codeunit: log: byte offset 7: the last character has not come as a whole\n"
    );
    assert_eq!(sandbox.read("out"), b"a\nb\n\r");
}

/// ISO-2022-JP ends in ASCII, so that what the next run appends is read as it is.
#[test]
fn stopped_in_a_mode_of_the_output() {
    let sandbox = Sandbox::new();
    let follow = |log: &[u8], before: &str, text: &str, args: &str| {
        sandbox.write("log", log);
        let child = start(&sandbox, &format!("{args} log -o out"));
        wait_for(&sandbox, "out", format!("{before}{text}"));
        stop(child, "-TERM")
    };
    let args = "-f utf-8 -t iso-2022-jp";
    let run = follow("a日".as_bytes(), "", "a\x1B$BF|", args);
    run.sums_up("files 1, failed 0, bytes read 4, bytes written 9, errors 0").ok();
    let first = "a\x1B$BF|\x1B(B";
    assert_eq!(sandbox.read("out"), first.as_bytes());
    // The part of a character that has come is no error, and not replaced.
    let replace = format!("{args} --errors replace --strict-exit");
    let run = follow(b"b\xE6\x97\xA5\xE6\x9C", first, "b\x1B$BF|", &replace);
    let run = run.sums_up("files 1, failed 0, bytes read 6, bytes written 9, errors 0");
    run.fails(0, "log: byte offset 4: the last character has not come as a whole");
    assert_eq!(sandbox.read("out"), format!("{first}b\x1B$BF|\x1B(B").as_bytes());
    // With a state the next run goes on in the mode.
    fs::remove_file(sandbox.path("out")).unwrap();
    let state = format!("{args} --state state");
    follow("日".as_bytes(), "", "\x1B$BF|", &state).ok();
    follow("日日c".as_bytes(), "\x1B$BF|", "F|\x1B(Bc", &state).ok();
    // A cut escape sequence of the source is no text either.
    fs::remove_file(sandbox.path("out")).unwrap();
    follow(b"a\x1B$", "", "a", "-f iso-2022-jp")
        .fails(0, "log: byte offset 1: the last character has not come as a whole");
    assert_eq!(sandbox.read("out"), b"a");
}

#[test]
fn stopped_and_gone_on() {
    let sandbox = Sandbox::new();
    // Pieces that end inside a mark, inside characters, and between CR and LF.
    let text = "\u{FEFF}a\r\nñ€😀\r\r\n";
    let bytes = utf16le(text);
    let args = "-f auto -t utf-16be --bom keep --line-endings lf log -o out --state state";
    File::create(sandbox.path("log")).unwrap();
    let expected: Vec<u8> =
        text.replace("\r\n", "\n").encode_utf16().flat_map(u16::to_be_bytes).collect();
    for piece in bytes.chunks(3) {
        append(&sandbox, "log", piece);
        let child = start(&sandbox, args);
        let read = fs::metadata(sandbox.path("log")).unwrap().len();
        // Seen by the state, since pieces that end inside a character write nothing.
        let start = Instant::now();
        let key = format!("\"offset\":{read},");
        while !fs::read_to_string(sandbox.path("state")).is_ok_and(|state| state.contains(&key)) {
            assert!(start.elapsed() < Duration::from_secs(60), "{key}");
            thread::sleep(Duration::from_millis(5));
        }
        stop(child, "-TERM").ok();
        assert!(expected.starts_with(&sandbox.read("out")));
    }
    assert_eq!(sandbox.read("out"), expected);
    assert_eq!(sandbox.files(), ["log", "out", "state"]);
}

#[test]
fn renamed_and_replaced() {
    let sandbox = Sandbox::new();
    // Each with a mark of its own; the output begins with one.
    sandbox.write("log", b"\xFF\xFEa\0");
    let child = start(&sandbox, "-f auto --bom keep log -o out --state state");
    wait_for(&sandbox, "out", "\u{FEFF}a");
    fs::rename(sandbox.path("log"), sandbox.path("log.1")).unwrap();
    append(&sandbox, "log.1", b"b\0");
    wait_for(&sandbox, "out", "\u{FEFF}ab");
    sandbox.write("log", b"\xFE\xFF\0c");
    wait_for(&sandbox, "out", "\u{FEFF}abc");
    append(&sandbox, "log", b"\0d");
    wait_for(&sandbox, "out", "\u{FEFF}abcd");
    let run = stop(child, "-TERM").sums_up("files 2, failed 0, bytes read 12, bytes written 7");
    assert_eq!(run.status, 0);
    assert_eq!(run.stderr, "codeunit: log: replaced; going on with the new file\n");
    // Twice while nobody follows: the older one is found by what it is, and the one between is not.
    fs::rename(sandbox.path("log"), sandbox.path("log.2")).unwrap();
    append(&sandbox, "log.2", b"\0e");
    sandbox.write("log", b"f");
    let child = start(&sandbox, "-f auto --bom keep log -o out --state state --quiet");
    wait_for(&sandbox, "out", "\u{FEFF}abcdef");
    stop(child, "-TERM").ok();
    // Gone altogether.
    fs::remove_file(sandbox.path("log")).unwrap();
    let child = start(&sandbox, "-f auto --bom keep log -o out --state state");
    thread::sleep(Duration::from_millis(100));
    sandbox.write("log", b"g");
    wait_for(&sandbox, "out", "\u{FEFF}abcdefg");
    let run = stop(child, "-TERM");
    assert_eq!(
        run.stderr,
        "codeunit: log: gone; waiting for it, or for another file of its name\n\
         codeunit: log: replaced while it was not followed; what it had beyond is lost\n"
    );
}

/// The end of a file that is replaced is an end: what is cut there is ill-formed.
#[test]
fn character_cut_by_the_end_of_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("log", b"a\xF0\x9F");
    let child = start(&sandbox, "-f utf-8 --errors replace log -o out --state state");
    wait_for(&sandbox, "out", "a");
    fs::rename(sandbox.path("log"), sandbox.path("log.1")).unwrap();
    sandbox.write("log", "b");
    wait_for(&sandbox, "out", "a\u{FFFD}b");
    let run =
        stop(child, "-TERM").sums_up("files 2, failed 0, bytes read 4, bytes written 5, errors 1");
    assert_eq!(run.status, 0);
    // Strictly it is an error, with its place.
    fs::remove_file(sandbox.path("state")).unwrap();
    sandbox.write("log", b"x\ny\xF0\x9F");
    let child = start(&sandbox, "-f utf-8 log -o strict --state state");
    wait_for(&sandbox, "strict", "x\ny");
    fs::rename(sandbox.path("log"), sandbox.path("log.2")).unwrap();
    sandbox.write("log", "z");
    let run = Run::of(child.wait_with_output().unwrap());
    run.fails_with(1, &["log: byte offset 3, line 2, column 2: incomplete"]);
    let child = start(&sandbox, "-f utf-8 log -o strict --state state -c");
    wait_for(&sandbox, "strict", "x\nyz");
    stop(child, "-TERM");
}

/// Another policy goes on where a strict one has ended.
#[test]
fn error_in_the_middle() {
    let sandbox = Sandbox::new();
    sandbox.write("log", b"line\nab\xFFcd\n");
    let strict = "-f utf-8 log -o out --state state";
    for _ in 0..2 {
        let run = Run::of(start(&sandbox, strict).wait_with_output().unwrap());
        run.fails_with(1, &["log: byte offset 7, line 2, column 3: "]);
        assert_eq!(sandbox.read("out"), b"line\nab");
    }
    let child = start(&sandbox, &format!("{strict} --errors replace --strict-exit"));
    wait_for(&sandbox, "out", "line\nab\u{FFFD}cd\n");
    assert_eq!(stop(child, "-TERM").status, 1);
}

/// Killed at any moment and started again: the output is what it would have been, to the byte.
#[test]
fn killed_and_gone_on() {
    let sandbox = Sandbox::new();
    let text = "añ€😀 line of a log\r\n".repeat(60_000);
    let bytes = utf16le(&text);
    sandbox.write("log", b"");
    thread::scope(|scope| {
        scope.spawn(|| {
            // In pieces that end anywhere, faster than they are converted at times.
            for (index, piece) in bytes.chunks(bytes.len() / 199).enumerate() {
                append(&sandbox, "log", piece);
                thread::sleep(Duration::from_millis((index % 7) as u64));
            }
        });
        for delay in [1, 3, 5, 10, 20, 30, 40, 60, 80, 100, 25, 15, 7, 50] {
            let mut child = start(
                &sandbox,
                "-f utf-16le -t utf-8 --line-endings lf log -o out --state state --quiet",
            );
            thread::sleep(Duration::from_millis(delay));
            // The output may be behind what the state says at no time.
            child.kill().unwrap();
            child.wait().unwrap();
        }
    });
    let child = start(&sandbox, "-f utf-16le --line-endings lf log -o out --state state");
    wait_for(&sandbox, "out", text.replace("\r\n", "\n"));
    stop(child, "-TERM").ok();
    let left: Vec<_> = sandbox.files().into_iter().filter(|name| !name.starts_with('.')).collect();
    assert_eq!(left, ["log", "out", "state"]);
}

/// What the output has already stays, and it gets no mark in the middle.
#[test]
fn output_that_has_text() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "a");
    sandbox.write("out", "before ");
    let child = start(&sandbox, "-f utf-8 --bom add log -o out");
    wait_for(&sandbox, "out", "before a");
    stop(child, "-TERM").ok();
}

#[test]
fn usage() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "text");
    fs::hard_link(sandbox.path("log"), sandbox.path("hard")).unwrap();
    for (args, status, part) in [
        ("-f utf-8", 2, "one input"),
        ("-f utf-8 -", 2, "standard input"),
        ("-f utf-8 log log", 2, "one input"),
        ("-f utf-8 log -o hard", 2, "different files"),
        ("-f utf-8 log --state log", 2, "different files"),
        ("-f utf-8 log -o new --state new", 2, "different files"),
        ("-f utf-8 log -o ./new --state new", 2, "different files"),
        ("-f utf-8 log --in-place", 2, "--in-place"),
        ("-f auto --detect log", 2, "--detect"),
        ("-f utf-8 missing", 3, "missing: cannot open"),
        ("-f utf-8 /dev/null", 3, "not a regular file"),
        ("-f utf-8 log -o no/out", 3, "no/out: cannot append to"),
        ("-f utf-8 log --state no/state", 3, "no/state: cannot write"),
    ] {
        sandbox.run(&format!("{FOLLOW} {args}")).fails_with(status, &[part]);
    }
    sandbox.run("convert -f utf-8 log --state state").fails_with(2, &["--follow"]);
    assert_eq!(sandbox.files(), ["hard", "log"]);
}

/// What may be the beginning of a mark waits for the rest of it, and is told or written when that does not come.
#[test]
fn stopped_inside_a_mark() {
    let sandbox = Sandbox::new();
    let stopped = |head: &[u8], args: &str| {
        sandbox.write("log", head);
        let child = start(&sandbox, &format!("{args} log -o out --quiet"));
        // There is nothing to wait for but the handling of signals, which comes before the output is opened.
        let start = Instant::now();
        while !sandbox.path("out").exists() {
            assert!(start.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(50));
        assert_eq!(sandbox.read("out"), b"", "{args}");
        let run = stop(child, "-TERM");
        let out = sandbox.read("out");
        fs::remove_file(sandbox.path("out")).unwrap();
        (run.status, run.stderr, out)
    };
    let cut = "codeunit: log: byte offset 0: the last character has not come as a whole\n";
    for (head, args) in
        [(&b"\xFF"[..], "-f utf-16"), (b"\xEF\xBB", "-f utf-8 --bom keep"), (b"\xEF", "-f auto")]
    {
        assert_eq!(stopped(head, args), (0, cut.into(), Vec::new()), "{args}");
    }
    // It is a mark, if not that of UTF-32.
    let mark = (0, String::new(), "\u{FEFF}".into());
    assert_eq!(stopped(b"\xFF\xFE", "-f auto --bom keep"), mark);
}
