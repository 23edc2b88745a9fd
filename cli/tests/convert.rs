//! What `convert` writes.

mod common;

use std::fs;
use std::process::Stdio;

use common::{Run, SAMPLE, Sandbox};

const LABELS: [&str; 5] = ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"];

#[test]
fn round_trips_through_every_encoding() {
    let sandbox = Sandbox::new();
    let utf8 = sandbox.run(&format!("convert -f utf16le -t utf8 {SAMPLE}")).ok();
    sandbox.write("utf-8", &utf8);
    for from in LABELS {
        for to in LABELS {
            if from == to && from == "utf-8" {
                continue;
            }
            sandbox.run(&format!("convert -f utf-8 -t {from} utf-8 -o a")).ok();
            sandbox.run(&format!("convert -f {from} -t {to} a -o b")).ok();
            sandbox.run(&format!("convert -f {to} -t utf-8 b -o c")).ok();
            assert!(sandbox.read("c") == utf8, "{from} to {to}");
        }
    }
}

#[test]
fn latin1() {
    let sandbox = Sandbox::new();
    let all: Vec<u8> = (0..=255).collect();
    sandbox.write("latin1", &all);
    for to in LABELS {
        sandbox.run(&format!("convert -f latin1 -t {to} latin1 -o a")).ok();
        sandbox.run(&format!("convert -f {to} -t ISO_8859-1 a -o b")).ok();
        assert_eq!(sandbox.read("b"), all, "{to}");
    }
}

#[test]
fn same_on_every_backend() {
    let sandbox = Sandbox::new();
    let expected = sandbox.run(&format!("convert -f utf-16le -t utf-8 {SAMPLE}")).ok();
    for backend in codeunit::Backend::ALL {
        let run = sandbox
            .run(&format!("convert -f utf-16le -t utf-8 --backend {} {SAMPLE}", backend.name()));
        if backend.is_available() {
            assert!(run.ok() == expected, "{}", backend.name());
        } else {
            run.fails_with(2, &[backend.name(), "not available"]);
        }
    }
    sandbox
        .run("convert -f utf-8 -t utf-8 --backend abacus")
        .fails_with(2, &["abacus", "unknown backend", "fallback"]);
}

#[test]
fn marks() {
    let sandbox = Sandbox::new();
    for (label, input, output) in [
        ("utf-8", &b"\xEF\xBB\xBFa"[..], "\u{FEFF}a"),
        ("utf-16le", b"\xFF\xFEa\0", "\u{FEFF}a"),
        ("utf-16be", b"\xFE\xFF\0a", "\u{FEFF}a"),
        ("utf-16", b"\xFF\xFEa\0", "a"),
        ("utf-16", b"\xFE\xFF\0a", "a"),
        ("utf-16", b"\0a", "a"),
        ("utf-16", b"\xFF\xFE\xFF\xFEa\0", "\u{FEFF}a"),
        ("utf-16", b"\xFF\xFE", ""),
        ("utf-16", b"", ""),
        ("utf-32le", b"\xFF\xFE\0\0a\0\0\0", "\u{FEFF}a"),
        ("utf-32", b"\xFF\xFE\0\0a\0\0\0", "a"),
        ("utf-32", b"\0\0\xFE\xFF\0\0\0a", "a"),
        ("utf-32", b"\0\0\0a", "a"),
        ("utf-32", b"", ""),
    ] {
        let args = format!("convert -f {label} -t utf-8");
        let out = sandbox.run_with_input(&args, input).ok();
        assert_eq!(String::from_utf8(out).unwrap(), output, "{label}, {input:02X?}");
    }
}

#[test]
fn standard_input_and_output() {
    let sandbox = Sandbox::new();
    for args in ["", "-", "-o - -", "-o -"] {
        let args = format!("convert -f latin1 -t utf-8 {args}");
        assert_eq!(sandbox.run_with_input(&args, b"\xE9").ok(), "é".as_bytes(), "{args}");
    }
    assert!(sandbox.run_with_input("convert -f latin1 -t utf-8 -o out -", b"\xE9").ok().is_empty());
    assert_eq!(sandbox.read("out"), "é".as_bytes());
    assert_eq!(sandbox.files(), ["out"]);
}

#[test]
fn empty_input() {
    let sandbox = Sandbox::new();
    sandbox.write("empty", "");
    sandbox.run("convert -f utf-16le -t utf-8 empty -o out").ok();
    assert!(sandbox.read("out").is_empty());
    assert!(sandbox.run("convert -f utf-16le -t utf-8 empty").ok().is_empty());
}

