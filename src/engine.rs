//! Every operation of a kernel, on a backend of the caller's choice.

mod ascii;
#[cfg(feature = "alloc")]
mod growing;
mod units;

use core::cmp::Ordering;
use core::mem::MaybeUninit;

use codeunit_simd::fallback::form::{self, Source as _, Target as _};
use codeunit_simd::{Backend, Form, Kernels, Pair, short};

use crate::compare;
use crate::encoding::{Source, Target, TranscodeTo, code_units};
use crate::output::as_uninit;
use crate::{Analysis, Error, ErrorKind, Lossy};

/// Every operation that a kernel does, on one [`Backend`]; the functions that look at a few units, such as
/// [`floor_boundary`](crate::floor_boundary), are the same on all.
///
/// The functions of the crate use [`Engine::active`]. To choose a backend by hand is for tests,
/// benchmarks and bug reports: the results are the same on all of them.
///
/// ```
/// use codeunit::{Backend, Engine, encoding::{Utf8, Utf16}};
///
/// for backend in Backend::ALL.iter().copied().filter(|backend| backend.is_available()) {
///     let engine = Engine::with_backend(backend).expect("it is available");
///     let mut dst = [0; 8];
///     let written = engine.transcode::<Utf8, Utf16>("añ€😀".as_bytes(), &mut dst)?;
///     assert_eq!(dst[..written], [0x61, 0xF1, 0x20AC, 0xD83D, 0xDE00], "{}", backend.name());
/// }
/// # Ok::<(), codeunit::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    kernels: Kernels,
}

