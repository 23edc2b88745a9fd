//! Line endings, changed in what has been converted.
//!
//! A line ends with LF, or with CR LF. LF asks for the former: the CR of each CR LF is left out. CRLF asks for the
//! latter: each LF without a CR before it is given one. A CR that no LF follows ends no line and is kept, in
//! CR CR LF the first of the two.
//!
//! Only the output is looked at, so offsets and lines of errors are those of the source. In all encodings of bytes
//! these two bytes stand for nothing else, and memchr finds them; in UTF-16 and UTF-32 the bytes of a code unit, or of
//! two, are searched for together, since single ones are common there (U+4E0A, U+010D).

use std::io::{self, Write};

use clap::ValueEnum;
use codeunit::{ByteOrder, Encoding};
use memchr::memmem::Finder;
use serde::{Deserialize, Serialize};

/// What becomes of line endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum LineEndings {
    /// As they are
    Keep,
    /// CR LF becomes LF; a CR without LF is kept
    Lf,
    /// LF becomes CR LF, unless it has its CR
    Crlf,
}

/// CR or LF in an encoding, in big-endian order where that is not known.
fn encoded(encoding: Encoding, byte: u8) -> Vec<u8> {
    match encoding.in_order(ByteOrder::Big) {
        Encoding::Utf16Le => vec![byte, 0],
        Encoding::Utf16Be => vec![0, byte],
        Encoding::Utf32Le => vec![byte, 0, 0, 0],
        Encoding::Utf32Be => vec![0, 0, 0, byte],
        _ => vec![byte],
    }
}

/// What changes the line endings of a text that comes in pieces of whole characters.
#[derive(Debug)]
pub(crate) struct Changer {
    kind: LineEndings,
    /// CR and LF in the encoding of the text.
    cr: Vec<u8>,
    lf: Vec<u8>,
    crlf: Vec<u8>,
    changed: u64,
    /// Whether the text so far ends with CR; for LF it has not been passed on then.
    after_cr: bool,
    buffer: Vec<u8>,
}

impl Changer {
    /// At the beginning of a text in this encoding.
    pub(crate) fn new(kind: LineEndings, encoding: Encoding) -> Self {
        let (cr, lf) = (encoded(encoding, b'\r'), encoded(encoding, b'\n'));
        let crlf = [cr.clone(), lf.clone()].concat();
        Self { kind, cr, lf, crlf, changed: 0, after_cr: false, buffer: Vec::new() }
    }

    /// The same behind a text that ends with CR, or with something else.
    pub(crate) fn resume(self, after_cr: bool, changed: u64) -> Self {
        Self { after_cr, changed, ..self }
    }

    pub(crate) fn kind(&self) -> LineEndings {
        self.kind
    }

    pub(crate) fn is_after_cr(&self) -> bool {
        self.after_cr
    }

    /// How many line endings were changed.
    pub(crate) fn changed(&self) -> u64 {
        self.changed
    }

    /// Goes on behind a part of the text that another has changed, if anything was in it.
    pub(crate) fn go_on_behind(&mut self, part: &Self) {
        self.after_cr = part.after_cr;
        self.changed += part.changed;
    }

    /// How long an LF is with which the text begins, if it matters what is before that.
    pub(crate) fn leading_line_feed(&self, text: &[u8]) -> usize {
        if self.kind != LineEndings::Keep && text.starts_with(&self.lf) { self.lf.len() } else { 0 }
    }

    /// Whether so many line endings can have been changed where so many bytes came in.
    pub(crate) fn can_be_of(&self, converted: u64) -> bool {
        let bytes = self.changed.checked_mul(self.lf.len() as u64);
        bytes.is_some_and(|bytes| bytes <= converted)
            && (self.kind != LineEndings::Keep || self.changed == 0)
    }

    /// How long the output is if so many bytes came in, all of them passed on.
    pub(crate) fn written(&self, converted: u64) -> u64 {
        let bytes = self.changed * self.lf.len() as u64;
        match self.kind {
            LineEndings::Keep => converted,
            LineEndings::Lf => converted - bytes,
            LineEndings::Crlf => converted + bytes,
        }
    }