#[test]
fn replacements_are_counted() {
    let sandbox = Sandbox::new();
    let input = b"a\xE2\x82b\xFF\xF0\x9F\x98".repeat(50_000);
    let run = sandbox.run_with_input("convert -f utf-8 -t utf-8 --errors replace", &input);
    assert_eq!(run.status, 0);
    assert_eq!(run.stderr, "codeunit: standard input: replacements: 150000\n");
    assert!(run.stdout == String::from_utf8_lossy(&input).as_bytes());

    sandbox.write("in", "a€é");
    let run = sandbox.run("convert -f utf-8 -t latin1 --errors=replace in");
    assert_eq!((run.status, run.stdout), (0, b"a?\xE9".to_vec()));
    assert_eq!(run.stderr, "codeunit: in: replacements: 1\n");

    let run =
        sandbox.run_with_input("convert -f utf-16le -t utf-8 --errors replace", b"\x3D\xD8\0");
    assert_eq!((run.status, run.stdout), (0, "\u{FFFD}".into()));
    let run = sandbox.run_with_input("convert -f utf-16le -t utf-8 --errors escape", b"\x3D\xD8\0");
    assert_eq!((run.status, run.stdout), (0, br"\uD83D\x00".to_vec()));
}

#[test]
fn several_inputs_into_a_directory() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("sub")).unwrap();
    sandbox.write("a.txt", b"\xE1");
    sandbox.write("sub/b.txt", b"\xE2");
    for directory in ["new", "new", "deep/er/", "sub/.."] {
        fs::remove_file(sandbox.path("a.txt")).unwrap();
        sandbox.write("a.txt", b"\xE1");
        sandbox.run(&format!("convert -f latin1 -t utf-8 a.txt sub/b.txt -o {directory}")).ok();
        assert_eq!(sandbox.read(format!("{directory}/a.txt")), "á".as_bytes());
        assert_eq!(sandbox.read(format!("{directory}/b.txt")), "â".as_bytes());
    }
    // One input into a directory that exists, or that is meant by a slash.
    sandbox.write("a.txt", b"\xE1");
    sandbox.run("convert -f latin1 -t utf-8 a.txt -o sub").ok();
    assert_eq!(sandbox.read("sub/a.txt"), "á".as_bytes());
    sandbox.run("convert -f latin1 -t utf-8 a.txt -o other/").ok();
    assert_eq!(sandbox.read("other/a.txt"), "á".as_bytes());
}

#[test]
fn names_with_dashes() {
    let sandbox = Sandbox::new();
    sandbox.write("-t", b"\xE9");
    assert_eq!(sandbox.run("convert -f latin1 -t utf-8 -- -t").ok(), "é".as_bytes());
    sandbox.write("-", b"\xE9");
    assert_eq!(sandbox.run("convert -f latin1 -t utf-8 ./-").ok(), "é".as_bytes());
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let sandbox = Sandbox::new();
    let (input, output) = (OsStr::from_bytes(b"in\xFF"), OsStr::from_bytes(b"out\xFE"));
    sandbox.write(input, b"\xE9");
    let args = ["convert", "-f", "latin1", "-t", "utf-8", "-o"].map(OsStr::new);
    let mut command = sandbox.command(args.into_iter().chain([output, input]));
    Run::of(command.output().unwrap()).ok();
    assert_eq!(sandbox.read(output), "é".as_bytes());

    let mut command = sandbox.command([OsStr::new("check"), input]);
    Run::of(command.output().unwrap()).fails_with(1, &["in\\xFF: byte offset 0"]);
}

