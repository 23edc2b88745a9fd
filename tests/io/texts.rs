//! Sources in every encoding, and what they are in another.

use std::io;

use codeunit::{Encoding, Policy, StreamError, Transcoder};

/// Lines with characters of every length, ends of both kinds, and byte 0A inside code units.
pub(crate) const TEXT: &str = "abc\r\n\nd\u{10A}\u{A0A}ñ€\n😀😀\r\r\n\u{A00}\u{100A}x\u{10FFFF}";

/// The same of Latin-1, and of ASCII.
const LATIN1: &str = "abc\r\n\nñd\nÿ\r\r\nx";
const ASCII: &str = "abc\r\n\nd\n\r\r\nx";

/// What an encoding can hold.
pub(crate) fn text_for(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Latin1 => LATIN1,
        Encoding::Ascii => ASCII,
        _ => TEXT,
    }
}

/// A text in an encoding.
pub(crate) fn encode(text: &str, to: Encoding) -> Vec<u8> {
    let mut transcoder = Transcoder::new(Encoding::Utf8, to, Policy::Strict);
    converted(&mut transcoder, text.as_bytes()).expect("the encoding has all of it")
}

/// A whole source at once: the output, or what there was of it and the error.
pub(crate) fn converted(
    transcoder: &mut Transcoder,
    src: &[u8],
) -> Result<Vec<u8>, (Vec<u8>, StreamError)> {
    let mut out = Vec::new();
    match transcoder.extend(src, &mut out).and_then(|()| transcoder.extend_finish(&mut out)) {
        Ok(()) => Ok(out),
        Err(error) => Err((out, error)),
    }
}

/// A transcoder and its source.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) from: Encoding,
    pub(crate) to: Encoding,
    pub(crate) policy: Policy,
    pub(crate) src: Vec<u8>,
}

impl Case {
    pub(crate) fn transcoder(&self) -> Transcoder {
        Transcoder::new(self.from, self.to, self.policy)
    }

    pub(crate) fn wanted(&self) -> Result<Vec<u8>, (Vec<u8>, StreamError)> {
        converted(&mut self.transcoder(), &self.src)
    }
}

/// Every pair of encodings and some policies, of text and of what is none.
pub(crate) fn cases() -> impl Iterator<Item = Case> {
    let policies = [Policy::Strict, Policy::Replace, Policy::Escape];
    let pairs =
        Encoding::ALL.iter().flat_map(|from| Encoding::ALL.iter().map(move |to| (*from, *to)));
    pairs.flat_map(move |(from, to)| {
        let text = encode(text_for(from), from);
        let middle = text.len() / 2 / from.unit_len() * from.unit_len();
        // An unpaired surrogate in one byte order or the other, and FF in UTF-8 and ASCII.
        let bad: &[u8] = &[0xDC, 0xFF, 0xDC, 0xFF];
        let damaged = [&text[..middle], bad, &text[middle..]].concat();
        let cut = text[..text.len() - 1].to_vec();
        [text, damaged, cut, Vec::new()]
            .into_iter()
            .flat_map(move |src| policies.map(|policy| Case { from, to, policy, src: src.clone() }))
    })
}

/// The error of a stream that is inside.
pub(crate) fn stream_error(error: io::Error) -> StreamError {
    assert_eq!(error.kind(), io::ErrorKind::InvalidData, "{error}");
    error.downcast().expect("it is of the stream")
}
