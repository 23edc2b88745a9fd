//! Who decides what is done with a sequence that cannot be converted, and who hears of it.

use core::fmt;

use super::{Policy, Report, StreamError};

/// Who decides what a [`Transcoder`](super::Transcoder) does with a sequence that it cannot convert, and who hears of
/// it. Sealed:
///
/// * [`ByPolicy`], the default: the [`Policy`] of the transcoder, for all of them;
/// * [`ByFunction`]: a function, by [`Transcoder::on_error`](super::Transcoder::on_error);
/// * [`Report`], or `&mut Report`: the policy again, and the first errors are kept, by
///   [`Transcoder::reporting`](super::Transcoder::reporting).
///
/// It is a part of the transcoder, so that all that is made of one has it: `extend`, and the adapters of
/// `io`, `tokio` and `http_body`. While the source is clean it is never asked.
///
/// ```
/// use codeunit::{Encoding, ErrorHandler, Policy, Report, Transcoder};
///
/// fn text<H: ErrorHandler>(src: &[u8], mut transcoder: Transcoder<u8, u8, H>) -> String {
///     let mut text = String::new();
///     transcoder.extend_string(src, &mut text).unwrap();
///     transcoder.extend_string_finish(&mut text).unwrap();
///     text
/// }
/// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Skip);
/// assert_eq!(text(b"a\xFFb", transcoder.clone()), "ab");
/// assert_eq!(text(b"a\xFFb", transcoder.clone().on_error(|_| Policy::Escape)), r"a\xFFb");
/// let mut report = Report::<4>::new();
/// assert_eq!(text(b"a\xFFb", transcoder.reporting(&mut report)), "ab");
/// assert_eq!(report.errors()[0].offset(), 1);
/// ```
pub trait ErrorHandler: sealed::ErrorHandler {}

/// The [`Policy`] of the transcoder decides, and nobody hears of it: what a [`Transcoder`](super::Transcoder) begins with.
///
/// ```
/// use codeunit::{ByPolicy, Encoding, Policy, Transcoder};
/// let transcoder: Transcoder<u8, u8, ByPolicy> =
///     Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
/// assert_eq!(transcoder.error_handler(), &ByPolicy);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByPolicy;

/// A function decides, which sees each error: what [`Transcoder::on_error`](super::Transcoder::on_error) gives a
/// transcoder.
///
/// A structure that keeps such a transcoder names its type with a function in a box:
///
/// ```
/// use codeunit::io::TranscodeReader;
/// use codeunit::{ByFunction, Encoding, Policy, StreamError, Transcoder};
///
/// type Choice = Box<dyn FnMut(&StreamError) -> Policy + Send>;
/// struct Log<R> {
///     reader: TranscodeReader<R, ByFunction<Choice>>,
/// }
///
/// let choice: Choice = Box::new(|_| Policy::Replace);
/// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict).on_error(choice);
/// let log = Log { reader: TranscodeReader::new(&b"a\xFF"[..], transcoder) };
/// assert_eq!(std::io::read_to_string(log.reader)?, "a\u{FFFD}");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ByFunction<F>(pub(super) F);

impl<F> fmt::Debug for ByFunction<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ByFunction").finish_non_exhaustive()
    }
}

pub(crate) mod sealed {
    use super::{Handler, Policy};

    pub trait ErrorHandler {
        #[doc(hidden)]
        type Handler<'a>: Handler
        where
            Self: 'a;
        /// For one call of a transcoder that has this policy.
        #[doc(hidden)]
        fn handler(&mut self, policy: Policy) -> Self::Handler<'_>;
    }
}

impl ErrorHandler for ByPolicy {}
impl sealed::ErrorHandler for ByPolicy {
    type Handler<'a> = Policy;

    #[inline(always)]
    fn handler(&mut self, policy: Policy) -> Policy {
        policy
    }
}

impl<F: FnMut(&StreamError) -> Policy> ErrorHandler for ByFunction<F> {}
impl<F: FnMut(&StreamError) -> Policy> sealed::ErrorHandler for ByFunction<F> {
    type Handler<'a>
        = Callback<&'a mut F>
    where
        F: 'a;

    fn handler(&mut self, _: Policy) -> Callback<&mut F> {
        Callback(&mut self.0)
    }
}

impl<const N: usize> ErrorHandler for Report<N> {}
impl<const N: usize> sealed::ErrorHandler for Report<N> {
    type Handler<'a> = Reporting<'a, N>;

    fn handler(&mut self, policy: Policy) -> Reporting<'_, N> {
        Reporting { policy, report: self }
    }
}

impl<const N: usize> ErrorHandler for &mut Report<N> {}
impl<const N: usize> sealed::ErrorHandler for &mut Report<N> {
    type Handler<'a>
        = Reporting<'a, N>
    where
        Self: 'a;

    fn handler(&mut self, policy: Policy) -> Reporting<'_, N> {
        Reporting { policy, report: self }
    }
}

/// Who is asked when a sequence cannot be converted.
pub trait Handler {
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
pub struct Gap {
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
pub struct Callback<F>(pub(crate) F);

impl<F: FnMut(&StreamError) -> Policy> Handler for Callback<F> {
    fn decide(&mut self, error: &StreamError) -> Policy {
        (self.0)(error)
    }

    fn only_replaces(&self) -> bool {
        false
    }
}

/// One policy for all, and a list of the first.
pub struct Reporting<'a, const N: usize> {
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
