//! Byte order marks at the beginning of the source and of the output.
//!
//! By the rules of the encoding schemes (Unicode Standard 3.10, D95 to D101):
//!
//! | scheme | an initial U+FEFF is |
//! |---|---|
//! | UTF-16, UTF-32 | the mark, which tells the byte order; without it the order is big-endian |
//! | UTF-8 | the mark, a signature |
//! | UTF-16BE, UTF-16LE, UTF-32BE, UTF-32LE | text |
//!
//! So that no mark is made of text: where a text that begins with U+FEFF is written to one of the first two
//! rows, a mark is put before it, whatever was asked for. So it is where one that begins with U+FFFE is written to UTF-16: its
//! bytes are the mark of the other order.

use super::core::Core;
use super::io::Io;
use super::route::Route;
use super::side::Side;
use super::state::Stage;
use super::whole::Straight;
use crate::{ByteOrderMark, MarkDetection};

/// What an initial U+FEFF of the source is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SourceMark {
    /// A mark in UTF-8, UTF-16 and UTF-32 by name ([`Encoding`](crate::Encoding)), text everywhere else.
    #[default]
    ByScheme,
    /// A mark in every encoding of Unicode, and so not text: for files that are called
    /// UTF-16LE and begin with FF FE all the same, and for what somebody else has found a mark in
    /// ([`Decision::source_mark`](crate::Decision::source_mark),
    /// [`Detected::source_mark`](crate::Detected::source_mark)). In gb18030 and GBK, of the feature `legacy`, it stays text.
    Mark,
}

impl SourceMark {
    /// Of a source that was looked at, and begins with this mark or none.
    pub(crate) const fn of(mark: Option<ByteOrderMark>) -> Self {
        match mark {
            Some(_) => Self::Mark,
            None => Self::ByScheme,
        }
    }
}

/// Whether the output begins with a byte order mark.
///
/// Whatever is asked for, no text is lost or made of a mark: where the text itself begins with U+FEFF, and the target is
/// UTF-8, UTF-16 or UTF-32 by name ([`Encoding`](crate::Encoding)), a mark is put before it, or a reader would take the
/// character for the mark (Unicode Standard 3.10). The text does so if the source is UTF-16LE by name and begins with
/// FF FE, as files of Windows do: in that scheme it is a character. Where it is meant as a mark,
/// [`SourceMark::Mark`] says so, or the source is UTF-16 by name. To UTF-16 by name the noncharacter U+FFFE has a mark before it as
/// well, since in big-endian order it is the mark of the other one.
///
/// ```
/// use codeunit::{Encoding, OutputMark, Policy, SourceMark, Transcoder};
///
/// let utf8 = |from, mark| {
///     let mut text = Vec::new();
///     let transcoder = Transcoder::new(from, Encoding::Utf8, Policy::Strict);
///     let mut transcoder = transcoder.source_mark(mark).output_mark(OutputMark::None);
///     transcoder.extend(b"\xFF\xFEa\0", &mut text)?;
///     transcoder.extend_finish(&mut text).map(|()| text)
/// };
/// assert_eq!(utf8(Encoding::Utf16, SourceMark::ByScheme)?, b"a");
/// assert_eq!(utf8(Encoding::Utf16Le, SourceMark::Mark)?, b"a");
/// // A character of the text, and a mark before it.
/// let text = utf8(Encoding::Utf16Le, SourceMark::ByScheme)?;
/// assert_eq!(text, "\u{FEFF}\u{FEFF}a".as_bytes());
/// # Ok::<(), codeunit::StreamError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum OutputMark {
    /// No, but for a text that begins with U+FEFF.
    None,
    /// If the source did, and the target is UTF-8, UTF-16 or UTF-32 by name
    /// ([`Encoding`](crate::Encoding)): in the other encodings it would be text. And for a text that begins with U+FEFF.
    #[default]
    Keep,
    /// Yes, in every encoding that has the character. UTF-16LE and UTF-32LE with a mark are UTF-16 and
    /// UTF-32 in little-endian order, which is what text files of Windows are.
    Add,
}

impl Core {
    /// Looks for a mark; whether it takes more of the source to tell.
    ///
    /// The end of a source of which nothing has come tells nothing: a file may grow, and begin with a mark then. But
    /// a mark that is added is written at that end, and what follows is text.
    pub(super) fn read_mark(&mut self, io: &mut Io<'_>, last: bool) -> bool {
        let (buffer, len) = self.peek(io);
        let detection = self.detect_mark(&buffer[..len]);
        let is_end = last && (len > 0 || self.output_mark == OutputMark::Add);
        if !is_end && detection.is_pending() {
            return true;
        }
        if let Some(mark) = detection.at_end() {
            self.consume(mark.len(), io);
            self.state.mark = Some(mark);
            self.set_source();
        }
        self.state.stage = Stage::First;
        false
    }

    /// The mark with which a source begins, among those that are no text in it.
    pub(super) fn detect_mark(&self, seen: &[u8]) -> MarkDetection {
        let own = match self.source_mark {
            SourceMark::Mark => self.from.own_mark(),
            SourceMark::ByScheme => None,
        };
        match self.from.marks() {
            [] => ByteOrderMark::detect_among(own.as_slice(), seen),
            marks => ByteOrderMark::detect_among(marks, seen),
        }
    }

    /// Takes the source for what its mark says.
    pub(super) fn set_source(&mut self) {
        let side = self.state.mark.map_or(self.from, |mark| Side::Scheme(mark.encoding()));
        self.source = side.form();
        self.route = Route::new(self.source, self.target);
        self.straight = Straight::No;
    }

    /// Whether the output would be read as if it had a mark, if its text begins with this character.
    pub(super) fn reads_as_mark(&self, first: u32) -> bool {
        matches!(self.to, Side::Scheme(encoding) if encoding.reads_as_mark(first))
    }

    /// What comes first in the output, if that is known: with what character the text begins is only asked where it makes a
    /// difference.
    pub(super) fn begin_output(&self, first: Option<u32>) -> Option<Stage> {
        let reads_marks = !self.to.marks().is_empty();
        let is_wanted = match self.output_mark {
            OutputMark::None => false,
            OutputMark::Keep => self.state.mark.is_some() && reads_marks,
            OutputMark::Add => true,
        };
        match first {
            _ if is_wanted => Some(Stage::WriteMark),
            _ if !reads_marks => Some(Stage::Text),
            Some(first) if self.reads_as_mark(first) => Some(Stage::WriteMark),
            Some(_) => Some(Stage::Text),
            None => None,
        }
    }
}
