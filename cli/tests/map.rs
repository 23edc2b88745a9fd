//! `convert --map` and `locate`: every line of the sample is found again, and what has no map is refused.

mod common;

use std::fs;

use common::{SAMPLE, Sandbox, sealed_map};

/// The units of the sample.
fn sample() -> Vec<u8> {
    fs::read(SAMPLE).expect("the sample")
}

#[test]
fn every_place_of_the_sample_is_found() {
    let sandbox = Sandbox::new();
    let convert = format!("convert -q -f utf-16 -t utf-8 --bom strip {SAMPLE} -o text --map map");
    assert!(sandbox.run(&convert).ok().is_empty());
    assert_eq!(sandbox.files(), ["map", "text"]);
    let (original, text) = (sample(), sandbox.read("text"));
    let text = std::str::from_utf8(&text).expect("UTF-8");
    let mut offsets = String::new();
    let mut want = String::new();
    let (mut input, mut line) = (2, 1);
    for (output, c) in text.char_indices() {
        offsets += &format!("{output}:{}\n", c.escape_debug());
        want += &format!("{output}: byte {input}, line {line}\n");
        let units = c
            .encode_utf16(&mut [0; 2])
            .iter()
            .flat_map(|unit| unit.to_le_bytes())
            .collect::<Vec<_>>();
        assert_eq!(original[input..][..units.len()], units);
        input += units.len();
        line += usize::from(c == '\n');
    }
    let found = sandbox.run_with_input("locate --map map text", offsets.as_bytes()).ok();
    assert!(found == want.as_bytes());
    // And back.
    let last = want.lines().last().expect("a line");
    let (output, rest) = last.split_once(": byte ").expect("a place");
    let (input, line) = rest.split_once(", ").expect("a line");
    let found = sandbox.run(&format!("locate --reverse --map map text {input}")).ok();
    assert_eq!(String::from_utf8_lossy(&found), format!("{input}: byte {output}, {line}\n"));
}

#[test]
fn what_is_replaced_has_its_place() {
    let sandbox = Sandbox::new();
    sandbox.write("in", b"\xFF\xFEa\0\n\0\x00\xD8b\0");
    sandbox.run("convert -q -f utf-16 --errors escape in -o text --map map").ok();
    assert_eq!(sandbox.read("text"), b"a\n\\uD800b");
    let found = sandbox.run("locate --map map text 0 2 5 8 9").ok();
    let want = "0: byte 2, line 1\n2: byte 6, line 2\n5: byte 6+, line 2\n8: byte 8, line 2\n\
                9: byte 10, line 2\n";
    assert_eq!(String::from_utf8_lossy(&found), want);
    let found = sandbox.run("locate --json --reverse --map map text 8").ok();
    let want = "{\"exact\":true,\"input\":8,\"line\":2,\"output\":8}\n";
    assert_eq!(String::from_utf8_lossy(&found), want);
}

/// Sequences directly behind each other have one place, as the help says.
#[test]
fn a_run_has_the_place_where_it_begins() {
    let sandbox = Sandbox::new();
    sandbox.write("in", b"a\xFF\xFF\xE2\x82b\xFF");
    sandbox.run("convert -q -f utf-8 --errors replace in -o text --map map").ok();
    let found = sandbox.run("locate --map map text 0 1 3 4 7 10 11").ok();
    let want = "0: byte 0, line 1\n1: byte 1, line 1\n3: byte 1+, line 1\n4: byte 1+, line 1\n\
                7: byte 1+, line 1\n10: byte 5, line 1\n11: byte 6, line 1\n";
    assert_eq!(String::from_utf8_lossy(&found), want);
    for command in ["convert --help", "man convert", "locate --help", "man locate"] {
        let help = String::from_utf8(sandbox.run(command).ok()).expect("UTF-8");
        let help = help.replace('\n', " ");
        for part in ["a run of", "each directly behind the one before it", "131,072 checkpoints"] {
            assert!(help.contains(part), "{command}: no {part:?}");
        }
        assert!(!help.contains("for each replacement"), "{command}");
    }
}

