//! The first errors of a stream.

use super::StreamError;

/// The first `N` errors of a stream, in the order of the stream, and the number of all.
///
/// Nothing is allocated. It is filled by a transcoder that has it ([`Transcoder::reporting`](super::Transcoder::reporting)),
/// in whatever that converts, or by one call ([`Transcoder::push_reporting`](super::Transcoder::push_reporting)).
///
/// ```
/// use codeunit::{Encoding, ErrorKind, Policy, Report, Transcoder};
///
/// let mut report = Report::<2>::new();
/// let mut transcoder =
///     Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace).counting_lines();
/// transcoder.push_reporting(b"a\xFF\nb\xC0\xC1", &mut [0; 32], &mut report);
///
/// assert_eq!(report.total(), 3);
/// let [first, second] = report.errors() else { panic!() };
/// assert_eq!((first.kind(), first.offset(), first.error_len()), (ErrorKind::BadLead, 1, Some(1)));
/// let position = second.position().unwrap();
/// assert_eq!((second.offset(), position.line, position.column), (4, 2, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Report<const N: usize> {
    errors: [StreamError; N],
    pub(super) total: u64,
}

impl<const N: usize> Report<N> {
    /// An empty report.
    ///
    /// ```
    /// use codeunit::Report;
    /// use std::sync::Mutex;
    ///
    /// static FIRST: Mutex<Report<8>> = Mutex::new(Report::new());
    /// assert_eq!(FIRST.lock().unwrap().errors(), []);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        let none = StreamError::new(crate::ErrorKind::Incomplete, 0, None, &[]);
        Self { errors: [none; N], total: 0 }
    }

    /// The first errors, at most `N`.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Report, Transcoder};
    /// let mut report = Report::<2>::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Skip);
    /// transcoder.push_reporting(b"\x00\xDC", &mut [0; 8], &mut report);
    /// assert_eq!(report.errors()[0].to_string(), "unpaired low surrogate at byte 0");
    /// ```
    #[must_use]
    pub fn errors(&self) -> &[StreamError] {
        &self.errors[..N.min(usize::try_from(self.total).unwrap_or(N))]
    }

    /// How many errors there were, those that are not in the report included.
    ///
    /// ```
    /// assert_eq!(codeunit::Report::<8>::new().total(), 0);
    /// ```
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Whether another error would only be counted.
    pub(crate) const fn is_full(&self) -> bool {
        self.total >= N as u64
    }

    pub(crate) const fn count(&mut self, errors: usize) {
        self.total += errors as u64;
    }

    /// Takes in one error more: it is kept if there is room, and counted.
    ///
    /// It is for a function that chooses what is done with each error
    /// ([`Transcoder::on_error`](super::Transcoder::on_error)) and reports them as well; a transcoder that
    /// [has](super::Transcoder::reporting) the report calls it by itself.
    ///
    /// ```
    /// use codeunit::{Encoding, ErrorKind, Policy, Report, Transcoder};
    ///
    /// let mut report = Report::<8>::new();
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Latin1, Policy::Strict);
    /// let mut transcoder = transcoder.on_error(|error| {
    ///     report.record(error);
    ///     match error.kind() {
    ///         ErrorKind::NotRepresentable => Policy::Escape,
    ///         _ => Policy::Skip,
    ///     }
    /// });
    /// let mut text = Vec::new();
    /// transcoder.extend("a€\u{3B1}".as_bytes(), &mut text)?;
    /// transcoder.extend(b"\xFFb", &mut text)?;
    /// drop(transcoder);
    /// assert_eq!(text, br"a\u20AC\u03B1b");
    /// assert_eq!((report.total(), report.errors()[2].offset()), (3, 6));
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    pub fn record(&mut self, error: &StreamError) {
        if let Ok(index) = usize::try_from(self.total)
            && let Some(place) = self.errors.get_mut(index)
        {
            *place = *error;
        }
        self.total += 1;
    }
}

impl<const N: usize> Default for Report<N> {
    fn default() -> Self {
        Self::new()
    }
}
