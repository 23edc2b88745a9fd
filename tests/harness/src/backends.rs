//! The backends, one after the other, and the count of what each was asked.

use std::cmp::Ordering;
use std::mem::MaybeUninit;

use codeunit::encoding::TranscodeTo;
use codeunit::index::{LineEnds, Position, Text, Unit};
use codeunit::{Analysis, Backend, Engine, Error, Lossy};

use crate::encodings::{SourceModel, TargetModel};
use crate::quiet::failed_on;
use crate::tally::{Operation, Subject, count};

/// Runs `test` on every backend that the program and the machine have, best first.
///
/// Which these are is printed at the end of the suite and checked there against
/// `CODEUNIT_REQUIRE_BACKENDS`.
pub fn for_each_backend(mut test: impl FnMut(Tested)) {
    walk(&mut test);
}

/// Apart, so that the loop is compiled once and not for each of some thousand closures.
fn walk(test: &mut dyn FnMut(Tested)) {
    for (index, &backend) in Backend::ALL.iter().enumerate() {
        if let Some(engine) = Engine::with_backend(backend) {
            let _name = NameOnPanic(backend);
            test(Tested { engine, index });
        }
    }
}

/// The scalar path, which every machine has.
#[must_use]
pub fn fallback() -> Tested {
    let index = Backend::ALL.iter().position(|&backend| backend == Backend::Fallback);
    let index = index.expect("the fallback is a backend");
    let engine = Engine::with_backend(Backend::Fallback);
    Tested { engine: engine.expect("the fallback runs on every machine"), index }
}

/// Tells on which backend a test failed, so that no assertion has to.
struct NameOnPanic(Backend);

impl Drop for NameOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            failed_on(self.0);
        }
    }
}

/// An [`Engine`] that keeps count of its operations; everything else is that of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Tested {
    engine: Engine,
    index: usize,
}