/// Of more runs than a map has room for some become one. What lies in that begins no earlier, and is marked.
#[test]
fn more_runs_than_there_are_checkpoints() {
    let sandbox = Sandbox::new();
    let (count, line) = (100_000, b"\xFFand some text of a line\n");
    sandbox.write("in", line.repeat(count));
    sandbox.run("convert -q -f utf-8 --errors replace in -o text --map map").ok();
    let map = sandbox.read("map").len();
    assert!((131_072..8 * count).contains(&map), "{map}");
    // Two bytes more in each line. The places of a replacement, inside of it, and of text.
    let (before, after) = (line.len(), line.len() + 2);
    let numbers = (0..count).step_by(997);
    let places = numbers.flat_map(|number| [0, 1, 9].map(|place| (number, place)));
    let offsets: Vec<_> = places.map(|(number, place)| (number * after + place, number)).collect();
    let lines: String = offsets.iter().map(|(offset, _)| format!("{offset}\n")).collect();
    let found = sandbox.run_with_input("locate --map map text", lines.as_bytes()).ok();
    let found = String::from_utf8(found).expect("UTF-8");
    assert_eq!(found.lines().count(), offsets.len());
    for (found, (offset, number)) in found.lines().zip(offsets) {
        let place = offset - number * after;
        let there = number * before + place - if place == 9 { 2 } else { place };
        let exact = format!("{offset}: byte {there}, line {}", number + 1);
        let byte = found.strip_prefix(&format!("{offset}: byte ")).expect("a place");
        let marked = byte.split_once('+').and_then(|(byte, _)| byte.parse::<usize>().ok());
        match marked {
            None => assert_eq!((found, place == 1), (exact.as_str(), false)),
            Some(byte) => assert!(byte <= there, "{found}"),
        }
    }
}

#[test]
fn long_text_through_a_pipe_is_found_in_blocks() {
    let sandbox = Sandbox::new();
    let line = "ñandú 中 😀 and more of it\n";
    let input: Vec<u8> = line.repeat(20_000).encode_utf16().flat_map(u16::to_le_bytes).collect();
    sandbox.run_with_input("convert -q -f utf-16le -o text --map map", &input).ok();
    assert!(sandbox.read("map").len() < 300);
    let units = line.encode_utf16().count() * 2;
    let number = 12_345;
    let found = sandbox.run(&format!("locate --map map text {}", number * line.len())).ok();
    let want = format!("{}: byte {}, line {}\n", number * line.len(), number * units, number + 1);
    assert_eq!(String::from_utf8_lossy(&found), want);
}

#[test]
fn no_map_without_its_output() {
    let sandbox = Sandbox::new();
    sandbox.write("in", b"a\0\x00\xD8");
    sandbox.write("map", "older");
    let run = sandbox.run("convert -q -f utf-16le in -o text --map map");
    run.fails_with(1, &["in: byte offset 2"]);
    assert_eq!(sandbox.files(), ["in", "map"]);
    assert_eq!(sandbox.read("map"), b"older");
    let run = sandbox.run("convert -q -f utf-16le -c in -o text --map none/map");
    run.fails_with(3, &["none/map: cannot create"]);
    assert_eq!(sandbox.files(), ["in", "map"]);
}

