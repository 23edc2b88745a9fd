//! From two encodings named at run time to the functions of the engine, which take them as types.

use core::mem::MaybeUninit;

use codeunit_fallback::ByteOrder;

use super::form::Form;
use super::whole::{Whole, whole};
use crate::encoding::{
    Latin1, Source, Target, TranscodeTo, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le,
};
use crate::{Engine, Error, ErrorKind, Lossy, output};

/// A conversion of bytes, bounded by its output.
type Convert<Done> = fn(Engine, &[u8], &mut [MaybeUninit<u8>]) -> Result<Done, Error>;

/// What there is for a pair of encodings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Route {
    pub(crate) strict: Convert<usize>,
    /// U+FFFD for each sequence that cannot be converted. None if US-ASCII is one of the two.
    pub(crate) lossy: Option<Convert<Lossy>>,
    /// A whole call. None if US-ASCII is one of the two.
    pub(crate) whole: Option<Whole>,
}

/// Evaluates an expression with a type alias for the encoding; US-ASCII is a part of Latin-1.
macro_rules! with_type {
    ($form:expr, $name:ident => $body:expr) => {
        with_type!(@arms $form, $name, $body;
            Form::Utf8 => Utf8, Form::Utf16(ByteOrder::Little) => Utf16Le,
            Form::Utf16(ByteOrder::Big) => Utf16Be, Form::Utf32(ByteOrder::Little) => Utf32Le,
            Form::Utf32(ByteOrder::Big) => Utf32Be, Form::Latin1 | Form::Ascii => Latin1)
    };
    (@arms $form:expr, $name:ident, $body:expr; $($pattern:pat => $encoding:ident),*) => {
        match $form {
            $($pattern => {
                type $name = $encoding;
                $body
            })*
        }
    };
}

pub(crate) use with_type;

impl Route {
    pub(crate) fn new(from: Form, to: Form) -> Self {
        match (from, to) {
            (Form::Ascii, _) => {
                Self { strict: with_type!(to, T => from_ascii::<T>), lossy: None, whole: None }
            }
            (_, Form::Ascii) => {
                Self { strict: with_type!(from, S => to_ascii::<S>), lossy: None, whole: None }
            }
            _ => with_type!(from, S => with_type!(to, T => Self {
                strict: |engine, src, dst| engine.transcode_uninit::<S, T>(src, dst),
                lossy: Some(|engine, src, dst| engine.transcode_lossy_uninit::<S, T>(src, dst)),
                whole: Some(whole::<S, T>),
            })),
        }
    }
}

/// The ASCII at the front of the source is Latin-1, and behind it is an error.
fn from_ascii<T>(engine: Engine, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error>
where
    T: Target<Unit = u8>,
    Latin1: TranscodeTo<T>,
{
    let len = engine.ascii_prefix_len(src);
    let written = engine.transcode_uninit::<Latin1, T>(&src[..len], dst)?;
    if len == src.len() {
        return Ok(written);
    }
    Err(Error::new(ErrorKind::NotAscii, len, Some(1)).with_output(written, 0))
}

/// Latin-1 is written, and what is not ASCII in it is an error in the source: up to there each character is
/// one code unit on both sides.
fn to_ascii<S>(engine: Engine, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error>
where
    S: Source<Slice = [u8]> + TranscodeTo<Latin1>,
{
    let done = engine.transcode_uninit::<S, Latin1>(src, dst);
    let written = done.unwrap_or_else(|error| error.written());
    let ascii = engine.ascii_prefix_len(output::written(dst, written));
    if ascii == written {
        return done;
    }
    // The first character that is not ASCII: of Latin-1, so one code unit, or two bytes of UTF-8.
    let read = ascii * usize::from(S::SCALE);
    let next = engine.transcode_uninit::<S, Latin1>(&src[read..], &mut [MaybeUninit::uninit()]);
    let len = match next {
        Ok(_) => src.len() - read,
        Err(full) => full.read(),
    };
    Err(Error::new(ErrorKind::NotRepresentable, read, Some(len as u8)).with_output(ascii, 0))
}
