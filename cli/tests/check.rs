//! `check`, `backends` and the help.

mod common;

use common::Sandbox;

#[test]
fn valid_files() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "ñandú 🎉");
    sandbox.write("empty", "");
    assert_eq!(sandbox.run("check a empty").ok(), b"a: valid UTF-8\nempty: valid UTF-8\n");
    for args in ["check", "check -", "check -f utf8 -"] {
        let out = sandbox.run_with_input(args, "é".as_bytes()).ok();
        assert_eq!(out, b"standard input: valid UTF-8\n");
    }
    let out = sandbox.run_with_input("check -f UTF-16", b"\xFF\xFEa\0").ok();
    assert_eq!(out, b"standard input: valid UTF-16LE\n");
}

#[test]
fn first_error_of_every_file() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "fine");
    sandbox.write("b", b"one\ntwo \xC3\xA9\xED\xA0\x80\n\xFF");
    sandbox.write("c", b"\xF0\x80\x80\x80");
    let run = sandbox.run("check b missing a c");
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, b"a: valid UTF-8\n");
    let lines: Vec<_> = run.stderr.lines().collect();
    let [b, missing, c] = lines[..] else { panic!("{lines:?}") };
    assert_eq!(
        b,
        "codeunit: b: byte offset 10, line 2, column 6: surrogate code point (UTF-8: ED)"
    );
    assert!(missing.starts_with("codeunit: missing: cannot open: "));
    assert_eq!(c, "codeunit: c: byte offset 0, line 1, column 1: overlong sequence (UTF-8: F0)");
    assert_eq!(sandbox.run("check missing a").status, 3);
    assert_eq!(sandbox.run("check missing b").status, 1);
}

#[test]
fn backends() {
    let sandbox = Sandbox::new();
    let out = String::from_utf8(sandbox.run("backends").ok()).unwrap();
    assert_eq!(out.lines().count(), codeunit::Backend::ALL.len());
    assert_eq!(out.matches("active").count(), 1);
    for (line, backend) in out.lines().zip(codeunit::Backend::ALL) {
        assert!(line.starts_with(backend.name()));
        assert_eq!(line.contains("not available"), !backend.is_available());
        assert_eq!(line.contains("active"), *backend == codeunit::Backend::active());
    }
}

#[test]
fn help_and_version() {
    let sandbox = Sandbox::new();
    let version = String::from_utf8(sandbox.run("--version").ok()).unwrap();
    assert_eq!(version, concat!("codeunit ", env!("CARGO_PKG_VERSION"), "\n"));
    assert!(String::from_utf8(sandbox.run("--help").ok()).unwrap().contains("Exit status"));
    for (command, example) in [
        ("convert", "codeunit convert -f utf-16le -t utf-8 app.log"),
        ("check", "codeunit check -f utf-16"),
        ("backends", "codeunit backends"),
        ("bench", "codeunit bench -f utf-16le -t utf-8 app.log"),
    ] {
        for flag in ["-h", "--help"] {
            let help = String::from_utf8(sandbox.run(&format!("{command} {flag}")).ok()).unwrap();
            assert!(help.contains(example), "{command} {flag}");
        }
    }
}
