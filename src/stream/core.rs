//! The transcoder over bytes: chunks in, text out, a few bytes remembered.
//!
//! ```text
//! push(chunk):   what the last chunk has left:  a mark to look for or to write, a replacement that
//!                                               had no room, a sequence to complete       edge
//!                all up to the last boundary:   one call of a kernel                      bulk
//!                what is behind it:             carried, at most three bytes
//! finish():      what is carried is incomplete
//! ```
//!
//! At an edge one character at a time is decoded and encoded by the scalar code of `fallback`; so a chunk
//! costs one call of a kernel and, if a character is cut, some nanoseconds.

use core::mem::MaybeUninit;

use codeunit_fallback::form::{Malformed, Refused};

use super::counting::Counting;
use super::form::Form;
use super::handler::Handler;
use super::io::{Done, End, Io};
use super::route::Route;
use super::side::Side;
use super::state::{Pending, Stage};
use super::whole::{Stopped, Straight};
use super::{OutputMark, Policy, SourceMark, State, Status};
use crate::carry::{Carry, word};
use crate::{Engine, Error, ErrorKind};

#[derive(Clone)]
pub(crate) struct Core {
    pub(crate) engine: Engine,
    pub(crate) from: Side,
    pub(crate) to: Side,
    /// What `from` is, now that its byte order is known.
    pub(crate) source: Form,
    pub(crate) target: Form,
    #[cfg(feature = "legacy")]
    pub(super) legacy: super::legacy::Legacy,
    pub(crate) route: Route,
    /// What a call begins with, if nothing but what is carried stands before the kernel: all that this depends on is
    /// looked at behind the calls that can change it, not before each.
    pub(super) straight: Straight,
    pub(crate) policy: Policy,
    pub(crate) source_mark: SourceMark,
    pub(crate) output_mark: OutputMark,
    pub(crate) counting: Counting,
    pub(crate) state: State,
}

impl Core {
    pub(crate) fn new(from: Side, to: Side, policy: Policy) -> Self {
        let (source, target) = (from.form(), to.form());
        Self {
            engine: Engine::active(),
            from,
            to,
            source,
            target,
            #[cfg(feature = "legacy")]
            legacy: super::legacy::Legacy::new(from, to),
            route: Route::new(source, target),
            straight: Straight::No,
            policy,
            source_mark: SourceMark::ByScheme,
            output_mark: OutputMark::Keep,
            counting: Counting::NOTHING,
            state: State::BEGIN,
        }
    }

    /// One call; the source ends with `src` if `last`.
    #[inline]
    pub(crate) fn step<H: Handler>(
        &mut self,
        src: &[u8],
        dst: &mut [MaybeUninit<u8>],
        last: bool,
        handler: &mut H,
    ) -> Done {
        #[cfg(feature = "legacy")]
        if self.legacy.is_any() {
            return self.step_by_text(src, dst, last, handler);
        }
        let mut stopped = None;
        let written = match self.straight {
            Straight::Plain(whole) => whole(&mut self.state, self.engine, src, dst, &mut stopped),
            Straight::Counted(whole) => self.step_counted(whole, src, dst, &mut stopped),
            Straight::No => None,
        };
        if let Some(written) = written {
            return Done { read: src.len(), written, end: End::InputEmpty };
        }
        let mut io = Io::new(src, dst);
        let end = self.step_by_parts(&mut io, stopped, last, handler);
        self.straight = self.straight_way(handler);
        Done { read: io.read, written: io.written, end }
    }

    /// One call, where something else may stand before the text, something be wrong with it, the output end before it,
    /// or it be too long to be counted at once.
    pub(super) fn step_by_parts<H: Handler>(
        &mut self,
        io: &mut Io<'_>,
        stopped: Option<Stopped>,
        last: bool,
        handler: &mut H,
    ) -> End {
        let end = match stopped {
            Some(Stopped { read, written, error }) => {
                io.read = read;
                io.written = written;
                if self.counting != Counting::NOTHING {
                    // The character that was carried.
                    self.count_output(io.last(read, written).1);
                }
                self.stop(&error, self.state.replacements, io, handler)
            }
            None if self.state.is_plain() || self.complete(io) => None,
            None => self.edge(io, last, handler),
        };
        end.unwrap_or_else(|| self.bulk(io, handler))
    }

    /// The end of a call, with the error that it is.
    #[inline(always)]
    pub(crate) const fn status(&self, end: End) -> Status {
        match (end, self.state.error) {
            (End::IllFormed, Some(error)) => Status::IllFormed(error),
            (End::OutputFull, _) => Status::OutputFull,
            _ => Status::InputEmpty,
        }
    }

