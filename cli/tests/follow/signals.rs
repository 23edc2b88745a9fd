//! How signals end it, and how they do not.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::Sandbox;
use crate::{FOLLOW, append, start, stop, wait_for, with_default_signals};

const ARGS: &str = "-f utf-8 log -o out --state state";

fn send(signal: &str, child: &Child) {
    let mut kill = Command::new("kill");
    assert!(kill.args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// A run by a shell, behind `before`.
fn by_shell(sandbox: &Sandbox, before: &str, args: &str) -> Child {
    let convert = sandbox.command(args.split(' '));
    let mut shell = with_default_signals("sh".as_ref());
    shell.args(["-c", &format!(r#"{before} "$0" "$@""#)]).arg(convert.get_program());
    shell.args(convert.get_args()).current_dir(sandbox.path(""));
    shell.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    shell.spawn().expect("a shell")
}

/// As a shell wants it of what it runs in the background.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    for signal in ["INT", "TERM", "HUP"] {
        let sandbox = Sandbox::new();
        sandbox.write("log", "a");
        let before = format!("trap '' {signal}; exec");
        let child = by_shell(&sandbox, &before, &format!("{FOLLOW} {ARGS}"));
        wait_for(&sandbox, "out", "a");
        send(&format!("-{signal}"), &child);
        thread::sleep(Duration::from_millis(100));
        append(&sandbox, "log", "b");
        wait_for(&sandbox, "out", "ab");
        stop(child, if signal == "TERM" { "-INT" } else { "-TERM" }).ok();
    }
}

/// An output that nobody reads keeps it from looking whether it is to end.
#[cfg(target_os = "linux")]
#[test]
fn a_second_signal_ends_it_at_once() {
    for is_open in [false, true] {
        let sandbox = Sandbox::new();
        sandbox.write("log", "text".repeat(1 << 20));
        let fifo = Command::new("mkfifo").arg(sandbox.path("out")).status();
        assert!(fifo.expect("mkfifo").success());
        let reader = is_open.then(|| {
            let file = File::options().read(true).write(true).open(sandbox.path("out"));
            file.expect("Linux lets it be opened so")
        });
        let mut child = start(&sandbox, ARGS);
        let started = Instant::now();
        let is_handled = |child: &Child| {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() & 1 << (15 - 1) != 0
        };
        while !is_handled(&child) {
            assert!(started.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(5));
        }
        if let Some(mut reader) = reader.as_ref() {
            // There is more than a pipe holds.
            reader.read_exact(&mut [0]).unwrap();
        }
        send("-TERM", &child);
        thread::sleep(Duration::from_millis(200));
        assert_eq!(child.try_wait().unwrap(), None);
        let ended = loop {
            // Two at the same time are one.
            send("-TERM", &child);
            thread::sleep(Duration::from_millis(50));
            match child.try_wait().unwrap() {
                None if started.elapsed() < Duration::from_secs(60) => {}
                ended => break ended,
            }
        };
        if ended.is_none() {
            child.kill().unwrap();
        }
        assert_eq!(ended.and_then(|status| status.signal()), Some(15), "{is_open}");
    }
}

/// Also while the state is written.
#[test]
fn signals_leave_no_temporary_file() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "a");
    for index in 0..40 {
        let args = format!("convert --follow --interval 0.0001 {ARGS}");
        let mut child = by_shell(&sandbox, "exec", &args);
        let start = Instant::now();
        while !sandbox.path("state").exists() {
            assert!(start.elapsed() < Duration::from_secs(60));
            thread::sleep(Duration::from_millis(1));
        }
        // It saves where it is again and again.
        for _ in 0..10 + index {
            append(&sandbox, "log", "a");
            thread::sleep(Duration::from_micros(300));
        }
        send("-HUP", &child);
        assert_eq!(child.wait().unwrap().signal(), Some(1));
        assert_eq!(sandbox.files(), ["log", "out", "state"], "{index}");
    }
}

/// The thread that waits for signals needs no more than a small stack.
#[test]
fn signals_without_room_for_a_stack() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "a");
    let mut command = sandbox.command(FOLLOW.split(' ').chain(["-f", "utf-8", "log", "-o", "out"]));
    let child = command.env("RUST_MIN_STACK", (1_u64 << 52).to_string()).spawn().unwrap();
    wait_for(&sandbox, "out", "a");
    stop(child, "-TERM").ok();
}
