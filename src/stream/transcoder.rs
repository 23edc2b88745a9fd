//! The transcoder as its users see it: typed slices, and the calls.

use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::core::Core;
use super::handler::{Callback, Handler, Reporting};
use super::{
    ByPolicy, ErrorHandler, InvalidState, Policy, Report, State, Step, StreamEncoding, StreamError,
    StreamUnit,
};
use crate::output::as_uninit;
use crate::{Backend, Encoding};

/// Converts a stream that comes in chunks, cut anywhere, from one encoding to another.
///
/// Whatever the chunks are, the output, the errors, their offsets and the counts are those of one call for
/// the whole stream. A sequence that a chunk cuts, at most three bytes of it, is kept for the next one.
/// Nothing is allocated, and nothing is written before it is known to be right.
///
/// `U` and `V` are the elements of the source and of the output: `u8` for [`Encoding`](crate::Encoding) and
/// the encodings that are bytes, `u16` and `u32` for native code units. See [`StreamEncoding`]. `H` is who decides what is
/// done with errors: see [`ErrorHandler`].
///
/// ```
/// use codeunit::{Encoding, Policy, Status, Transcoder};
///
/// let mut transcoder = Transcoder::new(Encoding::Utf16, Encoding::Utf8, Policy::Strict);
/// let (mut dst, mut text) = ([0; 64], Vec::new());
/// // "añ😀" in UTF-16, with a byte order mark, cut inside a code unit and inside a surrogate pair.
/// for chunk in [&b"\xFF\xFE\x61"[..], b"\x00\xF1\x00\x3D\xD8\x00", b"\xDE"] {
///     let step = transcoder.push(chunk, &mut dst);
///     assert_eq!((step.read, step.status), (chunk.len(), Status::InputEmpty));
///     text.extend_from_slice(&dst[..step.written]);
/// }
/// let end = transcoder.finish(&mut dst);
/// assert_eq!(end.status, Status::InputEmpty);
/// text.extend_from_slice(&dst[..end.written]);
/// // The mark is kept, since UTF-8 may have one.
/// assert_eq!(text, "\u{FEFF}añ😀".as_bytes());
/// ```
///
/// # As `TextDecoder` of the Web
///
/// | option of the Encoding Standard of WHATWG | here |
/// |---|---|
/// | a label | [`WhatwgEncoding::for_label`](crate::WhatwgEncoding::for_label) |
/// | `fatal: true`, `false` | [`Policy::Strict`], [`Policy::Replace`] |
/// | `ignoreBOM: true` | the source is a type, such as [`encoding::Utf8`](crate::encoding::Utf8): a mark is text |
/// | `ignoreBOM: false` | it is an [`Encoding`](crate::Encoding), with [`SourceMark::Mark`](crate::SourceMark::Mark): a mark is left out |
/// | `stream: true` | [`extend`](Self::extend) |
/// | `stream: false` | that, [`extend_finish`](Self::extend_finish) and [`reset`](Self::reset) |
///
/// A `TextDecoder` looks for no mark of another encoding. What does, "decode" for pages, scripts and answers of servers, is
/// [`SourceMark::Whatwg`](crate::SourceMark::Whatwg).
///
/// The target is a type as well, so that no mark is written: [`encoding::Utf16`](crate::encoding::Utf16), which is what a
/// string of JavaScript holds, or [`encoding::Utf8`](crate::encoding::Utf8).
///
/// ```
/// use codeunit::encoding::{Utf8, Utf16};
/// use codeunit::{Encoding, Policy, SourceMark, Transcoder};
///
/// // new TextDecoder("utf-16le")
/// let mut decoder = Transcoder::new(Encoding::Utf16Le, Utf16, Policy::Replace)
///     .source_mark(SourceMark::Mark);
/// let mut string = Vec::new();
/// // decode(chunk, { stream: true })
/// decoder.extend(b"\xFF\xFEa\0\x3D", &mut string)?;
/// // decode(chunk)
/// decoder.extend(b"\xD8", &mut string)?;
/// decoder.extend_finish(&mut string)?;
/// decoder.reset();
/// assert_eq!(string, [0x61, 0xFFFD]);
///
/// // new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
/// let mut decoder = Transcoder::new(Utf8, Utf8, Policy::Strict);
/// let mut string = String::new();
/// decoder.extend_string(b"\xEF\xBB\xBFa", &mut string)?;
/// decoder.extend_string_finish(&mut string)?;
/// assert_eq!(string, "\u{FEFF}a");
/// # Ok::<(), codeunit::StreamError>(())
/// ```
#[derive(Clone)]
pub struct Transcoder<U = u8, V = u8, H = ByPolicy> {
    pub(super) core: Core,
    pub(super) errors: H,
    pub(super) slices: PhantomData<fn(U) -> V>,
}

