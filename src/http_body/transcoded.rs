use alloc::vec::Vec;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use core::{fmt, mem};

use bytes::{Buf, Bytes};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;

use super::BodyError;
use crate::{ByPolicy, ErrorHandler, Status, StreamError, Transcoder};

/// So much of a frame is converted at a time, in bytes; to UTF-32 half of it, so that what it becomes has 8 KiB at the most
/// there too.
const PIECE: usize = 4 * 1024;
/// What is less than this, in bytes, is converted on the stack: mostly the beginning of a sequence, which writes
/// nothing.
const FEW: usize = 8;

pin_project! {
    /// A body that is the conversion of the body inside.
    ///
    /// Each frame is converted when it comes; of a large one at most 4 KiB at a time, so that the memory that is taken does
    /// not depend on it: no piece of the conversion is longer than 8 KiB, but for what a policy writes in place of errors. What
    /// is the same in both encodings is passed on without a copy, but for a character that two frames share, and the first
    /// bytes of the body if they are few and may begin a byte order mark. What stands before a sequence at which the
    /// transcoder stops is passed on before the error.
    ///
    /// The size is not known before the end. A header `Content-Length`, `Digest` or `ETag` of the body inside does not
    /// hold for this one, and its `charset` is the new encoding.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use codeunit::http_body::TranscodedBody;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use http_body_util::{BodyExt, Full};
    ///
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let body = TranscodedBody::new(Full::new(Bytes::from(&b"ma\xF1ana"[..])), transcoder);
    /// assert_eq!(body.collect().await.unwrap().to_bytes(), "mañana");
    /// # });
    /// ```
    pub struct TranscodedBody<B, H = ByPolicy> {
        #[pin]
        inner: B,
        transcoder: Transcoder<u8, u8, H>,
        // What is not converted yet of the last frame.
        rest: Bytes,
        then: Then,
    }
}

/// How much there is of a frame, and nothing of it.
impl<B: fmt::Debug, H: fmt::Debug> fmt::Debug for TranscodedBody<B, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranscodedBody")
            .field("inner", &self.inner)
            .field("transcoder", &self.transcoder)
            .field("rest", &self.rest.len())
            .finish_non_exhaustive()
    }
}

/// What comes behind the rest of the last frame.
enum Then {
    /// The next frame.
    Frame,
    /// The trailers, or whatever else is no data.
    Other(Frame<Bytes>),
    Error(StreamError),
    Nothing,
}

impl<B, H: ErrorHandler> TranscodedBody<B, H> {
    /// The body that `transcoder` makes of `inner`.
    ///
    /// ```
    /// use bytes::Bytes;
    /// use codeunit::http_body::TranscodedBody;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use http_body_util::{BodyExt, Full};
    ///
    /// # futures_lite::future::block_on(async {
    /// // Nothing is to be changed: the same memory.
    /// let bytes = Bytes::from("mañana");
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let mut body = TranscodedBody::new(Full::new(bytes.clone()), transcoder);
    /// let frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
    /// assert_eq!((frame.as_ptr(), frame.len()), (bytes.as_ptr(), 7));
    /// # });
    /// ```
    #[must_use]
    pub fn new(inner: B, transcoder: Transcoder<u8, u8, H>) -> Self {
        Self { inner, transcoder, rest: Bytes::new(), then: Then::Frame }
    }

    /// The transcoder: where the stream stands, in its [`state`](Transcoder::state).
    ///
    /// ```
    /// use bytes::Bytes;
    /// use codeunit::http_body::TranscodedBody;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// use http_body_util::{BodyExt, Full};
    /// # futures_lite::future::block_on(async {
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let mut body = TranscodedBody::new(Full::new(Bytes::from(&b"a\xFF"[..])), transcoder);
    /// assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), "a\u{FFFD}");
    /// assert_eq!(body.transcoder().state().replacements(), 1);
    /// # });
    /// ```
    #[must_use]
    pub const fn transcoder(&self) -> &Transcoder<u8, u8, H> {
        &self.transcoder
    }

    /// The body inside. What was taken from it and not converted is lost.
    ///
    /// ```
    /// use codeunit::http_body::TranscodedBody;
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// assert_eq!(TranscodedBody::new("inside", transcoder).into_inner(), "inside");
    /// ```
    #[must_use]
    pub fn into_inner(self) -> B {
        self.inner
    }
}

/// The conversion of a few bytes, which allocates only what is passed on, unless it is more than there is room for.
struct Few {
    bytes: [u8; 64],
    len: usize,
    more: Vec<u8>,
}

