//! The memory of a server that is a process of its own.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use crate::client::{answer, connect, post};

/// The most that a process ever had, in bytes.
fn peak(server: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
fn an_upload_takes_the_same_memory_however_long_it_is() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_upload-server"))
        .arg("127.0.0.1:0")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().parse().unwrap();
    let block = vec![0xF1; 1 << 20];
    let upload = |blocks: usize| {
        let mut socket = connect(address);
        let length = (blocks * block.len()) as u64;
        let head = post("/upload?to=utf-32", "text/plain; charset=latin1", length);
        socket.write_all(head.as_bytes()).unwrap();
        for _ in 0..blocks {
            socket.write_all(&block).unwrap();
        }
        let answer = answer(&mut socket);
        assert_eq!(answer.json["converted_bytes"], length * 4, "{answer:?}");
    };
    upload(4);
    let before = peak(&server);
    upload(128);
    let after = peak(&server);
    server.kill().unwrap();
    server.wait().unwrap();
    // The counters of the kernel are rough. What is converted is a thousand times as much.
    assert!(after < before + 512 * 1024, "{before} bytes before, {after} after");
}