/// What it was told, and where it stands.
impl<U, V, H: fmt::Debug> fmt::Debug for Transcoder<U, V, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let core = &self.core;
        f.debug_struct("Transcoder")
            .field("from", &core.from)
            .field("to", &core.to)
            .field("policy", &core.policy)
            .field("errors", &self.errors)
            .field("source_mark", &core.source_mark)
            .field("output_mark", &core.output_mark)
            .field("counting", &core.counting)
            .field("backend", &core.engine.backend())
            .field("state", &core.state)
            .finish()
    }
}

impl<U: StreamUnit, V: StreamUnit> Transcoder<U, V> {
    /// A transcoder at the beginning of a stream.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder, encoding::Utf16};
    ///
    /// let bytes: Transcoder = Transcoder::new(Encoding::Utf16, Encoding::Utf8, Policy::Escape);
    /// let units: Transcoder<u16, u8> = Transcoder::new(Utf16, Encoding::Utf8, Policy::Replace);
    /// # let _ = (bytes, units);
    /// ```
    #[must_use]
    pub fn new<S, T>(from: S, to: T, policy: Policy) -> Self
    where
        S: StreamEncoding<Unit = U>,
        T: StreamEncoding<Unit = V>,
    {
        Self {
            core: Core::new(from.side(), to.side(), policy),
            errors: ByPolicy,
            slices: PhantomData,
        }
    }
}

impl<U: StreamUnit, V: StreamUnit, H: ErrorHandler> Transcoder<U, V, H> {
    /// Converts what `dst` has room for, and tells how far it has come: elements that were read, elements that
    /// were written, and why it has ended.
    ///
    /// * [`Status::InputEmpty`](super::Status::InputEmpty): all of `src` was read. What a last sequence lacks
    ///   is to be pushed next.
    /// * [`Status::OutputFull`](super::Status::OutputFull): push `&src[read..]` again with more room. Room for
    ///   four bytes, two code units of UTF-16 or one of UTF-32 is enough to go on, in ISO-2022-JP to write an escape
    ///   sequence at least.
    /// * [`Status::IllFormed`](super::Status::IllFormed): the policy is [`Policy::Strict`], and the stream has
    ///   ended; every later call says so again. What was written is the conversion of all before the error.
    ///
    /// Elements of `dst` behind those that were written may have been overwritten with unspecified values.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Status, Transcoder};
    ///
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    /// let mut dst = [0; 4];
    /// let step = transcoder.push(b"abc", &mut dst);
    /// assert_eq!((step.read, step.written, step.status), (2, 4, Status::OutputFull));
    /// ```
    #[inline]
    pub fn push(&mut self, src: &[U], dst: &mut [V]) -> Step {
        self.push_uninit(src, as_uninit(dst))
    }

    /// [`push`](Self::push) into memory that need not be initialised. The first `written` elements of `dst`
    /// are.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let mut text = Vec::with_capacity(8);
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// let step = transcoder.push_uninit(b"\xF1", text.spare_capacity_mut());
    /// assert_eq!(step.written, 2);
    /// # text.push(b'a');
    /// ```
    #[inline]
    pub fn push_uninit(&mut self, src: &[U], dst: &mut [MaybeUninit<V>]) -> Step {
        let mut handler = self.errors.handler(self.core.policy);
        step::<U, V, _>(&mut self.core, src, dst, false, &mut handler)
    }