#[cfg(unix)]
#[test]
fn what_has_no_map_is_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "a");
    sandbox.write("b", "b");
    std::os::unix::fs::symlink(".", sandbox.path("link")).unwrap();
    for (args, part) in [
        ("convert -f utf-8 a b -o out --map map", "--map is of one input"),
        ("convert -f utf-8 -r . -o out --map map", "--map is of one input"),
        ("convert -f utf-8 a --in-place --map map", "cannot be used with"),
        ("convert -f utf-8 a -o out --map a", "--map names the input or the output"),
        ("convert -f utf-8 a -o out --map out", "--map names the input or the output"),
        ("convert -f utf-8 a -o out --map ./out", "--map names the input or the output"),
        ("convert -f utf-8 a -o link/out --map out", "--map names the input or the output"),
        ("convert -f utf-8 a -o out --map -", "--map needs a file of its own"),
        ("convert -f utf-8 a --map /dev/stdout", "--map needs a file of its own"),
        ("convert -f utf-8 a -o out --map /dev/stdout", "--map needs a file of its own"),
        ("convert -f utf-8 a -o a --map map", "--map is of an input that stays"),
        ("convert -f utf-8 a -o link/a --map map", "--map is of an input that stays"),
        ("convert -f utf-8 --line-endings lf a -o out --map map", "--map is of offsets"),
        ("convert -f utf-8 --compress gz a -o out --map map", "which --compress hides"),
        ("convert -f utf-8 --follow a -o out --map map", "cannot be used with"),
        ("convert -f shift_jis a -o out --map map", "no maps of offsets for Shift_JIS"),
    ] {
        sandbox.run(args).fails_with(2, &[part]);
    }
    assert_eq!(sandbox.files(), ["a", "b", "link"]);
}

#[test]
fn a_map_of_something_else_is_no_map() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "abc");
    sandbox.write("longer", "abcd");
    sandbox.run("convert -q -f utf-8 in -o text --map map").ok();
    let run = sandbox.run("locate --map map longer 1");
    run.fails_with(2, &["longer: not the output that the map is of: it has 4 bytes, and not 3"]);
    sandbox.run("locate --map map text 4").fails_with(2, &["offset 4 lies behind the output"]);
    sandbox.run("locate --map in text 1").fails_with(3, &["in: cannot read: not a map of offsets"]);
    sandbox.run("locate --map map gone 1").fails_with(3, &["gone: cannot open"]);
    let run = sandbox.run_with_input("locate --map map text", b"1\nline 2\n");
    run.fails_with(2, &["no offset at the beginning of the line \"line 2\""]);
    let map = sandbox.read("map");
    sandbox.write("short", &map[..map.len() - 1]);
    sandbox.run("locate --map short text 1").fails_with(3, &["ends too early"]);
}

/// Of a line that is longer than memory the beginning is kept.
#[test]
fn offsets_of_long_lines() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "text");
    sandbox.run("convert -q -f utf-8 in -o out --map map").ok();
    let line = |offset: &str| format!("{offset}:{}\n", "x".repeat(200_000));
    let lines = line("1") + &line("2") + "3";
    let run = sandbox.run_with_input("locate --map map out", lines.as_bytes());
    assert_eq!(run.ok(), b"1: byte 1, line 1\n2: byte 2, line 1\n3: byte 3, line 1\n");
}

/// Of one long piece of text the place is found as in many short ones.
#[test]
fn pieces_that_are_longer_than_what_is_read_of_them() {
    let sandbox = Sandbox::new();
    let line = "ñandú 中 😀 and more of it\n";
    let input: Vec<u8> = line.repeat(120_000).encode_utf16().flat_map(u16::to_le_bytes).collect();
    sandbox.write("in", &input);
    sandbox.run("convert -q -f utf-16le in -o text --map short").ok();
    let text = sandbox.read("text");
    let mut long = b"CUMAP\x01\x01\x01\x00".to_vec();
    for mut number in [1 << 32, text.len(), input.len(), 120_000, 2, 1, 0, 0, 0, 0, 0] {
        while number >= 0x80 {
            long.push(number as u8 | 0x80);
            number >>= 7;
        }
        long.push(number as u8);
    }
    sandbox.write("long", sealed_map(long));
    for (option, len) in [("", text.len()), ("--reverse", input.len())] {
        let mut offsets: Vec<_> = (0..=len).step_by(77_777).collect();
        // Around where the text is cut.
        offsets.extend([1, 2, 3].into_iter().flat_map(|cut| (cut << 20) - 9..(cut << 20) + 9));
        offsets.push(len);
        let offsets: String = offsets.iter().map(|offset| format!("{offset}\n")).collect();
        let find = |map: &str| {
            let args = format!("locate --map {map} text {option}");
            String::from_utf8(sandbox.run_with_input(&args, offsets.as_bytes()).ok()).unwrap()
        };
        assert_eq!(find("long"), find("short"));
    }
}
