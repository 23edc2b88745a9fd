//! Input and output compressed by gzip and zstd.

mod common;

use std::io::{Read, Write};

use common::Sandbox;

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn from_gz(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut text).unwrap();
    text
}

/// Longer than some blocks, each line another.
fn text() -> String {
    (0..50_000).map(|i| format!("línea {i} €\n")).collect()
}

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn gzip_is_known_by_its_content() {
    let sandbox = Sandbox::new();
    let packed = gz(&utf16le(&text()));
    sandbox.write("log", &packed);
    let summary = format!(
        "files 1, failed 0, bytes read {}, bytes written {}",
        2 * text().chars().count(),
        text().len()
    );
    let run = sandbox.run("convert -f utf-16le log -o out").sums_up(&summary);
    run.ok();
    assert_eq!(String::from_utf8(sandbox.read("out")).unwrap(), text());
    let out = sandbox.run_with_input("convert -f utf-16le", &packed).ok();
    assert_eq!(String::from_utf8(out).unwrap(), text());
    assert_eq!(sandbox.run("check -f auto --detect log").ok(), b"log: valid UTF-16LE\n");
    assert!(sandbox.run("detect log").ok().starts_with(b"log: UTF-16LE"));
    assert!(sandbox.run("count -f utf-16le log").ok().ends_with(b"characters Unicode\n"));
    sandbox.run("check log --no-decompress").fails_with(1, &["log: byte offset 1, ", "UTF-8: 8B"]);
    // Two members are one text, as `cat` makes them of rotated logs.
    sandbox.write("two", [gz(b"one\n"), gz(b"two\n")].concat());
    assert_eq!(sandbox.run("convert -f utf-8 two").ok(), b"one\ntwo\n");
}

/// A text is ill-formed, whatever is behind that and cannot be read.
#[test]
fn errors_before_a_failure() {
    let sandbox = Sandbox::new();
    let numbers: String = (0..20_000).map(|i| format!("{i}\n")).collect();
    let packed = gz(&[b"a\xFF\n".as_slice(), &b"\xFF\n".repeat(11), numbers.as_bytes()].concat());
    let cut = &packed[..packed.len() / 2];
    sandbox.write("cut", cut);
    for (file, name, run) in [
        ("cut", "cut", sandbox.run("check cut")),
        ("-", "standard input", sandbox.run_with_input("check -", cut)),
    ] {
        let run = run.sums_up("files 1, failed 1, bytes read 0, errors 12, replacements 0");
        let end = format!(
            "codeunit: {name}: 2 more errors\ncodeunit: {name}: cannot read: the gzip data are cut short\n"
        );
        assert!(run.stderr.ends_with(&end), "{file}: {}", run.stderr);
        run.fails_with(1, &[&format!("{name}: byte offset 1, line 1, column 2: ")]);
    }
    let run = sandbox.run("check --json cut");
    let lines = String::from_utf8(run.stdout).unwrap();
    let items: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((run.status, items.len()), (1, 2));
    assert_eq!((&items[0]["valid"], &items[0]["errors"]), (&false.into(), &12.into()));
    assert_eq!(items[0]["first_errors"].as_array().map(Vec::len), Some(10));
    assert_eq!(items[0]["failure"]["cause"], "io");
    assert_eq!((&items[1]["failed"], &items[1]["errors"]), (&1.into(), &12.into()));
    // Of one that is good so far nobody knows.
    sandbox.write("cut", &gz(numbers.as_bytes())[..10_000]);
    let run = sandbox.run("check --json cut");
    assert_eq!(run.status, 3);
    assert!(!String::from_utf8_lossy(&run.stdout).contains("\"valid\""));
    sandbox.run("check cut").fails_with(3, &["cut: cannot read: "]);
}

