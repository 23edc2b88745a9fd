//! Checkpoints recorded: the calls of a transcoder, cut where one is due.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::{Checkpoints, Form, Place, Points};
use crate::output::as_uninit;
use crate::stream::core::Core;
use crate::stream::extend::fill;
use crate::stream::handler::{Callback, Gap, Handler};
use crate::stream::state::Stage;
use crate::stream::{
    ErrorHandler, Policy, Status, Step, StreamEncoding, StreamError, StreamUnit, Transcoder,
};

/// The most bytes of the output for one of the source, in text.
fn growth(core: &Core) -> u64 {
    match (core.source, core.target) {
        (Form::Utf32(_), _) | (_, Form::Latin1 | Form::Ascii) => 1,
        (Form::Utf8 | Form::Latin1 | Form::Ascii, Form::Utf32(_)) => 4,
        (Form::Utf8, Form::Utf8) | (Form::Utf16(_), Form::Utf16(_)) => 1,
        _ => 2,
    }
}

/// Who decides, and who remembers what was decided.
struct Recorder<'a, H> {
    handler: &'a mut H,
    points: &'a mut Points,
}

impl<H: Handler> Handler for Recorder<'_, H> {
    fn decide(&mut self, error: &StreamError) -> Policy {
        self.handler.decide(error)
    }

    /// A lossy kernel does not tell where it has replaced something.
    fn only_replaces(&self) -> bool {
        false
    }

    fn wants_gaps(&self) -> bool {
        true
    }

    fn gap(&mut self, gap: Gap) {
        // Before the text everything is one gap.
        if gap.is_in_text {
            let Gap { input, output, line_feeds, .. } = gap;
            let start = Place { output, input, line_feeds };
            let end = Place {
                output: output + gap.output_len as u64,
                input: input + gap.input_len as u64,
                line_feeds,
            };
            self.points.gap(start, end);
        }
    }
}