    /// The text with other line endings: itself if there is nothing to change.
    pub(crate) fn push<'a>(&'a mut self, text: &'a [u8]) -> &'a [u8] {
        if text.is_empty() {
            return text;
        }
        match self.kind {
            LineEndings::Keep => text,
            LineEndings::Lf => self.make_lf(text),
            LineEndings::Crlf => self.make_crlf(text),
        }
    }

    /// What is left at the end.
    pub(crate) fn finish(&mut self) -> &[u8] {
        let is_held = self.kind == LineEndings::Lf && self.after_cr;
        self.after_cr = false;
        if is_held { &self.cr } else { &[] }
    }

    fn make_lf<'a>(&'a mut self, text: &'a [u8]) -> &'a [u8] {
        let Self { cr, lf, crlf, buffer, .. } = self;
        buffer.clear();
        buffer.reserve(cr.len() + text.len());
        if self.after_cr {
            if text.starts_with(lf) {
                self.changed += 1;
            } else {
                buffer.extend_from_slice(cr);
            }
        }
        self.after_cr = text.ends_with(cr);
        let text = if self.after_cr { &text[..text.len() - cr.len()] } else { text };
        let mut done = 0;
        positions(text, crlf, lf.len(), |at| {
            buffer.extend_from_slice(&text[done..at]);
            done = at + cr.len();
            self.changed += 1;
        });
        if buffer.is_empty() && done == 0 {
            return text;
        }
        buffer.extend_from_slice(&text[done..]);
        buffer
    }

    fn make_crlf<'a>(&'a mut self, text: &'a [u8]) -> &'a [u8] {
        let Self { cr, lf, buffer, .. } = self;
        buffer.clear();
        let mut done = 0;
        positions(text, lf, lf.len(), |at| {
            let has_cr = if at == 0 { self.after_cr } else { text[..at].ends_with(cr) };
            if !has_cr {
                if buffer.is_empty() {
                    buffer.reserve(text.len() + text.len() / 16);
                }
                buffer.extend_from_slice(&text[done..at]);
                buffer.extend_from_slice(cr);
                done = at;
                self.changed += 1;
            }
        });
        self.after_cr = text.ends_with(cr);
        if buffer.is_empty() {
            return text;
        }
        buffer.extend_from_slice(&text[done..]);
        buffer
    }
}

/// Calls `found` with every place of one or two code units, of so many bytes each, that are LF or CR LF.
///
/// Single bytes are not searched for together: lines are short, and `memchr_iter` finds the next one faster.
#[inline(always)]
fn positions(text: &[u8], needle: &[u8], unit: usize, mut found: impl FnMut(usize)) {
    match needle {
        [byte] => memchr::memchr_iter(*byte, text).for_each(found),
        [b'\r', b'\n'] => {
            let next = |&at: &usize| text.get(at + 1) == Some(&b'\n');
            memchr::memchr_iter(b'\r', text).filter(next).for_each(found);
        }
        // Where the bytes stand in the middle of units they are not ours; they cannot overlap with those that are.
        _ => Finder::new(needle).find_iter(text).filter(|at| at % unit == 0).for_each(&mut found),
    }
}

/// A writer of text whose line endings are changed.
pub(crate) struct ChangingWriter<'a> {
    changer: Changer,
    output: &'a mut dyn Write,
}

impl<'a> ChangingWriter<'a> {
    pub(crate) fn new(changer: Changer, output: &'a mut dyn Write) -> Self {
        Self { changer, output }
    }

    /// Writes what is held back.
    pub(crate) fn finish(mut self) -> io::Result<Changer> {
        self.output.write_all(self.changer.finish())?;
        Ok(self.changer)
    }
}