#[test]
fn errors_in_what_is_compressed() {
    let sandbox = Sandbox::new();
    let bad = [text().as_bytes(), b"a\xFFb"].concat();
    sandbox.write("log", gz(&bad));
    let place = format!("log: byte offset {}, line 50001, column 2", text().len() + 1);
    let run = sandbox.run("check log");
    assert_eq!(run.excerpts, ["    a\\xFFb", "     ^^^^"]);
    run.fails_with(1, &[&place]);
    sandbox.run("convert -f utf-8 log -o out").fails_with(1, &[&place]);
    // Cut short, or damaged, it is not read to its end.
    let packed = gz(&bad);
    sandbox.write("cut", &packed[..packed.len() / 2]);
    sandbox.run("convert -f utf-8 cut -o out").fails_with(3, &["cut: cannot read"]);
    sandbox.run("check cut").fails_with(3, &["cut: cannot read"]);
    let mut damaged = packed;
    let end = damaged.len();
    damaged[end - 6] ^= 1;
    sandbox.write("damaged", damaged);
    sandbox.run("convert -f utf-8 -c damaged -o out").fails_with(3, &["damaged: cannot read"]);
    assert_eq!(sandbox.files(), ["cut", "damaged", "log"]);
}

/// What stands behind the last member is padding, or it is not known what it was.
#[test]
fn behind_the_last_member() {
    let sandbox = Sandbox::new();
    let convert = "convert -f utf-8 log -o out";
    let ok = |packed: &[u8], text: &str| {
        sandbox.write("log", packed);
        sandbox.run(convert).ok();
        assert!(sandbox.read("out") == text.as_bytes());
        assert!(sandbox.run_with_input("convert -f utf-8", packed).ok() == text.as_bytes());
        std::fs::remove_file(sandbox.path("out")).unwrap();
    };
    let fails = |packed: &[u8], message: &str| {
        sandbox.write("log", packed);
        let message = format!("log: cannot read: {message}");
        sandbox.run(convert).fails(3, &message);
        for args in ["check -q log", "count log"] {
            sandbox.run(args).fails(3, &message);
        }
        sandbox.run("convert -f utf-8 --in-place log").fails(3, &message);
        assert!(sandbox.read("log") == packed);
        assert_eq!(sandbox.files(), ["log"]);
    };
    let (one, two) = (gz(text().as_bytes()), gz("línea\n".as_bytes()));
    let both = text() + "línea\n";
    ok(&gz(b""), "");
    ok(&[gz(b""), two.clone(), gz(b""), gz(b"")].concat(), "línea\n");
    ok(&[one.clone(), two.clone()].concat(), &both);
    for zeros in [1, 7, 512, 10_240, 200_000] {
        ok(&[one.clone(), two.clone(), vec![0; zeros]].concat(), &both);
    }
    for garbage in
        [&b"x"[..], b"\x1Fx........", b"\x1F\x8B\x07........", b"\0\0\x1F\x8B\x08\0", b"\0x"]
    {
        let end = one.len();
        let message =
            format!("the gzip data end at byte {end}, and what follows is something else");
        fails(&[&one, garbage].concat(), &message);
    }
    // Every place that a second member can be cut at, the header and the checksum among them.
    for len in 1..two.len() {
        fails(&[&one, &two[..len]].concat(), "the gzip data are cut short");
    }
    for len in 4..two.len() {
        fails(&two[..len], "the gzip data are cut short");
    }
    // A header with a name and a comment.
    let named = flate2::GzBuilder::new().filename("log").comment("night").extra(vec![0; 20]);
    let mut encoder = named.write(Vec::new(), flate2::Compression::fast());
    encoder.write_all(b"text\n").unwrap();
    let named = encoder.finish().unwrap();
    ok(&[named.clone(), named.clone()].concat(), "text\ntext\n");
    for len in 1..named.len() {
        fails(&[&two, &named[..len]].concat(), "the gzip data are cut short");
    }
    let mut damaged = [two.clone(), named].concat();
    let end = damaged.len();
    damaged[end - 5] ^= 1;
    let message =
        "the gzip data are damaged: corrupt gzip stream does not have a matching checksum";
    fails(&damaged, message);
}

#[test]
fn compressed_output() {
    let sandbox = Sandbox::new();
    sandbox.write("log", text());
    sandbox.run("convert -f utf-8 -t utf-16le log --compress gz -o out").ok();
    assert_eq!(from_gz(&sandbox.read("out")), utf16le(&text()));
    let out = sandbox.run("convert -f utf-8 log --compress gz").ok();
    assert_eq!(from_gz(&out), text().as_bytes());
    let run = sandbox.run_with_input("convert -f utf-8 --compress gz", b"good\xFF");
    assert_eq!((run.status, from_gz(&run.stdout)), (1, b"good".to_vec()));
    sandbox.run("convert -f utf-8 --in-place --compress gz log").fails_with(2, &["--compress"]);
    sandbox.run("convert -f utf-8 --compress rar log").fails_with(2, &["rar", "gz"]);
}

