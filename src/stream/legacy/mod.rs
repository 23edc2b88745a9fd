//! Encodings of which only `encoding_rs` knows, at either end of a transcoder: one pass more, by way of UTF-8.
//!
//! ```text
//! a piece of the source  ──  decoder, or kernel  ──▶  UTF-8  ──  kernel, or encoder  ──▶  the output
//!        ▲                                              │ a character that has no room, or that
//!        └── where the sequence lies to which it belongs ◀┘ the target does not have
//! ```
//!
//! No decoder and no text is kept from one call to the next: a call that ends inside a piece has converted
//! the sequences before that place and no others, and the next one decodes the rest again. So what is to be
//! remembered is what any other stream remembers, and for ISO-2022-JP what was designated (`mode`): it can be
//! copied, saved and resumed, and nothing is allocated.

mod mode;
mod source;
mod target;

use core::mem::MaybeUninit;

use codeunit_fallback::ByteOrder;
use codeunit_fallback::form::Refused;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use self::source::{Stop, room_for};
use super::State;
use super::core::Core;
use super::counting::Text;
use super::form::Form;
use super::handler::Handler;
use super::io::{Done, End, Io};
use super::side::Side;
use super::state::{Pending, Stage};
use crate::{ErrorKind, from_utf8};

/// The ends that are not the business of the kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Legacy {
    source: Option<&'static Encoding>,
    target: Option<&'static Encoding>,
}

impl Legacy {
    pub(super) fn new(from: Side, to: Side) -> Self {
        Self { source: from.legacy(), target: to.legacy() }
    }

    #[inline(always)]
    pub(super) const fn is_any(&self) -> bool {
        self.source.is_some() || self.target.is_some()
    }

    pub(super) const fn target(&self) -> Option<&'static Encoding> {
        self.target
    }
}

/// The side that a value names. The encodings of Unicode are those of the kernels, without marks.
pub(super) fn side(encoding: &'static Encoding) -> Side {
    if encoding == UTF_8 {
        Side::Form(Form::Utf8)
    } else if encoding == UTF_16LE {
        Side::Form(Form::Utf16(ByteOrder::Little))
    } else if encoding == UTF_16BE {
        Side::Form(Form::Utf16(ByteOrder::Big))
    } else {
        Side::Scheme(crate::Encoding::Legacy(encoding))
    }
}

/// Bytes of the source that are decoded at a time, in calls with much of it and with little.
const PIECE: usize = 2048;
const SHORT: usize = 64;

/// The least, so that a piece has whole sequences whatever room there is for them.
const LEAST: usize = 16;

impl Core {
    /// One call, by way of UTF-8.
    #[inline(never)]
    pub(super) fn step_by_text<H: Handler>(
        &mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        last: bool,
        handler: &mut H,
    ) -> Done {
        let likely = src.len().min(dst.len());
        let mut io = Io::new(src, dst);
        let end = if self.state.error.is_some() {
            End::IllFormed
        } else if self.state.stage == Stage::Mark && self.read_mark(&mut io, last) {
            self.hold(&mut io)
        } else if !self.legacy.is_any() {
            // What the mark tells is the business of the kernels.
            self.step_by_parts(&mut io, None, last, handler)
        } else if likely <= SHORT {
            self.by_text(&mut io, last, &mut [0; room_for(SHORT)], handler)
        } else {
            self.by_text(&mut io, last, &mut [0; room_for(PIECE)], handler)
        };
        Done { read: io.read, written: io.written, end }
    }

    fn by_text<H: Handler>(
        &mut self,
        io: &mut Io<'_>,
        last: bool,
        text: &mut [u8],
        handler: &mut H,
    ) -> End {
        loop {
            if let Err(end) = self.piece(io, last, text, handler) {
                return end;
            }
        }
    }

    /// Converts one piece, which ends wherever that cannot go on; an error ends the call.
    fn piece<H: Handler>(
        &mut self,
        io: &mut Io<'_>,
        last: bool,
        text: &mut [u8],
        handler: &mut H,
    ) -> Result<(), End> {
        self.begin(None, io)?;
        self.flush_all(io)?;
        let mut joined = [0; SHORT];
        let most = ((text.len() - room_for(0)) / 3).min(io.dst().len()).max(LEAST);
        let piece = self.next_piece(io.src(), most, &mut joined);
        if piece.is_empty() {
            return Err(self.end(io, last));
        }
        let is_rest = piece.len() == self.state.carry.len() + io.src().len();
        let decoded = self.decode_piece(piece, text);
        let text = from_utf8(&text[..decoded.written]).expect("what decoders write is text");
        self.begin(text.chars().next(), io)?;
        self.put_piece(&piece[..decoded.read], text, io, handler)?;
        let rest = &piece[decoded.read..];
        match decoded.stop {
            None => Ok(()),
            Some(Stop::Malformed { kind, len }) => {
                self.refuse(kind, &rest[..len], None, io, handler)
            }
            Some(Stop::Repeated { len }) => {
                // The escape before this one, whose bytes are done with.
                let offset = self.state.converted - len as u64;
                let error = mode::escape(self.state.source_mode);
                self.decide_at(offset, ErrorKind::Unassigned, error, None, handler)?;
                self.advance(&rest[..len], io);
                Ok(())
            }
            Some(Stop::Cut { len }) if is_rest && last => {
                self.refuse(ErrorKind::Incomplete, &rest[..len], None, io, handler)
            }
            Some(Stop::Cut { .. }) if is_rest => Err(self.hold(io)),
            Some(Stop::Cut { .. }) => Ok(()),
        }
    }