/// Text that arrives in pieces goes on in pieces: nobody has to wait for a full block.
#[test]
fn pipes_are_not_held_up() {
    use std::io::{Read, Write};
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(["convert", "-f", "utf-16le", "-t", "utf-8"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // The last byte is half of the next code unit.
    stdin.write_all(b"a\0b\0\xE9").unwrap();
    let mut text = [0; 2];
    stdout.read_exact(&mut text).unwrap();
    assert_eq!(&text, b"ab");
    stdin.write_all(b"\0").unwrap();
    stdout.read_exact(&mut text).unwrap();
    assert_eq!(&text, "é".as_bytes());
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn policies() {
    let sandbox = Sandbox::new();
    let input = b"a\xFFb\xE2\x82";
    for (args, output) in [
        ("--errors replace", "a\u{FFFD}b\u{FFFD}"),
        ("--errors replace=U+25A1", "a\u{25A1}b\u{25A1}"),
        ("--errors=replace=?", "a?b?"),
        ("--errors skip", "ab"),
        ("-c", "ab"),
        ("--errors escape", "a\\xFFb\\xE2\\x82"),
    ] {
        let summary = format!(
            "files 1, failed 0, bytes read 5, bytes written {}, errors 2, replacements 2",
            output.len()
        );
        let args = format!("convert -f utf-8 {args}");
        let run = sandbox.run_with_input(&args, input).sums_up(&summary);
        assert_eq!((run.status, String::from_utf8(run.stdout).unwrap()), (0, output.into()));
        assert_eq!(run.stderr, "codeunit: standard input: replacements: 2\n");
        let run = sandbox.run_with_input(&format!("{args} --strict-exit --quiet"), input);
        assert_eq!((run.status, run.stderr.as_str(), run.summary), (1, "", None));
    }
    sandbox.run_with_input("convert -f utf-8 -c --strict-exit", b"good").ok();
    let run = sandbox.run_with_input("convert -f utf-8 -t ascii --errors escape", "€😀".as_bytes());
    assert_eq!(run.stdout, br"\u20AC\U0001F600");
}

#[test]
fn what_becomes_of_marks() {
    let sandbox = Sandbox::new();
    for (args, input, output) in [
        // As the labels say.
        ("-f utf-8 -t utf-16le", &b"\xEF\xBB\xBFa"[..], &b"\xFF\xFEa\0"[..]),
        ("-f utf-16 -t utf-16", b"\xFF\xFEa\0", b"\xFE\xFF\0a"),
        ("-f utf-8 -t utf-32", b"a", b"\0\0\xFE\xFF\0\0\0a"),
        ("-f auto", b"\xFF\xFEa\0", b"a"),
        ("-f auto", b"\xEF\xBB\xBFa", b"a"),
        ("-f auto", b"a", b"a"),
        ("-f auto", b"\0\0\xFE\xFF\0\0\0a", b"a"),
        // As is asked for.
        ("-f utf-16 --bom keep", b"\xFF\xFEa\0", b"\xEF\xBB\xBFa"),
        ("-f utf-16 --bom keep", b"\0a", b"a"),
        ("-f utf-16le --bom keep", b"\xFF\xFEa\0", b"\xEF\xBB\xBFa"),
        ("-f utf-8 -t latin1 --bom keep", b"\xEF\xBB\xBFa", b"a"),
        ("-f utf-8 --bom strip", b"\xEF\xBB\xBFa", b"a"),
        ("-f utf-8 --bom strip", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"\xEF\xBB\xBFa"),
        ("-f utf-16le --bom strip", b"\xFF\xFEa\0", b"a"),
        ("-f utf-8 -t utf-16 --bom strip", b"a", b"\0a"),
        ("-f utf-8 --bom add", b"a", b"\xEF\xBB\xBFa"),
        ("-f utf-8 --bom add", b"\xEF\xBB\xBFa", b"\xEF\xBB\xBFa"),
        ("-f latin1 -t utf-16le --bom add", b"\xE9", b"\xFF\xFE\xE9\0"),
        ("-f utf-8 --bom add", b"", b"\xEF\xBB\xBF"),
        ("-f sjis --bom add", b"a", b"\xEF\xBB\xBFa"),
        ("-f utf-8 --bom keep", b"\xEF\xBB", b""),
    ] {
        let run = sandbox.run_with_input(&format!("convert {args}"), input);
        assert_eq!(run.stdout, output, "{args}, {input:02X?}");
        assert_eq!(run.status, i32::from(output.is_empty()), "{args}, {input:02X?}");
    }
}

#[test]
fn encodings_of_the_web() {
    let sandbox = Sandbox::new();
    for (label, bytes, text) in [
        ("windows-1252", &b"\x80\xE9"[..], "€é"),
        ("shift_jis", b"\x93\xFA\x96\x7B", "日本"),
        ("gb18030", b"\x81\x30\x81\x30", "\u{80}"),
        ("koi8-r", b"\xC1", "а"),
    ] {
        let out = sandbox.run_with_input(&format!("convert -f {label}"), bytes).ok();
        assert_eq!(String::from_utf8(out).unwrap(), text);
        let out = sandbox.run_with_input(&format!("convert -f utf-8 -t {label}"), text.as_bytes());
        assert_eq!(out.ok(), bytes);
    }
    let long = "日本語\n".repeat(100_000);
    let out = sandbox.run_with_input("convert -f utf-8 -t euc-jp", long.as_bytes()).ok();
    let back = sandbox.run_with_input("convert -f euc-jp -t utf-8", &out).ok();
    assert!(back == long.as_bytes());
}

#[test]
fn list_of_encodings() {
    let sandbox = Sandbox::new();
    for args in ["convert --list", "convert -l"] {
        let list = String::from_utf8(sandbox.run(args).ok()).unwrap();
        assert_eq!(list.lines().count(), 45);
        for name in list.lines() {
            assert!(sandbox.run(&format!("convert -f {name} -t {name}")).ok().len() <= 4);
        }
    }
}

#[test]
fn progress() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "text".repeat(1 << 20));
    let convert = "convert -f utf-8 -t utf-16le -o out";
    // Standard error is no terminal.
    sandbox.run(&format!("{convert} in")).ok();
    sandbox.run(&format!("{convert} in --progress never")).ok();
    for command in [convert, "check"] {
        let run = sandbox.run(&format!("{command} in --progress always"));
        assert!(run.stderr.contains("4.00 MiB"), "{}", run.stderr);
        assert!(run.status == 0 && run.summary.is_some());
    }
    // A pipe has no length.
    let run = sandbox.run_with_input(&format!("{convert} --progress always"), b"text");
    assert!(run.stderr.contains("0 B"), "{}", run.stderr);
    // Messages stand on lines of their own.
    sandbox.write("in", b"text\xFF");
    let run = sandbox.run(&format!("{convert} in --progress always"));
    assert!(run.stderr.contains("codeunit: in: byte offset 4"), "{}", run.stderr);
    assert_eq!(run.status, 1);
}

#[test]
fn line_endings() {
    let sandbox = Sandbox::new();
    let text = "a\r\nb\nc\rd\r\r\n\r".repeat(30_000);
    for (to, count) in [("lf", 60_000), ("crlf", 30_000)] {
        let expected = match to {
            "lf" => text.replace("\r\n", "\n"),
            _ => text.replace("\r\n", "\n").replace('\n', "\r\n"),
        };
        sandbox.write("in", &text);
        for encoding in ["utf-8", "utf-16le", "utf-16be", "utf-32le", "latin1", "shift_jis"] {
            sandbox.run(&format!("convert -f utf-8 -t {encoding} in -o expected")).ok();
            sandbox.write("plain", &expected);
            sandbox.run(&format!("convert -f utf-8 -t {encoding} plain -o expected")).ok();
            let args = format!("convert -f utf-8 -t {encoding} --line-endings {to}");
            for jobs in ["1", "2"] {
                let run = sandbox.run(&format!("{args} in -o out --json -j {jobs}"));
                let json = String::from_utf8(run.ok()).unwrap();
                let len = sandbox.read("expected").len();
                assert!(sandbox.read("out") == sandbox.read("expected"), "{args}");
                assert!(json.contains(&format!("\"bytes_written\":{len}")), "{json}");
                assert!(json.contains(&format!("\"line_endings_changed\":{count}")), "{json}");
            }
            let piped = sandbox.run_with_input(&args, text.as_bytes()).ok();
            assert!(piped == sandbox.read("expected"), "{args}, from a pipe");
        }
        let args = format!("convert -f utf-8 -t utf-16le --line-endings {to}");
        sandbox.run(&format!("{args} in -o out.gz --compress gz")).ok();
        sandbox.run("convert -f utf-16le out.gz -o out").ok();
        assert!(sandbox.read("out") == expected.as_bytes());
        sandbox.run(&format!("{args} in --in-place=.{to}")).ok();
        assert_eq!(sandbox.read("in").len(), 2 * expected.len());
    }
}

/// What is changed before an error moves no offset, no line and no column of it, and is written.
#[test]
fn line_endings_and_errors() {
    let sandbox = Sandbox::new();
    let mut text = "a\r\nb\n".repeat(100_000).into_bytes();
    text.extend_from_slice(b"cd\r\xFF");
    sandbox.write("in", &text);
    for (args, len) in [("lf", 400_003), ("crlf", 600_003), ("keep", 500_003)] {
        let run = sandbox.run(&format!("convert -f utf-8 --line-endings {args} in"));
        assert_eq!(run.stdout.len(), len);
        assert!(run.stdout.ends_with(b"\ncd\r"));
        run.fails_with(1, &["byte offset 500003, line 200001, column 4: "]);
    }
}

#[test]
fn suffixes_and_labels_that_make_no_sense() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "text");
    for args in ["--in-place=", "--in-place=/b", "-o . --suffix /b", "-t ascii//TRANSLIT"] {
        sandbox.run(&format!("convert -f utf-8 in {args}")).fails_with(2, &[]);
    }
    sandbox.run("convert -f utf-8 -t ascii//IGNORE in").fails_with(2, &["-c is //IGNORE"]);
    sandbox
        .run("check .")
        .fails_with(3, &[".: cannot open: a directory; -r takes the files in it"]);
    assert_eq!(sandbox.files(), ["in"]);
}

/// A terminal by whatever name.
#[cfg(target_os = "linux")]
#[test]
fn control_characters_on_a_terminal() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "\u{1B}[31m\u{9B}\u{7}\n");
    for output in ["-", "/dev/tty", "/dev/stdout"] {
        let binary = env!("CARGO_BIN_EXE_codeunit");
        let line = format!("{binary} convert -q --progress never -f utf-8 in -o {output}");
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(sandbox.path(""));
        let shown = script.output().expect("util-linux").stdout;
        assert_eq!(String::from_utf8_lossy(&shown), "\\u{1b}[31m\\u{9b}\\u{7}\r\n", "{output}");
    }
}
