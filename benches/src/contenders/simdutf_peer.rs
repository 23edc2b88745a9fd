//! The C++ library simdutf with each of its implementations, through the crate `simdutf`.
//!
//! The crate has no function to choose an implementation. The library keeps the one it uses behind a
//! pointer, which begins as that of a chooser; the chooser reads the environment variable
//! `SIMDUTF_FORCE_IMPLEMENTATION` in the first call. So we put the chooser back, set the variable and
//! make a call, once for each, and keep what the pointer then is. To switch is to store it.

use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::{Contender, Level};
use crate::form::Piece;

unsafe extern "C" {
    /// `simdutf::get_active_implementation()`, a reference to an atomic pointer.
    #[link_name = "_ZN7simdutf25get_active_implementationEv"]
    fn active_implementation() -> &'static AtomicPtr<c_void>;
}

// What the crate does not hand on.
unsafe extern "C" {
    /// `simdutf::validate_utf16le_as_ascii`.
    #[link_name = "_ZN7simdutf25validate_utf16le_as_asciiEPKDsm"]
    fn validate_utf16le_as_ascii(src: *const u16, len: usize) -> bool;
    /// `simdutf::to_well_formed_utf16le`; both pointers may be the same.
    #[link_name = "_ZN7simdutf22to_well_formed_utf16leEPKDsmPDs"]
    fn to_well_formed_utf16le(src: *const u16, len: usize, dst: *mut u16);
}

struct Implementation {
    name: &'static str,
    level: Level,
    pointer: AtomicPtr<c_void>,
}

/// Those which this machine can run; they must be called once before another thread is started.
fn implementations() -> &'static [Implementation] {
    static FOUND: OnceLock<Vec<Implementation>> = OnceLock::new();
    FOUND.get_or_init(|| {
        #[cfg(target_arch = "x86_64")]
        let known = [
            ("simdutf icelake", Level::Avx512, is_x86_feature_detected!("avx512vbmi2")),
            ("simdutf haswell", Level::Avx2, is_x86_feature_detected!("avx2")),
            ("simdutf westmere", Level::Sse41, is_x86_feature_detected!("sse4.2")),
            ("simdutf fallback", Level::Baseline, true),
        ];
        // Where all machines have the vectors there is no other to choose.
        #[cfg(target_arch = "aarch64")]
        let known = [("simdutf arm64", Level::Baseline, true)];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let known = [("simdutf fallback", Level::Baseline, true)];
        // SAFETY: the function has no arguments, may be called at any time, and what it refers to is
        // a static of the library, an atomic pointer and nothing else.
        let active = unsafe { active_implementation() };
        let chooser = active.load(Ordering::Relaxed);
        let find = |(name, level, available): (&'static str, Level, bool)| {
            let variable = name.trim_start_matches("simdutf ");
            available.then_some(())?;
            active.store(chooser, Ordering::Relaxed);
            // SAFETY: the program has one thread while it collects the contenders.
            unsafe { std::env::set_var("SIMDUTF_FORCE_IMPLEMENTATION", variable) };
            let works = simdutf::validate_utf8(b"works");
            let pointer = active.load(Ordering::Relaxed);
            works.then_some(Implementation { name, level, pointer: AtomicPtr::new(pointer) })
        };
        let found: Vec<_> = known.into_iter().filter_map(find).collect();
        let mut pointers: Vec<_> = found.iter().map(Implementation::pointer).collect();
        if pointers.len() > 1 {
            pointers.push(chooser);
        }
        pointers.sort();
        assert!(pointers.windows(2).all(|two| !ptr::eq(two[0], two[1])), "not one each");
        found
    })
}

impl Implementation {
    fn pointer(&self) -> *mut c_void {
        self.pointer.load(Ordering::Relaxed)
    }

    fn select(&self) {
        // SAFETY: as above.
        let active = unsafe { active_implementation() };
        active.store(self.pointer(), Ordering::Relaxed);
    }
}

