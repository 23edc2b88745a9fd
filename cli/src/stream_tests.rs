//! However a text is cut into blocks, the result is that of one call of the library.

use std::io::{self, Read, Write};

use codeunit::{Backend, Engine, ErrorKind};

use super::{BadText, Policy, Stop, Text};
use crate::codec::{Converter, MAX_EXPANSION, Reader};
use crate::encoding::Scheme;
use crate::position::Position;

/// Sizes at which nearly every character is cut somewhere, and some in which whole vectors fit.
const BLOCK_LENS: [usize; 19] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 61, 64, 4096];

fn text(scheme: Scheme, block_len: usize) -> Text {
    Text { engine: Engine::active(), scheme, start: 0, count_lines: false, block_len }
}

/// Bytes that are ill-formed in many ways in one encoding, and arbitrary bytes to the others.
fn nasty() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = [
        &b""[..],
        b"a",
        b"plain ASCII that fills more than one block of sixteen\r\n",
        b"\xE2\x82",
        b"\xE2\x82A",
        b"\xE2\x82\xE2\x82\xAC",
        b"\xF0\x80\x80\x80",
        b"\xF0\x9F\x98",
        b"\xF0\x9F\x98A\xF0\x9F\x98\x8A\xF0\x9F",
        b"\xED\xA0\x80\xED\xB0\x80",
        b"\xF4\x90\x80\x80\xF4\x8F\xBF\xBF",
        b"\x80\x80\x80\x80\x80",
        b"\xC2\xC2\xC3\xA9\xC0\xAF\xFF\xFE",
        b"\xE0\x80\xE0\xA0\xE0\xA0\x80\xF5\x80\x80\x80",
        b"a\xF1\x80\x80\xE1\x80\xC2b\x80c\x80\xBFd",
    ]
    .map(<[u8]>::to_vec)
    .into();
    let mixed = "ASCII, ñandú, Ελλάδα, ру́сский, ไทย, 中文 𠮷, 한국어 🎉👩‍👩‍👧 ".repeat(3);
    all.push(mixed.clone().into_bytes());
    all.push([mixed.as_bytes(), b"\xF0\x9F", mixed.as_bytes()].concat());
    let units: [&[u16]; 7] = [
        &[0x41, 0xD83D, 0xDE00, 0x42],
        &[0xD83D],
        &[0xD83D, 0xD83D, 0xDE00],
        &[0xDE00, 0xD83D, 0x41],
        &[0xD83D, 0xDE00, 0xD83D],
        &[0xFEFF, 0xDC00, 0xDC00, 0xDBFF],
        &mixed.encode_utf16().collect::<Vec<_>>(),
    ];
    let wide: [&[u32]; 4] = [
        &[0x41, 0x1F600, 0xE9],
        &[0xD800, 0x11_0000, 0x10_FFFF],
        &[0x20AC, 0xFFFF_FFFF, 0xDFFF],
        &mixed.chars().map(u32::from).collect::<Vec<_>>(),
    ];
    let mut scheme_bytes: Vec<Vec<u8>> = Vec::new();
    for units in units {
        scheme_bytes.push(units.iter().flat_map(|unit| unit.to_le_bytes()).collect());
        scheme_bytes.push(units.iter().flat_map(|unit| unit.to_be_bytes()).collect());
    }
    for units in wide {
        scheme_bytes.push(units.iter().flat_map(|unit| unit.to_le_bytes()).collect());
        scheme_bytes.push(units.iter().flat_map(|unit| unit.to_be_bytes()).collect());
    }
    for bytes in scheme_bytes {
        for cut in 0..4.min(bytes.len()) {
            all.push(bytes[..bytes.len() - cut].to_vec());
        }
    }
    all
}

/// The parts of an error that have to be the same, and what was written before it.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    written: Vec<u8>,
    bad: Option<(ErrorKind, u64, Vec<u8>)>,
    replacements: u64,
}

fn in_blocks(text: &Text, src: &[u8], to: Scheme, policy: Policy) -> Outcome {
    let mut written = Vec::new();
    let (bad, replacements) = match text.convert(&mut &src[..], &mut written, to, policy) {
        Ok(replacements) => (None, replacements),
        Err(Stop::Text(BadText { kind, offset, bytes, .. })) => (Some((kind, offset, bytes)), 0),
        Err(stop) => panic!("{stop:?}"),
    };
    Outcome { written, bad, replacements }
}