    /// What is carried and what follows it, but no more than there is room for: of its text, and as a rule of
    /// what that becomes.
    fn next_piece<'a>(&self, src: &'a [u8], most: usize, joined: &'a mut [u8; SHORT]) -> &'a [u8] {
        let carried = self.state.carry.len();
        if carried == 0 {
            return &src[..src.len().min(most)];
        }
        let len = src.len().min(most).min(SHORT - carried);
        joined[..carried].copy_from_slice(self.state.carry.bytes());
        joined[carried..][..len].copy_from_slice(&src[..len]);
        &joined[..carried + len]
    }

    /// Writes the text of a piece, of which all is well-formed.
    fn put_piece<H: Handler>(
        &mut self,
        mut piece: &[u8],
        mut text: &str,
        io: &mut Io<'_>,
        handler: &mut H,
    ) -> Result<(), End> {
        while !text.is_empty() {
            let before = (io.written, self.state.written, self.state.target_mode);
            let (put, refused) = self.put(text, io);
            if refused.is_none() {
                break;
            }
            let sequence = self.locate(piece, text, put);
            let (done, rest) = text.split_at(sequence.text.start);
            if done.len() < put {
                // The second of two characters has stopped it: the first was too much.
                (io.written, self.state.written, self.state.target_mode) = before;
                self.put(done, io);
            }
            self.advance(&piece[..sequence.source.start], io);
            self.count_text(done);
            let bytes = &piece[sequence.source.clone()];
            let (characters, rest) = rest.split_at(sequence.text.len());
            match self.put_sequence(characters, io) {
                Ok(()) => self.advance(bytes, io),
                Err(Refused::Full) => return Err(End::OutputFull),
                Err(Refused::NotRepresentable) => {
                    let kind = ErrorKind::NotRepresentable;
                    self.refuse(kind, bytes, Some(characters), io, handler)?;
                }
            }
            (piece, text) = (&piece[sequence.source.end..], rest);
            self.flush_all(io)?;
        }
        self.advance(piece, io);
        self.count_text(text);
        Ok(())
    }

    /// Does what the policy wants with a sequence.
    fn refuse<H: Handler>(
        &mut self,
        kind: ErrorKind,
        bytes: &[u8],
        text: Option<&str>,
        io: &mut Io<'_>,
        handler: &mut H,
    ) -> Result<(), End> {
        self.decide(kind, bytes, text, handler)?;
        self.advance(bytes, io);
        Ok(())
    }

    /// Begins the output, if what it begins with is known: by the first character of the text, or without.
    fn begin(&mut self, first: Option<char>, io: &mut Io<'_>) -> Result<(), End> {
        if self.state.stage == Stage::First {
            let first = match self.state.pending {
                Some(Pending::Char(character)) => Some(character),
                Some(Pending::Escape { .. }) => Some('\\'),
                None => first,
            };
            if let Some(stage) = self.begin_output(first.map(u32::from)) {
                self.state.stage = stage;
            }
        }
        if self.state.stage == Stage::WriteMark {
            match self.write('\u{FEFF}', io) {
                Err(Refused::Full) => return Err(End::OutputFull),
                // An encoding without that character needs no mark.
                Ok(()) | Err(Refused::NotRepresentable) => self.state.stage = Stage::Text,
            }
        }
        Ok(())
    }

    /// The end of the chunk, or of the stream.
    fn end(&mut self, io: &mut Io<'_>, last: bool) -> End {
        if last && !self.end_output(io) { End::OutputFull } else { End::InputEmpty }
    }

    fn flush_all(&mut self, io: &mut Io<'_>) -> Result<(), End> {
        if self.flush(io) { Ok(()) } else { Err(End::OutputFull) }
    }

    /// Is done with whole sequences of the source.
    fn advance(&mut self, bytes: &[u8], io: &mut Io<'_>) {
        self.consume(bytes.len(), io);
        if let Some(encoding) = self.legacy.source {
            self.state.source_mode = mode::behind(encoding, self.state.source_mode, bytes);
        }
    }

    fn count_text(&mut self, text: &str) {
        self.count(Text { form: Form::Utf8, bytes: text.as_bytes() }, None);
    }

    /// Whether a stream can be in the modes of its state.
    pub(super) fn are_modes_possible(&self) -> bool {
        let State { source_mode, target_mode, converted, .. } = self.state;
        let Legacy { source, target } = self.legacy;
        source.map_or(source_mode == 0, |source| mode::can_read(source, source_mode, converted))
            && target.map_or(target_mode == 0, |target| mode::can_write(target, target_mode))
    }

    /// Whether this can be carried; none if that is the business of the kernels. It is the beginning of a
    /// sequence, or what is left of one behind its first byte, which is in error: in gb18030 and ISO-2022-JP
    /// the others are text again.
    pub(super) fn can_carry(&self, carry: &[u8]) -> Option<bool> {
        let encoding = self.legacy.source?;
        let is_cut = |bytes: &[u8]| {
            let mut text = [0; room_for(4)];
            let decoded = source::decode(encoding, self.state.source_mode, bytes, &mut text);
            decoded.read == 0 && matches!(decoded.stop, Some(Stop::Cut { .. }))
        };
        let is_left_of = |first: u8| match *carry {
            [a] => is_cut(&[first, a]),
            [a, b] => is_cut(&[first, a, b]),
            _ => false,
        };
        Some(is_cut(carry) || is_left_of(0x81) || is_left_of(0x1B))
    }
}