    /// What most blocks begin with, by the shortest way: the character that is carried, well-formed and
    /// complete. False, and nothing done, if it is anything else.
    #[inline]
    fn complete(&mut self, io: &mut Io<'_>) -> bool {
        if !self.state.is_text() {
            return false;
        }
        let (buffer, len) = self.peek(io);
        let Ok((scalar, len)) = self.source.decode(&buffer[..len]) else { return false };
        // What was looked at for a mark may be more than one.
        let Some(taken) = len.checked_sub(self.state.carry.len()) else { return false };
        let Ok(written) = self.target.encode(scalar, io.dst()) else { return false };
        io.read += taken;
        io.written += written;
        self.state.carry = Carry::NONE;
        self.state.converted += len as u64;
        self.state.written += written as u64;
        if self.counting != Counting::NOTHING {
            self.count_character(char::from_u32(scalar).expect("a decoder gives scalar values"));
        }
        true
    }

    /// Up to a place where a kernel can begin, or where this call ends.
    #[inline(never)]
    fn edge<H: Handler>(&mut self, io: &mut Io<'_>, last: bool, handler: &mut H) -> Option<End> {
        if self.state.error.is_some() {
            return Some(End::IllFormed);
        }
        loop {
            match self.state.stage {
                Stage::Mark => {
                    if self.read_mark(io, last) {
                        return Some(self.hold(io));
                    }
                }
                Stage::First => {
                    let (buffer, len) = self.peek(io);
                    let first = self.source.decode(&buffer[..len]);
                    let is_cut = matches!(first, Err(Malformed { len: None, .. }));
                    if let Some(stage) = self.begin_output(first.ok().map(|(first, _)| first)) {
                        self.state.stage = stage;
                    } else if is_cut && !last {
                        return Some(self.hold(io));
                    } else if len == 0 {
                        // More may come behind the end all the same.
                        return Some(End::InputEmpty);
                    } else {
                        // What is left out is not the first of the text.
                        let done = self.convert_one(first, &buffer[..len], io, handler);
                        match self.state.pending {
                            Some(Pending::Char(first)) if self.reads_as_mark(first.into()) => {
                                self.state.stage = Stage::WriteMark;
                            }
                            Some(_) => self.state.stage = Stage::Text,
                            None => {}
                        }
                        if let Err(end) = done {
                            return Some(end);
                        }
                    }
                }
                Stage::WriteMark => match self.write(BYTE_ORDER_MARK, io) {
                    Err(Refused::Full) => return Some(End::OutputFull),
                    // An encoding without that character needs no mark.
                    Ok(()) | Err(Refused::NotRepresentable) => self.state.stage = Stage::Text,
                },
                Stage::Text => {
                    if !self.flush(io) {
                        return Some(End::OutputFull);
                    }
                    if self.state.carry.len() == 0 {
                        return None;
                    }
                    let (buffer, len) = self.peek(io);
                    let next = self.source.decode(&buffer[..len]);
                    if !last && matches!(next, Err(Malformed { len: None, .. })) {
                        return Some(self.hold(io));
                    }
                    if let Err(end) = self.convert_one(next, &buffer[..len], io, handler) {
                        return Some(end);
                    }
                }
            }
        }
    }

    /// One call of a kernel, and one more behind each sequence that is ill-formed.
    #[inline]
    fn bulk<H: Handler>(&mut self, io: &mut Io<'_>, handler: &mut H) -> End {
        let len = self.source.complete_prefix_len(io.src());
        let end = io.read + len;
        loop {
            let src = self.at_once(&io.src()[..end - io.read]);
            let replaced = self.state.replacements;
            let lossy = self.route.lossy.filter(|_| handler.only_replaces());
            let done = match lossy {
                Some(convert) => convert(self.engine, src, io.dst()).map(|done| {
                    self.state.replacements += done.replacements as u64;
                    handler.replaced(done.replacements);
                    done.written
                }),
                None => (self.route.strict)(self.engine, src, io.dst()),
            };
            match done {
                Ok(written) => {
                    self.account(src.len(), written, replaced, io);
                    if io.read == end {
                        return self.hold(io);
                    }
                }
                Err(error) => {
                    if let Some(end) = self.stop(&error, replaced, io, handler) {
                        return end;
                    }
                }
            }
        }
    }

