//! The bodies of the fuzz targets. Each panics where two backends, or a backend and the standard
//! library, do not agree.

use codeunit::encoding::{
    Latin1, Target, TranscodeTo, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use codeunit::{Backend, Engine, Error, Lossy};

fn engines() -> impl Iterator<Item = Engine> {
    Backend::ALL.iter().filter_map(|&backend| Engine::with_backend(backend))
}

/// Every backend against `core::str::from_utf8`.
pub fn validate_utf8(data: &[u8]) {
    let expected = core::str::from_utf8(data).map_err(|e| (e.valid_up_to(), e.error_len()));
    for engine in engines() {
        let result = engine.from_utf8(data);
        let found = result.map_err(|e| (e.valid_up_to(), e.error_len().map(usize::from)));
        assert_eq!(found, expected, "{}", engine.backend().name());
    }
}

/// The first byte picks a pair of encodings, the second how much room the output lacks; the rest is
/// the source. Every backend against the fallback, strict and lossy, into exact and into short
/// buffers.
pub fn transcode(data: &[u8]) {
    let [pair, missing, src @ ..] = data else { return };
    let (source, target) = (pair >> 4, pair & 15);
    let missing = usize::from(*missing);
    match source % 8 {
        0 => to_any::<Utf8>(target, src, missing),
        1 => to_any::<Utf16Le>(target, src, missing),
        2 => to_any::<Utf16Be>(target, src, missing),
        3 => to_any::<Utf32Le>(target, src, missing),
        4 => to_any::<Utf32Be>(target, src, missing),
        5 => to_any::<Latin1>(target, src, missing),
        6 => {
            let units: Vec<u16> =
                src.chunks_exact(2).map(|b| u16::from_ne_bytes([b[0], b[1]])).collect();
            to_any::<Utf16>(target, &units, missing);
        }
        _ => {
            let units: Vec<u32> =
                src.chunks_exact(4).map(|b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]])).collect();
            to_any::<Utf32>(target, &units, missing);
        }
    }
}

fn to_any<S>(target: u8, src: &S::Slice, missing: usize)
where
    S: TranscodeTo<Utf8> + TranscodeTo<Utf16> + TranscodeTo<Utf16Le> + TranscodeTo<Utf16Be>,
    S: TranscodeTo<Utf32> + TranscodeTo<Utf32Le> + TranscodeTo<Utf32Be> + TranscodeTo<Latin1>,
{
    match target % 8 {
        0 => one_pair::<S, Utf8>(src, missing, 0xA5),
        1 => one_pair::<S, Utf16Le>(src, missing, 0xA5),
        2 => one_pair::<S, Utf16Be>(src, missing, 0xA5),
        3 => one_pair::<S, Utf32Le>(src, missing, 0xA5),
        4 => one_pair::<S, Utf32Be>(src, missing, 0xA5),
        5 => one_pair::<S, Latin1>(src, missing, 0xA5),
        6 => one_pair::<S, Utf16>(src, missing, 0xA5A5),
        _ => one_pair::<S, Utf32>(src, missing, 0xA5A5_A5A5),
    }
}

fn one_pair<S: TranscodeTo<T>, T: Target>(src: &S::Slice, missing: usize, fill: T::Unit)
where
    T::Unit: PartialEq + core::fmt::Debug,
{
    let fallback = Engine::with_backend(Backend::Fallback).expect("it is always there");
    let len = fallback.transcoded_len_lossy::<S, T>(src);
    let short = len.saturating_sub(missing);
    let expected = outcome::<S, T>(fallback, src, len, short, fill);
    if let (Ok(lossy), _) = &expected.0 {
        assert_eq!(lossy.written, len, "the lossy length");
    }
    for engine in engines() {
        let name = engine.backend().name();
        assert_eq!(engine.transcoded_len_lossy::<S, T>(src), len, "{name}");
        assert_eq!(outcome::<S, T>(engine, src, len, short, fill), expected, "{name}");
    }
}

type Outcome<U> = ((Result<Lossy, Error>, Vec<U>), [(Result<usize, Error>, Vec<U>); 2]);

fn outcome<S: TranscodeTo<T>, T: Target>(
    engine: Engine,
    src: &S::Slice,
    len: usize,
    short: usize,
    fill: T::Unit,
) -> Outcome<T::Unit> {
    let strict = |len| {
        let mut dst = vec![fill; len];
        let result = engine.transcode::<S, T>(src, &mut dst);
        dst.truncate(result.unwrap_or_else(|error| error.written()));
        (result, dst)
    };
    let mut dst = vec![fill; len];
    let lossy = engine.transcode_lossy::<S, T>(src, &mut dst);
    ((lossy, dst), [strict(len), strict(short)])
}
