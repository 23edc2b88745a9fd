//! The recipes of the README, as they stand there.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Run, Sandbox};

const README: &str = include_str!("../../README.md");

/// The one command of the section that has this in it.
fn recipe(part: &str) -> &'static str {
    let (_, recipes) = README.split_once("### Recipes").expect("the section");
    let (recipes, _) = recipes.split_once("\n## ").expect("another section");
    let blocks = recipes.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap());
    let mut found = blocks.filter(|block| block.contains(part));
    let recipe = found.next().unwrap_or_else(|| panic!("no recipe with {part}"));
    assert_eq!((found.next(), recipe.trim().lines().count()), (None, 1), "{part}");
    recipe.trim()
}

/// A shell that finds the program.
fn shell(sandbox: &Sandbox, script: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_codeunit"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("PATH", path).current_dir(sandbox.path(""));
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

fn run(sandbox: &Sandbox, script: &str) -> Run {
    Run::of(shell(sandbox, script).output().expect("a shell"))
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn powershell() {
    let sandbox = Sandbox::new();
    sandbox.write("a.log", utf16("\u{FEFF}a ñ\r\n"));
    sandbox.write("b.log", utf16("\u{FEFF}b\r\n"));
    run(&sandbox, recipe("--bom strip")).ok();
    assert_eq!(sandbox.read("converted/a.log"), "a ñ\n".as_bytes());
    assert_eq!(sandbox.read("converted/b.log"), b"b\n");
}

#[test]
fn tree_in_its_place() {
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.path("logs/sub")).unwrap();
    sandbox.write("logs/a.log", utf16("\u{FEFF}a"));
    sandbox.write("logs/sub/b.log", b"\xFF\xFE\0\xD8a\0");
    sandbox.write("logs/c.txt", utf16("\u{FEFF}c"));
    let run = run(&sandbox, recipe("--in-place=.bak"));
    run.fails_with(1, &["logs/sub/b.log: byte offset 2"]);
    assert_eq!(sandbox.read("logs/a.log"), b"a");
    assert_eq!(sandbox.read("logs/a.log.bak"), utf16("\u{FEFF}a"));
    assert_eq!(sandbox.read("logs/sub/b.log"), b"\xFF\xFE\0\xD8a\0");
    assert_eq!(sandbox.read("logs/c.txt"), utf16("\u{FEFF}c"));
}

#[test]
fn checked_before_it_comes_in() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("incoming")).unwrap();
    fs::create_dir(sandbox.path("ingest")).unwrap();
    sandbox.write("incoming/a", "good");
    sandbox.write("incoming/b", b"bad\xFF");
    run(&sandbox, recipe("&& mv")).fails_with(1, &["incoming/b: byte offset 3"]);
    assert!(sandbox.path("incoming/a").exists());
    sandbox.write("incoming/b", "good");
    assert_eq!(run(&sandbox, recipe("&& mv")).status, 0);
    assert_eq!(sandbox.read("ingest/b"), b"good");
}

#[test]
fn growing_log() {
    let sandbox = Sandbox::new();
    let mut expected = String::new();
    for name in ["first", "second"] {
        let text = format!("{name} ñ\n");
        let mut log = fs::read(sandbox.path("app.log")).unwrap_or_default();
        log.extend(utf16(&text));
        fs::write(sandbox.path("app.log"), log).unwrap();
        expected.push_str(&text);
        let script = format!("exec {}", recipe("--follow"));
        let mut child = shell(&sandbox, &script).spawn().expect("a shell");
        let start = Instant::now();
        while fs::read_to_string(sandbox.path("app.txt")).unwrap_or_default() != expected {
            assert!(start.elapsed() < Duration::from_secs(60), "{name}");
            thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn broken_file() {
    let sandbox = Sandbox::new();
    sandbox.write("broken.txt", b"a\xFFb");
    assert_eq!(run(&sandbox, recipe("mended.txt")).status, 0);
    assert_eq!(sandbox.read("mended.txt"), "a\u{FFFD}b".as_bytes());
    assert_eq!(sandbox.read("broken.txt"), b"a\xFFb");
}

#[test]
fn json_for_a_pipeline() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("incoming")).unwrap();
    sandbox.write("incoming/a", "good");
    sandbox.write("incoming/b", b"bad\xFF");
    let (ours, filter) = recipe("| jq").split_once(" | ").expect("a pipe");
    if Command::new("jq").arg("--version").output().is_ok() {
        assert_eq!(run(&sandbox, recipe("| jq")).stdout, b"incoming/b\n");
    }
    // What the filter does, where there is no jq.
    assert_eq!(filter, "jq -r 'select(.valid == false).file'");
    let out = String::from_utf8(run(&sandbox, ours).stdout).unwrap();
    let items = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let bad: Vec<_> = items.filter(|item| item["valid"] == false).collect();
    assert_eq!((bad.len(), &bad[0]["file"]), (1, &"incoming/b".into()));
}