fn each<F>(work: F) -> Vec<Contender>
where
    F: Fn(&Piece<'_>, &mut [u8]) -> usize + Copy + 'static,
{
    let one = |one: &'static Implementation| Contender {
        select: Some(Box::new(|| one.select())),
        ..Contender::peer(one.name, one.level, work)
    };
    implementations().iter().map(one).collect()
}

#[inline(always)]
fn units(bytes: &[u8]) -> &[u16] {
    bytemuck::cast_slice(bytes)
}

/// A conversion by raw pointers; the unit of its target in bytes.
macro_rules! convert {
    ($function:ident, $unit:literal) => {
        each(|piece, dst| {
            let (src, len) =
                (piece.bytes.as_ptr().cast(), elements(piece, src_unit(simdutf::$function)));
            // SAFETY: the source has `len` units, aligned by the arena, and `dst` has room for the
            // longest result of a source of that length: `room` of `input.rs`.
            $unit * unsafe { simdutf::$function(src, len, dst.as_mut_ptr().cast()) }
        })
    };
}

#[inline(always)]
fn src_unit<S, T>(_: unsafe fn(*const S, usize, *mut T) -> usize) -> usize {
    size_of::<S>()
}

#[inline(always)]
fn elements(piece: &Piece<'_>, unit: usize) -> usize {
    piece.bytes.len() / unit
}

/// Where an error is: code units before it in bytes, bytes written for them, bytes to leave out.
struct Wrong {
    valid: usize,
    written: usize,
    len: usize,
}

/// What a caller has to write around simdutf, which has nothing lossy: convert up to the error, and
/// find out by other means how long it is and how much was written.
#[inline(always)]
fn lossy(
    src: &[u8],
    dst: &mut [u8],
    convert: impl Fn(&[u8], &mut [u8]) -> Result<usize, Wrong>,
    replacement: &[u8],
) -> usize {
    let (mut read, mut written) = (0, 0);
    loop {
        match convert(&src[read..], &mut dst[written..]) {
            Ok(len) => return written + len,
            Err(wrong) => {
                read += wrong.valid + wrong.len;
                written += wrong.written;
                dst[written..written + replacement.len()].copy_from_slice(replacement);
                written += replacement.len();
            }
        }
    }
}

/// Bytes of the ill-formed sequence with which `src` begins; its first four bytes decide.
fn ill_formed_len(src: &[u8]) -> usize {
    let error = std::str::from_utf8(&src[..src.len().min(4)]).expect_err("simdutf found an error");
    error.error_len().unwrap_or(src.len())
}

fn lossy_utf8_to_utf16(src: &[u8], dst: &mut [u8]) -> Result<usize, Wrong> {
    let out = dst.as_mut_ptr().cast();
    // SAFETY: `dst` has room for the longest result of the whole source, less what the part before
    // this one has taken of it.
    let result =
        unsafe { simdutf::convert_utf8_to_utf16le_with_errors(src.as_ptr(), src.len(), out) };
    let valid = result.count;
    if result.error == simdutf::ErrorCode::Success {
        return Ok(2 * valid);
    }
    let written = 2 * simdutf::utf16_length_from_utf8(&src[..valid]);
    Err(Wrong { valid, written, len: ill_formed_len(&src[valid..]) })
}

fn lossy_utf8_to_utf8(src: &[u8], dst: &mut [u8]) -> Result<usize, Wrong> {
    let result = simdutf::validate_utf8_with_errors(src);
    if result.error == simdutf::ErrorCode::Success {
        dst[..src.len()].copy_from_slice(src);
        return Ok(src.len());
    }
    let valid = result.count;
    dst[..valid].copy_from_slice(&src[..valid]);
    Err(Wrong { valid, written: valid, len: ill_formed_len(&src[valid..]) })
}