    /// [`push`](Self::push), where a function sees each sequence that cannot be converted, and chooses.
    ///
    /// ```
    /// use codeunit::{Encoding, ErrorKind, Policy, Transcoder};
    ///
    /// // Surrogates in UTF-8, as some programs write them, are replaced; nothing else is let through.
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    /// let mut dst = [0; 16];
    /// let step = transcoder.push_with(b"a\xED\xA0\x80", &mut dst, |error| match error.kind() {
    ///     ErrorKind::Surrogate | ErrorKind::UnexpectedContinuation => Policy::Replace,
    ///     _ => Policy::Strict,
    /// });
    /// assert_eq!((step.read, step.written), (4, 8));
    /// ```
    #[inline]
    pub fn push_with(
        &mut self,
        src: &[U],
        dst: &mut [V],
        choose: impl FnMut(&StreamError) -> Policy,
    ) -> Step {
        step(&mut self.core, src, as_uninit(dst), false, &mut Callback(choose))
    }

    /// [`push`](Self::push) by the policy of the transcoder, with a list of the first errors.
    ///
    /// The example of [`Report`] shows one.
    #[inline]
    pub fn push_reporting<const N: usize>(
        &mut self,
        src: &[U],
        dst: &mut [V],
        report: &mut Report<N>,
    ) -> Step {
        let mut handler = Reporting { policy: self.core.policy, report };
        step(&mut self.core, src, as_uninit(dst), false, &mut handler)
    }