impl Engine {
    /// The engine on the best backend of this machine, which is found out once.
    ///
    /// ```
    /// assert!(codeunit::Engine::active().is_ascii(b"ASCII"));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn active() -> Self {
        Self { kernels: Kernels::active() }
    }

    /// The engine on the given backend, or `None` if this machine does not have it.
    ///
    /// ```
    /// use codeunit::{Backend, Engine};
    /// assert!(Engine::with_backend(Backend::Fallback).is_some());
    /// ```
    #[must_use]
    pub fn with_backend(backend: Backend) -> Option<Self> {
        backend.kernels().map(|kernels| Self { kernels })
    }

    /// The backend on which this engine runs.
    ///
    /// ```
    /// use codeunit::{Backend, Engine};
    /// assert_eq!(Engine::active().backend(), Backend::active());
    /// ```
    #[must_use]
    pub fn backend(self) -> Backend {
        self.kernels.backend()
    }

    /// Its kernels.
    #[inline(always)]
    pub(crate) fn kernels(self) -> Kernels {
        self.kernels
    }

    /// See [`crate::from_utf8`].
    ///
    /// # Errors
    /// The first ill-formed sequence, by Table 3-7.
    ///
    /// ```
    /// use codeunit::Engine;
    /// assert_eq!(Engine::active().from_utf8(b"\xC3\xB1"), Ok("ñ"));
    /// ```
    #[inline]
    pub fn from_utf8(self, src: &[u8]) -> Result<&str, Error> {
        short::from_utf8(self.kernels, src)
    }

    /// See [`crate::validate`].
    ///
    /// # Errors
    /// The first ill-formed sequence.
    ///
    /// ```
    /// use codeunit::{Engine, encoding::Utf8};
    /// assert!(Engine::active().validate::<Utf8>(b"\xC3\xB1").is_ok());
    /// ```
    #[inline]
    pub fn validate<S: Source>(self, src: &S::Slice) -> Result<(), Error> {
        let (units, rest) = S::units(src);
        match S::FORM.validate(self.kernels, units) {
            Ok(()) if rest == 0 => Ok(()),
            Ok(()) => Err(unfinished::<S>(units).scale(S::SCALE, 1)),
            Err(error) => Err(error.scale(S::SCALE, 1)),
        }
    }

    /// See [`crate::analyze`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::Utf8};
    /// assert_eq!(Engine::active().analyze::<Utf8>("ñ€".as_bytes()).utf16_len(), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn analyze<S: Source>(self, src: &S::Slice) -> Analysis {
        let (units, rest) = S::units(src);
        S::FORM.analyze(self.kernels, units).map_error(|error| {
            let error = error.or_else(|| (rest != 0).then(|| unfinished::<S>(units)));
            error.map(|error| error.scale(S::SCALE, 1))
        })
    }

    /// See [`crate::count`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::Utf8};
    /// assert_eq!(Engine::active().count::<Utf8>("ñ€".as_bytes()), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn count<S: Source>(self, src: &S::Slice) -> usize {
        Pair::<form::Utf32>::len(S::FORM, self.kernels, S::units(src).0)
    }

    /// See [`crate::count_line_feeds`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::Utf8};
    /// assert_eq!(Engine::active().count_line_feeds::<Utf8>(b"a\nb\n"), 2);
    /// ```
    #[must_use]
    #[inline]
    pub fn count_line_feeds<S: Source>(self, src: &S::Slice) -> usize {
        S::FORM.count_line_feeds(self.kernels, S::units(src).0)
    }

    /// See [`crate::transcoded_len`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Utf8, Utf16Le}};
    /// assert_eq!(Engine::active().transcoded_len::<Utf8, Utf16Le>("ñ€".as_bytes()), 4);
    /// ```
    #[must_use]
    #[inline]
    pub fn transcoded_len<S: TranscodeTo<T>, T: Target>(self, src: &S::Slice) -> usize {
        S::FORM.len(self.kernels, S::units(src).0).saturating_mul(T::SCALE.into())
    }

    /// See [`crate::transcoded_len_lossy`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::Utf8};
    /// assert_eq!(Engine::active().transcoded_len_lossy::<Utf8, Utf8>(b"a\xFF"), 4);
    /// ```
    #[must_use]
    #[inline]
    pub fn transcoded_len_lossy<S: TranscodeTo<T>, T: Target>(self, src: &S::Slice) -> usize {
        let (units, rest) = S::units(src);
        let mut len = S::FORM.len_lossy(self.kernels, units);
        if is_subpart::<S>(units, rest) {
            len += T::Form::units(T::Form::REPLACEMENT);
        }
        len.saturating_mul(T::SCALE.into())
    }

    /// See [`crate::transcode()`].
    ///
    /// # Errors
    /// The first thing in the order of the source that cannot be done.
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Utf8, Utf16Le}};
    /// let mut dst = [0; 4];
    /// assert_eq!(Engine::active().transcode::<Utf8, Utf16Le>("ñ€".as_bytes(), &mut dst), Ok(4));
    /// assert_eq!(&dst, b"\xF1\x00\xAC\x20");
    /// ```
    #[inline]
    pub fn transcode<S: TranscodeTo<T>, T: Target>(
        self,
        src: &S::Slice,
        dst: &mut [T::Unit],
    ) -> Result<usize, Error> {
        self.transcode_uninit::<S, T>(src, as_uninit(dst))
    }

    /// See [`crate::transcode_uninit`].
    ///
    /// # Errors
    /// The first thing in the order of the source that cannot be done.
    ///
    /// ```
    /// use std::mem::MaybeUninit;
    /// use codeunit::{Engine, encoding::{Utf8, Utf16}};
    /// let mut dst = [MaybeUninit::uninit(); 4];
    /// assert_eq!(Engine::active().transcode_uninit::<Utf8, Utf16>("ñ€".as_bytes(), &mut dst), Ok(2));
    /// ```
    #[inline]
    pub fn transcode_uninit<S: TranscodeTo<T>, T: Target>(
        self,
        src: &S::Slice,
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<usize, Error> {
        let (units, rest) = S::units(src);
        match S::FORM.strict(self.kernels, units, T::FORM, T::output(dst)) {
            Ok(written) if rest == 0 => Ok(written * usize::from(T::SCALE)),
            Ok(written) => {
                Err(unfinished::<S>(units).with_output(written, 0).scale(S::SCALE, T::SCALE))
            }
            Err(error) => Err(error.scale(S::SCALE, T::SCALE)),
        }
    }

    /// See [`crate::transcode_lossy`].
    ///
    /// # Errors
    /// [`ErrorKind::OutputFull`] only.
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Utf8, Utf16}};
    /// let mut dst = [0; 4];
    /// let done = Engine::active().transcode_lossy::<Utf8, Utf16>(b"a\xFF", &mut dst)?;
    /// assert_eq!(dst[..done.written], [0x61, 0xFFFD]);
    /// # Ok::<(), codeunit::Error>(())
    /// ```
    #[inline]
    pub fn transcode_lossy<S: TranscodeTo<T>, T: Target>(
        self,
        src: &S::Slice,
        dst: &mut [T::Unit],
    ) -> Result<Lossy, Error> {
        self.transcode_lossy_uninit::<S, T>(src, as_uninit(dst))
    }

    /// See [`crate::transcode_lossy_uninit`].
    ///
    /// # Errors
    /// [`ErrorKind::OutputFull`] only.
    ///
    /// ```
    /// use std::mem::MaybeUninit;
    /// use codeunit::{Engine, encoding::{Utf8, Utf16}};
    /// let mut dst = [MaybeUninit::uninit(); 4];
    /// let done = Engine::active().transcode_lossy_uninit::<Utf8, Utf16>(b"a\xFF", &mut dst)?;
    /// assert_eq!((done.written, done.replacements), (2, 1));
    /// # Ok::<(), codeunit::Error>(())
    /// ```
    #[inline]
    pub fn transcode_lossy_uninit<S: TranscodeTo<T>, T: Target>(
        self,
        src: &S::Slice,
        dst: &mut [MaybeUninit<T::Unit>],
    ) -> Result<Lossy, Error> {
        let (units, rest) = S::units(src);
        let out = T::output(dst);
        let scale = |error: Error| error.scale(S::SCALE, T::SCALE);
        let mut done = S::FORM.lossy(self.kernels, units, T::FORM, out).map_err(scale)?;
        if is_subpart::<S>(units, rest) {
            match T::FORM.encode(T::Form::REPLACEMENT, &mut out[done.written..]) {
                Ok(n) => done.written += n,
                Err(_) => {
                    let full = Error::new(ErrorKind::OutputFull, code_units::<S>(src), Some(0));
                    return Err(scale(full.with_output(done.written, done.replacements)));
                }
            }
            done.replacements += 1;
        }
        done.written *= usize::from(T::SCALE);
        Ok(done)
    }

    /// See [`compare::cmp`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Latin1, Utf8}};
    /// assert!(Engine::active().cmp_text::<Latin1, Utf8>(b"\xF1", "ñ".as_bytes()).is_eq());
    /// ```
    #[must_use]
    #[inline]
    pub fn cmp_text<A: Source, B: Source>(self, a: &A::Slice, b: &B::Slice) -> Ordering {
        compare::cmp_texts(self.kernels, A::text(a), B::text(b))
    }

    /// See [`compare::eq`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Latin1, Utf8}};
    /// assert!(Engine::active().eq_text::<Latin1, Utf8>(b"\xF1", "ñ".as_bytes()));
    /// ```
    #[must_use]
    #[inline]
    pub fn eq_text<A: Source, B: Source>(self, a: &A::Slice, b: &B::Slice) -> bool {
        compare::eq_texts(self.kernels, A::text(a), B::text(b))
    }

    /// See [`compare::common_prefix_len`].
    ///
    /// ```
    /// use codeunit::{Engine, encoding::{Latin1, Utf8}};
    /// let len = Engine::active().common_prefix_len::<Latin1, Utf8>(b"\xF1a", "ñb".as_bytes());
    /// assert_eq!(len, (1, 2));
    /// ```
    #[must_use]
    #[inline]
    pub fn common_prefix_len<A: Source, B: Source>(
        self,
        a: &A::Slice,
        b: &B::Slice,
    ) -> (usize, usize) {
        let (a, b) = (A::text(a), B::text(b));
        let (a, b) = compare::prefix_of_texts(self.kernels, a.units, b.units);
        (a * usize::from(A::SCALE), b * usize::from(B::SCALE))
    }
}

/// Whether the bytes behind the last whole code unit are a maximal subpart. With a high surrogate before them they are one
/// together, which is replaced by then.
fn is_subpart<S: Source>(
    units: &<S::Form as codeunit_simd::fallback::form::Source>::Slice,
    rest: usize,
) -> bool {
    rest != 0 && S::FORM.incomplete_len(units) == 0
}

/// The error of a source that ends inside a code unit, counted in code units.
#[cold]
fn unfinished<S: Source>(
    units: &<S::Form as codeunit_simd::fallback::form::Source>::Slice,
) -> Error {
    Error::new(ErrorKind::Incomplete, <S::Form as form::Source>::len(units), None)
}
