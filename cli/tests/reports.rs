//! Files that the program's own output and messages go to: neither read as inputs nor replaced.
#![cfg(unix)]

mod common;

use std::fs::{self, File};
use std::process::Stdio;

use common::Sandbox;

/// Runs with streams that are appended to files; the status.
fn run(sandbox: &Sandbox, args: &str, stdout: Option<&str>, stderr: Option<&str>) -> i32 {
    let to = |name: Option<&str>| match name {
        None => Stdio::null(),
        Some(name) => {
            let file = File::options().append(true).create(true).open(sandbox.path(name));
            file.unwrap().into()
        }
    };
    let mut command = sandbox.command(args.split_whitespace());
    let status = command.stdout(to(stdout)).stderr(to(stderr)).status();
    status.expect("the binary runs").code().expect("no signal")
}

fn text(sandbox: &Sandbox, name: &str) -> String {
    String::from_utf8(sandbox.read(name)).expect("UTF-8")
}

/// A log of the errors that stands in the tree is whole, and nothing else.
#[test]
fn reports_in_a_tree() {
    for to in ["--in-place", "--in-place=.bak", "-o .", "-o out"] {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("logs")).unwrap();
        sandbox.write("a", "text");
        sandbox.write("logs/b", b"\xFF");
        let args = format!("convert -f utf-8 -t utf-16le -r . {to} -k");
        assert_eq!(run(&sandbox, &args, None, Some("errors")), 1);
        let errors = text(&sandbox, "errors");
        let [bad, summary] = errors.lines().collect::<Vec<_>>()[..] else { panic!("{errors}") };
        assert!(bad.contains("logs/b: byte offset 0"), "{args}: {errors}");
        assert!(summary.contains(": files 2, failed 1,"), "{args}: {errors}");
    }
    let sandbox = Sandbox::new();
    sandbox.write("a", "text");
    let args = "convert -f utf-8 -t utf-16le -r . --in-place --json";
    assert_eq!(run(&sandbox, args, Some("report"), None), 0);
    let report = text(&sandbox, "report");
    assert!(report.lines().count() == 2 && report.contains("\"file\":\"./a\""), "{report}");
    assert_eq!(run(&sandbox, "check -f utf-16le -r .", Some("report"), Some("errors")), 0);
    assert_eq!(text(&sandbox, "report"), format!("{report}./a: valid UTF-16LE\n"));
}

/// Who names such a file is told, before anything is done.
#[test]
fn reports_that_are_named() {
    let to = "convert -f utf-8 -t utf-16le";
    for args in [
        format!("{to} in errors --in-place"),
        format!("{to} errors -o errors"),
        format!("{to} in -o errors"),
        format!("{to} in sub/errors -o ."),
        format!("{to} in -o out --map errors"),
    ] {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("sub")).unwrap();
        sandbox.write("in", "text");
        sandbox.write("sub/errors", "text");
        sandbox.write("errors", "before\n");
        let status = run(&sandbox, &args, None, Some("errors"));
        let errors = text(&sandbox, "errors");
        assert_eq!(status, 2, "{args}: {errors}");
        assert!(errors.starts_with("before\ncodeunit: "), "{args}: {errors}");
        assert_eq!(sandbox.files(), ["errors", "in", "sub"], "{args}");
        assert_eq!(sandbox.read("in"), b"text");
    }
}
