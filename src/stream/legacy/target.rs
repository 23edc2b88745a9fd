//! From UTF-8 to the target.

use core::mem::MaybeUninit;

use codeunit_fallback::form::Refused;
use encoding_rs::{EncoderResult, Encoding};

use super::mode;
use crate::ErrorKind;
use crate::stream::core::Core;
use crate::stream::io::Io;
use crate::stream::state::Pending;

/// So much is encoded at a time, in bytes of the output.
const BLOCK: usize = 2048;

/// The longest that one sequence of any source becomes: two characters with an escape sequence each.
const LONGEST: usize = 16;

/// How far a text was encoded.
struct Encoded {
    /// Bytes of UTF-8, whole characters.
    read: usize,
    /// Bytes of the output.
    written: usize,
    /// Why there is more of the text.
    refused: Option<Refused>,
}

impl Core {
    /// Writes text, and tells how much of it, and why no more.
    pub(super) fn put(&mut self, text: &str, io: &mut Io<'_>) -> (usize, Option<Refused>) {
        let Some(encoding) = self.legacy.target else {
            let (read, written, refused) =
                match (self.route.strict)(self.engine, text.as_bytes(), io.dst()) {
                    Ok(written) => (text.len(), written, None),
                    Err(error) => {
                        let refused = match error.kind() {
                            ErrorKind::OutputFull => Refused::Full,
                            _ => Refused::NotRepresentable,
                        };
                        (error.read(), error.written(), Some(refused))
                    }
                };
            io.written += written;
            self.state.written += written as u64;
            return (read, refused);
        };
        let mut block = [0; BLOCK];
        let mut read = 0;
        loop {
            let room = io.dst().len().min(BLOCK);
            let done = encode(encoding, self.state.target_mode, &text[read..], &mut block[..room]);
            self.copy(encoding, &block[..done.written], io);
            read += done.read;
            match done.refused {
                Some(Refused::Full) if room == BLOCK => {}
                refused => return (read, refused),
            }
        }
    }

    /// Writes the text of one sequence, which is one character or two, and counts it. If there is room for
    /// the first only, the second is pending; if one of them cannot be written, none is.
    pub(super) fn put_sequence(&mut self, text: &str, io: &mut Io<'_>) -> Result<(), Refused> {
        if !text.chars().all(|character| self.has(character)) {
            return Err(Refused::NotRepresentable);
        }
        let mut is_first = true;
        for character in text.chars() {
            match self.write(character, io) {
                Ok(()) => self.count_character(character),
                Err(refused) if is_first => return Err(refused),
                Err(_) => {
                    self.state.pending = Some(Pending::Char(character));
                    self.count_sequence();
                }
            }
            is_first = false;
        }
        Ok(())
    }

    /// Whether the target has a character.
    fn has(&self, character: char) -> bool {
        let refused = match self.legacy.target {
            Some(encoding) => {
                let mut text = [0; 4];
                let text = character.encode_utf8(&mut text);
                encode(encoding, self.state.target_mode, text, &mut [0; LONGEST]).refused
            }
            None => {
                self.target.encode(character.into(), &mut [MaybeUninit::uninit(); LONGEST]).err()
            }
        };
        refused != Some(Refused::NotRepresentable)
    }

    /// Writes one character. If there is room for the escape sequence before it only, that is written.
    pub(in crate::stream) fn write_legacy(
        &mut self,
        encoding: &'static Encoding,
        character: char,
        io: &mut Io<'_>,
    ) -> Result<(), Refused> {
        let (mut text, mut bytes) = ([0; 4], [0; LONGEST]);
        let text = character.encode_utf8(&mut text);
        let done = encode(encoding, self.state.target_mode, text, &mut bytes);
        if let Some(refused) = done.refused {
            return Err(refused);
        }
        let bytes = &bytes[..done.written];
        let room = io.dst().len();
        if bytes.len() <= room {
            self.copy(encoding, bytes, io);
            return Ok(());
        }
        let escape = mode::escape_len(encoding, bytes);
        if escape <= room {
            self.copy(encoding, &bytes[..escape], io);
        }
        Err(Refused::Full)
    }

    /// Ends the output in the mode in which it has begun; whether there was room for that.
    pub(super) fn end_output(&mut self, io: &mut Io<'_>) -> bool {
        let Some(encoding) = self.legacy.target else { return true };
        let escape = mode::at_end(self.state.target_mode);
        let has_room = escape.len() <= io.dst().len();
        if has_room {
            self.copy(encoding, escape, io);
        }
        has_room
    }

    /// Writes encoded bytes, for which there is room.
    fn copy(&mut self, encoding: &'static Encoding, bytes: &[u8], io: &mut Io<'_>) {
        for (to, &from) in io.dst()[..bytes.len()].iter_mut().zip(bytes) {
            to.write(from);
        }
        io.written += bytes.len();
        self.state.written += bytes.len() as u64;
        self.state.target_mode = mode::written(encoding, self.state.target_mode, bytes);
    }
}

/// What an encoder in this mode makes of a text. Nothing is left in it.
fn encode(encoding: &'static Encoding, mode: u8, text: &str, out: &mut [u8]) -> Encoded {
    let mut encoder = mode::encoder(encoding, mode);
    let (result, mut read, mut written) =
        encoder.encode_from_utf8_without_replacement(text, out, false);
    let refused = match result {
        EncoderResult::InputEmpty => None,
        EncoderResult::OutputFull => Some(Refused::Full),
        // The character that it names is sometimes another one.
        EncoderResult::Unmappable(_) => {
            read -= text[..read].chars().next_back().map_or(0, char::len_utf8);
            Some(Refused::NotRepresentable)
        }
    };
    if refused.is_some() {
        written -= mode::unused_escape(encoding, &out[..written]);
    }
    Encoded { read, written, refused }
}