/// Methods that count and go on to the engine's method of the same name.
macro_rules! counted {
    ($($operation:ident: fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {$(
        #[doc = concat!("See `Engine::", stringify!($name), "`.")]
        #[allow(clippy::missing_errors_doc, reason = "the engine's method tells them")]
        #[inline]
        pub fn $name(self, $($arg: $type),*) $(-> $result)? {
            count(Operation::$operation, Subject::NONE, self.index);
            self.engine.$name($($arg),*)
        }
    )*};
}

impl Tested {
    /// The engine itself, uncounted.
    #[must_use]
    pub fn engine(self) -> Engine {
        self.engine
    }

    /// The backend.
    #[must_use]
    pub fn backend(self) -> Backend {
        self.engine.backend()
    }

    /// See `Engine::from_utf8`.
    #[allow(clippy::missing_errors_doc, reason = "the engine's method tells them")]
    #[inline]
    pub fn from_utf8(self, src: &[u8]) -> Result<&str, Error> {
        count(Operation::FromUtf8, Subject::NONE, self.index);
        self.engine.from_utf8(src)
    }

    counted! {
        IsAscii: fn is_ascii(src: &[u8]) -> bool;
        AsciiPrefixLen: fn ascii_prefix_len(src: &[u8]) -> usize;
        ValidateAscii: fn validate_ascii(src: &[u8]) -> Result<(), Error>;
        IsAsciiUtf16: fn is_ascii_utf16(src: &[u16]) -> bool;
        IsAsciiUtf16Le: fn is_ascii_utf16le(src: &[u8]) -> bool;
        IsAsciiUtf16Be: fn is_ascii_utf16be(src: &[u8]) -> bool;
        AsciiPrefixLenUtf16: fn ascii_prefix_len_utf16(src: &[u16]) -> usize;
        AsciiPrefixLenUtf16Le: fn ascii_prefix_len_utf16le(src: &[u8]) -> usize;
        AsciiPrefixLenUtf16Be: fn ascii_prefix_len_utf16be(src: &[u8]) -> usize;
        MakeUtf16WellFormed: fn make_utf16_well_formed(units: &mut [u16]) -> usize;
        MakeUtf16LeWellFormed: fn make_utf16le_well_formed(bytes: &mut [u8]) -> usize;
        MakeUtf16BeWellFormed: fn make_utf16be_well_formed(bytes: &mut [u8]) -> usize;
        SwapUtf16: fn swap_utf16(src: &[u16], dst: &mut [u16]) -> usize;
        SwapUtf16InPlace: fn swap_utf16_in_place(units: &mut [u16]);
        SwapUtf16Bytes: fn swap_utf16_bytes(src: &[u8], dst: &mut [u8]) -> usize;
        SwapUtf16BytesInPlace: fn swap_utf16_bytes_in_place(bytes: &mut [u8]);
        SwapUtf32: fn swap_utf32(src: &[u32], dst: &mut [u32]) -> usize;
        SwapUtf32InPlace: fn swap_utf32_in_place(units: &mut [u32]);
        SwapUtf32Bytes: fn swap_utf32_bytes(src: &[u8], dst: &mut [u8]) -> usize;
        SwapUtf32BytesInPlace: fn swap_utf32_bytes_in_place(bytes: &mut [u8]);
    }

    /// See `Engine::validate`.
    #[allow(clippy::missing_errors_doc, reason = "the engine's method tells them")]
    #[inline]
    pub fn validate<S: SourceModel>(self, src: &S::Slice) -> Result<(), Error> {
        count(Operation::Validate, Subject::source::<S>(), self.index);
        self.engine.validate::<S>(src)
    }

    /// See `Engine::analyze`.
    #[inline]
    pub fn analyze<S: SourceModel>(self, src: &S::Slice) -> Analysis {
        count(Operation::Analyze, Subject::source::<S>(), self.index);
        self.engine.analyze::<S>(src)
    }
}

/// What takes a text.
macro_rules! counted_texts {
    ($($operation:ident: fn $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {$(
        #[doc = concat!("See `Engine::", stringify!($name), "`.")]
        #[inline]
        pub fn $name<T: Text + ?Sized>(self, text: &T, $($arg: $type),*) $(-> $result)? {
            count(Operation::$operation, Subject::NONE, self.index);
            self.engine.$name(text, $($arg),*)
        }
    )*};
}

impl Tested {
    counted_texts! {
        CountUnits: fn count_units(unit: Unit) -> usize;
        ConvertIndex: fn convert_index(index: usize, from: Unit, to: Unit) -> usize;
        ConvertIndices: fn convert_indices(positions: &mut [usize], from: Unit, to: Unit);
        LineCount: fn line_count(ends: LineEnds) -> usize;
        LineOf: fn line_of(offset: usize, ends: LineEnds) -> usize;
        LineStart: fn line_start(line: usize, ends: LineEnds) -> usize;
        Position: fn position(offset: usize, unit: Unit, ends: LineEnds) -> Position;
        Offset: fn offset(at: Position, unit: Unit, ends: LineEnds) -> usize;
    }
}

/// What takes two sources.
macro_rules! counted_two {
    ($($operation:ident: fn $name:ident -> $result:ty;)*) => {$(
        #[doc = concat!("See `Engine::", stringify!($name), "`.")]
        #[inline]
        pub fn $name<A: SourceModel, B: SourceModel>(self, a: &A::Slice, b: &B::Slice) -> $result {
            count(Operation::$operation, Subject::source::<A>(), self.index);
            self.engine.$name::<A, B>(a, b)
        }
    )*};
}

impl Tested {
    counted_two! {
        CmpText: fn cmp_text -> Ordering;
        EqText: fn eq_text -> bool;
        CommonPrefixLen: fn common_prefix_len -> (usize, usize);
    }
}

/// What takes a source and a target.
macro_rules! counted_pairs {
    ($($operation:ident: fn $name:ident($($arg:ident: $type:ty),*) -> $result:ty;)*) => {$(
        #[doc = concat!("See `Engine::", stringify!($name), "`.")]
        #[allow(clippy::missing_errors_doc, reason = "the engine's method tells them")]
        #[inline]
        pub fn $name<S: SourceModel + TranscodeTo<T>, T: TargetModel>(
            self, $($arg: $type),*
        ) -> $result {
            count(Operation::$operation, Subject::pair::<S, T>(), self.index);
            self.engine.$name::<S, T>($($arg),*)
        }
    )*};
}

impl Tested {
    counted_pairs! {
        TranscodedLen: fn transcoded_len(src: &S::Slice) -> usize;
        TranscodedLenLossy: fn transcoded_len_lossy(src: &S::Slice) -> usize;
        Transcode: fn transcode(src: &S::Slice, dst: &mut [T::Unit]) -> Result<usize, Error>;
        TranscodeLossy:
            fn transcode_lossy(src: &S::Slice, dst: &mut [T::Unit]) -> Result<Lossy, Error>;
        TranscodeUninit: fn transcode_uninit(
            src: &S::Slice, dst: &mut [MaybeUninit<T::Unit>]
        ) -> Result<usize, Error>;
        TranscodeLossyUninit: fn transcode_lossy_uninit(
            src: &S::Slice, dst: &mut [MaybeUninit<T::Unit>]
        ) -> Result<Lossy, Error>;
        TranscodeAppend:
            fn transcode_append(src: &S::Slice, out: &mut Vec<T::Unit>) -> Result<usize, Error>;
        TranscodeLossyAppend:
            fn transcode_lossy_append(src: &S::Slice, out: &mut Vec<T::Unit>) -> Lossy;
    }

    /// See `Engine::count`.
    #[inline]
    pub fn count<S: SourceModel>(self, src: &S::Slice) -> usize {
        count(Operation::Count, Subject::source::<S>(), self.index);
        self.engine.count::<S>(src)
    }

    /// See `Engine::count_line_feeds`.
    #[inline]
    pub fn count_line_feeds<S: SourceModel>(self, src: &S::Slice) -> usize {
        count(Operation::CountLineFeeds, Subject::source::<S>(), self.index);
        self.engine.count_line_feeds::<S>(src)
    }

    /// See `Engine::transcode_append_string`.
    #[allow(clippy::missing_errors_doc, reason = "the engine's method tells them")]
    #[inline]
    pub fn transcode_append_string<S: SourceModel>(
        self,
        src: &S::Slice,
        out: &mut String,
    ) -> Result<usize, Error> {
        count(Operation::TranscodeAppendString, Subject::source::<S>(), self.index);
        self.engine.transcode_append_string::<S>(src, out)
    }

    /// See `Engine::transcode_lossy_append_string`.
    #[inline]
    pub fn transcode_lossy_append_string<S: SourceModel>(
        self,
        src: &S::Slice,
        out: &mut String,
    ) -> Lossy {
        count(Operation::TranscodeLossyAppendString, Subject::source::<S>(), self.index);
        self.engine.transcode_lossy_append_string::<S>(src, out)
    }
}