#[test]
fn names_and_places() {
    let sandbox = Sandbox::new();
    sandbox.write("a.log.gz", gz(b"\xE9"));
    sandbox.write("b.log", b"\xE9");
    sandbox.run("convert -f latin1 a.log.gz b.log -o plain").ok();
    assert_eq!(sandbox.read("plain/a.log"), "é".as_bytes());
    sandbox.run("convert -f latin1 a.log.gz b.log -o new --suffix .txt --compress gz").ok();
    for name in ["a", "b"] {
        assert_eq!(from_gz(&sandbox.read(format!("new/{name}.txt.gz"))), "é".as_bytes());
    }
    sandbox.run("convert -f latin1 a.log.gz b.log --in-place=.orig").ok();
    assert_eq!(from_gz(&sandbox.read("a.log.gz")), "é".as_bytes());
    assert_eq!(sandbox.read("b.log"), "é".as_bytes());
    assert_eq!(sandbox.read("a.log.gz.orig"), gz(b"\xE9"));
}

#[cfg(feature = "zstd")]
#[test]
fn zstd() {
    let sandbox = Sandbox::new();
    let packed = zstd::encode_all(text().as_bytes(), 0).unwrap();
    sandbox.write("log.zst", &packed);
    assert_eq!(sandbox.run("convert -f utf-8 log.zst").ok(), text().as_bytes());
    assert_eq!(sandbox.run_with_input("check", &packed).ok(), b"standard input: valid UTF-8\n");
    sandbox.run("convert -f utf-8 -t utf-16le log.zst --compress zst -o out/").ok();
    assert_eq!(zstd::decode_all(&sandbox.read("out/log.zst")[..]).unwrap(), utf16le(&text()));
    sandbox.run("convert -f utf-8 -t utf-16le --in-place log.zst").ok();
    assert_eq!(zstd::decode_all(&sandbox.read("log.zst")[..]).unwrap(), utf16le(&text()));
    // Frames are one text, those that are skipped among them, and nothing else stands between or behind them.
    let frame = |text: &str| zstd::encode_all(text.as_bytes(), 0).unwrap();
    let skipped = b"\x50\x2A\x4D\x18\x03\0\0\0abc".to_vec();
    let frames = [skipped.clone(), frame("a"), frame(""), skipped, frame("ñ")].concat();
    sandbox.write("frames", &frames);
    assert_eq!(sandbox.run("convert -f utf-8 frames").ok(), "añ".as_bytes());
    sandbox.write("empty", frame(""));
    assert_eq!(sandbox.run("convert -f utf-8 empty").ok(), b"");
    let fails = |bytes: &[u8], message: &str| {
        sandbox.write("cut", bytes);
        let message = format!("cut: cannot read: {message}");
        sandbox.run("convert -f utf-8 cut -o cut.txt").fails(3, &message);
        sandbox.run("check -q cut").fails(3, &message);
        assert!(!sandbox.path("cut.txt").exists());
    };
    fails(&packed[..packed.len() / 2], "the zstd data are cut short");
    fails(&packed[..packed.len() - 1], "the zstd data are cut short");
    fails(&frames[..frames.len() - 1], "the zstd data are cut short");
    let something = "the zstd data end, and what follows is something else";
    fails(&[&packed[..], b"garbage"].concat(), something);
    fails(&[&packed[..], &[0; 512]].concat(), something);
}

#[cfg(not(feature = "zstd"))]
#[test]
fn without_zstd() {
    let sandbox = Sandbox::new();
    sandbox.write("log", b"\x28\xB5\x2F\xFD\0\0");
    sandbox.run("check log").fails_with(3, &["log: cannot read", "built without"]);
    sandbox.run("convert -f utf-8 --compress zst log").fails_with(2, &["zst"]);
}
