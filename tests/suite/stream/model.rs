//! What a stream has to give, said of all of it at once, by the reference.

use codeunit::encoding::Utf8;
use codeunit::{Encoding, ErrorKind, OutputMark, Policy, SourceMark};
use codeunit_reference::scheme::Scheme;
use harness::SourceModel as _;
use harness::model::{Bad, Item};

/// A stream and what is wanted of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) from: Encoding,
    pub(super) to: Encoding,
    pub(super) policy: Policy,
    pub(super) source_mark: SourceMark,
    pub(super) output_mark: OutputMark,
}

/// An error as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) kind: ErrorKind,
    pub(super) offset: u64,
    pub(super) error_len: Option<u8>,
    pub(super) line: u64,
    pub(super) column: u64,
}

/// All that a stream tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) output: Vec<u8>,
    pub(super) errors: Vec<Told>,
    /// The last of the errors has ended it.
    pub(super) stopped: bool,
    pub(super) converted: u64,
    pub(super) mark: bool,
    pub(super) code_points: u64,
    pub(super) replacements: u64,
}

impl Wanted {
    pub(super) fn new(from: Encoding, to: Encoding, policy: Policy) -> Self {
        let (source_mark, output_mark) = (SourceMark::ByScheme, OutputMark::Keep);
        Self { from, to, policy, source_mark, output_mark }
    }

    pub(super) fn outcome(&self, src: &[u8]) -> Outcome {
        let (mark_len, from) = self.mark_len(src);
        let mut outcome = Outcome { mark: mark_len > 0, ..Outcome::default() };
        let has_marks = matches!(self.to, Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32);
        let mut is_first = true;
        match self.output_mark {
            OutputMark::Add => is_first = !put(self.to, '\u{FEFF}', &mut outcome.output),
            OutputMark::Keep if has_marks && outcome.mark => {
                is_first = !put(self.to, '\u{FEFF}', &mut outcome.output);
            }
            _ => {}
        }
        let (mut line, mut column) = (1, 1);
        outcome.converted = mark_len as u64;
        for item in items(from, &src[mark_len..]) {
            let at = usize::try_from(outcome.converted).expect("a short source");
            let mut buffer = [0; 4];
            let replacement;
            let written = match self.written(from, item, &src[at..][..item.len]) {
                Ok(written) => &*written.encode_utf8(&mut buffer),
                Err((bad, written)) => {
                    outcome.errors.push(Told {
                        kind: bad.kind,
                        offset: outcome.converted,
                        error_len: bad.error_len,
                        line,
                        column,
                    });
                    let Some(written) = written else {
                        outcome.stopped = true;
                        return outcome;
                    };
                    outcome.replacements += 1;
                    replacement = written;
                    &replacement
                }
            };
            for c in written.chars() {
                // A text that begins with U+FEFF would be read as a mark, and with U+FFFE as one in the other order.
                let is_swapped = c == '\u{FFFE}' && self.to == Encoding::Utf16;
                if is_first && has_marks && (c == '\u{FEFF}' || is_swapped) {
                    put(self.to, '\u{FEFF}', &mut outcome.output);
                }
                is_first = false;
                if !put(self.to, c, &mut outcome.output) {
                    put(self.to, '?', &mut outcome.output);
                }
                outcome.code_points += 1;
            }
            outcome.converted += item.len as u64;
            column += 1;
            if item.what == Ok('\n') {
                (line, column) = (line + 1, 1);
            }
        }
        outcome
    }

    /// The byte order mark of a source, and which encoding that makes it.
    fn mark_len(&self, src: &[u8]) -> (usize, Encoding) {
        let begins = |mark: &[u8]| if src.starts_with(mark) { mark.len() } else { 0 };
        match (self.source_mark, src) {
            (SourceMark::Overrides, [0xFF, 0xFE, 0, 0, ..]) => return (4, Encoding::Utf32Le),
            (SourceMark::Overrides, [0, 0, 0xFE, 0xFF, ..]) => return (4, Encoding::Utf32Be),
            (SourceMark::Overrides | SourceMark::Whatwg, src) => match src {
                [0xEF, 0xBB, 0xBF, ..] => return (3, Encoding::Utf8),
                [0xFF, 0xFE, ..] => return (2, Encoding::Utf16Le),
                [0xFE, 0xFF, ..] => return (2, Encoding::Utf16Be),
                _ => {}
            },
            _ => {}
        }
        let any = self.source_mark == SourceMark::Mark;
        match self.from {
            Encoding::Utf16 if begins(b"\xFF\xFE") > 0 => (2, Encoding::Utf16Le),
            Encoding::Utf16 => (begins(b"\xFE\xFF"), Encoding::Utf16Be),
            Encoding::Utf32 if begins(b"\xFF\xFE\0\0") > 0 => (4, Encoding::Utf32Le),
            Encoding::Utf32 => (begins(b"\0\0\xFE\xFF"), Encoding::Utf32Be),
            Encoding::Utf8 => (begins(b"\xEF\xBB\xBF"), self.from),
            Encoding::Utf16Le if any => (begins(b"\xFF\xFE"), self.from),
            Encoding::Utf16Be if any => (begins(b"\xFE\xFF"), self.from),
            Encoding::Utf32Le if any => (begins(b"\xFF\xFE\0\0"), self.from),
            Encoding::Utf32Be if any => (begins(b"\0\0\xFE\xFF"), self.from),
            other => (0, other),
        }
    }

