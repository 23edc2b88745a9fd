//! What a coder of `encoding_rs` remembers between two sequences, as a number that can be saved.
//!
//! Between two sequences all encodings but one are in the state in which they begin, so that a coder is made
//! anew for each piece of the stream. ISO-2022-JP remembers which character set was designated last, and
//! its decoder whether that was just now, since an escape sequence that another one follows is an error.
//! A new coder is told so by going through a text that leads there.

use encoding_rs::{Decoder, Encoder, Encoding, ISO_2022_JP, REPLACEMENT};

const ESCAPE_LEN: usize = 3;

/// The escape sequences, by the number of what they designate, and a character to follow each of them.
const DESIGNATIONS: [(&[u8; ESCAPE_LEN], &[u8], &str); 5] = [
    (b"\x1B(B", b"a", "a"),
    (b"\x1B(J", b"a", "\u{A5}"),
    (b"\x1B(I", b"\x21", ""),
    // The decoder takes both of these for the same; the encoder writes the second.
    (b"\x1B$@", b"\x21\x21", ""),
    (b"\x1B$B", b"\x21\x21", "\u{3000}"),
];

/// The last thing that was read is the escape sequence.
const JUST_NOW: u8 = 8;

/// Behind the first byte, of which the encoding `replacement` has made its only error.
const REPLACED: u8 = 1;

fn is_escape(bytes: &[u8]) -> bool {
    DESIGNATIONS.iter().any(|(escape, ..)| bytes == *escape)
}

/// The last escape sequence of some text: the number of what it designates, and where it ends.
fn last_designation(bytes: &[u8]) -> Option<(u8, usize)> {
    let at = bytes.windows(ESCAPE_LEN).rposition(is_escape)?;
    let end = at + ESCAPE_LEN;
    let number = DESIGNATIONS.iter().position(|(escape, ..)| bytes[at..end] == **escape)?;
    Some((number as u8, end))
}

/// A decoder in this mode.
pub(super) fn decoder(encoding: &'static Encoding, mode: u8) -> Decoder {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    if encoding == ISO_2022_JP && mode != 0 {
        let (escape, character, _) = DESIGNATIONS[usize::from(mode & !JUST_NOW)];
        let mut unused = [0; 16];
        let _ = decoder.decode_to_utf8_without_replacement(escape, &mut unused, false);
        if mode & JUST_NOW == 0 {
            let _ = decoder.decode_to_utf8_without_replacement(character, &mut unused, false);
        }
    }
    decoder
}

/// The mode of a decoder that was in `mode` and has read whole sequences.
pub(super) fn behind(encoding: &'static Encoding, mode: u8, read: &[u8]) -> u8 {
    if read.is_empty() {
        mode
    } else if encoding == REPLACEMENT {
        REPLACED
    } else if encoding == ISO_2022_JP {
        match last_designation(read) {
            Some((number, end)) if end == read.len() => number | JUST_NOW,
            Some((number, _)) => number,
            None => mode & !JUST_NOW,
        }
    } else {
        0
    }
}

/// Whether a stream that has read so much can be in this mode.
pub(super) fn can_read(encoding: &'static Encoding, mode: u8, read: u64) -> bool {
    if encoding == REPLACEMENT {
        mode == u8::from(read > 0)
    } else if encoding == ISO_2022_JP {
        let number = usize::from(mode & !JUST_NOW);
        number < DESIGNATIONS.len() && (mode == 0 || read >= ESCAPE_LEN as u64)
    } else {
        mode == 0
    }
}

/// The escape sequence that was read last.
pub(super) fn escape(mode: u8) -> &'static [u8] {
    DESIGNATIONS[usize::from(mode & !JUST_NOW)].0
}

/// Whether this is an escape sequence, in text that is well-formed.
pub(super) fn is_escape_of(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    encoding == ISO_2022_JP && is_escape(bytes)
}

/// An encoder in this mode.
pub(super) fn encoder(encoding: &'static Encoding, mode: u8) -> Encoder {
    let mut encoder = encoding.new_encoder();
    if mode != 0 {
        let (.., character) = DESIGNATIONS[usize::from(mode)];
        let _ = encoder.encode_from_utf8_without_replacement(character, &mut [0; 16], false);
    }
    encoder
}

/// The mode of an encoder that was in `mode` and has written whole sequences.
pub(super) fn written(encoding: &'static Encoding, mode: u8, bytes: &[u8]) -> u8 {
    if encoding != ISO_2022_JP {
        return 0;
    }
    last_designation(bytes).map_or(mode, |(number, _)| number)
}

/// How many bytes are at the end of what an encoder has written for a character that does not follow.
pub(super) fn unused_escape(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let end = bytes.last_chunk::<ESCAPE_LEN>();
    let is_unused = encoding == ISO_2022_JP && end.is_some_and(|end| is_escape(end));
    if is_unused { ESCAPE_LEN } else { 0 }
}

/// How many bytes are at the beginning of what an encoder has written for one character before it.
pub(super) fn escape_len(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let is_escape = encoding == ISO_2022_JP && bytes.get(..ESCAPE_LEN).is_some_and(is_escape);
    if is_escape { ESCAPE_LEN } else { 0 }
}

/// Whether an encoder can be in this mode.
pub(super) fn can_write(encoding: &'static Encoding, mode: u8) -> bool {
    let designation = DESIGNATIONS.get(usize::from(mode));
    mode == 0 || encoding == ISO_2022_JP && designation.is_some_and(|(.., text)| !text.is_empty())
}

/// What takes an encoder in this mode back to the one in which a stream has to end.
pub(super) fn at_end(mode: u8) -> &'static [u8] {
    if mode == 0 { &[] } else { DESIGNATIONS[0].0 }
}
