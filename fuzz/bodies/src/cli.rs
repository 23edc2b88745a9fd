//! The command line's block reader, and what it has to do with an input.
//!
//! ```text
//! byte 0   the label of the input
//! byte 1   the label of the output, or to check the input only
//! byte 2   bit 0: replace what is ill-formed; bit 1: count lines while reading
//! byte 3   the length of a block, less 1; where a mark decides the byte order, a block has room for one
//! byte 4   the number of piece lengths, up to 7, and so many bytes of them: how much each read gives;
//!          0 is an interruption
//! ```

use std::io::{self, Read};

use codeunit::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use codeunit_cli::job::{Bad, Done, Job};
use codeunit_harness::pair::To;
use codeunit_harness::{Item, Policy, for_each_backend};
use codeunit_reference::latin1;
use codeunit_reference::scheme::Scheme;

use crate::choices::Choices;

/// The sources by their labels. Latin-1 is no encoding scheme of the Unicode Standard.
pub(crate) const SOURCES: [(&str, Option<Scheme>); 8] = [
    ("utf-8", Some(Scheme::Utf8)),
    ("utf-16be", Some(Scheme::Utf16Be)),
    ("utf-16le", Some(Scheme::Utf16Le)),
    ("utf-16", Some(Scheme::Utf16)),
    ("utf-32be", Some(Scheme::Utf32Be)),
    ("utf-32le", Some(Scheme::Utf32Le)),
    ("utf-32", Some(Scheme::Utf32)),
    ("iso-8859-1", None),
];

/// The targets by their labels.
pub(crate) fn targets() -> [(&'static str, To<u8>); 6] {
    [
        ("utf-8", To::of::<Utf8>()),
        ("utf-16le", To::of::<Utf16Le>()),
        ("utf-16be", To::of::<Utf16Be>()),
        ("utf-32le", To::of::<Utf32Le>()),
        ("utf-32be", To::of::<Utf32Be>()),
        ("latin1", To::of::<Latin1>()),
    ]
}

/// An input as the reference sees it.
pub(crate) struct Input<'a> {
    bytes: &'a [u8],
    /// Bytes in front of the text.
    mark_len: usize,
    encoding: &'static str,
    items: Vec<Item>,
}

impl<'a> Input<'a> {
    pub(crate) fn new(scheme: Option<Scheme>, bytes: &'a [u8]) -> Self {
        let (mark_len, encoding, items) = match scheme {
            None => (0, "ISO-8859-1", latin1::decode(bytes)),
            Some(scheme) => {
                let text = scheme.read(bytes);
                let encoding = match text.scheme {
                    Scheme::Utf8 => "UTF-8",
                    Scheme::Utf16Be => "UTF-16BE",
                    Scheme::Utf16Le => "UTF-16LE",
                    Scheme::Utf32Be => "UTF-32BE",
                    Scheme::Utf32Le => "UTF-32LE",
                    Scheme::Utf16 | Scheme::Utf32 => unreachable!("the mark decided"),
                };
                (text.mark_len, encoding, text.items)
            }
        };
        Self { bytes, mark_len, encoding, items: items.into_iter().map(Item::from).collect() }
    }

    /// What has to come of it, and the output. Without a target it is checked.
    fn expected(&self, to: Option<&To<u8>>, policy: Policy, count_lines: bool) -> (Done, Vec<u8>) {
        let mut output = Vec::new();
        let outcome = match to {
            Some(to) => to.convert(&self.items, usize::MAX, policy, &mut output),
            // Every character has a place in UTF-8, so the first stop is the first error.
            None => {
                let utf8 = To::of::<Utf8>();
                let outcome = utf8.convert(&self.items, usize::MAX, Policy::Strict, &mut output);
                output.clear();
                outcome
            }
        };
        let result = match outcome.stop {
            None => Ok(outcome.replacements as u64),
            Some(stop) => {
                let offset = self.mark_len + outcome.read;
                let rest = &self.bytes[offset..];
                let len = stop.error_len.map_or(rest.len(), usize::from);
                let bytes = rest[..len].to_vec();
                let line_and_column = count_lines.then(|| self.line_and_column(outcome.read));
                Err(Bad { kind: stop.kind, offset: offset as u64, bytes, line_and_column })
            }
        };
        (Done { encoding: self.encoding, result }, output)
    }

