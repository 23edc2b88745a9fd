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
//! A mark that overrides the encoding of the source is looked for before these rules.
//!
//! So that no mark is made of text: where a text that begins with U+FEFF is written to one of the first two
//! rows, a mark is put before it, whatever was asked for. So it is where one that begins with U+FFFE is written to UTF-16: its
//! bytes are the mark of the other order.

use super::State;
use super::core::Core;
use super::io::Io;
use super::route::Route;
use super::side::Side;
use super::state::Stage;
use super::whole::Straight;
use crate::{ByteOrderMark, Encoding, MarkDetection};

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
    /// A mark, in whichever of the five encodings it is, whatever encoding the source is said to be in: that one is only
    /// asked where there is no mark. The rule of XML (RFC 7303, section 3.2), and of whoever reads files of which the
    /// encoding is a guess.
    ///
    /// What it makes of a source is what [`EncodingSources`](crate::EncodingSources) with
    /// [`Priority::MarkFirst`](crate::Priority::MarkFirst) decides, but no byte of the source has to be kept for that. Up to
    /// three bytes are carried until it is known. FF FE 00 00 is the mark of UTF-32LE, as by
    /// [`ByteOrderMark::detect`]. Behind the mark U+FEFF is text. Without one the rules of the encoding scheme hold (Unicode
    /// Standard 3.10): UTF-16 is big-endian. Which encoding it has become is told by
    /// [`Transcoder::source_encoding`](crate::Transcoder::source_encoding) and
    /// [`State::byte_order_mark`](crate::State::byte_order_mark).
    ///
    /// A source of native code units (`u16`, `u32`) cannot be in another encoding: there it is [`Mark`](Self::Mark).
    ///
    /// ```
    /// use codeunit::{ByteOrderMark, Encoding, OutputMark, Policy, SourceMark, Transcoder};
    ///
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict)
    ///     .source_mark(SourceMark::Overrides)
    ///     .output_mark(OutputMark::None);
    /// let mut text = String::new();
    /// for chunk in [&b"\xFF"[..], b"\xFEm\0\xF1", b"\0"] {
    ///     transcoder.extend_string(chunk, &mut text)?;
    /// }
    /// transcoder.extend_string_finish(&mut text)?;
    /// assert_eq!(text, "mñ");
    /// assert_eq!(transcoder.source_encoding(), Some(Encoding::Utf16Le));
    /// assert_eq!(transcoder.state().byte_order_mark(), Some(ByteOrderMark::Utf16Le));
    ///
    /// // Without a mark it is what it was said to be.
    /// transcoder.reset();
    /// text.clear();
    /// transcoder.extend_string(b"m\xF1", &mut text)?;
    /// assert_eq!((text.as_str(), transcoder.source_encoding()), ("mñ", Some(Encoding::Latin1)));
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    Overrides,
    /// The same with the three marks that a browser knows, those of UTF-8, UTF-16BE and UTF-16LE
    /// ([`ByteOrderMark::WHATWG`]): "decode" in the Encoding Standard of WHATWG, `new_decoder` of `encoding_rs`, and
    /// [`Priority::Whatwg`](crate::Priority::Whatwg) here.
    ///
    /// FF FE 00 00 is the mark of UTF-16LE and U+0000, also where the source is said to be in UTF-32LE. The Web has no
    /// UTF-32; where a source is said to be in UTF-32 by name, the other mark of that is one: 00 00 FE FF.
    ///
    /// ```
    /// use codeunit::encoding::Utf8;
    /// use codeunit::{Encoding, Policy, SourceMark, Transcoder};
    ///
    /// let decode = |mark| {
    ///     let mut text = String::new();
    ///     let mut transcoder = Transcoder::new(Encoding::Utf8, Utf8, Policy::Replace).source_mark(mark);
    ///     transcoder.extend_string(b"\xFF\xFE\0\0a\0\0\0", &mut text)?;
    ///     transcoder.extend_string_finish(&mut text).map(|()| text)
    /// };
    /// assert_eq!(decode(SourceMark::Whatwg)?, "\0a\0");
    /// assert_eq!(decode(SourceMark::Overrides)?, "a");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    Whatwg,
}

impl SourceMark {
    /// Of a source that was looked at, and begins with this mark or none.
    pub(crate) const fn of(mark: Option<ByteOrderMark>) -> Self {
        match mark {
            Some(_) => Self::Mark,
            None => Self::ByScheme,
        }
    }

    /// The same for a source in elements of so many bytes: in native code units there are no bytes of another encoding.
    pub(super) const fn in_units_of(self, unit: usize) -> Self {
        if self.overrides() && unit > 1 { Self::Mark } else { self }
    }

    /// Whether a mark may be one of another encoding than the source is said to be in.
    const fn overrides(self) -> bool {
        matches!(self, Self::Overrides | Self::Whatwg)
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
        let by_scheme = ByteOrderMark::detect_among(self.from.marks(), seen);
        match self.source_mark {
            SourceMark::ByScheme => by_scheme,
            SourceMark::Mark => match self.from.own_mark() {
                Some(own) if self.from.marks().is_empty() => {
                    ByteOrderMark::detect_among(&[own], seen)
                }
                _ => by_scheme,
            },
            SourceMark::Overrides => ByteOrderMark::detect(seen),
            SourceMark::Whatwg => match ByteOrderMark::detect_among(&ByteOrderMark::WHATWG, seen) {
                MarkDetection::Decided(None) => by_scheme,
                // The first bytes of one of these are no mark of the source's own.
                detection => detection,
            },
        }
    }

    /// Whether what is carried may be whole characters, and not the beginning of one: it was looked at for a mark of another
    /// encoding, and had no room yet as text.
    pub(super) const fn may_carry_text(&self) -> bool {
        self.state.carry.len() > 0 && self.state.read() < ByteOrderMark::MAX_LEN as u64
    }

    /// Whether what is carried can be that.
    pub(super) fn carries_text(&self) -> bool {
        if !self.source_mark.overrides() || !self.may_carry_text() || self.state.mark.is_some() {
            return false;
        }
        let read = self.state.read() as usize;
        let begins = |mark: ByteOrderMark| mark.bytes().get(..read);
        ByteOrderMark::ALL.into_iter().filter_map(begins).any(|seen| {
            seen.ends_with(self.state.carry())
                && self.detect_mark(seen) == MarkDetection::Pending(None)
        })
    }

    /// The encoding of the source, its byte order known; none as long as it may still begin with a mark.
    pub(super) fn source_encoding(&self) -> Option<Encoding> {
        let State { stage, mark, .. } = self.state;
        if stage == Stage::Mark && self.detect_mark(self.state.carry()).is_pending() {
            return None;
        }
        Some(mark.map_or(self.from.encoding(), ByteOrderMark::encoding))
    }

    /// Takes the source for what its mark says.
    pub(super) fn set_source(&mut self) {
        let side = self.state.mark.map_or(self.from, |mark| Side::Scheme(mark.encoding()));
        self.source = side.form();
        #[cfg(feature = "legacy")]
        {
            self.legacy = super::legacy::Legacy::new(side, self.to);
        }
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
