//! From bytes to a string.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{in_source, stream};
use crate::encoding::{
    Latin1, TranscodeTo, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le, sealed::Source,
};
use crate::output::bytes_of;
use crate::strings::lossy_from_utf8;
use crate::{
    Encoding, Engine, Policy, StreamError, Transcoder, from_utf8, transcode_to_string,
    validate_ascii,
};

impl Encoding {
    /// A whole source in this encoding as a string. Unicode Standard 3.10, D95 to D101.
    ///
    /// Borrowed where the bytes are that string already: all well-formed UTF-8, which is validated and not copied; ASCII in
    /// US-ASCII, ISO-8859-1 and the encodings of the feature `legacy` that have it.
    ///
    /// | encoding | an initial U+FEFF is |
    /// |---|---|
    /// | [`Utf8`](Self::Utf8) | a signature, and not in the string |
    /// | [`Utf16`](Self::Utf16), [`Utf32`](Self::Utf32) | the mark that tells the byte order, and not in the string; without one it is big-endian |
    /// | [`Utf16Le`](Self::Utf16Le) and the other ones with a fixed order | text, and in the string |
    ///
    /// Where the encoding is only declared, and a mark may tell another one, [`EncodingSources`](crate::EncodingSources)
    /// decides first, or a [`Transcoder`] with [`SourceMark::Overrides`](crate::SourceMark::Overrides) does it all. A file
    /// that is called UTF-16LE and begins with a mark all the same is read as UTF-16, or by a [`Transcoder`] with
    /// [`SourceMark::Mark`](crate::SourceMark::Mark). For a source that comes in chunks, and for other
    /// [policies](Policy), there is the `Transcoder` as well.
    ///
    /// # Errors
    /// The first ill-formed sequence, at its offset in bytes of `src`, a mark included.
    ///
    /// ```
    /// use std::borrow::Cow;
    ///
    /// use codeunit::{Encoding, ErrorKind};
    ///
    /// let encoding = Encoding::for_label("UTF-16").unwrap();
    /// assert_eq!(encoding.decode(b"\xFF\xFEm\0\xF1\0")?, "mñ");
    /// assert_eq!(encoding.decode(b"\0m\0\xF1")?, "mñ");
    /// assert_eq!(Encoding::Utf16Le.decode(b"\xFF\xFEm\0\xF1\0")?, "\u{FEFF}mñ");
    /// assert!(matches!(Encoding::Utf8.decode(b"\xEF\xBB\xBFm\xC3\xB1")?, Cow::Borrowed("mñ")));
    ///
    /// let error = Encoding::Utf8.decode(b"\xEF\xBB\xBFm\xF1").unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::Incomplete, 4));
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    pub fn decode(self, src: &[u8]) -> Result<Cow<'_, str>, StreamError> {
        let (encoding, mark_len) = self.read_mark(src);
        let text = &src[mark_len..];
        if encoding.has_as_ascii(text) {
            return Ok(Cow::Borrowed(from_utf8(text).expect("ASCII is UTF-8")));
        }
        let result = match encoding {
            Self::Utf8 => from_utf8(text).map(Cow::Borrowed),
            Self::Utf16 | Self::Utf16Be => transcode_to_string::<Utf16Be>(text).map(Cow::Owned),
            Self::Utf16Le => transcode_to_string::<Utf16Le>(text).map(Cow::Owned),
            Self::Utf32 | Self::Utf32Be => transcode_to_string::<Utf32Be>(text).map(Cow::Owned),
            Self::Utf32Le => transcode_to_string::<Utf32Le>(text).map(Cow::Owned),
            Self::Latin1 => transcode_to_string::<Latin1>(text).map(Cow::Owned),
            Self::Ascii => validate_ascii(text).map(|()| unreachable!("ASCII was borrowed")),
            #[cfg(feature = "legacy")]
            Self::Legacy(_) => return self.by_stream(Policy::Strict, src).map(|(text, _)| text),
        };
        result.map_err(|error| in_source(&error, src, mark_len))
    }

    /// A whole source in this encoding as a string, with U+FFFD for each maximal subpart that is ill-formed, and how many
    /// those are. Unicode Standard 3.9, D93b.
    ///
    /// Borrowed, and with marks, as by [`decode`](Self::decode). What is replaced is what [`Policy::Replace`] replaces: by
    /// as many U+FFFD as the decoders of the WHATWG Encoding Standard write.
    ///
    /// ```
    /// use codeunit::Encoding;
    ///
    /// let (text, replacements) = Encoding::Utf16.decode_lossy(b"\xFF\xFEm\0\0\xDC\xF1\0");
    /// assert_eq!((&*text, replacements), ("m\u{FFFD}ñ", 1));
    /// // U+FFFD that stands in the source is no replacement.
    /// let (text, replacements) = Encoding::Utf8.decode_lossy("m\u{FFFD}".as_bytes());
    /// assert_eq!((&*text, replacements), ("m\u{FFFD}", 0));
    /// ```
    #[must_use]
    pub fn decode_lossy(self, src: &[u8]) -> (Cow<'_, str>, u64) {
        let (encoding, mark_len) = self.read_mark(src);
        let text = &src[mark_len..];
        match encoding {
            Self::Utf8 => lossy_from_utf8(text),
            Self::Utf16 | Self::Utf16Be => lossy::<Utf16Be>(text),
            Self::Utf16Le => lossy::<Utf16Le>(text),
            Self::Utf32 | Self::Utf32Be => lossy::<Utf32Be>(text),
            Self::Utf32Le => lossy::<Utf32Le>(text),
            _ if encoding.has_as_ascii(text) => {
                (Cow::Borrowed(from_utf8(text).expect("ASCII is UTF-8")), 0)
            }
            Self::Latin1 => lossy::<Latin1>(text),
            _ => self.by_stream(Policy::Replace, src).expect("it replaces"),
        }
    }

    /// The string, and the number of replacements in it, by a transcoder.
    fn by_stream(
        self,
        policy: Policy,
        src: &[u8],
    ) -> Result<(Cow<'static, str>, u64), StreamError> {
        // To the type, which has no marks.
        let mut transcoder = Transcoder::new(self, Utf8, policy);
        let mut text = String::new();
        // Between the Latin script, of which little is longer, and the Cyrillic one, of which all is twice as long.
        let likely_len = src.len() + src.len() / 2 + 16;
        stream::convert(&mut transcoder, src, likely_len, bytes_of(&mut text))?;
        Ok((Cow::Owned(text), transcoder.state().replacements()))
    }
}

fn lossy<S>(src: &[u8]) -> (Cow<'_, str>, u64)
where
    S: Source<Slice = [u8]> + TranscodeTo<Utf8>,
{
    let mut text = String::new();
    let done = Engine::active().transcode_lossy_append_string::<S>(src, &mut text);
    (Cow::Owned(text), done.replacements as u64)
}
