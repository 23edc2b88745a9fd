//! States that no run has saved.

use std::fs::{self, File};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{Run, Sandbox};
use crate::{FOLLOW, start, stop, utf16le, wait_for};

#[test]
fn states_that_are_not_gone_on_from() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "text");
    let args = "-f utf-8 -t utf-16le log -o out --state state";
    let child = start(&sandbox, args);
    wait_for(&sandbox, "out", utf16le("text"));
    let run = |args: &str| sandbox.run(&format!("{FOLLOW} {args}"));
    run("-f utf-8 log -o out").fails_with(3, &["out: cannot append to: another process"]);
    stop(child, "-TERM").ok();
    let other = ["state: cannot go on from it: damaged, or of other options"];
    run("-f utf-8 -t utf-16be log -o out --state state").fails_with(3, &other);
    run("-f latin1 -t utf-16le log -o out --state state").fails_with(3, &other);
    run(&format!("{args} --line-endings lf")).fails_with(3, &other);
    run("-f utf-8 -t utf-16le log --state state").fails_with(2, &["another output"]);
    sandbox.write("out", "short");
    run(args).fails_with(3, &["out: cannot append to: it is not the file"]);
    fs::remove_file(sandbox.path("out")).unwrap();
    run(args).fails_with(3, &["out: cannot append to: it is gone"]);
    sandbox.write("state", "{}");
    run(args).fails_with(3, &["state: cannot go on from it"]);
    assert_eq!(sandbox.files(), ["log", "state"]);
    // What no run can have saved, part by part.
    fs::remove_file(sandbox.path("state")).unwrap();
    sandbox.write("log", "a\r\nb");
    let args = "-f utf-8 --line-endings lf log -o out --state state";
    let child = start(&sandbox, args);
    wait_for(&sandbox, "out", "a\nb");
    stop(child, "-TERM").ok();
    let saved = String::from_utf8(sandbox.read("state")).unwrap();
    for (part, damaged_part) in [
        ("\"line_endings_changed\":1", "\"line_endings_changed\":5"),
        ("\"line_endings_changed\":1", "\"line_endings_changed\":18446744073709551615"),
        ("\"last\":[97", "\"last\":[0,97"),
    ] {
        let damaged = saved.replace(part, damaged_part);
        assert_ne!(damaged, saved, "{part}");
        sandbox.write("state", damaged);
        run(args).fails_with(3, &other);
    }
}

/// A state may be kept elsewhere: the file that a link leads to is replaced, and not the link.
#[test]
fn states_behind_links() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "first\n");
    fs::create_dir(sandbox.path("kept")).unwrap();
    std::os::unix::fs::symlink("kept/state", sandbox.path("link")).unwrap();
    let (by_name, by_link) =
        ("-f utf-8 log -o out --state kept/state", "-f utf-8 log -o out --state link");
    // As with an output, a file that appears elsewhere than named is hardly what is meant.
    let run = sandbox.run(&format!("{FOLLOW} {by_link}"));
    run.fails_with(3, &["link: cannot write: a symbolic link that leads nowhere"]);
    let mut text = String::from("first\n");
    for args in [by_name, by_link, by_name] {
        sandbox.write("log", &text);
        let child = start(&sandbox, args);
        wait_for(&sandbox, "out", &text);
        stop(child, "-TERM").ok();
        assert!(sandbox.path("link").is_symlink(), "{args}");
        text += "more\n";
    }
}

/// What is named by mistake is neither waited for nor read to an end that it may not have.
#[test]
fn states_that_are_none() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "text");
    fs::create_dir(sandbox.path("directory")).unwrap();
    assert!(Command::new("mkfifo").arg(sandbox.path("fifo")).status().unwrap().success());
    sandbox.write("state", "{}");
    File::options().write(true).open(sandbox.path("state")).unwrap().set_len(1 << 31).unwrap();
    let none = "cannot read: not a regular file, as --follow needs\n";
    let damaged = "cannot go on from it: damaged, or of other options\n";
    for (state, why) in
        [("fifo", none), ("directory", none), ("/dev/zero", none), ("state", damaged)]
    {
        let args = format!("-f utf-8 log -o out --state {state}");
        let mut child = start(&sandbox, &args);
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                child.wait().unwrap();
                panic!("{state} is read");
            }
            thread::sleep(Duration::from_millis(5));
        }
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!((run.status, run.stderr), (3, format!("codeunit: {state}: {why}")));
    }
    assert_eq!(sandbox.files(), ["directory", "fifo", "log", "state"]);
}
