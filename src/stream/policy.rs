//! What is done with a sequence that cannot be converted, and who decides it.

use super::{Report, StreamError};

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
///     transcoder.extend(b"a\xE2\x82b", &mut text).map(|()| text)
/// };
/// assert!(convert(Policy::Strict).is_err());
/// assert_eq!(convert(Policy::Replace).unwrap(), "a\u{FFFD}b".as_bytes());
/// assert_eq!(convert(Policy::ReplaceWith('?')).unwrap(), b"a?b");
/// assert_eq!(convert(Policy::Skip).unwrap(), b"ab");
/// assert_eq!(convert(Policy::Escape).unwrap(), br"a\xE2\x82b");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// Who is asked when a sequence cannot be converted.
pub(crate) trait Handler {
    /// What is to be done with this one.
    fn decide(&mut self, error: &StreamError) -> Policy;

    /// The same for every one, if nobody has to see them.
    fn unseen(&self) -> Option<Policy> {
        None
    }

    /// Whether each one is replaced by U+FFFD and nobody wants to see it: then a lossy kernel can do it.
    fn only_replaces(&self) -> bool;

    /// So many were replaced by a lossy kernel.
    fn replaced(&mut self, _: usize) {}

    /// Whether it wants to know of [`Gap`]s.
    #[cfg(feature = "alloc")]
    fn wants_gaps(&self) -> bool {
        false
    }

    /// What was just decided, where it stands.
    #[cfg(feature = "alloc")]
    fn gap(&mut self, _: Gap) {}
}

/// A sequence that cannot be converted, and the output in its place. In bytes of the stream.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gap {
    pub(crate) input: u64,
    pub(crate) input_len: usize,
    pub(crate) output: u64,
    pub(crate) output_len: usize,
    pub(crate) line_feeds: u64,
    /// Whether the text has begun: before it, a mark may still be written.
    pub(crate) is_in_text: bool,
}

impl Handler for Policy {
    #[inline]
    fn decide(&mut self, _: &StreamError) -> Policy {
        *self
    }

    #[inline]
    fn unseen(&self) -> Option<Policy> {
        Some(*self)
    }

    #[inline]
    fn only_replaces(&self) -> bool {
        *self == Self::Replace
    }
}

/// A function of the caller.
pub(crate) struct Callback<F>(pub(crate) F);

impl<F: FnMut(&StreamError) -> Policy> Handler for Callback<F> {
    fn decide(&mut self, error: &StreamError) -> Policy {
        (self.0)(error)
    }

    fn only_replaces(&self) -> bool {
        false
    }
}

/// One policy for all, and a list of the first.
pub(crate) struct Reporting<'a, const N: usize> {
    pub(crate) policy: Policy,
    pub(crate) report: &'a mut Report<N>,
}

impl<const N: usize> Handler for Reporting<'_, N> {
    fn decide(&mut self, error: &StreamError) -> Policy {
        self.report.record(error);
        self.policy
    }

    fn only_replaces(&self) -> bool {
        self.policy == Policy::Replace && self.report.is_full()
    }

    fn replaced(&mut self, count: usize) {
        self.report.count(count);
    }
}