    /// The place behind the first `len` bytes of the text, which are well-formed.
    fn line_and_column(&self, len: usize) -> (u64, u64) {
        let (mut at, mut line, mut column) = (0, 1, 1);
        for item in &self.items {
            if at == len {
                break;
            }
            at += item.len;
            (line, column) = if item.what == Ok('\n') { (line + 1, 1) } else { (line, column + 1) };
        }
        (line, column)
    }

    /// Runs the program's way on every backend.
    pub(crate) fn check(&self, job: Job<'_>, to: Option<&To<u8>>, pieces: &[usize]) {
        let policy = if job.replace { Policy::Lossy } else { Policy::Strict };
        let want = self.expected(to, policy, job.count_lines);
        for_each_backend(|tested| {
            let job = Job { engine: tested.engine(), ..job };
            let mut output = Vec::new();
            let done = job.run(&mut Pieces::new(self.bytes, pieces), &mut output);
            let got = (done.expect("neither input nor output fails"), output);
            let (bytes, about) = (self.bytes, || about(&job, pieces));
            assert!(got == want, "{}: {got:X?}\nwanted {want:X?}\nof {bytes:02X?}", about());
            if to.is_none() {
                // As the program does with a file, first of all.
                let is_valid = job.is_well_formed(&mut Pieces::new(self.bytes, pieces));
                assert_eq!(is_valid.expect("the input does not fail"), want.0.result.is_ok());
            }
        });
    }
}

/// A job in a few words.
fn about(job: &Job<'_>, pieces: &[usize]) -> String {
    let Job { engine, from, to, replace, count_lines, block_len } = *job;
    format!(
        "{}: {from} to {to:?}, replace {replace}, count lines {count_lines}, blocks of {block_len}, \
         reads of {pieces:?}",
        engine.backend().name()
    )
}

/// Gives a source in pieces.
struct Pieces<'a> {
    rest: &'a [u8],
    schedule: &'a [usize],
    calls: usize,
    interrupted: bool,
}

impl<'a> Pieces<'a> {
    fn new(rest: &'a [u8], schedule: &'a [usize]) -> Self {
        Self { rest, schedule, calls: 0, interrupted: false }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut len = buffer.len();
        if !self.schedule.is_empty() {
            len = self.schedule[self.calls % self.schedule.len()];
            self.calls += 1;
            // Not twice in a row, or a schedule of nothing else would never end.
            self.interrupted = len == 0 && !self.interrupted;
            if self.interrupted {
                return Err(io::ErrorKind::Interrupted.into());
            }
        }
        let len = len.max(1).min(buffer.len()).min(self.rest.len());
        self.rest.read(&mut buffer[..len])
    }
}

/// The block reader with blocks and reads of any length.
pub fn cli_blocks(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (from, scheme) = choices.of(&SOURCES);
    let to = targets().get(usize::from(choices.byte() % 7)).copied();
    let flags = choices.byte();
    let has_marks = matches!(scheme, Some(Scheme::Utf16 | Scheme::Utf32));
    let block_len = (usize::from(choices.byte()) + 1).max(if has_marks { 4 } else { 1 });
    let pieces = choices.schedule();
    let job = Job {
        engine: codeunit::Engine::active(),
        from,
        to: to.map(|(label, _)| label),
        replace: flags & 1 != 0 && to.is_some(),
        count_lines: flags & 2 != 0,
        block_len,
    };
    let to = to.map(|(_, to)| to);
    Input::new(scheme, choices.source()).check(job, to.as_ref(), &pieces);
}
