//! One big file by several workers: whatever there is where it is cut, all is as by one.
#![cfg(unix)]

mod common;

use common::{Run, Sandbox};

/// Where the program cuts a file, or just before.
const PART: usize = 512 * 1024;

/// So many that the file is worth cutting, and half of one.
const LEN: usize = 5 * PART + PART / 2;

/// `a` in this encoding, with each of the sequences across a cut, one byte or unit further in each.
fn across_cuts(a: &[u8], sequences: &[&[u8]], shift: usize) -> Vec<u8> {
    let mut bytes = a.repeat(LEN / a.len());
    for (index, sequence) in sequences.iter().cycle().take(5).enumerate() {
        let inside = (index + shift) % (sequence.len() / a.len() + 1) * a.len();
        let start = (index + 1) * PART - inside;
        bytes[start..start + sequence.len()].copy_from_slice(sequence);
    }
    bytes
}

#[track_caller]
fn assert_same(sandbox: &Sandbox, args: &str) -> i32 {
    let one = sandbox.run(&format!("convert in -o one {args} --json"));
    let many = sandbox.run(&format!("convert in -o many -j 3 {args} --json"));
    // All but the times and the name of the output.
    let line = |stdout: &[u8]| {
        let text = String::from_utf8_lossy(stdout).replace("\"one\"", "\"many\"");
        text.lines().next().map(str::to_owned)
    };
    assert_eq!(line(&many.stdout), line(&one.stdout), "{args}");
    assert_eq!((many.status, &many.stderr), (one.status, &one.stderr), "{args}");
    if one.status == 0 {
        assert!(sandbox.read("many") == sandbox.read("one"), "{args}");
    }
    // What is good before an error.
    let one = sandbox.run(&format!("convert in {args}"));
    let many = sandbox.run(&format!("convert in -j 2 {args}"));
    assert!(many.stdout == one.stdout, "{args}: {} and {}", many.stdout.len(), one.stdout.len());
    assert_eq!((many.status, many.stderr), (one.status, one.stderr), "{args}");
    many.status
}

#[test]
fn utf8() {
    let sandbox = Sandbox::new();
    let good: [&[u8]; 6] = [
        "ñ".as_bytes(),
        "€\r\n".as_bytes(),
        b"\r\r\n",
        "😀".as_bytes(),
        "\u{FEFF}\u{FEFF}".as_bytes(),
        "\r\n\r\n".as_bytes(),
    ];
    for shift in [0, 3] {
        sandbox.write("in", across_cuts(b"a", &good, shift));
        for args in [
            "-f utf-8 -t utf-16le --line-endings lf",
            "-f utf-8 -t utf-8 --line-endings crlf",
            "-f auto -t utf-16 --bom keep",
            "-f utf-8 -t utf-32be --bom add",
        ] {
            assert_eq!(assert_same(&sandbox, args), 0);
        }
    }
    let bad: [&[u8]; 7] = [
        b"\xE2\x82",
        b"\xF0\x9F\x98",
        b"\xC3\xE2\xC3",
        b"\x80\x80\x80\x80\x80\x80",
        b"\xED\xA0\x80\r\n",
        b"\xF4\x90\x80\x80\xF0\x9F\x98\x80",
        b"\xE2\x82\xE2\x82\xAC",
    ];
    for shift in [0, 2, 5] {
        sandbox.write("in", across_cuts(b"a", &bad, shift));
        for errors in ["replace", "skip", "escape", "replace=?"] {
            let args = format!("-f utf-8 -t utf-16le --line-endings crlf --errors {errors}");
            assert_eq!(assert_same(&sandbox, &args), 0);
        }
    }
    // The first error at each cut, all else before it good.
    for (index, sequence) in bad.iter().enumerate() {
        for inside in [1, sequence.len() - 1] {
            let mut bytes = b"line\r\n".repeat(LEN / 6);
            let start = (index % 4 + 1) * PART - inside;
            bytes[start..start + sequence.len()].copy_from_slice(sequence);
            sandbox.write("in", bytes);
            let args = "-f utf-8 -t utf-16le --line-endings lf";
            assert_eq!(assert_same(&sandbox, args), 1);
        }
    }
}

#[test]
fn utf16_and_utf32() {
    let sandbox = Sandbox::new();
    let units = |text: &[u16]| text.iter().flat_map(|unit| unit.to_be_bytes()).collect::<Vec<_>>();
    let sequences = [
        units(&[0xD83D, 0xDE00]),
        units(&[0x0D, 0x0A]),
        units(&[0xD83D, 0xD83D, 0xDE00, 0xDE00]),
        units(&[0xFEFF, 0x0D, 0x0D, 0x0A]),
        units(&[0xD83D]),
        units(&[0xDE00, 0xDE00]),
    ];
    let sequences: Vec<_> = sequences.iter().map(Vec::as_slice).collect();
    for shift in [0, 1, 3] {
        let mut bytes = across_cuts(&[0, b'a'], &sequences, shift);
        // A byte too many at the end.
        bytes.push(0);
        sandbox.write("in", bytes);
        for args in ["--errors replace", "--errors escape --line-endings lf -t utf-16le"] {
            assert_eq!(assert_same(&sandbox, &format!("-f utf-16be {args}")), 0);
        }
        assert_eq!(assert_same(&sandbox, "-f utf-16be --line-endings crlf"), 1);
    }
    let text: [&[u8]; 3] =
        [b"\r\0\0\0\n\0\0\0", b"\r\0\0\0\r\0\0\0\n\0\0\0", b"\0\xD8\0\0\0\0\x11\0"];
    for shift in 0..3 {
        sandbox.write("in", across_cuts(b"a\0\0\0", &text, shift));
        assert_eq!(assert_same(&sandbox, "-f utf-32le --line-endings lf -c"), 0);
        assert_eq!(assert_same(&sandbox, "-f utf-32le -t latin1"), 1);
    }
}

