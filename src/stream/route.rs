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
#[derive(Clone, Copy)]
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

/// The ASCII at the front of the source is Latin-1, and behind it is an error. No more of the source is looked at than fits
/// into the output, and the character that does not: who has little room calls again for the rest.
fn from_ascii<T>(engine: Engine, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error>
where
    T: Target<Unit = u8>,
    Latin1: TranscodeTo<T>,
{
    let room = dst.len() / usize::from(T::SCALE);
    let len = engine.ascii_prefix_len(&src[..src.len().min(room + 1)]);
    let written = engine.transcode_uninit::<Latin1, T>(&src[..len], dst)?;
    if len == src.len() {
        return Ok(written);
    }
    Err(Error::new(ErrorKind::NotAscii, len, Some(1)).with_output(written, 0))
}

/// Units that are converted before anything is known of the text, and twice as many behind those that were ASCII: each
/// call begins here again, and what is behind the first character that is not ASCII was converted for nothing.
const FIRST_ASCII: usize = 64;

/// Latin-1 is written, and what is not ASCII in it is an error in the source: up to there each character is
/// one code unit on both sides.
fn to_ascii<S>(engine: Engine, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> Result<usize, Error>
where
    S: Source<Slice = [u8]> + TranscodeTo<Latin1>,
{
    let scale = usize::from(S::SCALE);
    let (mut done, mut len) = (0, FIRST_ASCII);
    loop {
        let (read, room) = (done * scale, dst.len().min(done + len));
        let result = engine.transcode_uninit::<S, Latin1>(&src[read..], &mut dst[done..room]);
        let written = result.unwrap_or_else(|error| error.written());
        let ascii = engine.ascii_prefix_len(output::written(&dst[done..], written));
        done += ascii;
        if ascii < written {
            return Err(not_ascii::<S>(engine, src, done));
        }
        match result {
            Ok(_) => return Ok(done),
            Err(error) if error.kind() != ErrorKind::OutputFull || room == dst.len() => {
                return Err(error.offset(read).with_output(done, 0));
            }
            Err(_) => len *= 2,
        }
    }
}

/// The error of the first character that is not ASCII, behind so many that are: of Latin-1, so one code unit, or two
/// bytes of UTF-8.
fn not_ascii<S>(engine: Engine, src: &[u8], ascii: usize) -> Error
where
    S: Source<Slice = [u8]> + TranscodeTo<Latin1>,
{
    let read = ascii * usize::from(S::SCALE);
    let next = engine.transcode_uninit::<S, Latin1>(&src[read..], &mut [MaybeUninit::uninit()]);
    let len = match next {
        Ok(_) => src.len() - read,
        Err(full) => full.read(),
    };
    Error::new(ErrorKind::NotRepresentable, read, Some(len as u8)).with_output(ascii, 0)
}

#[cfg(test)]
mod tests {
    use super::{MaybeUninit, Utf8, Utf16Le, output, to_ascii};
    use crate::{Engine, ErrorKind};

    /// Whatever ends it, before, at and behind the ends of what is converted at a time.
    #[test]
    fn to_ascii_ends_where_it_has_to() {
        let engine = Engine::active();
        let mut dst = [MaybeUninit::new(0); 300];
        for bad in (0..280).chain([usize::MAX]) {
            let (mut utf8, mut utf16) = ([b'a'; 281], [[b'a', 0]; 280]);
            let utf8 = match utf16.get_mut(bad) {
                None => &utf8[..280],
                Some(unit) => {
                    *unit = [0xF1, 0];
                    utf8[bad..bad + 2].copy_from_slice("\u{F1}".as_bytes());
                    &utf8[..]
                }
            };
            for room in [0, 1, 63, 64, 65, 191, 192, 193, 279, 280, 300] {
                let dst = &mut dst[..room];
                let of_utf8 = to_ascii::<Utf8>(engine, utf8, dst);
                let of_utf16 = to_ascii::<Utf16Le>(engine, utf16.as_flattened(), dst);
                for (result, scale) in [(of_utf8, 1), (of_utf16, 2)] {
                    let written = result.unwrap_or_else(|error| error.written());
                    assert!(output::written(dst, written).iter().all(|&unit| unit == b'a'));
                    let told =
                        result.map_err(|error| (error.kind(), error.read(), error.written()));
                    if bad < room {
                        let error = (ErrorKind::NotRepresentable, bad * scale, bad);
                        assert_eq!(told, Err(error), "{room}");
                        assert_eq!(result.unwrap_err().error_len(), Some(2));
                    } else if room < 280 {
                        assert_eq!(told, Err((ErrorKind::OutputFull, room * scale, room)));
                    } else {
                        assert_eq!(told, Ok(280));
                    }
                }
            }
        }
    }
}
