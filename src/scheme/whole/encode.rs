//! From a string to bytes.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{in_source, stream};
use crate::encoding::{
    Latin1, Str, Target, TranscodeTo, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, sealed,
};
use crate::{ByteOrder, Encoding, Engine, OutputMark, Policy, StreamError, Transcoder};

impl Encoding {
    /// A whole text in this encoding. Unicode Standard 3.10, D95 to D101.
    ///
    /// Borrowed where the bytes of the string are that already: in UTF-8; ASCII in US-ASCII, ISO-8859-1 and the encodings of
    /// the feature `legacy` that have it.
    ///
    /// **No byte order mark is written**, so that UTF-16 and UTF-32, whose byte order a mark tells, are **big-endian**, which
    /// is their order without one. For a file that wants a mark there is
    /// [`Transcoder::output_mark`] with [`OutputMark::Add`], also in UTF-16LE, which is what files of Windows are. Only a text
    /// that itself begins with U+FEFF gets a mark in UTF-8, UTF-16 and UTF-32, or a reader would take the character for one, and
    /// in UTF-16 one that begins with U+FFFE: [`decode`](Self::decode) gives back every text.
    ///
    /// # Errors
    /// The first character that this encoding does not have ([`ErrorKind::NotRepresentable`](crate::ErrorKind)), at its offset
    /// in bytes of `text`. None in the encodings of Unicode, which have all of them.
    ///
    /// ```
    /// use codeunit::{Encoding, ErrorKind};
    ///
    /// assert_eq!(*Encoding::Utf16Le.encode("mñ")?, *b"m\0\xF1\0");
    /// assert_eq!(*Encoding::Utf16.encode("mñ")?, *b"\0m\0\xF1");
    /// assert_eq!(*Encoding::Latin1.encode("mñ")?, *b"m\xF1");
    /// let error = Encoding::Latin1.encode("mñ €").unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::NotRepresentable, 4));
    /// assert_eq!(error.bytes(), "€".as_bytes());
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    ///
    /// With a mark:
    ///
    /// ```
    /// use codeunit::{Encoding, OutputMark, Policy, Transcoder, encoding};
    ///
    /// let transcoder = Transcoder::new(encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    /// let (mut transcoder, mut file) = (transcoder.output_mark(OutputMark::Add), Vec::new());
    /// transcoder.extend("mñ".as_bytes(), &mut file)?;
    /// transcoder.extend_finish(&mut file)?;
    /// assert_eq!(file, b"\xFF\xFEm\0\xF1\0");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    pub fn encode(self, text: &str) -> Result<Cow<'_, [u8]>, StreamError> {
        if let Some(bytes) = self.encode_at_once(text) {
            return Ok(bytes);
        }
        if self == Self::Latin1 {
            let mut bytes = Vec::new();
            let done = Engine::active().transcode_append::<Str, Latin1>(text, &mut bytes);
            done.map_err(|error| in_source(&error, text.as_bytes(), 0))?;
            return Ok(Cow::Owned(bytes));
        }
        self.encode_by_stream(Policy::Strict, text).map(|(bytes, _)| bytes)
    }

    /// A whole text in this encoding, with a `?` for each character that the encoding does not have, as by
    /// [`Policy::Replace`], and how many those are.
    ///
    /// Borrowed, and without a mark, as by [`encode`](Self::encode). In the encodings of Unicode nothing is replaced.
    ///
    /// ```
    /// use codeunit::Encoding;
    ///
    /// let (bytes, replacements) = Encoding::Latin1.encode_lossy("mñ € ?");
    /// assert_eq!((&*bytes, replacements), (&b"m\xF1 ? ?"[..], 1));
    /// ```
    #[must_use]
    pub fn encode_lossy(self, text: &str) -> (Cow<'_, [u8]>, u64) {
        if let Some(bytes) = self.encode_at_once(text) {
            return (bytes, 0);
        }
        if self == Self::Latin1 {
            let mut bytes = Vec::new();
            let done = Engine::active().transcode_lossy_append::<Str, Latin1>(text, &mut bytes);
            return (Cow::Owned(bytes), done.replacements as u64);
        }
        self.encode_by_stream(Policy::Replace, text).expect("it replaces")
    }

    /// The text in an encoding that has all its characters for certain: one of Unicode, or ASCII.
    fn encode_at_once(self, text: &str) -> Option<Cow<'_, [u8]>> {
        if self.has_as_ascii(text.as_bytes()) {
            return Some(Cow::Borrowed(text.as_bytes()));
        }
        let mut bytes = Vec::new();
        let is_mark = text.chars().next().is_some_and(|first| self.reads_as_mark(first.into()));
        if is_mark && let [mark, ..] = self.byte_order_marks() {
            bytes.extend_from_slice(mark.bytes());
        }
        match self.in_order(ByteOrder::Big) {
            Self::Utf8 if bytes.is_empty() => return Some(Cow::Borrowed(text.as_bytes())),
            Self::Utf8 => bytes.extend_from_slice(text.as_bytes()),
            // Without marks, and what is written in place of the one that has no text.
            #[cfg(feature = "legacy")]
            Self::Legacy(web) if web == encoding_rs::UTF_8 || web == encoding_rs::REPLACEMENT => {
                return Some(Cow::Borrowed(text.as_bytes()));
            }
            Self::Utf16Be => append::<Utf16Be>(text, &mut bytes),
            Self::Utf16Le => append::<Utf16Le>(text, &mut bytes),
            Self::Utf32Be => append::<Utf32Be>(text, &mut bytes),
            Self::Utf32Le => append::<Utf32Le>(text, &mut bytes),
            _ => return None,
        }
        Some(Cow::Owned(bytes))
    }

    /// The bytes, and the number of replacements in them, by a transcoder.
    fn encode_by_stream(
        self,
        policy: Policy,
        text: &str,
    ) -> Result<(Cow<'static, [u8]>, u64), StreamError> {
        let src = text.as_bytes();
        // From the type, in which U+FEFF is text.
        let transcoder = Transcoder::new(Utf8, self, policy);
        let mut transcoder = transcoder.output_mark(OutputMark::None);
        let mut bytes = Vec::new();
        stream::convert(&mut transcoder, src, src.len(), &mut bytes)?;
        Ok((Cow::Owned(bytes), transcoder.state().replacements()))
    }
}

fn append<T>(text: &str, bytes: &mut Vec<u8>)
where
    T: Target + sealed::Target<Unit = u8>,
    Str: TranscodeTo<T>,
{
    let done = Engine::active().transcode_append::<Str, T>(text, bytes);
    done.expect("an encoding of Unicode has every character");
}
