//! What a stream has to become: its sequences by a decoder that has all of it, its output by an encoder that
//! is never made anew.

use codeunit::{Encoding, ErrorKind, Policy};
use codeunit_reference::scheme::Scheme;
use encoding_rs::{DecoderResult, EncoderResult, Encoding as Web, ISO_2022_JP, REPLACEMENT};
use harness::model::Item;

/// A sequence of the source: how many bytes, and the characters or what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    pub(super) offset: usize,
    pub(super) len: usize,
    pub(super) what: Result<String, ErrorKind>,
}

/// An error as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) kind: ErrorKind,
    pub(super) offset: u64,
    pub(super) error_len: Option<u8>,
    pub(super) bytes: Vec<u8>,
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
    pub(super) code_points: u64,
    pub(super) replacements: u64,
}

/// The sequences of a source without byte order marks.
pub(super) fn sequences(from: Encoding, src: &[u8]) -> Vec<Sequence> {
    let items: Vec<Item> = match from {
        Encoding::Legacy(web) => return legacy_sequences(web, src),
        Encoding::Utf8 => scheme(Scheme::Utf8, src),
        Encoding::Utf16Le => scheme(Scheme::Utf16Le, src),
        Encoding::Utf16Be => scheme(Scheme::Utf16Be, src),
        Encoding::Utf32Le => scheme(Scheme::Utf32Le, src),
        Encoding::Utf32Be => scheme(Scheme::Utf32Be, src),
        Encoding::Latin1 => {
            src.iter().map(|&byte| Item { len: 1, what: Ok(char::from(byte)) }).collect()
        }
        other => panic!("no sources in {other}"),
    };
    let mut offset = 0;
    let mut all = Vec::new();
    for Item { len, what } in items {
        let what = what.map(String::from).map_err(|bad| bad.kind);
        all.push(Sequence { offset, len, what });
        offset += len;
    }
    all
}

fn scheme(scheme: Scheme, src: &[u8]) -> Vec<Item> {
    scheme.read(src).items.into_iter().map(Item::from).collect()
}

/// By one decoder for all of the source, which tells the errors; what is between them is cut into
/// characters.
fn legacy_sequences(web: &'static Web, src: &[u8]) -> Vec<Sequence> {
    let mut decoder = web.new_decoder_without_bom_handling();
    let mut all: Vec<Sequence> = Vec::new();
    let (mut read, mut done, mut total) = (0, 0, String::new());
    let mut mode = 0;
    for last in [false, true] {
        loop {
            let mut text = String::with_capacity(3 * src.len() + 64);
            let (result, len) =
                decoder.decode_to_string_without_replacement(&src[read..], &mut text, last);
            read += len;
            total.push_str(&text);
            let DecoderResult::Malformed(len, after) = result else {
                assert_eq!(result, DecoderResult::InputEmpty);
                break;
            };
            let (len, after) = (usize::from(len), usize::from(after));
            let offset = read - len - after;
            if offset > done {
                split(web, &src[done..offset], done, &mut mode, &mut all);
            }
            // An escape sequence that another follows was taken for a good one.
            let kind = if last { ErrorKind::Incomplete } else { ErrorKind::Unassigned };
            all.push(Sequence { offset, len, what: Err(kind) });
            done = offset + len;
        }
    }
    if web != REPLACEMENT {
        split(web, &src[done..], done, &mut mode, &mut all);
    }
    let text: String = all.iter().filter_map(|sequence| sequence.what.as_deref().ok()).collect();
    assert_eq!(text, total, "{} {src:02X?}: the model is wrong", web.name());
    all
}

