//! Memory does not grow with the input.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;

use common::{SAMPLE, Sandbox};

const INPUT_LEN: usize = 64 << 20;
const LIMIT_KIB: u64 = 16 << 10;

/// The most memory that a running process has had resident, in KiB.
fn peak_kib(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a running process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the field");
    line.split_whitespace().nth(1).expect("a number").parse().expect("a number")
}

/// The sample, which has whole characters only, again and again.
fn long_input() -> Vec<u8> {
    fs::read(SAMPLE).expect("the sample").into_iter().cycle().take(INPUT_LEN).collect()
}

#[test]
fn from_a_pipe() {
    let sandbox = Sandbox::new();
    for args in ["convert -f utf-16le -t utf-32be", "convert -f utf-16 -t latin1 --errors replace"]
    {
        let mut command = sandbox.command(args.split_whitespace());
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the binary runs");
        let (mut stdin, mut stdout) =
            (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let drain = thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
        stdin.write_all(&long_input()).expect("everything is read");
        // All but what the pipe holds is done, and the process waits for more.
        let peak = peak_kib(child.id());
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
        assert!(drain.join().expect("no panic").expect("no failure") > INPUT_LEN as u64 / 4);
        assert!(peak < LIMIT_KIB, "{args}: {peak} KiB");
    }
}

#[test]
fn from_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("in", long_input());
    let args = ["convert", "-f", "utf-16le", "-t", "utf-16be", "in"];
    let mut child = sandbox.command(args).spawn().expect("the binary runs");
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut first = (&mut stdout).take(INPUT_LEN as u64 - (1 << 20));
    std::io::copy(&mut first, &mut std::io::sink()).expect("no failure");
    // The last MiB is more than the pipe holds: the process waits to write it.
    let peak = peak_kib(child.id());
    std::io::copy(&mut stdout, &mut std::io::sink()).expect("no failure");
    assert!(child.wait().expect("it ends").success());
    assert!(peak < LIMIT_KIB, "{peak} KiB");
}