impl Write for ChangingWriter<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.output.write_all(self.changer.push(text))?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use codeunit::{Policy, Transcoder};

    use super::{Changer, Encoding, LineEndings};

    const ENCODINGS: [Encoding; 7] = [
        Encoding::Utf8,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Utf32Le,
        Encoding::Utf32Be,
        Encoding::Utf16,
        Encoding::Utf32,
    ];

    fn encoded(text: &str, to: Encoding) -> Vec<u8> {
        let mut bytes = Vec::new();
        let to = to.in_order(codeunit::ByteOrder::Big);
        let transcoder = Transcoder::new(codeunit::encoding::Utf8, to, Policy::Strict);
        transcoder.clone().extend(text.as_bytes(), &mut bytes).expect("all of Unicode");
        bytes
    }

    /// Character by character.
    fn expected(kind: LineEndings, text: &str) -> (String, u64) {
        let (mut out, mut changed) = (String::new(), 0);
        let mut characters = text.chars().peekable();
        let mut last = None;
        while let Some(c) = characters.next() {
            match (kind, c) {
                (LineEndings::Lf, '\r') if characters.peek() == Some(&'\n') => changed += 1,
                (LineEndings::Crlf, '\n') if last != Some('\r') => {
                    changed += 1;
                    out.push_str("\r\n");
                }
                _ => out.push(c),
            }
            last = Some(c);
        }
        (out, changed)
    }

    fn assert_changes(kind: LineEndings, encoding: Encoding, pieces: &[&str]) {
        let text = pieces.concat();
        let (expected, changed) = expected(kind, &text);
        let mut changer = Changer::new(kind, encoding);
        let mut out = Vec::new();
        for piece in pieces {
            out.extend_from_slice(changer.push(&encoded(piece, encoding)));
        }
        out.extend_from_slice(changer.finish());
        assert_eq!(out, encoded(&expected, encoding), "{kind:?}, {encoding}, {pieces:?}");
        assert_eq!(changer.changed(), changed, "{kind:?}, {encoding}, {pieces:?}");
        let converted = encoded(&text, encoding).len() as u64;
        assert_eq!(changer.written(converted), out.len() as u64, "{kind:?}, {pieces:?}");
    }

    const KINDS: [LineEndings; 3] = [LineEndings::Keep, LineEndings::Lf, LineEndings::Crlf];

    /// Every text of up to six characters among four, cut at every place; U+0A0D, U+0D0A and U+0A00 are made of the
    /// same bytes, within a unit and across two.
    #[test]
    fn every_short_text_in_two_pieces() {
        for letters in [['\r', '\n', 'a', '\u{0A0D}'], ['\r', '\n', '\u{0D0A}', '\u{0A00}']] {
            for len in 0..=5_u32 {
                for number in 0..4_usize.pow(len) {
                    let text: String =
                        (0..len).map(|place| letters[number >> (2 * place) & 3]).collect();
                    for (cut, _) in text.char_indices() {
                        let (first, second) = text.split_at(cut);
                        for kind in KINDS {
                            for encoding in ENCODINGS {
                                assert_changes(kind, encoding, &[first, second]);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn long_texts_character_by_character() {
        let text = "上\r\n\n\r\rline\u{10D}\u{A0A}\r\n\u{D0D}\n".repeat(20);
        let pieces: Vec<_> = text.split("").collect();
        for kind in KINDS {
            for encoding in ENCODINGS {
                assert_changes(kind, encoding, &pieces);
                assert_changes(kind, encoding, &[&text.repeat(50)]);
            }
        }
    }

    #[test]
    fn what_is_right_is_not_copied() {
        for (kind, text) in [
            (LineEndings::Keep, "a\r\nb\n"),
            (LineEndings::Lf, "a\nb\rc\n"),
            (LineEndings::Crlf, "a\r\nb\rc\r\n"),
        ] {
            let mut changer = Changer::new(kind, Encoding::Utf8);
            let out = changer.push(text.as_bytes());
            assert!(std::ptr::eq(out, text.as_bytes()), "{kind:?}");
        }
    }
}