/// Cuts what is well-formed into characters; an escape sequence of ISO-2022-JP is one without any.
fn split(web: &'static Web, src: &[u8], offset: usize, mode: &mut usize, all: &mut Vec<Sequence>) {
    const ESCAPES: [&[u8]; 5] = [b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"];
    let mut at = 0;
    while at < src.len() {
        let rest = &src[at..];
        let (len, text) = if web == ISO_2022_JP {
            if let Some(designated) = ESCAPES.iter().position(|escape| rest.starts_with(escape)) {
                *mode = designated;
                (3, String::new())
            } else {
                let len = if *mode >= 3 { 2 } else { 1 };
                let whole = [ESCAPES[*mode], &rest[..len]].concat();
                (len, decoded(web, &whole).expect("well-formed"))
            }
        } else {
            let decoded = |len| decoded(web, rest.get(..len)?).map(|text| (len, text));
            (1..=4).find_map(decoded).expect("well-formed")
        };
        all.push(Sequence { offset: offset + at, len, what: Ok(text) });
        at += len;
    }
}

fn decoded(web: &'static Web, src: &[u8]) -> Option<String> {
    web.decode_without_bom_handling_and_without_replacement(src).map(String::from)
}

/// Where the output goes.
struct Output {
    to: Encoding,
    encoder: Option<encoding_rs::Encoder>,
    bytes: Vec<u8>,
}

/// Whether an encoding has a character.
pub(super) fn has(to: Encoding, c: char) -> bool {
    let mut buffer = [0; 4];
    let text = &*c.encode_utf8(&mut buffer);
    match to {
        Encoding::Legacy(web) => !web.encode(text).2,
        Encoding::Latin1 => c <= '\u{FF}',
        Encoding::Ascii => c.is_ascii(),
        _ => true,
    }
}

impl Output {
    fn new(to: Encoding) -> Self {
        let encoder = match to {
            Encoding::Legacy(web) => Some(web.new_encoder()),
            _ => None,
        };
        Self { to, encoder, bytes: Vec::new() }
    }

    /// Adds text, and `?` for what the target does not have. A first U+FEFF, or U+FFFE, has a mark before it where it would be
    /// taken for one.
    fn put(&mut self, text: &str) {
        let reads_marks = matches!(self.to, Encoding::Utf8 | Encoding::Utf16);
        let is_mark = text.starts_with('\u{FEFF}')
            || text.starts_with('\u{FFFE}') && self.to == Encoding::Utf16;
        if reads_marks && self.bytes.is_empty() && is_mark {
            let scheme = if self.to == Encoding::Utf8 { Scheme::Utf8 } else { Scheme::Utf16Be };
            scheme.put('\u{FEFF}', &mut self.bytes);
        }
        for c in text.chars() {
            let c = if has(self.to, c) { c } else { '?' };
            match self.to {
                Encoding::Legacy(_) => self.encode(c.encode_utf8(&mut [0; 4]), false),
                Encoding::Utf8 => Scheme::Utf8.put(c, &mut self.bytes),
                Encoding::Utf16 | Encoding::Utf16Be => Scheme::Utf16Be.put(c, &mut self.bytes),
                Encoding::Utf16Le => Scheme::Utf16Le.put(c, &mut self.bytes),
                Encoding::Utf32 | Encoding::Utf32Be => Scheme::Utf32Be.put(c, &mut self.bytes),
                Encoding::Utf32Le => Scheme::Utf32Le.put(c, &mut self.bytes),
                _ => self.bytes.push(u32::from(c) as u8),
            }
        }
    }

    fn encode(&mut self, text: &str, last: bool) {
        let encoder = self.encoder.as_mut().expect("a legacy target");
        self.bytes.reserve(16);
        let (result, _) =
            encoder.encode_from_utf8_to_vec_without_replacement(text, &mut self.bytes, last);
        assert_eq!(result, EncoderResult::InputEmpty);
    }

    fn finish(mut self) -> Vec<u8> {
        if self.encoder.is_some() {
            self.encode("", true);
        }
        self.bytes
    }
}

/// What becomes of a source without byte order marks.
pub(super) fn outcome(from: Encoding, to: Encoding, policy: Policy, src: &[u8]) -> Outcome {
    let mut outcome = Outcome::default();
    let mut output = Output::new(to);
    let (mut line, mut column) = (1, 1);
    for Sequence { offset, len, what } in sequences(from, src) {
        let (kind, text) = match what {
            Ok(text) if text.chars().all(|c| has(to, c)) => {
                output.put(&text);
                outcome.code_points += text.chars().count() as u64;
                column += text.chars().count() as u64;
                if text == "\n" {
                    (line, column) = (line + 1, 1);
                }
                continue;
            }
            Ok(text) => (ErrorKind::NotRepresentable, Some(text)),
            Err(kind) => (kind, None),
        };
        let bytes = src[offset..][..len].to_vec();
        let replaced = match policy {
            Policy::Strict => None,
            Policy::Replace => Some("\u{FFFD}".to_owned()),
            Policy::ReplaceWith(c) => Some(c.to_string()),
            Policy::Skip => Some(String::new()),
            _ => Some(escape(from, text.as_deref(), &bytes)),
        };
        let error_len = (kind != ErrorKind::Incomplete).then_some(len as u8);
        let offset = offset as u64;
        outcome.errors.push(Told { kind, offset, error_len, bytes, line, column });
        let Some(replaced) = replaced else {
            outcome.stopped = true;
            outcome.output = output.bytes;
            return outcome;
        };
        outcome.replacements += 1;
        outcome.code_points += replaced.chars().count() as u64;
        column += 1;
        output.put(&replaced);
    }
    outcome.output = output.finish();
    outcome
}

fn escape(from: Encoding, text: Option<&str>, bytes: &[u8]) -> String {
    let spelled = |value: u32| match value {
        ..=0xFFFF => format!("\\u{value:04X}"),
        _ => format!("\\U{value:08X}"),
    };
    match (text, from, bytes) {
        (Some(text), ..) => text.chars().map(|c| spelled(c.into())).collect(),
        (None, Encoding::Utf16Le, &[a, b]) => spelled(u16::from_le_bytes([a, b]).into()),
        (None, Encoding::Utf16Be, &[a, b]) => spelled(u16::from_be_bytes([a, b]).into()),
        (None, Encoding::Utf32Le, &[a, b, c, d]) => spelled(u32::from_le_bytes([a, b, c, d])),
        (None, Encoding::Utf32Be, &[a, b, c, d]) => spelled(u32::from_be_bytes([a, b, c, d])),
        // A high surrogate, and half of the code unit behind it.
        (None, Encoding::Utf16Le | Encoding::Utf16Be, &[a, b, half]) => {
            escape(from, None, &[a, b]) + &escape(from, None, &[half])
        }
        _ => bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect(),
    }
}
