//! What a transcoder is told before it begins: the engine, byte order marks, what is counted, who hears of errors.

use core::marker::PhantomData;

use super::whole::Straight;
use super::{
    ByFunction, ErrorHandler, OutputMark, Policy, SourceMark, StreamError, StreamUnit, Transcoder,
};
use crate::Engine;

impl<U: StreamUnit, V: StreamUnit, H: ErrorHandler> Transcoder<U, V, H> {
    /// The same, where a function sees each sequence that cannot be converted, and chooses: in every call but those that
    /// are given another one. It takes the place of the policy, and of a report.
    ///
    /// ```
    /// use std::io::Read;
    ///
    /// use codeunit::io::TranscodeReader;
    /// use codeunit::{Encoding, ErrorKind, Policy, Transcoder};
    ///
    /// // A log of which the last line is being written: what is cut there is left out, all else is an error.
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    /// let transcoder = transcoder.on_error(|error| match error.kind() {
    ///     ErrorKind::Incomplete => Policy::Skip,
    ///     _ => Policy::Strict,
    /// });
    /// let mut units = Vec::new();
    /// TranscodeReader::new(&b"a\xE2\x82"[..], transcoder).read_to_end(&mut units)?;
    /// assert_eq!(units, b"a\0");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn on_error<F>(self, choose: F) -> Transcoder<U, V, ByFunction<F>>
    where
        F: FnMut(&StreamError) -> Policy,
    {
        self.with_handler(ByFunction(choose))
    }

    /// The same, with a list of the first errors: a [`Report`](super::Report) of its own, which
    /// [`error_handler`](Self::error_handler) gives back, or a `&mut Report` of the caller's.
    ///
    /// ```
    /// use std::io::Write;
    ///
    /// use codeunit::io::TranscodeWriter;
    /// use codeunit::{Encoding, Policy, Report, Transcoder};
    ///
    /// let mut report = Report::<8>::new();
    /// let transcoder = Transcoder::new(Encoding::Utf16Be, Encoding::Utf8, Policy::Replace);
    /// let mut writer = TranscodeWriter::new(Vec::new(), transcoder.reporting(&mut report));
    /// writer.write_all(b"\0a\xD8\0\0b")?;
    /// assert_eq!(writer.finish()?, "a\u{FFFD}b".as_bytes());
    /// assert_eq!(report.errors()[0].to_string(), "unpaired high surrogate at byte 2");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn reporting<R: ErrorHandler>(self, report: R) -> Transcoder<U, V, R> {
        self.with_handler(report)
    }

    fn with_handler<G>(self, errors: G) -> Transcoder<U, V, G> {
        Transcoder { core: self.core, errors, slices: PhantomData }
    }

    /// Who decides what is done with errors: [`ByPolicy`](super::ByPolicy), a function, or the report.
    ///
    /// ```
    /// use codeunit::io::LineReader;
    /// use codeunit::{Encoding, Policy, Report, Transcoder};
    ///
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Replace);
    /// let transcoder = transcoder.counting_lines().reporting(Report::<8>::new());
    /// let mut reader = LineReader::with_transcoder(&b"a\nb\xFF\n"[..], transcoder);
    /// while reader.next_line()?.is_some() {}
    /// let report = reader.transcoder().error_handler();
    /// assert_eq!((report.total(), report.errors()[0].position().unwrap().line), (1, 2));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub const fn error_handler(&self) -> &H {
        &self.errors
    }

    /// The same on this engine, and so on a backend of choice.
    ///
    /// ```
    /// use codeunit::{Backend, Encoding, Engine, Policy, Transcoder};
    /// let scalar = Engine::with_backend(Backend::Fallback).unwrap();
    /// let transcoder =
    ///     Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict).with_engine(scalar);
    /// assert_eq!(transcoder.backend(), Backend::Fallback);
    /// ```
    #[must_use]
    pub const fn with_engine(mut self, engine: Engine) -> Self {
        self.core.engine = engine;
        self
    }

    /// What an initial U+FEFF of the source is; by default that depends on the encoding
    /// ([`SourceMark::ByScheme`]). [`SourceMark::Overrides`] and [`SourceMark::Whatwg`] let it tell another encoding than
    /// the one the source is said to be in.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, SourceMark, Transcoder};
    /// let mut text = Vec::new();
    /// let transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Latin1, Policy::Strict);
    /// let mut transcoder = transcoder.source_mark(SourceMark::Mark);
    /// transcoder.extend(b"\xFF\xFE\x61\x00", &mut text)?;
    /// transcoder.extend_finish(&mut text)?;
    /// assert_eq!(text, b"a");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub const fn source_mark(mut self, mark: SourceMark) -> Self {
        self.core.source_mark = mark.in_units_of(size_of::<U>());
        self
    }

    /// Whether the output begins with a byte order mark; by default if the source does
    /// ([`OutputMark::Keep`]).
    ///
    /// ```
    /// use codeunit::{Encoding, OutputMark, Policy, Transcoder};
    /// let mut text = Vec::new();
    /// let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict);
    /// let mut transcoder = transcoder.output_mark(OutputMark::Add);
    /// transcoder.extend(b"a", &mut text)?;
    /// transcoder.extend_finish(&mut text)?;
    /// assert_eq!(text, b"\xFF\xFE\x61\x00");
    /// # Ok::<(), codeunit::StreamError>(())
    /// ```
    #[must_use]
    pub const fn output_mark(mut self, mark: OutputMark) -> Self {
        self.core.output_mark = mark;
        self
    }

    /// Counts code points ([`State::code_points`](super::State::code_points)), which takes a pass over the source or the
    /// output, whichever is shorter, unless their lengths tell: in chunks of 64 KiB up to half as long again for ASCII, 2 to
    /// 23 % for other text.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Transcoder};
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict).counting_code_points();
    /// transcoder.push("ñ€".as_bytes(), &mut [0; 8]);
    /// assert_eq!(transcoder.state().code_points(), 2);
    /// ```
    #[must_use]
    pub const fn counting_code_points(mut self) -> Self {
        self.core.counting.code_points = true;
        self.core.straight = Straight::No;
        self
    }

    /// Counts lines and columns, so that errors have a line and a column
    /// ([`StreamError::position`]). It takes such a pass as well: in chunks of 64 KiB 21 to 51 % for ASCII, 10 to 27 %
    /// for other text.
    ///
    /// ```
    /// use codeunit::{Encoding, Policy, Position, Transcoder};
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf8, Encoding::Utf16Le, Policy::Strict).counting_lines();
    /// transcoder.push("ñ\n€".as_bytes(), &mut [0; 8]);
    /// assert_eq!(transcoder.state().position(), Position { line: 2, column: 2 });
    /// ```
    #[must_use]
    pub const fn counting_lines(mut self) -> Self {
        self.core.counting.lines = true;
        self.core.straight = Straight::No;
        self
    }
}
