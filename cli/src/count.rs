//! `codeunit count`.

use std::fmt::{self, Display};
use std::io::{self, Write};

use codeunit::encoding::Utf8;
use codeunit::{Encoding, Engine, Policy};
use serde_json::{Map, Value};

use crate::args::Count;
use crate::check::say;
use crate::exit::Exit;
use crate::failure::{Failure, worse};
use crate::input::{Input, Target};
use crate::json;
use crate::line_endings::LineEndings;
use crate::output::Output;

pub(crate) fn run(args: &Count) -> Result<Exit, Failure> {
    args.reading().check()?;
    let mut total = Counts::new(args.engine.engine());
    let mut exit = Exit::Done;
    let (inputs, failures) = args.walk.inputs(&args.inputs)?;
    for failure in failures {
        json::tell_failure(args.json, None, &failure)?;
        exit = worse(exit, failure.exit());
    }
    for input in &inputs {
        match count(args, input) {
            Ok((encoding, counts)) => {
                if args.json {
                    let mut item = json::file(input);
                    item.insert("encoding".into(), encoding.name().into());
                    counts.insert_into(&mut item);
                    json::print(&item.into())?;
                } else {
                    say(format_args!("{}: {encoding}, {counts}", input.name()))?;
                }
                total.add(&counts);
            }
            Err(failure) => {
                json::tell_failure(args.json, Some(input), &failure)?;
                exit = worse(exit, failure.exit());
            }
        }
    }
    if args.json {
        let mut item = Map::new();
        item.insert("type".into(), "summary".into());
        total.insert_into(&mut item);
        json::print(&item.into())?;
    } else if inputs.len() > 1 {
        say(format_args!("total: {total}"))?;
    }
    Ok(exit)
}

fn count(args: &Count, input: &Input) -> Result<(Encoding, Counts), Failure> {
    let mut open = input.open(args.reading())?;
    let mut counts = Counts::new(args.engine.engine());
    let target = Target {
        encoding: Encoding::Utf8,
        policy: Policy::Strict,
        line_endings: LineEndings::Keep,
        gathers: false,
        output: &Output::Stdout,
    };
    counts.bytes = open.convert(target, None, &mut counts)?.read;
    Ok((open.encoding(), counts))
}

/// What there is in a text. It is written to in UTF-8, in pieces of whole characters.
struct Counts {
    engine: Engine,
    /// Of the input.
    bytes: u64,
    code_points: u64,
    line_feeds: u64,
    utf8: u64,
    utf16: u64,
    is_ascii: bool,
    is_latin1: bool,
}

impl Counts {
    fn new(engine: Engine) -> Self {
        let (bytes, code_points, line_feeds, utf8, utf16) = (0, 0, 0, 0, 0);
        let (is_ascii, is_latin1) = (true, true);
        Self { engine, bytes, code_points, line_feeds, utf8, utf16, is_ascii, is_latin1 }
    }

    fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.code_points += other.code_points;
        self.line_feeds += other.line_feeds;
        self.utf8 += other.utf8;
        self.utf16 += other.utf16;
        self.is_ascii &= other.is_ascii;
        self.is_latin1 &= other.is_latin1;
    }

    fn insert_into(&self, item: &mut Map<String, Value>) {
        for (key, count) in [
            ("bytes_read", self.bytes),
            ("code_points", self.code_points),
            ("line_feeds", self.line_feeds),
            ("utf8_bytes", self.utf8),
            ("utf16_bytes", self.utf16),
            ("utf32_bytes", 4 * self.code_points),
        ] {
            item.insert(key.into(), count.into());
        }
        item.insert("ascii".into(), self.is_ascii.into());
        item.insert("latin1".into(), self.is_latin1.into());
    }

    /// The smallest set of characters that it needs.
    fn characters(&self) -> &'static str {
        match (self.is_ascii, self.is_latin1) {
            (true, _) => "ASCII",
            (false, true) => "Latin-1",
            (false, false) => "Unicode",
        }
    }
}

impl Write for Counts {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let analysis = self.engine.analyze::<Utf8>(text);
        self.utf8 += text.len() as u64;
        self.utf16 += 2 * analysis.utf16_len() as u64;
        self.code_points += analysis.utf32_len() as u64;
        self.line_feeds += analysis.line_feeds() as u64;
        self.is_ascii &= analysis.is_ascii();
        self.is_latin1 &= analysis.is_latin1();
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, code_points, line_feeds, utf8, utf16, .. } = self;
        write!(f, "bytes {bytes}, code points {code_points}, lines {line_feeds}")?;
        write!(f, ", UTF-8 {utf8}, UTF-16 {utf16}, UTF-32 {}", 4 * code_points)?;
        write!(f, ", characters {}", self.characters())
    }
}
