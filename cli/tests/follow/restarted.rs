//! Files that were others, elsewhere or gone while it was not running.

use std::fs::{self, File};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::Sandbox;
use crate::{FOLLOW, append, start, stop, wait_for};

const GONE: &str = "codeunit: log: gone; waiting for it, or for another file of its name\n";
const LOST: &str =
    "codeunit: log: replaced while it was not followed; what it had beyond is lost\n";
const CUT: &str = "codeunit: log: cut short; going on from its beginning\n";

fn kept(len: usize) -> String {
    let what = "what was read since the state was saved is gone; of it the output keeps";
    format!("codeunit: log: {what} {len} bytes\n")
}

/// A run that has come so far.
fn followed(args: &str, log: &[u8], out: &[u8]) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("log", log);
    let child = start(&sandbox, args);
    wait_for(&sandbox, "out", out);
    stop(child, "-TERM").ok();
    sandbox
}

fn goes_on(sandbox: &Sandbox, args: &str, out: &[u8]) -> String {
    let child = start(sandbox, args);
    wait_for(sandbox, "out", out);
    let run = stop(child, "-TERM");
    assert_eq!(run.status, 0);
    run.stderr
}

/// What a run that was killed had written since it saved stays where it cannot be converted again.
#[test]
fn killed_and_then_rotated() {
    const ARGS: &str = "-f utf-8 log -o out --state state";
    for is_replaced in [false, true] {
        let sandbox = followed(ARGS, b"first\n", b"first\n");
        append(&sandbox, "out", "second\n");
        let message = if is_replaced {
            // Of another number, while there is the older one.
            fs::rename(sandbox.write("new", "third\n"), sandbox.path("log")).unwrap();
            LOST
        } else {
            sandbox.write("log", "third\n");
            CUT
        };
        let stderr = goes_on(&sandbox, ARGS, b"first\nsecond\nthird\n");
        assert_eq!(stderr, format!("{message}{}", kept(7)));
        // From there on as always: what comes behind is cut.
        append(&sandbox, "out", "fourth\n");
        append(&sandbox, "log", "fifth\n");
        assert_eq!(goes_on(&sandbox, ARGS, b"first\nsecond\nthird\nfifth\n"), "");
    }
    // Where it can be converted again it comes once.
    let sandbox = followed(ARGS, b"first\n", b"first\n");
    append(&sandbox, "out", "second\nth");
    append(&sandbox, "log", "second\nthird\n");
    assert_eq!(goes_on(&sandbox, ARGS, b"first\nsecond\nthird\n"), "");
    // A state that is not gone on from is no reason to cut anything.
    append(&sandbox, "out", "fourth\n");
    let run = sandbox.run(&format!("{FOLLOW} {ARGS} --line-endings lf"));
    run.fails_with(3, &["state: cannot go on from it"]);
    assert_eq!(sandbox.read("out"), b"first\nsecond\nthird\nfourth\n");
}

/// Of a character at the end of what is kept either all stays or nothing; the one that the state waits for is in what
/// is kept, if anything is.
#[test]
fn killed_inside_a_character_and_then_rotated() {
    let units = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    let whole = units("a€😀");
    for (to, before, beyond, kept_len) in [
        ("utf-8", b"a".to_vec(), "€b😀".as_bytes(), 8),
        ("utf-8", b"a".to_vec(), &"€b😀".as_bytes()[..7], 4),
        ("utf-8", b"a".to_vec(), &"€".as_bytes()[..1], 0),
        ("utf-16be", units("a"), &whole[2..], 6),
        ("utf-16be", units("a"), &whole[2..7], 2),
        ("utf-16be", units("a"), &whole[2..6], 2),
        ("utf-32le", b"a\0\0\0".to_vec(), b"\xAC\x20\0\0b\0", 4),
    ] {
        let args = format!("-f utf-8 -t {to} --errors replace log -o out --state state");
        let sandbox = followed(&args, b"a\xE2\x82", &before);
        append(&sandbox, "out", beyond);
        sandbox.write("log", "c");
        let next: &[u8] = match (to, kept_len) {
            ("utf-8", 0) => "\u{FFFD}c".as_bytes(),
            ("utf-8", _) => b"c",
            ("utf-16be", _) => b"\0c",
            _ => b"c\0\0\0",
        };
        let out = [&before, &beyond[..kept_len], next].concat();
        let stderr = goes_on(&sandbox, &args, &out);
        let message = if kept_len > 0 { kept(kept_len) } else { String::new() };
        assert_eq!(stderr, format!("{CUT}{message}"), "{to}");
    }
}