impl Checkpoints {
    /// A whole source converted by one call, and checkpoints of that at the default interval, with its lines counted.
    /// Byte order marks are dealt with as by [`Transcoder::new`].
    ///
    /// # Errors
    /// What the policy does not allow.
    ///
    /// # Panics
    /// As [`push`](Self::push).
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy};
    ///
    /// let log = b"\xF1\x00\n\0a\0b\0";
    /// let (text, checkpoints) = Checkpoints::transcode_to_vec(
    ///     Encoding::Utf16Le,
    ///     Encoding::Utf8,
    ///     Policy::Replace,
    ///     log,
    /// )?;
    /// let at = text.windows(2).position(|bytes| bytes == b"ab").unwrap();
    /// let found = checkpoints.locate(at as u64, &text).unwrap();
    /// assert_eq!((found.offset, found.line), (4, Some(2)));
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    pub fn transcode_to_vec<S: StreamEncoding, T: StreamEncoding>(
        from: S,
        to: T,
        policy: Policy,
        src: &[S::Unit],
    ) -> Result<(Vec<T::Unit>, Self), StreamError> {
        let mut transcoder = Transcoder::new(from, to, policy).counting_lines();
        let (mut checkpoints, mut out) = (Self::new(), Vec::new());
        checkpoints.extend(&mut transcoder, src, &mut out)?;
        checkpoints.extend_finish(&mut transcoder, &mut out)?;
        Ok((out, checkpoints))
    }

    /// [`Transcoder::push`], recorded.
    ///
    /// All calls of a stream are to be made so, with the same transcoder, and [`finish`](Self::finish) at its end.
    /// What the policy replaces is converted sequence by sequence here, which takes longer where there is much of
    /// it.
    ///
    /// # Panics
    /// If an end of the transcoder is an encoding of the feature `legacy`; also if the source begins with a mark that
    /// [overrides](crate::SourceMark::Overrides) it.
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    ///
    /// let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Strict);
    /// let mut checkpoints = Checkpoints::new();
    /// let mut text = [0; 16];
    /// let step = checkpoints.push(&mut transcoder, b"\xF1\x00\x61\x00", &mut text);
    /// assert_eq!(step.written, 3);
    /// assert_eq!(checkpoints.locate(2, &text).unwrap().offset, 2);
    /// ```
    pub fn push<U: StreamUnit, V: StreamUnit, E: ErrorHandler>(
        &mut self,
        transcoder: &mut Transcoder<U, V, E>,
        src: &[U],
        dst: &mut [V],
    ) -> Step {
        let Transcoder { core, errors, .. } = transcoder;
        let mut handler = errors.handler(core.policy);
        self.step(core, src, as_uninit(dst), false, &mut handler)
    }

    /// [`Transcoder::push_with`], recorded.
    ///
    /// # Panics
    /// As [`push`](Self::push), whose example shows it.
    pub fn push_with<U: StreamUnit, V: StreamUnit, E: ErrorHandler>(
        &mut self,
        transcoder: &mut Transcoder<U, V, E>,
        src: &[U],
        dst: &mut [V],
        choose: impl FnMut(&StreamError) -> Policy,
    ) -> Step {
        self.step(&mut transcoder.core, src, as_uninit(dst), false, &mut Callback(choose))
    }

    /// [`Transcoder::finish`], recorded.
    ///
    /// # Panics
    /// As [`push`](Self::push).
    ///
    /// ```
    /// use codeunit::{Checkpoints, Encoding, Policy, Transcoder};
    ///
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Replace);
    /// let mut checkpoints = Checkpoints::new();
    /// let mut units = [0; 16];
    /// let written = checkpoints.push(&mut transcoder, b"a\xE2\x82", &mut units).written;
    /// checkpoints.finish(&mut transcoder, &mut units[written..]);
    /// // What U+FFFD stands for begins behind the first byte.
    /// assert_eq!(checkpoints.locate(2, &units).unwrap().offset, 1);
    /// assert_eq!(checkpoints.end(), (3, 4));
    /// ```
    pub fn finish<U: StreamUnit, V: StreamUnit, E: ErrorHandler>(
        &mut self,
        transcoder: &mut Transcoder<U, V, E>,
        dst: &mut [V],
    ) -> Step {
        let Transcoder { core, errors, .. } = transcoder;
        let mut handler = errors.handler(core.policy);
        self.step::<U, V, _>(core, &[], as_uninit(dst), true, &mut handler)
    }

    /// [`Transcoder::finish_with`], recorded.
    ///
    /// # Panics
    /// As [`push`](Self::push).
    pub fn finish_with<U: StreamUnit, V: StreamUnit, E: ErrorHandler>(
        &mut self,
        transcoder: &mut Transcoder<U, V, E>,
        dst: &mut [V],
        choose: impl FnMut(&StreamError) -> Policy,
    ) -> Step {
        let core = &mut transcoder.core;
        self.step::<U, V, _>(core, &[], as_uninit(dst), true, &mut Callback(choose))
    }

    /// [`Transcoder::extend`], recorded. The example of [`Checkpoints`] shows it.
    ///
    /// # Errors
    /// As [`Transcoder::extend`].
    ///
    /// # Panics
    /// As [`push`](Self::push).
    pub fn extend<U: StreamUnit, V: StreamUnit, E: ErrorHandler>(
        &mut self,
        transcoder: &mut Transcoder<U, V, E>,
        src: &[U],
        out: &mut Vec<V>,
    ) -> Result<(), StreamError> {
        let Transcoder { core, errors, .. } = transcoder;
        let mut handler = errors.handler(core.policy);
        let mut read = 0;
        out.reserve(src.len());
        fill(out, |dst| {
            let step = self.step(core, &src[read..], dst, false, &mut handler);
            read += step.read;
            (step, src.len() - read)
        })
    }

    /// [`Transcoder::extend_finish`], recorded.
    ///
    /// # Errors
    /// As [`Transcoder::extend_finish`].
    ///
    /// # Panics
    /// As [`push`](Self::push).
    pub fn extend_finish<U: StreamUnit, V: StreamUnit, E: ErrorHandler>(
        &mut self,
        transcoder: &mut Transcoder<U, V, E>,
        out: &mut Vec<V>,
    ) -> Result<(), StreamError> {
        let Transcoder { core, errors, .. } = transcoder;
        let mut handler = errors.handler(core.policy);
        fill(out, |dst| (self.step::<U, V, _>(core, &[], dst, true, &mut handler), 0))
    }

    fn step<U: StreamUnit, V: StreamUnit, H: Handler>(
        &mut self,
        core: &mut Core,
        src: &[U],
        dst: &mut [MaybeUninit<V>],
        last: bool,
        handler: &mut H,
    ) -> Step {
        let unit = size_of::<U>();
        let (src, dst) = (U::bytes(src), V::output(dst));
        let step = self.record(core, src, unit, dst, last, handler);
        Step { read: step.read / unit, written: step.written / size_of::<V>(), status: step.status }
    }

    /// The same for the bytes of a source, none of whose elements of `unit` bytes is cut.
    fn record<H: Handler>(
        &mut self,
        core: &mut Core,
        src: &[u8],
        unit: usize,
        dst: &mut [MaybeUninit<u8>],
        last: bool,
        handler: &mut H,
    ) -> Step {
        #[cfg(feature = "legacy")]
        {
            // Whatever a mark tells: it is not the text that decides whether there can be checkpoints.
            let is_known = core.from.legacy().or(core.to.legacy()).is_none();
            assert!(is_known, "encodings of the feature `legacy` have no checkpoints");
        }
        let (mut read, mut written) = (0_usize, 0);
        let status = loop {
            // Before the text, room for a mark and for what stands in place of a first sequence, but not for text:
            // then the place where that begins is seen.
            let room = if self.points.has_text() {
                self.points.room(core.state.written)
            } else {
                core.pending_len() as u64
            };
            let left = dst.len() - written;
            let room = usize::try_from(room).unwrap_or(usize::MAX).min(left);
            // As much of the source as has room for certain: a kernel that comes to the end of its source is faster
            // than one that comes to that of its output, and some pairs look at all of the source first.
            let most = usize::try_from(self.points.room(core.state.written) / growth(core));
            let most = most.unwrap_or(usize::MAX).max(unit);
            let end = read.saturating_add(most - most % unit);
            let part = &src[read..src.len().min(end)];
            let mut recorder = Recorder { handler, points: &mut self.points };
            let step = core.step(part, &mut dst[written..written + room], last, &mut recorder);
            read += step.read;
            written += step.written;
            self.note(core);
            match core.status(step.end) {
                Status::InputEmpty if read < src.len() => {}
                // The output is, and not the room that we have left of it.
                Status::OutputFull if room == left => break Status::OutputFull,
                Status::OutputFull => {}
                status => break status,
            }
        };
        Step { read, written, status }
    }

    /// Remembers where the stream stands.
    fn note(&mut self, core: &Core) {
        let state = &core.state;
        self.forms = Some((core.source, core.target));
        self.lines = core.counting.lines;
        let place =
            Place { output: state.written, input: state.converted, line_feeds: state.line_feeds };
        self.end = place;
        if matches!(state.stage, Stage::Text) && state.pending.is_none() {
            self.points.text(place);
        }
    }
}
