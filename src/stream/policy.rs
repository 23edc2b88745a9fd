//! What is done with a sequence that cannot be converted.

/// What is done with an ill-formed sequence, and with a character that the target does not have.
///
/// A sequence is a maximal subpart (Unicode Standard 3.9, D93b), so that [`Policy::Replace`] gives as
/// many U+FFFD as the decoders of the WHATWG Encoding Standard: one also where UTF-16 ends behind a high surrogate and a
/// single byte. In encodings of the feature `legacy` a sequence is what the decoders of `encoding_rs` tell; where it is two
/// characters, as four of Big5 are, a target that lacks one of them gets neither.
///
/// ```
/// use codeunit::{Encoding, Policy, Transcoder};
///
/// let convert = |policy| {
///     let mut text = Vec::new();
///     let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, policy);
///     transcoder.extend(b"a\xE2\x82b", &mut text)?;
///     transcoder.extend_finish(&mut text).map(|()| text)
/// };
/// assert!(convert(Policy::Strict).is_err());
/// assert_eq!(convert(Policy::Replace).unwrap(), "a\u{FFFD}b".as_bytes());
/// assert_eq!(convert(Policy::ReplaceWith('?')).unwrap(), b"a?b");
/// assert_eq!(convert(Policy::Skip).unwrap(), b"ab");
/// assert_eq!(convert(Policy::Escape).unwrap(), br"a\xE2\x82b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Policy {
    /// The stream ends there, with an error.
    Strict,
    /// U+FFFD REPLACEMENT CHARACTER, or `?` to a target that does not have it.
    Replace,
    /// This character, or `?` to a target that does not have it.
    ReplaceWith(char),
    /// Nothing.
    Skip,
    /// What stood there, in ASCII: `\xNN` for a byte of UTF-8, of ASCII, of an encoding of the feature `legacy`,
    /// or of a code unit cut short;
    /// `\uNNNN` for an unpaired surrogate and a character up to U+FFFF; `\UNNNNNNNN` for a character
    /// or a value above. A backslash of the text itself is left as it is.
    Escape,
}