    /// Goes on where a kernel has stopped, which began when so many were replaced; or ends the call.
    fn stop<H: Handler>(
        &mut self,
        error: &Error,
        replaced: u64,
        io: &mut Io<'_>,
        handler: &mut H,
    ) -> Option<End> {
        self.state.replacements += error.replacements() as u64;
        self.account(error.read(), error.written(), replaced, io);
        if error.kind() == ErrorKind::OutputFull {
            handler.replaced(error.replacements());
            return Some(End::OutputFull);
        }
        let rest = io.src();
        let (kind, len) = match error.error_len() {
            Some(len) => (error.kind(), usize::from(len)),
            // It ends where the carry begins, so that the kernel could not see what cuts it.
            None => self.cut_by_next(rest),
        };
        if let Err(end) = self.decide(kind, &rest[..len], None, handler) {
            return Some(end);
        }
        io.read += len;
        self.state.converted += len as u64;
        if self.flush(io) { None } else { Some(End::OutputFull) }
    }

    /// See [`Counting::at_once`].
    #[inline]
    fn at_once<'a>(&self, src: &'a [u8]) -> &'a [u8] {
        match src.get(..self.counting.at_once()) {
            Some(piece) => &piece[..self.source.complete_prefix_len(piece)],
            None => src,
        }
    }

    /// Adds what a kernel has done since there were so many replacements.
    #[inline]
    fn account(&mut self, read: usize, written: usize, replaced: u64, io: &mut Io<'_>) {
        io.read += read;
        io.written += written;
        self.state.converted += read as u64;
        self.state.written += written as u64;
        if self.counting != Counting::NOTHING {
            let (source, target) = io.last(read, written);
            if self.state.replacements == replaced {
                self.count_both(source, target);
            } else {
                self.count_output(target);
            }
        }
    }

    /// One character or one ill-formed sequence of what is carried and what follows, which is not empty.
    /// What the end of the source cuts is ill-formed.
    #[inline]
    fn convert_one<H: Handler>(
        &mut self,
        front: Result<(u32, usize), Malformed>,
        text: &[u8],
        io: &mut Io<'_>,
        handler: &mut H,
    ) -> Result<(), End> {
        let (kind, len) = match front {
            Ok((scalar, len)) => {
                let scalar = char::from_u32(scalar).expect("a decoder gives scalar values");
                match self.write(scalar, io) {
                    Ok(()) => {
                        self.count_character(scalar);
                        self.consume(len, io);
                        return Ok(());
                    }
                    Err(Refused::Full) => return Err(End::OutputFull),
                    Err(Refused::NotRepresentable) => (ErrorKind::NotRepresentable, len),
                }
            }
            Err(Malformed { kind, len: Some(len) }) => (kind, usize::from(len)),
            Err(Malformed { kind, len: None }) => (kind, text.len()),
        };
        self.decide(kind, &text[..len], None, handler)?;
        self.consume(len, io);
        Ok(())
    }

    /// What is wrong at the front of `text`, in which another sequence begins.
    #[cold]
    fn cut_by_next(&self, text: &[u8]) -> (ErrorKind, usize) {
        match self.source.decode(text) {
            Err(Malformed { kind, len: Some(len) }) => (kind, len.into()),
            other => unreachable!("{other:?} before the beginning of a sequence"),
        }
    }

    /// Writes one character, a mark too.
    pub(super) fn write(&mut self, character: char, io: &mut Io<'_>) -> Result<(), Refused> {
        #[cfg(feature = "legacy")]
        if let Some(encoding) = self.legacy.target() {
            return self.write_legacy(encoding, character, io);
        }
        let written = self.target.encode(character.into(), io.dst())?;
        io.written += written;
        self.state.written += written as u64;
        Ok(())
    }

    /// What is carried, and what follows it: more than the longest sequence, if there is so much.
    #[inline]
    pub(super) fn peek(&self, io: &Io<'_>) -> ([u8; 8], usize) {
        let (carried, front) = self.state.carry.get();
        let src = io.src();
        let (next, len) = match src.first_chunk::<5>() {
            Some(&[d, e, f, g, h]) => (u64::from_le_bytes([d, e, f, g, h, 0, 0, 0]), 5),
            None => (word(src), src.len()),
        };
        ((u64::from(front) | next << (8 * carried)).to_le_bytes(), carried + len)
    }

    /// Is done with the first `len` bytes of what is carried and what follows.
    pub(super) fn consume(&mut self, len: usize, io: &mut Io<'_>) {
        let carried = len.min(self.state.carry.len());
        // A subpart may be shorter than what is carried.
        self.state.carry.advance(carried);
        io.read += len - carried;
        self.state.converted += len as u64;
    }

    /// Carries all that is left of the source, which is the beginning of a sequence.
    #[inline]
    pub(super) fn hold(&mut self, io: &mut Io<'_>) -> End {
        for &byte in io.src() {
            self.state.carry.push(byte);
        }
        io.read += io.src().len();
        End::InputEmpty
    }
}

pub(super) const BYTE_ORDER_MARK: char = '\u{FEFF}';