fn lossy_utf16_to_utf8(src: &[u8], dst: &mut [u8]) -> Result<usize, Wrong> {
    let (units, out) = (units(src), dst.as_mut_ptr());
    // SAFETY: as for UTF-8.
    let result =
        unsafe { simdutf::convert_utf16le_to_utf8_with_errors(units.as_ptr(), units.len(), out) };
    if result.error == simdutf::ErrorCode::Success {
        return Ok(result.count);
    }
    let written = simdutf::utf8_length_from_utf16le(&units[..result.count]);
    Err(Wrong { valid: 2 * result.count, written, len: 2 })
}

fn lengths(operation: &str) -> Vec<Contender> {
    match operation {
        "count_utf8" => each(|piece, _| simdutf::count_utf8(piece.bytes)),
        "count_utf16le" => each(|piece, _| simdutf::count_utf16le(units(piece.bytes))),
        "utf16_len_from_utf8" => each(|piece, _| simdutf::utf16_length_from_utf8(piece.bytes)),
        "utf8_len_from_utf16le" => {
            each(|piece, _| simdutf::utf8_length_from_utf16le(units(piece.bytes)))
        }
        "utf8_len_from_utf32" => {
            each(|piece, _| simdutf::utf8_length_from_utf32(bytemuck::cast_slice(piece.bytes)))
        }
        "utf16_len_from_utf32" => {
            each(|piece, _| simdutf::utf16_length_from_utf32(bytemuck::cast_slice(piece.bytes)))
        }
        "utf8_len_from_latin1" => each(|piece, _| simdutf::utf8_length_from_latin1(piece.bytes)),
        _ => Vec::new(),
    }
}

/// What a caller writes who wants to know that much: one pass for each answer. Line feeds, and whether
/// it is Latin-1, would be two more.
fn analyses(operation: &str) -> Vec<Contender> {
    match operation {
        "analyze_utf8" => each(|piece, _| {
            let lens =
                || simdutf::utf16_length_from_utf8(piece.bytes) + simdutf::count_utf8(piece.bytes);
            if simdutf::validate_utf8(piece.bytes) { lens() } else { 0 }
        }),
        "analyze_utf16le" => each(|piece, _| {
            let src = units(piece.bytes);
            let lens = || simdutf::utf8_length_from_utf16le(src) + simdutf::count_utf16le(src);
            if simdutf::validate_utf16le(src) { lens() } else { 0 }
        }),
        "analyze_utf32" => each(|piece, _| {
            let src = bytemuck::cast_slice(piece.bytes);
            let lens =
                || simdutf::utf8_length_from_utf32(src) + simdutf::utf16_length_from_utf32(src);
            if simdutf::validate_utf32(src) { lens() } else { 0 }
        }),
        _ => lengths(operation),
    }
}

