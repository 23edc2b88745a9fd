//! From the source to UTF-8.

use core::ops::Range;

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, REPLACEMENT};

use super::mode;
use codeunit_fallback::ByteOrder;

use crate::ErrorKind;
use crate::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use crate::output::as_uninit;
use crate::stream::core::Core;
use crate::stream::form::Form;
use crate::stream::route::with_type;

/// Room for the text of a piece: a byte is a character of three bytes at most, and `encoding_rs` wants some more.
pub(super) const fn room_for(len: usize) -> usize {
    3 * len + 16
}

/// How far a piece was decoded.
pub(super) struct Decoded {
    /// Bytes of the source, whole sequences.
    pub(super) read: usize,
    /// Bytes of UTF-8.
    pub(super) written: usize,
    /// Why there is more of the piece.
    pub(super) stop: Option<Stop>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The rest of the piece begins a sequence. If nothing follows, so many bytes of it are ill-formed.
    Cut { len: usize },
    /// So many bytes are ill-formed.
    Malformed { kind: ErrorKind, len: usize },
    /// An escape sequence of ISO-2022-JP, and before it another one, which is the one in error.
    Repeated { len: usize },
}

/// A sequence that is well-formed: where it lies in the source, and where its text.
pub(super) struct Sequence {
    pub(super) source: Range<usize>,
    pub(super) text: Range<usize>,
}

impl Core {
    /// Decodes a piece, up to what is no whole sequence; there is room for the text of all of it.
    pub(super) fn decode_piece(&self, piece: &[u8], text: &mut [u8]) -> Decoded {
        if let Some(encoding) = self.legacy.source {
            return decode(encoding, self.state.source_mode, piece, text);
        }
        let error = match (self.route.strict)(self.engine, piece, as_uninit(text)) {
            Ok(written) => return Decoded { read: piece.len(), written, stop: None },
            Err(error) => error,
        };
        let stop = match (error.error_len(), self.source, piece.len() - error.read()) {
            (Some(len), ..) => Stop::Malformed { kind: error.kind(), len: len.into() },
            (None, _, len) => Stop::Cut { len },
        };
        Decoded { read: error.read(), written: error.written(), stop: Some(stop) }
    }

    /// The sequence of a piece to which the character at `at` in its text belongs.
    pub(super) fn locate(&self, piece: &[u8], text: &str, at: usize) -> Sequence {
        let character = text[at..].chars().next().map_or(0, char::len_utf8);
        let text_range = at..at + character;
        match self.legacy.source {
            Some(encoding) if encoding.is_single_byte() => {
                let read = self.engine.count::<Utf8>(&text.as_bytes()[..at]);
                Sequence { source: read..read + 1, text: text_range }
            }
            Some(encoding) => locate(encoding, self.state.source_mode, piece, at),
            None => {
                let len = |text: &str| {
                    let text = text.as_bytes();
                    with_type!(self.source, S => self.engine.transcoded_len::<Utf8, S>(text))
                };
                let read = len(&text[..at]);
                let end = read + len(&text[text_range.clone()]);
                Sequence { source: read..end, text: text_range }
            }
        }
    }
}

/// What a decoder in this mode makes of a piece. Nothing is left in it.
pub(super) fn decode(
    encoding: &'static Encoding,
    mode: u8,
    piece: &[u8],
    text: &mut [u8],
) -> Decoded {
    if encoding == REPLACEMENT {
        let stop = Stop::Malformed { kind: ErrorKind::Unassigned, len: 1 };
        return match piece {
            [_, ..] if mode == 0 => Decoded { read: 0, written: 0, stop: Some(stop) },
            _ => Decoded { read: piece.len(), written: 0, stop: None },
        };
    }
    let mut decoder = mode::decoder(encoding, mode);
    let (result, read, written) = decoder.decode_to_utf8_without_replacement(piece, text, false);
    let (behind, stop) = match result {
        DecoderResult::InputEmpty if encoding.is_single_byte() => (0, None),
        DecoderResult::InputEmpty => {
            // It keeps the beginning of a sequence, and tells so if that is the end.
            let (result, ..) =
                decoder.decode_to_utf8_without_replacement(&[], &mut text[written..], true);
            match result {
                DecoderResult::Malformed(len, after) => {
                    let len = usize::from(len);
                    (len + usize::from(after), Some(Stop::Cut { len }))
                }
                _ => (0, None),
            }
        }
        // The bytes behind the one in error are a sequence too.
        DecoderResult::Malformed(_, after) if encoding == ISO_2022_JP && after == 3 => {
            (3, Some(Stop::Repeated { len: 3 }))
        }
        DecoderResult::Malformed(len, after) => {
            let len = usize::from(len);
            let stop = Stop::Malformed { kind: ErrorKind::Unassigned, len };
            (len + usize::from(after), Some(stop))
        }
        DecoderResult::OutputFull => unreachable!("there is room for the text of the piece"),
    };
    Decoded { read: read - behind, written, stop }
}

/// The sequence to which the character at `at` of the text of `src` belongs, which is well-formed.
///
/// A decoder does not tell where the sequences are that it has read; given one byte at a time it does. What is
/// far away is come near to by blocks; where every character is refused the next one is near.
fn locate(encoding: &'static Encoding, mut mode: u8, src: &[u8], at: usize) -> Sequence {
    const BLOCK: usize = 64;
    let mut text = [0; room_for(BLOCK)];
    let (mut begin, mut written) = (0, 0);
    while at - written >= BLOCK
        && let Some(block) = src[begin..].first_chunk::<BLOCK>()
    {
        let done = decode(encoding, mode, block, &mut text);
        if written + done.written > at {
            break;
        }
        mode = mode::behind(encoding, mode, &block[..done.read]);
        begin += done.read;
        written += done.written;
    }
    let mut decoder = mode::decoder(encoding, mode);
    for (index, byte) in src.iter().enumerate().skip(begin) {
        let (_, _, len) = decoder.decode_to_utf8_without_replacement(&[*byte], &mut text, false);
        let end = index + 1;
        if len == 0 {
            if mode::is_escape_of(encoding, &src[begin..end]) {
                begin = end;
            }
            continue;
        }
        if written + len > at {
            return Sequence { source: begin..end, text: written..written + len };
        }
        begin = end;
        written += len;
    }
    unreachable!("the text of the source has a character at {at}")
}
