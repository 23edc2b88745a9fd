//! Memory does not grow with the input.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;

use common::{SAMPLE, Sandbox, sealed_map};

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

/// A map with nearly as many places as one can have, since something is left out every 300 bytes.
#[test]
fn of_a_map() {
    const PLACES: u64 = 65_000;
    let sandbox = Sandbox::new();
    sandbox.write("in", [&[b'a'; 300][..], b"\xFF"].concat().repeat(PLACES as usize));
    let fifo = std::process::Command::new("mkfifo").arg(sandbox.path("map")).status();
    assert!(fifo.expect("mkfifo").success());
    let args = ["convert", "-f", "utf-8", "-c", "in", "-o", "out", "--map", "map"];
    let mut child = sandbox.command(args).spawn().expect("the binary runs");
    let mut reader = fs::File::open(sandbox.path("map")).unwrap();
    let mut map = vec![0; 1];
    reader.read_exact(&mut map).unwrap();
    // It is more than the pipe holds: the process waits to write it.
    let peak = peak_kib(child.id());
    reader.read_to_end(&mut map).unwrap();
    assert!(child.wait().expect("it ends").success());
    assert!(map.len() > 100_000, "{}", map.len());
    assert!(peak < LIMIT_KIB, "{peak} KiB to record");
    sandbox.write("recorded", map);
    let places = [0, 1, PLACES / 2, PLACES - 1].map(|place| (300 * place + 1, 301 * place + 1));
    looked_up(&sandbox, "recorded", "out", &places);
    // What the library makes without a maximum.
    let places = 3_000_000;
    sandbox.write("long", map_of(places, 0x4000));
    fs::File::create(sandbox.path("zeros")).unwrap().set_len(places * 0x4000).unwrap();
    let offsets = [0, 1, places * 0x1000 + 1, places * 0x4000].map(|at| (at, 2 * at));
    looked_up(&sandbox, "long", "zeros", &offsets);
    // Places that lie 64 MiB from each other.
    sandbox.write("short", map_of(3, 1 << 26));
    fs::File::create(sandbox.path("zeros")).unwrap().set_len(3 << 26).unwrap();
    let offsets = [0, 1, 1 << 20, (1 << 26) - 1, (2 << 26) + 1, 3 << 26].map(|at| (at, 2 * at));
    looked_up(&sandbox, "short", "zeros", &offsets);
}

/// A map of text from UTF-16LE to UTF-8, all ASCII and one line, with a checkpoint for so many bytes of output.
fn map_of(places: u64, distance: u64) -> Vec<u8> {
    let mut map = b"CUMAP\x01\x01\x01\x00".to_vec();
    let mut put = |mut number: u64| {
        while number >= 0x80 {
            map.push(number as u8 | 0x80);
            number >>= 7;
        }
        map.push(number as u8);
    };
    [distance, places * distance, 2 * places * distance, 0, places + 1]
        .into_iter()
        .for_each(&mut put);
    [1, 0, 0, 0, 0, 0].into_iter().for_each(&mut put);
    for _ in 1..places {
        [2 * distance, 2 * distance, 0].into_iter().for_each(&mut put);
    }
    sealed_map(map)
}

/// Asks for places both ways, and how much memory that takes.
fn looked_up(sandbox: &Sandbox, map: &str, text: &str, places: &[(u64, u64)]) {
    for is_reverse in [false, true] {
        let args = ["locate", "--map", map, text];
        let args = args.into_iter().chain(is_reverse.then_some("--reverse"));
        let mut child = sandbox.command(args).stdin(Stdio::piped()).spawn().expect("it runs");
        let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut answers = std::io::BufRead::lines(std::io::BufReader::new(stdout));
        for &(output, input) in places {
            let (asked, answer) = if is_reverse { (input, output) } else { (output, input) };
            writeln!(stdin, "{asked}").unwrap();
            let told = answers.next().expect("an answer").unwrap();
            assert_eq!(told, format!("{asked}: byte {answer}, line 1"));
        }
        let peak = peak_kib(child.id());
        assert!(peak < LIMIT_KIB, "{map}: {peak} KiB to look up");
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
    }
}