fn bad_of(error: codeunit::Error, src: &[u8]) -> (ErrorKind, u64, Vec<u8>) {
    let rest = &src[error.valid_up_to()..];
    let len = error.error_len().map_or(rest.len(), usize::from);
    (error.kind(), error.valid_up_to() as u64, rest[..len].to_vec())
}

fn at_once(engine: Engine, from: Scheme, src: &[u8], to: Scheme, policy: Policy) -> Outcome {
    let mut written = vec![0; src.len() * MAX_EXPANSION];
    let converter = Converter::new(from, to);
    let (len, bad, replacements) = match policy {
        Policy::Strict => match (converter.strict)(engine, src, &mut written) {
            Ok(len) => (len, None, 0),
            Err(error) => (error.written(), Some(bad_of(error, src)), 0),
        },
        Policy::Replace => {
            let done = (converter.lossy)(engine, src, &mut written).unwrap();
            (done.written, None, done.replacements as u64)
        }
    };
    written.truncate(len);
    Outcome { written, bad, replacements }
}

#[test]
fn conversion_is_the_same_in_blocks() {
    for engine in Backend::ALL.iter().filter_map(|&backend| Engine::with_backend(backend)) {
        for src in nasty() {
            for from in Scheme::ALL {
                for to in Scheme::ALL {
                    for policy in [Policy::Strict, Policy::Replace] {
                        let expected = at_once(engine, from, &src, to, policy);
                        for block_len in BLOCK_LENS {
                            let text = Text { engine, ..text(from, block_len) };
                            assert_eq!(
                                in_blocks(&text, &src, to, policy),
                                expected,
                                "{:?}, {src:02X?} from {from:?} to {to:?}, {policy:?}, {block_len}",
                                engine.backend()
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn check_is_the_same_in_blocks() {
    for engine in Backend::ALL.iter().filter_map(|&backend| Engine::with_backend(backend)) {
        for src in nasty() {
            for from in Scheme::ALL {
                let validate = Reader::new(from).validate;
                let expected = validate(engine, &src).err().map(|error| bad_of(error, &src));
                for block_len in BLOCK_LENS {
                    let text = Text { engine, ..text(from, block_len) };
                    let bad = match text.check(&mut src.as_slice()) {
                        Ok(()) => None,
                        Err(Stop::Text(bad)) => Some((bad.kind, bad.offset, bad.bytes)),
                        Err(stop) => panic!("{stop:?}"),
                    };
                    assert_eq!(bad, expected, "{src:02X?} as {from:?}, {block_len}");
                }
            }
        }
    }
}

/// Every string of up to four bytes from one of each class in Table 3-7, against std as well.
#[test]
fn lossy_utf8_exhaustive() {
    const CLASSES: &[u8] = b"A\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xE0\xE2\xED\xF0\xF1\xF4\xF5";
    for number in 0..CLASSES.len().pow(4) {
        let digit = |place: u32| CLASSES[number / CLASSES.len().pow(place) % CLASSES.len()];
        let src = [digit(0), digit(1), digit(2), digit(3)];
        let expected = String::from_utf8_lossy(&src);
        for block_len in 1..4 {
            let text = text(Scheme::Utf8, block_len);
            let done = in_blocks(&text, &src, Scheme::Utf8, Policy::Replace);
            assert_eq!(done.written, expected.as_bytes(), "{src:02X?}, {block_len}");
        }
    }
}

/// Every string of up to four code units from one of each class, whole or with a byte missing.
#[test]
fn lossy_utf16_exhaustive() {
    const CLASSES: [u16; 4] = [0x0041, 0xD83D, 0xDE00, 0x3DD8];
    for number in 0..CLASSES.len().pow(4) {
        let digit = |place| CLASSES[number >> (2 * place) & 3];
        for (scheme, bytes) in [
            (Scheme::Utf16Le, u16::to_le_bytes as fn(u16) -> [u8; 2]),
            (Scheme::Utf16Be, u16::to_be_bytes),
        ] {
            let whole: Vec<u8> = (0..4).flat_map(|place| bytes(digit(place))).collect();
            for src in [&whole[..], &whole[..7]] {
                let units: Vec<u16> = (0..src.len() as u32 / 2).map(digit).collect();
                let mut expected = String::from_utf16_lossy(&units);
                if src.len() % 2 != 0 {
                    expected.push('\u{FFFD}');
                }
                for block_len in 1..9 {
                    let text = text(scheme, block_len);
                    let done = in_blocks(&text, src, Scheme::Utf8, Policy::Replace);
                    assert_eq!(done.written, expected.as_bytes(), "{src:02X?}, {block_len}");
                }
            }
        }
    }
}

/// Gives one to three bytes at a time, and is interrupted before each.
struct Halting<'a> {
    rest: &'a [u8],
    calls: usize,
}

impl Read for Halting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 2 == 1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = (self.calls / 2 % 3 + 1).min(self.rest.len()).min(buffer.len());
        self.rest.read(&mut buffer[..len])
    }
}

/// Takes two bytes at a time, and is interrupted before each.
#[derive(Default)]
struct HaltingWriter {
    written: Vec<u8>,
    calls: usize,
}

impl Write for HaltingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 2 == 1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.written.write(&bytes[..bytes.len().min(2)])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn short_and_interrupted_reads_and_writes() {
    let src = "añ€😀 ".repeat(20);
    let mut output = HaltingWriter::default();
    let text = text(Scheme::Utf8, 4096);
    for policy in [Policy::Strict, Policy::Replace] {
        let mut input = Halting { rest: src.as_bytes(), calls: 0 };
        text.convert(&mut input, &mut output, Scheme::Utf8, policy).unwrap();
    }
    assert_eq!(output.written, src.repeat(2).as_bytes());
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::TimedOut.into())
    }
}

#[test]
fn failed_reads_and_writes() {
    let text = text(Scheme::Utf8, 8);
    for policy in [Policy::Strict, Policy::Replace] {
        let read = text.convert(&mut Broken, &mut io::sink(), Scheme::Utf8, policy);
        assert!(matches!(read, Err(Stop::Read(error)) if error.kind() == io::ErrorKind::TimedOut));
        // A slice takes what fits in it, then no more.
        let mut full = [0; 10];
        let write = text.convert(&mut &[b'a'; 20][..], &mut &mut full[..], Scheme::Utf8, policy);
        assert!(
            matches!(write, Err(Stop::Write(error)) if error.kind() == io::ErrorKind::WriteZero)
        );
    }
}

#[test]
fn place_of_an_error_in_any_block() {
    let good = "première ligne\r\n第二行 🎉\nтретья";
    for (scheme, bytes) in [
        (Scheme::Utf8, b"\xFF".to_vec()),
        (Scheme::Utf16Le, vec![0x00, 0xDC]),
        (Scheme::Utf16Be, vec![0xDC, 0x00]),
        (Scheme::Utf32Le, vec![0, 0xD8, 0, 0]),
        (Scheme::Utf32Be, vec![0, 0, 0xD8, 0]),
    ] {
        let mut src =
            at_once(Engine::active(), Scheme::Utf8, good.as_bytes(), scheme, Policy::Strict);
        let src = &mut src.written;
        let offset = src.len() as u64;
        src.extend(&bytes);
        for block_len in BLOCK_LENS {
            // Three bytes before the text stand for a byte order mark.
            let text = Text { start: 3, count_lines: true, ..text(scheme, block_len) };
            let mut sink = io::sink();
            for result in [
                text.check(&mut src.as_slice()),
                text.convert(&mut src.as_slice(), &mut sink, Scheme::Utf8, Policy::Strict)
                    .map(|_| ()),
            ] {
                let Err(Stop::Text(bad)) = result else { panic!("{result:?}") };
                assert_eq!((bad.offset, &bad.bytes), (offset + 3, &bytes), "{scheme:?}");
                assert_eq!(bad.position, Some(Position { line: 3, column: 7 }), "{scheme:?}");
            }
            let mut before = &src[..offset as usize];
            let position = text.position_behind(&mut before);
            assert_eq!(position, Some(Position { line: 3, column: 7 }), "{scheme:?}");
        }
    }
}
