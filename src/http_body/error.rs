use core::error::Error;
use core::fmt;

use crate::StreamError;

/// Why a body has ended before its end: `E` is the error of the body inside.
///
/// ```
/// use codeunit::Utf8Validator;
/// use codeunit::http_body::BodyError;
///
/// let error = Utf8Validator::new().push(b"ab\xFF").unwrap_err();
/// let error = BodyError::<std::io::Error>::IllFormed(error);
/// assert_eq!(error.stream_error().unwrap().offset(), 2);
/// assert_eq!(error.to_string(), "the body is ill-formed: byte that begins no sequence at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyError<E> {
    /// The text is ill-formed, or has a character that the target does not have.
    IllFormed(StreamError),
    /// The body inside has failed.
    Inner(E),
}

impl<E> BodyError<E> {
    /// What is wrong with the text, if it is that.
    ///
    /// The example of [`BodyError`] shows it.
    #[must_use]
    pub const fn stream_error(&self) -> Option<&StreamError> {
        match self {
            Self::IllFormed(error) => Some(error),
            Self::Inner(_) => None,
        }
    }
}

impl<E> fmt::Display for BodyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllFormed(error) => write!(f, "the body is ill-formed: {error}"),
            Self::Inner(_) => f.write_str("the body cannot be read"),
        }
    }
}

impl<E: Error + 'static> Error for BodyError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::IllFormed(error) => Some(error),
            Self::Inner(error) => Some(error),
        }
    }
}

impl<E> From<StreamError> for BodyError<E> {
    fn from(error: StreamError) -> Self {
        Self::IllFormed(error)
    }
}