    /// What is written for an item; for one that cannot be converted by the policy, if not the end.
    fn written(
        &self,
        from: Encoding,
        item: Item,
        bytes: &[u8],
    ) -> Result<char, (Bad, Option<String>)> {
        let bad = match item.what {
            Ok(c) if has(self.to, c) => return Ok(c),
            Ok(_) => Bad { kind: ErrorKind::NotRepresentable, error_len: Some(item.len as u8) },
            Err(bad) => bad,
        };
        let written = match self.policy {
            Policy::Strict => None,
            Policy::Replace => Some("\u{FFFD}".to_owned()),
            Policy::ReplaceWith(c) => Some(c.to_string()),
            Policy::Skip => Some(String::new()),
            Policy::Escape => Some(escape(from, item, bytes)),
            other => panic!("{other:?} has no model"),
        };
        Err((bad, written))
    }
}

fn escape(from: Encoding, item: Item, bytes: &[u8]) -> String {
    // Half of a pair, and of its second half.
    if let (Encoding::Utf16Le | Encoding::Utf16Be, &[_, _, rest]) = (from, bytes) {
        return escape(from, item, &bytes[..2]) + &format!("\\x{rest:02X}");
    }
    let value = match (from, item.what, bytes) {
        (_, Ok(c), _) => Some(u32::from(c)),
        (Encoding::Utf16Le, _, &[a, b]) => Some(u16::from_le_bytes([a, b]).into()),
        (Encoding::Utf16Be, _, &[a, b]) => Some(u16::from_be_bytes([a, b]).into()),
        (Encoding::Utf32Le, _, &[a, b, c, d]) => Some(u32::from_le_bytes([a, b, c, d])),
        (Encoding::Utf32Be, _, &[a, b, c, d]) => Some(u32::from_be_bytes([a, b, c, d])),
        _ => None,
    };
    match value {
        Some(value @ ..=0xFFFF) => format!("\\u{value:04X}"),
        Some(value) => format!("\\U{value:08X}"),
        None => bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect(),
    }
}

/// The characters and the ill-formed sequences of a source whose byte order is known.
fn items(from: Encoding, src: &[u8]) -> Vec<Item> {
    let scheme = |scheme: Scheme| scheme.read(src).items.into_iter().map(Item::from).collect();
    let byte = |what| Item { len: 1, what };
    match from {
        Encoding::Utf8 => Utf8::decode(src),
        Encoding::Utf16Be => scheme(Scheme::Utf16Be),
        Encoding::Utf16Le => scheme(Scheme::Utf16Le),
        Encoding::Utf32Be => scheme(Scheme::Utf32Be),
        Encoding::Utf32Le => scheme(Scheme::Utf32Le),
        Encoding::Latin1 => src.iter().map(|&b| byte(Ok(char::from(b)))).collect(),
        Encoding::Ascii => {
            let bad = Bad { kind: ErrorKind::NotAscii, error_len: Some(1) };
            let what = |b: u8| if b.is_ascii() { Ok(char::from(b)) } else { Err(bad) };
            src.iter().map(|&b| byte(what(b))).collect()
        }
        other => panic!("the byte order of {other:?}"),
    }
}

/// Whether the encoding has a character.
pub(super) fn has(to: Encoding, c: char) -> bool {
    match to {
        Encoding::Ascii => c <= '\u{7F}',
        Encoding::Latin1 => c <= '\u{FF}',
        _ => true,
    }
}

/// Writes a character by the standard library, or says that the encoding does not have it.
pub(super) fn put(to: Encoding, c: char, out: &mut Vec<u8>) -> bool {
    let units = |swap: fn(u16) -> [u8; 2], out: &mut Vec<u8>| {
        c.encode_utf16(&mut [0; 2]).iter().for_each(|&unit| out.extend(swap(unit)));
    };
    match to {
        Encoding::Utf8 => out.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
        Encoding::Utf16 | Encoding::Utf16Be => units(u16::to_be_bytes, out),
        Encoding::Utf16Le => units(u16::to_le_bytes, out),
        Encoding::Utf32 | Encoding::Utf32Be => out.extend(u32::from(c).to_be_bytes()),
        Encoding::Utf32Le => out.extend(u32::from(c).to_le_bytes()),
        Encoding::Latin1 | Encoding::Ascii if has(to, c) => out.push(c as u8),
        Encoding::Latin1 | Encoding::Ascii => return false,
        other => panic!("{other:?} has no model"),
    }
    true
}