    /// The end of the stream: what is still carried is
    /// [`Incomplete`](crate::ErrorKind::Incomplete), and goes by the policy.
    ///
    /// [`Status::InputEmpty`](super::Status::InputEmpty): all is written.
    /// [`Status::OutputFull`](super::Status::OutputFull): call it again with more room. More chunks may follow
    /// all the same, as when a file grows: they go on at the offset that is reached, and if nothing has come yet they may
    /// begin with a mark, unless one was [added](super::OutputMark::Add) to the output, which is written at this end.
    ///
    /// ```
    /// use codeunit::{Encoding, ErrorKind, Policy, Status, Transcoder};
    ///
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// transcoder.push(b"ab\xF0\x9F\x98", &mut [0; 8]);
    /// let Status::IllFormed(error) = transcoder.finish(&mut [0; 8]).status else { panic!() };
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::Incomplete, 2));
    /// ```
    pub fn finish(&mut self, dst: &mut [V]) -> Step {
        self.finish_uninit(as_uninit(dst))
    }

    /// [`finish`](Self::finish) into memory that need not be initialised.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Status, Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Latin1, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(transcoder.finish_uninit(&mut []).status, Status::InputEmpty);
    /// ```
    pub fn finish_uninit(&mut self, dst: &mut [MaybeUninit<V>]) -> Step {
        let mut handler = self.errors.handler(self.core.policy);
        step::<U, V, _>(&mut self.core, &[], dst, true, &mut handler)
    }

    /// [`finish`](Self::finish), where a function sees each sequence that cannot be converted, and chooses.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// transcoder.push(b"\xF0\x9F", &mut [0; 8]);
    /// assert_eq!(transcoder.finish_with(&mut [0; 8], |_| Policy::Skip).written, 0);
    /// ```
    pub fn finish_with(
        &mut self,
        dst: &mut [V],
        choose: impl FnMut(&StreamError) -> Policy,
    ) -> Step {
        step::<U, V, _>(&mut self.core, &[], as_uninit(dst), true, &mut Callback(choose))
    }

    /// [`finish`](Self::finish) by the policy of the transcoder, with a list of the first errors.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Report, Transcoder};
    /// let mut report = Report::<4>::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// transcoder.push_reporting(b"a\xF0\x9F", &mut [0; 8], &mut report);
    /// transcoder.finish_reporting(&mut [0; 8], &mut report);
    /// assert_eq!(report.errors()[0].offset(), 1);
    /// ```
    pub fn finish_reporting<const N: usize>(
        &mut self,
        dst: &mut [V],
        report: &mut Report<N>,
    ) -> Step {
        let mut handler = Reporting { policy: self.core.policy, report };
        step::<U, V, _>(&mut self.core, &[], as_uninit(dst), true, &mut handler)
    }

    /// Where the stream stands.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Replace);
    /// transcoder.push(b"a\xFFb", &mut [0; 8]);
    /// let state = transcoder.state();
    /// assert_eq!((state.read(), state.written(), state.replacements()), (3, 6, 1));
    /// ```
    #[must_use]
    pub const fn state(&self) -> State {
        self.core.state
    }

    /// The encoding that the source is read in, its byte order known: that of its byte order mark, or without one
    /// that of [`new`](Self::new), where UTF-16 and UTF-32 by name are UTF-16BE and UTF-32BE (D98, D101). `None` as long
    /// as the source may still begin with a mark, and so of an empty one.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, SourceMark, Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf16, Encoding::Utf8, Policy::Replace)
    ///     .source_mark(SourceMark::Overrides);
    /// transcoder.push(b"\xEF\xBB", &mut [0; 8]);
    /// assert_eq!(transcoder.source_encoding(), None);
    /// transcoder.push(b"\xBF", &mut [0; 8]);
    /// assert_eq!(transcoder.source_encoding(), Some(Encoding::Utf8));
    /// ```
    #[must_use]
    pub fn source_encoding(&self) -> Option<Encoding> {
        self.core.source_encoding()
    }

    /// The transcoder at the place of a [`State`] that one with the same encodings has told.
    ///
    /// # Errors
    /// [`InvalidState`] if no stream from this encoding can stand there.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let new = |from| Transcoder::new(from, Encoding::Utf8, Policy::Strict);
    /// let mut transcoder = new(Encoding::Utf8);
    /// transcoder.push(b"\xE2\x82", &mut [0; 8]);
    /// assert!(new(Encoding::Utf8).resume(transcoder.state()).is_ok());
    /// // US-ASCII has nothing to carry.
    /// assert!(new(Encoding::Ascii).resume(transcoder.state()).is_err());
    /// ```
    pub fn resume(mut self, state: State) -> Result<Self, InvalidState> {
        // What comes in elements of more bytes is never cut inside of one.
        let unit = size_of::<U>();
        if !state.carry().len().is_multiple_of(unit) || !state.read().is_multiple_of(unit as u64) {
            return Err(InvalidState);
        }
        self.core.resume(state)?;
        Ok(self)
    }

    /// Goes back to the beginning, for another stream with the same options.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// transcoder.push(b"a\xFF", &mut [0; 8]);
    /// transcoder.reset();
    /// assert_eq!(transcoder.push(b"a", &mut [0; 8]).written, 1);
    /// ```
    pub fn reset(&mut self) {
        self.core.reset();
    }

    /// The backend that it runs on.
    ///
    /// ```
    /// use codeunit::{Backend, Encoding, Policy, Transcoder};
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
    /// assert_eq!(transcoder.backend(), Backend::active());
    /// ```
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.core.engine.backend()
    }
}

/// One call, in elements; the source ends with `src` if `last`.
#[inline]
fn step<U: StreamUnit, V: StreamUnit, H: Handler>(
    core: &mut Core,
    src: &[U],
    dst: &mut [MaybeUninit<V>],
    last: bool,
    handler: &mut H,
) -> Step {
    let done = core.step(U::bytes(src), V::output(dst), last, handler);
    let status = core.status(done.end);
    let (read, written) = (done.read / size_of::<U>(), done.written / size_of::<V>());
    Step { read, written, status }
}