/// Where the output of a part is longer than the room for it, and where the target lacks characters.
#[test]
fn long_outputs() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "\u{80}ñ".repeat(LEN / 4));
    assert_eq!(assert_same(&sandbox, "-f utf-8 -t ascii --errors escape"), 0);
    assert_eq!(assert_same(&sandbox, "-f utf-8 -t ascii"), 1);
    sandbox.write("in", b"\xFF".repeat(LEN));
    assert_eq!(assert_same(&sandbox, "-f utf-8 -t utf-32le --errors escape"), 0);
    sandbox.write("in", b"\n".repeat(LEN));
    assert_eq!(assert_same(&sandbox, "-f latin1 -t utf-32le --line-endings crlf"), 0);
    // By one worker in any case.
    sandbox.write("in", "日本語\n".repeat(LEN / 10));
    assert_eq!(assert_same(&sandbox, "-f utf-8 -t iso-2022-jp"), 0);
    assert_eq!(assert_same(&sandbox, "-f utf-8 -t utf-16le --compress gz"), 0);
}

/// Where a cut is, CR and LF come together by what is left out between them, or is put in its place.
#[test]
fn line_ends_that_the_source_has_not() {
    let sandbox = Sandbox::new();
    let bad: [&[u8]; 5] = [b"\r\xFF\n", b"\r\xFF\xFE\n", b"\r\xFF\r\n", b"\xFF\n", b"\r\xFF"];
    for shift in 0..4 {
        sandbox.write("in", across_cuts(b"a", &bad, shift));
        for endings in ["lf", "crlf"] {
            for errors in ["skip", "replace=U+000A", "replace=U+000D"] {
                let args = format!("-f utf-8 --errors {errors} --line-endings {endings}");
                assert_eq!(assert_same(&sandbox, &args), 0);
            }
            let args = format!("-f latin1 -t ascii -c --line-endings {endings}");
            assert_eq!(assert_same(&sandbox, &args), 0);
        }
    }
    // Whole parts of which nothing is left.
    for (before, behind) in [("\r", "\n"), ("\r", "a"), ("\n", "\n"), ("", "\n")] {
        let mut bytes = vec![b'a'; PART - 1];
        bytes.extend(before.bytes());
        bytes.resize(4 * PART - 1, 0xFF);
        bytes.extend(behind.bytes());
        sandbox.write("in", bytes);
        for endings in ["lf", "crlf"] {
            let args = format!("-f utf-8 -t utf-16le -c --line-endings {endings}");
            assert_eq!(assert_same(&sandbox, &args), 0);
        }
    }
}

/// Lengths around that of whole parts.
#[test]
fn lengths() {
    let sandbox = Sandbox::new();
    for len in [4 * PART - 1, 4 * PART, 4 * PART + 1, 4 * PART + 7, 4 * PART + 8, 4 * PART + 9] {
        sandbox.write("in", "añ€😀b".repeat(len / 11 + 1).bytes().take(len).collect::<Vec<_>>());
        let status = assert_same(&sandbox, "-f utf-8 -t utf-16le --errors replace");
        assert_eq!(status, 0, "{len}");
        assert_same(&sandbox, "-f utf-8 -t utf-16le");
        assert_eq!(assert_same(&sandbox, "-f latin1 -t utf-8"), 0);
    }
}

#[test]
fn in_its_place() {
    let sandbox = Sandbox::new();
    let text = "line ñ\r\n".repeat(LEN / 9);
    for args in ["--in-place=.bak", "-o in --compress gz", "-o in"] {
        sandbox.write("in", &text);
        sandbox.run(&format!("convert -f utf-8 in -j 2 --line-endings lf {args}")).ok();
        if args != "-o in --compress gz" {
            assert!(sandbox.read("in") == text.replace("\r\n", "\n").as_bytes());
        }
    }
    assert!(sandbox.read("in.bak") == text.as_bytes());
}

/// No more workers than there are parts, and fewer where the system has no more threads.
#[test]
fn more_workers_than_there_is_work() {
    let sandbox = Sandbox::new();
    let text = "añ€😀b\n".repeat(LEN / 12);
    sandbox.write("in", &text);
    assert!(sandbox.run("convert -q -f utf-8 in -j 1000000").ok() == text.as_bytes());
    let mut command = sandbox.command("convert -q -f utf-8 in -j 4".split(' '));
    // Stacks of this length are none that there is room for.
    let run = command.env("RUST_MIN_STACK", (1_u64 << 52).to_string()).output().unwrap();
    assert!(Run::of(run).ok() == text.as_bytes());
}

/// What was read in search of the encoding is read again with its part, and counted once.
#[test]
fn the_bar_ends_at_the_end() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "text".repeat(LEN / 4));
    for args in ["-f utf-8", "-f auto", "-f utf-16le --no-decompress"] {
        let run = sandbox.run(&format!("convert {args} in -o out -j 2 --progress always"));
        let kib = |text: &str| {
            let (number, unit) = text.trim().split_once(' ')?;
            let unit = [("B", 1.0 / 1024.0), ("KiB", 1.0), ("MiB", 1024.0)]
                .into_iter()
                .find(|(name, _)| *name == unit)?;
            Some(number.parse::<f64>().ok()? * unit.1)
        };
        let drawn =
            run.stderr.split("% ").skip(1).filter_map(|text| kib(text.split('/').next()?));
        let most = drawn.fold(0.0, f64::max);
        assert_eq!(most, LEN as f64 / 1024.0, "{args}: {}", run.stderr);
    }
}
