//! What is said for programs.

mod common;

use common::{Run, Sandbox};
use serde_json::{Value, json};

/// The lines of a run.
fn items(run: &Run) -> Vec<Value> {
    assert_eq!((run.stderr.as_str(), &run.summary), ("", &None));
    let lines = std::str::from_utf8(&run.stdout).unwrap().lines();
    let mut items: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    for item in &mut items {
        if let Some(seconds) = item.as_object_mut().unwrap().remove("seconds") {
            assert!(seconds.as_f64().unwrap() >= 0.0);
        }
    }
    items
}

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("good", "añ\n");
    sandbox.write("bad", b"a\n\xFFb\xE2\x82");
    sandbox
}

#[test]
fn check() {
    let run = sandbox().run("check --json good bad");
    assert_eq!(run.status, 1);
    let error = |offset, column, kind, bytes| json!({"offset": offset, "line": 2, "column": column, "kind": kind, "bytes": bytes});
    let errors = [error(2, 1, "bad-lead", "FF"), error(4, 3, "incomplete", "E282")];
    let expected = [
        json!({"type": "file", "file": "good", "encoding": "UTF-8", "valid": true, "bytes_read": 4,
            "errors": 0, "first_errors": []}),
        json!({"type": "file", "file": "bad", "encoding": "UTF-8", "valid": false, "bytes_read": 6,
            "errors": 2, "first_errors": errors}),
        json!({"type": "summary", "files": 2, "failed": 1, "bytes_read": 10, "bytes_written": null,
            "errors": 2, "replacements": 0}),
    ];
    assert_eq!(items(&run), expected);
    let run = sandbox().run("check --json --max-errors 1 bad missing");
    let items = items(&run);
    assert_eq!(items[0]["first_errors"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&items[1]["file"], &items[1]["failure"]["cause"]),
        (&"missing".into(), &"io".into())
    );
}

#[test]
fn convert() {
    let sandbox = sandbox();
    let run = sandbox.run("convert -f utf-8 -t utf-16le --json --keep-going bad good -o out");
    assert_eq!(run.status, 1);
    let items = items(&run);
    let [bad, good, summary] = &items[..] else { panic!("{items:?}") };
    assert_eq!(bad["failure"]["cause"], "text");
    assert_eq!(bad["failure"]["error"]["offset"], 2);
    assert_eq!(bad["failure"]["error"]["line"], 2);
    let expected = json!({"type": "file", "file": "good", "output": "out/good", "encoding": "UTF-8",
        "bytes_read": 4, "bytes_written": 6, "replacements": 0, "line_endings_changed": 0});
    assert_eq!(good, &expected);
    let expected = json!({"type": "summary", "files": 2, "failed": 1, "bytes_read": 4,
        "bytes_written": 6, "errors": 1, "replacements": 0});
    assert_eq!(summary, &expected);
    sandbox.run("convert -f utf-8 --json good").fails_with(2, &["--json", "-o OUT"]);
}

#[test]
fn detect_and_count() {
    let sandbox = sandbox();
    let run = sandbox.run("detect --json good");
    let expected = json!({"type": "file", "file": "good", "encoding": "UTF-8", "mark": false,
        "ascii_so_far": false, "confidence": "low"});
    assert_eq!((run.status, items(&run)), (0, vec![expected]));
    let run = sandbox.run("count --json good");
    let counts = json!({"bytes_read": 4, "code_points": 3, "line_feeds": 1, "utf8_bytes": 4,
        "utf16_bytes": 6, "utf32_bytes": 12, "ascii": false, "latin1": true});
    let items = items(&run);
    for (key, count) in counts.as_object().unwrap() {
        assert_eq!((&items[0][key], &items[1][key]), (count, count), "{key}");
    }
    assert_eq!((&items[0]["file"], &items[1]["type"]), (&"good".into(), &"summary".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let sandbox = Sandbox::new();
    let name = OsStr::from_bytes(b"a\xFF");
    sandbox.write(name, "text");
    let mut command = sandbox.command([OsStr::new("check"), OsStr::new("--json"), name]);
    let items = items(&Run::of(command.output().unwrap()));
    assert_eq!((&items[0]["file"], &items[0]["file_hex"]), (&"a\u{FFFD}".into(), &"61FF".into()));
}

/// Names and messages reach the terminal without control characters, those beyond ASCII too.
#[cfg(unix)]
#[test]
fn nothing_steers_the_terminal() {
    let sandbox = Sandbox::new();
    let name = "a\u{9B}\u{7F}\u{1B}[31m";
    sandbox.write(name, b"\xFF");
    let run = Run::of(sandbox.command(["check", "--json", name]).output().unwrap());
    assert_eq!(items(&run)[0]["file"], name);
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    let run = Run::of(sandbox.command(["check", &format!("-{name}")]).output().unwrap());
    assert_eq!(run.status, 2);
    assert!(!run.stderr.contains(|c: char| c.is_control() && c != '\n'), "{:?}", run.stderr);
}

/// The errors are written while they are found, and the item is whole when the input fails behind them.
#[cfg(unix)]
#[test]
fn all_errors_and_then_a_failure() {
    use std::io::Write;
    let sandbox = Sandbox::new();
    let run = sandbox.run_with_input("check --json --max-errors 0", &b"a\xFF".repeat(100_000));
    let list = &items(&run)[0]["first_errors"];
    assert_eq!(
        (list.as_array().unwrap().len(), &list[99_999]["offset"]),
        (100_000, &199_999.into())
    );
    let mut gzip = std::process::Command::new("gzip");
    gzip.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut gzip = gzip.spawn().expect("gzip");
    gzip.stdin.take().unwrap().write_all(b"a\xFFb\n").unwrap();
    let mut packed = gzip.wait_with_output().unwrap().stdout;
    packed.truncate(packed.len() - 4);
    sandbox.write("cut.gz", packed);
    let run = sandbox.run("check --json cut.gz");
    assert_eq!(run.status, 1);
    let items = items(&run);
    assert_eq!((&items[0]["valid"], &items[0]["errors"]), (&false.into(), &1.into()));
    assert_eq!((&items[0]["failure"]["cause"], &items[1]["failed"]), (&"io".into(), &1.into()));
}

#[cfg(target_os = "linux")]
#[test]
fn the_standard_output_by_another_name() {
    let run = sandbox().run("convert -f utf-8 --json good -o /dev/stdout");
    run.fails_with(2, &["--json", "-o OUT"]);
}
