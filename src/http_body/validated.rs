use core::pin::Pin;
use core::task::{Context, Poll, ready};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

use super::BodyError;
use crate::{StreamError, Utf8Validator, Utf16Validator};

/// What the bytes of a [`ValidatedBody`] are held to.
///
/// ```
/// use codeunit::http_body::BodyValidator;
/// use codeunit::{Utf8Validator, Utf16Validator};
/// assert_eq!(BodyValidator::from(Utf8Validator::new()).offset(), 0);
/// assert_eq!(BodyValidator::from(Utf16Validator::new_be()).finish(), Ok(()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyValidator {
    /// UTF-8.
    Utf8(Utf8Validator),
    /// UTF-16 in either byte order.
    Utf16(Utf16Validator),
}

impl BodyValidator {
    fn push(&mut self, src: &[u8]) -> Result<(), StreamError> {
        match self {
            Self::Utf8(validator) => validator.push(src),
            Self::Utf16(validator) => validator.push(src),
        }
    }

    /// Whether the text is well-formed if it ends here.
    ///
    /// # Errors
    /// As [`Utf8Validator::finish`].
    ///
    /// The example of [`BodyValidator`] shows it.
    pub fn finish(&self) -> Result<(), StreamError> {
        match self {
            Self::Utf8(validator) => validator.finish(),
            Self::Utf16(validator) => validator.finish(),
        }
    }

    /// The number of bytes read so far.
    ///
    /// The example of [`BodyValidator`] shows it.
    #[must_use]
    pub fn offset(&self) -> u64 {
        match self {
            Self::Utf8(validator) => validator.offset(),
            Self::Utf16(validator) => validator.offset(),
        }
    }
}

impl From<Utf8Validator> for BodyValidator {
    fn from(validator: Utf8Validator) -> Self {
        Self::Utf8(validator)
    }
}

impl From<Utf16Validator> for BodyValidator {
    fn from(validator: Utf16Validator) -> Self {
        Self::Utf16(validator)
    }
}

pin_project! {
    /// A body that is the body inside as long as that is well-formed.
    ///
    /// Each frame is passed on as it is, without a copy, once it has been found well-formed behind those before it. A
    /// frame may end inside a character. One that is ill-formed is not passed on: in its place comes the error, as soon
    /// as the frame does, whatever else would follow. A sequence that the end of the data cuts is
    /// [`Incomplete`](crate::ErrorKind::Incomplete), before the trailers.
    ///
    /// The size is that of the body inside. At the end the two differ only in a body of which the last sequence is
    /// cut: there is an error to come yet.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use codeunit::Utf16Validator;
    /// use codeunit::http_body::ValidatedBody;
    /// use http_body::Body;
    /// use http_body_util::{BodyExt, Full};
    ///
    /// # futures_lite::future::block_on(async {
    /// let bytes = Bytes::from(&b"a\0\x3D\xD8\0\xDE"[..]);
    /// let mut body = ValidatedBody::new(Full::new(bytes.clone()), Utf16Validator::new_le());
    /// assert_eq!(body.size_hint().exact(), Some(6));
    /// let frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
    /// // The same memory.
    /// assert_eq!(frame.as_ptr(), bytes.as_ptr());
    /// assert!(body.is_end_stream());
    /// # });
    /// ```
    #[derive(Debug)]
    pub struct ValidatedBody<B> {
        #[pin]
        inner: B,
        validator: BodyValidator,
        is_over: bool,
    }
}

impl<B> ValidatedBody<B> {
    /// The body `inner`, held to UTF-8 or UTF-16 by a validator, which may have seen what came before it.
    ///
    /// The example of [`ValidatedBody`] shows it.
    #[must_use]
    pub fn new(inner: B, validator: impl Into<BodyValidator>) -> Self {
        Self { inner, validator: validator.into(), is_over: false }
    }

    /// How far it was read.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use codeunit::Utf8Validator;
    /// use codeunit::http_body::ValidatedBody;
    /// use http_body_util::{BodyExt, Full};
    /// # futures_lite::future::block_on(async {
    /// let mut body = ValidatedBody::new(Full::new(Bytes::from("ñ")), Utf8Validator::new());
    /// body.frame().await;
    /// assert_eq!(body.validator().offset(), 2);
    /// # });
    /// ```
    #[must_use]
    pub const fn validator(&self) -> &BodyValidator {
        &self.validator
    }

    /// The body inside. A frame that was taken from it and found ill-formed is lost.
    ///
    /// ```
    /// use codeunit::Utf8Validator;
    /// use codeunit::http_body::ValidatedBody;
    /// assert_eq!(ValidatedBody::new("inside", Utf8Validator::new()).into_inner(), "inside");
    /// ```
    #[must_use]
    pub fn into_inner(self) -> B {
        self.inner
    }
}

impl<B: Body<Data = Bytes>> Body for ValidatedBody<B> {
    type Data = Bytes;
    type Error = BodyError<B::Error>;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = self.project();
        if *this.is_over {
            return Poll::Ready(None);
        }
        let frame = ready!(this.inner.poll_frame(cx)).transpose().map_err(BodyError::Inner);
        let result = frame.and_then(|frame| {
            match frame.as_ref().map(Frame::data_ref) {
                Some(Some(data)) => this.validator.push(data)?,
                Some(None) | None => this.validator.finish()?,
            }
            Ok(frame)
        });
        *this.is_over = !matches!(result, Ok(Some(_)));
        Poll::Ready(result.transpose())
    }

    fn is_end_stream(&self) -> bool {
        self.is_over || (self.inner.is_end_stream() && self.validator.finish().is_ok())
    }

    fn size_hint(&self) -> SizeHint {
        if self.is_over { SizeHint::with_exact(0) } else { self.inner.size_hint() }
    }
}