pub(super) fn contenders(operation: &str) -> Vec<Contender> {
    match operation {
        "is_ascii_utf16le" => each(|piece, _| {
            let src = units(piece.bytes);
            // SAFETY: pointer and length are those of a slice.
            usize::from(unsafe { validate_utf16le_as_ascii(src.as_ptr(), src.len()) })
        }),
        "make_utf16le_well_formed" => each(|piece, dst| {
            let dst = &mut dst[..piece.bytes.len()];
            dst.copy_from_slice(piece.bytes);
            let (units, len) = (dst.as_mut_ptr().cast::<u16>(), dst.len() / 2);
            // SAFETY: the buffer has `len` units, aligned by the arena, and may be both.
            unsafe { to_well_formed_utf16le(units, len, units) };
            dst.len()
        }),
        "validate_ascii" => each(|piece, _| usize::from(simdutf::validate_ascii(piece.bytes))),
        "validate_utf8" => each(|piece, _| usize::from(simdutf::validate_utf8(piece.bytes))),
        "validate_utf16le" => {
            each(|piece, _| usize::from(simdutf::validate_utf16le(units(piece.bytes))))
        }
        "validate_utf32" => {
            each(|piece, _| usize::from(simdutf::validate_utf32(bytemuck::cast_slice(piece.bytes))))
        }
        "utf8_to_utf16le" => convert!(convert_utf8_to_utf16le, 2),
        "utf8_to_utf16be" => convert!(convert_utf8_to_utf16be, 2),
        "utf8_to_utf32" => convert!(convert_utf8_to_utf32, 4),
        "utf8_to_latin1" => convert!(convert_utf8_to_latin1, 1),
        "utf16le_to_utf8" => convert!(convert_utf16le_to_utf8, 1),
        "utf16le_to_utf32" => convert!(convert_utf16le_to_utf32, 4),
        "utf16le_to_latin1" => convert!(convert_utf16le_to_latin1, 1),
        "utf16be_to_utf8" => convert!(convert_utf16be_to_utf8, 1),
        "utf16be_to_utf32" => convert!(convert_utf16be_to_utf32, 4),
        "utf16be_to_latin1" => convert!(convert_utf16be_to_latin1, 1),
        "utf32_to_utf8" => convert!(convert_utf32_to_utf8, 1),
        "utf32_to_utf16le" => convert!(convert_utf32_to_utf16le, 2),
        "utf32_to_utf16be" => convert!(convert_utf32_to_utf16be, 2),
        "utf32_to_latin1" => convert!(convert_utf32_to_latin1, 1),
        "latin1_to_utf8" => convert!(convert_latin1_to_utf8, 1),
        "latin1_to_utf16le" => convert!(convert_latin1_to_utf16le, 2),
        "latin1_to_utf16be" => convert!(convert_latin1_to_utf16be, 2),
        "latin1_to_utf32" => convert!(convert_latin1_to_utf32, 4),
        "str_to_utf16le" => convert!(convert_valid_utf8_to_utf16le, 2),
        "str_to_utf16be" => convert!(convert_valid_utf8_to_utf16be, 2),
        "str_to_utf32" => convert!(convert_valid_utf8_to_utf32, 4),
        "str_to_latin1" => convert!(convert_valid_utf8_to_latin1, 1),
        "utf8_to_utf16le_lossy" => {
            each(|piece, dst| lossy(piece.bytes, dst, lossy_utf8_to_utf16, &[0xFD, 0xFF]))
        }
        "utf8_to_utf8_lossy" => {
            each(|piece, dst| lossy(piece.bytes, dst, lossy_utf8_to_utf8, "\u{FFFD}".as_bytes()))
        }
        "utf16le_to_utf8_lossy" => {
            each(|piece, dst| lossy(piece.bytes, dst, lossy_utf16_to_utf8, "\u{FFFD}".as_bytes()))
        }
        "swap_utf16" => each(|piece, dst| {
            let (src, len) = (piece.bytes.as_ptr().cast(), piece.bytes.len() / 2);
            // SAFETY: the source has `len` units, and the target has room for as many.
            unsafe { simdutf::change_endianness_utf16(src, len, dst.as_mut_ptr().cast()) };
            piece.bytes.len()
        }),
        "utf8_to_utf16_vec" => each_growing(|piece| {
            let mut out = Vec::<u16>::with_capacity(simdutf::utf16_length_from_utf8(piece.bytes));
            let (src, len) = (piece.bytes.as_ptr(), piece.bytes.len());
            // SAFETY: the capacity is what simdutf says that it will write.
            let len = unsafe { simdutf::convert_utf8_to_utf16le(src, len, out.as_mut_ptr()) };
            // SAFETY: so many were written.
            unsafe { out.set_len(len) };
            out
        }),
        _ => analyses(operation),
    }
}

fn each_growing<F>(work: F) -> Vec<Contender>
where
    F: Fn(&Piece<'_>) -> Vec<u16> + Copy + 'static,
{
    let one = |one: &'static Implementation| Contender {
        select: Some(Box::new(|| one.select())),
        ..Contender::growing(one.name, one.level, super::Side::Peer, work)
    };
    implementations().iter().map(one).collect()
}