impl Few {
    fn new() -> Self {
        Self { bytes: [0; 64], len: 0, more: Vec::new() }
    }

    fn push<H: ErrorHandler>(
        &mut self,
        transcoder: &mut Transcoder<u8, u8, H>,
        src: &[u8],
    ) -> Result<(), StreamError> {
        let mut read = 0;
        if self.more.is_empty() {
            let step = transcoder.push(src, &mut self.bytes[self.len..]);
            self.len += step.written;
            match step.status {
                Status::InputEmpty => return Ok(()),
                Status::IllFormed(error) => return Err(error),
                Status::OutputFull => read = step.read,
            }
        }
        transcoder.extend(&src[read..], &mut self.more)
    }
}

impl From<Few> for Bytes {
    fn from(few: Few) -> Self {
        let bytes = &few.bytes[..few.len];
        if few.more.is_empty() {
            Self::copy_from_slice(bytes)
        } else {
            [bytes, &few.more].concat().into()
        }
    }
}

/// The next piece of the conversion of `rest`, which is not empty and of which nothing can be passed on; it may be empty
/// itself.
fn convert<H: ErrorHandler>(
    transcoder: &mut Transcoder<u8, u8, H>,
    rest: &mut Bytes,
) -> (Bytes, Result<(), StreamError>) {
    if transcoder.is_inside_sequence() {
        // No more than the sequence lacks, so that what is behind it may pass.
        let mut out = Few::new();
        while transcoder.is_inside_sequence() && rest.has_remaining() {
            if let Err(error) = out.push(transcoder, &[rest.get_u8()]) {
                return (out.into(), Err(error));
            }
        }
        return (out.into(), Ok(()));
    }
    if rest.len() < FEW {
        let mut out = Few::new();
        let done = out.push(transcoder, &rest.split_to(rest.len()));
        return (out.into(), done);
    }
    let piece = if transcoder.is_to_utf32() { PIECE / 2 } else { PIECE };
    let piece = rest.split_to(rest.len().min(piece));
    let mut out = Vec::new();
    let done = transcoder.extend(&piece, &mut out);
    (out.into(), done)
}

impl<B: Body<Data = Bytes>, H: ErrorHandler> Body for TranscodedBody<B, H> {
    type Data = Bytes;
    type Error = BodyError<B::Error>;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let mut this = self.project();
        // Whether nothing of the rest can be passed on.
        let mut is_tried = false;
        loop {
            let converted = if this.rest.has_remaining() {
                if !is_tried {
                    let passed = this.transcoder.pass(this.rest);
                    if passed > 0 {
                        return Poll::Ready(Some(Ok(Frame::data(this.rest.split_to(passed)))));
                    }
                }
                is_tried = false;
                let (converted, done) = convert(this.transcoder, this.rest);
                if let Err(error) = done {
                    this.rest.clear();
                    *this.then = Then::Error(error);
                }
                converted
            } else if matches!(this.then, Then::Frame) {
                match ready!(this.inner.as_mut().poll_frame(cx)) {
                    Some(Ok(frame)) => match frame.into_data() {
                        Ok(mut data) => {
                            let passed = this.transcoder.pass(&data);
                            if passed == 0 {
                                (*this.rest, is_tried) = (data, true);
                                continue;
                            }
                            // Mostly all of it, which then goes nowhere else.
                            if passed < data.len() {
                                *this.rest = data.split_off(passed);
                            }
                            return Poll::Ready(Some(Ok(Frame::data(data))));
                        }
                        Err(frame) => *this.then = Then::Other(frame),
                    },
                    Some(Err(error)) => {
                        *this.then = Then::Nothing;
                        return Poll::Ready(Some(Err(BodyError::Inner(error))));
                    }
                    None => *this.then = Then::Nothing,
                }
                let mut out = Vec::new();
                if let Err(error) = this.transcoder.extend_finish(&mut out) {
                    *this.then = Then::Error(error);
                }
                out.into()
            } else {
                return Poll::Ready(match mem::replace(this.then, Then::Nothing) {
                    Then::Other(frame) => Some(Ok(frame)),
                    Then::Error(error) => Some(Err(error.into())),
                    Then::Frame | Then::Nothing => None,
                });
            };
            if !converted.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(converted))));
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
            && match self.then {
                Then::Nothing => true,
                Then::Frame => self.inner.is_end_stream() && self.transcoder.is_complete(),
                Then::Other(_) | Then::Error(_) => false,
            }
    }

    /// 0 at the end, and before it nothing that is of use.
    fn size_hint(&self) -> SizeHint {
        if self.is_end_stream() { SizeHint::with_exact(0) } else { SizeHint::default() }
    }
}