/// A log that is not there for a while is not another one when it is back.
#[test]
fn gone_and_back() {
    const ARGS: &str = "-f utf-8 log -o out --state state";
    let sandbox = followed(ARGS, b"first\n\xE2", b"first\n");
    fs::create_dir(sandbox.path("elsewhere")).unwrap();
    let [log, elsewhere] = ["log", "elsewhere/log"].map(|name| sandbox.path(name));
    fs::rename(&log, &elsewhere).unwrap();
    append(&sandbox, "out", "€ written and not saved");
    let child = start(&sandbox, ARGS);
    thread::sleep(Duration::from_millis(200));
    assert_eq!(stop(child, "-TERM").stderr, GONE);
    append(&sandbox, "elsewhere/log", b"\x82\xACmore\n");
    let child = start(&sandbox, ARGS);
    thread::sleep(Duration::from_millis(200));
    fs::rename(&elsewhere, &log).unwrap();
    wait_for(&sandbox, "out", "first\n€more\n");
    append(&sandbox, "log", "still more\n");
    wait_for(&sandbox, "out", "first\n€more\nstill more\n");
    assert_eq!(stop(child, "-TERM").stderr, GONE);
}

/// A file system may have another number when the machine has been started again.
#[test]
fn a_device_with_another_number() {
    const ARGS: &str = "-f utf-8 log -o out --state state";
    let renumber = |sandbox: &Sandbox| {
        let saved = String::from_utf8(sandbox.read("state")).unwrap();
        assert_eq!(saved.matches("\"device\":").count(), 2);
        sandbox.write("state", saved.replace("\"device\":", "\"device\":1"));
    };
    let sandbox = followed(ARGS, b"first\n", b"first\n");
    renumber(&sandbox);
    append(&sandbox, "out", "written and not saved");
    append(&sandbox, "log", "second\n");
    assert_eq!(goes_on(&sandbox, ARGS, b"first\nsecond\n"), "");
    // Renamed since, too.
    renumber(&sandbox);
    fs::rename(sandbox.path("log"), sandbox.path("log.1")).unwrap();
    append(&sandbox, "log.1", "third\n");
    File::create(sandbox.path("log")).unwrap();
    append(&sandbox, "log", "fourth\n");
    let stderr = goes_on(&sandbox, ARGS, b"first\nsecond\nthird\nfourth\n");
    assert_eq!(stderr, "codeunit: log: replaced; going on with the new file\n");
    // The number alone does not make it the file.
    renumber(&sandbox);
    sandbox.write("log", "another text, with the number of the older one\n");
    let run = sandbox.run(&format!("{FOLLOW} {ARGS}"));
    run.fails_with(3, &["out: cannot append to: it is not the file that the state file knows"]);
    assert_eq!(sandbox.read("out"), b"first\nsecond\nthird\nfourth\n");
}

/// What is summed up is what this run has done; a CR that waits for an LF is not written.
#[test]
fn each_run_sums_up_itself() {
    let sandbox = Sandbox::new();
    let args = "-f utf-8 --errors replace --line-endings lf log -o out --state state";
    let run = |appended: &[u8], out: &str| {
        append(&sandbox, "log", appended);
        let child = start(&sandbox, args);
        wait_for(&sandbox, "out", out);
        let size = sandbox.read("log").len();
        // A CR is read, though the output does not tell.
        let begun = Instant::now();
        let key = format!("\"offset\":{size},");
        while !fs::read_to_string(sandbox.path("state")).is_ok_and(|state| state.contains(&key)) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{key}");
            thread::sleep(Duration::from_millis(5));
        }
        stop(child, "-TERM")
    };
    let first = run(b"ab\xFF\r", "ab\u{FFFD}");
    first.sums_up("files 1, failed 0, bytes read 4, bytes written 5, errors 1, replacements 1");
    let second = run(b"\nc\r\n", "ab\u{FFFD}\nc\n");
    second.sums_up("files 1, failed 0, bytes read 4, bytes written 3, errors 0, replacements 0");
}
