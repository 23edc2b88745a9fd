//! What is written in place of a sequence: asked for when the sequence is met, written when there is room.

use core::mem::MaybeUninit;

use codeunit_fallback::form::Refused;

#[cfg(feature = "alloc")]
use super::core::BYTE_ORDER_MARK;
use super::core::Core;
use super::form::Form;
use super::handler::Handler;
use super::io::{End, Io};
use super::state::Pending;
#[cfg(feature = "alloc")]
use super::state::Stage;
use super::{Policy, StreamError, escape};
use crate::ErrorKind;
use crate::carry::Carry;

impl Core {
    /// Asks what is to be done with a sequence. If it is well-formed and the form of the source does not tell
    /// what it means, `text` does.
    pub(super) fn decide<H: Handler>(
        &mut self,
        kind: ErrorKind,
        bytes: &[u8],
        text: Option<&str>,
        handler: &mut H,
    ) -> Result<(), End> {
        self.decide_at(self.state.converted, kind, bytes, text, handler)
    }

    /// The same for a sequence that begins at `offset`.
    #[cold]
    pub(super) fn decide_at<H: Handler>(
        &mut self,
        offset: u64,
        kind: ErrorKind,
        bytes: &[u8],
        text: Option<&str>,
        handler: &mut H,
    ) -> Result<(), End> {
        // What nobody sees, and ends nothing, is not made: it takes as long as all else here.
        let policy = match handler.unseen() {
            Some(policy) if policy != Policy::Strict => policy,
            _ => {
                let error_len = (kind != ErrorKind::Incomplete).then_some(bytes.len() as u8);
                let position = self.counting.lines.then(|| self.state.position());
                let error =
                    StreamError::new(kind, offset, error_len, bytes).with_position(position);
                let policy = handler.decide(&error);
                if policy == Policy::Strict {
                    self.state.error = Some(error);
                    // The error has what was carried of it; so the state is the same however the stream was cut.
                    self.state.carry = Carry::NONE;
                    return Err(End::IllFormed);
                }
                policy
            }
        };
        self.state.pending = match policy {
            Policy::Strict | Policy::Skip => None,
            Policy::Replace => Some(Pending::Char(char::REPLACEMENT_CHARACTER)),
            Policy::ReplaceWith(character) => Some(Pending::Char(character)),
            Policy::Escape => {
                let (text, len) = match text {
                    Some(text) => escape::spell_text(text),
                    None => escape::spell(self.source, kind, bytes),
                };
                Some(Pending::Escape { text, at: 0, len: len as u8 })
            }
        };
        #[cfg(feature = "alloc")]
        if handler.wants_gaps() {
            handler.gap(super::handler::Gap {
                input: offset,
                input_len: bytes.len(),
                output: self.state.written,
                output_len: self.pending_len(),
                line_feeds: self.state.line_feeds,
                is_in_text: matches!(self.state.stage, Stage::Text),
            });
        }
        self.state.replacements += 1;
        self.count_sequence();
        Ok(())
    }

    /// Bytes of the output that had no room yet, those of a byte order mark included.
    #[cfg(feature = "alloc")]
    pub(super) fn pending_len(&self) -> usize {
        let len = |character: char| {
            let mut room = [MaybeUninit::uninit(); 4];
            let len = |character: char| self.target.encode(character.into(), &mut room);
            [character, '?'].into_iter().map(len).find_map(Result::ok).unwrap_or(0)
        };
        let pending = match self.state.pending {
            Some(Pending::Char(character)) => len(character),
            Some(Pending::Escape { at, len: end, .. }) => usize::from(end - at) * len('?'),
            None => 0,
        };
        pending
            + if matches!(self.state.stage, Stage::WriteMark) { len(BYTE_ORDER_MARK) } else { 0 }
    }

    /// Writes what had no room before; false if it still has none.
    pub(super) fn flush(&mut self, io: &mut Io<'_>) -> bool {
        while let Some(pending) = self.state.pending {
            let (written, rest) = match pending {
                Pending::Char(character) => (self.write_counted(character, io), pending),
                Pending::Escape { text, at, len }
                    if self.write_ascii(&text[usize::from(at)..usize::from(len)], io) =>
                {
                    (Ok(()), pending)
                }
                Pending::Escape { text, mut at, len } => {
                    let mut written = Ok(());
                    while at < len && written.is_ok() {
                        written = self.write_counted(text[usize::from(at)].into(), io);
                        at += u8::from(written.is_ok());
                    }
                    (written, Pending::Escape { text, at, len })
                }
            };
            self.state.pending = match written {
                Ok(()) => None,
                Err(Refused::Full) => Some(rest),
                Err(Refused::NotRepresentable) => Some(Pending::Char('?')),
            };
            if written == Err(Refused::Full) {
                return false;
            }
        }
        true
    }

    /// Writes ASCII, and counts it, if there is room for all of it and a character is a code unit.
    fn write_ascii(&mut self, text: &[u8], io: &mut Io<'_>) -> bool {
        #[cfg(feature = "legacy")]
        if self.legacy.target().is_some() {
            return false;
        }
        let dst = io.dst();
        let written = match self.target {
            Form::Utf8 | Form::Latin1 | Form::Ascii => put(text, dst, |byte| [byte]),
            Form::Utf16(order) => put(text, dst, |byte| order.bytes16(byte.into())),
            Form::Utf32(order) => put(text, dst, |byte| order.bytes32(byte.into())),
        };
        io.written += written;
        self.state.written += written as u64;
        if self.counting.code_points && written > 0 {
            self.state.code_points += text.len() as u64;
        }
        written > 0
    }

    /// Writes one character, and counts it.
    fn write_counted(&mut self, character: char, io: &mut Io<'_>) -> Result<(), Refused> {
        self.write(character, io)?;
        self.count_written();
        Ok(())
    }
}

/// Writes a code unit for each byte, if there is room for all of them, and tells how many bytes that were.
#[inline(always)]
fn put<const N: usize>(
    text: &[u8],
    dst: &mut [MaybeUninit<u8>],
    unit: impl Fn(u8) -> [u8; N],
) -> usize {
    let places = dst.as_chunks_mut::<N>().0;
    if places.len() < text.len() {
        return 0;
    }
    for (place, &byte) in places.iter_mut().zip(text) {
        *place = unit(byte).map(MaybeUninit::new);
    }
    N * text.len()
}
