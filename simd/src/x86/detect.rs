//! Which features the CPU has and the operating system keeps, asked of the CPU itself: for programs without
//! `std`.
//!
//! After the Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, CPUID, and volume 1,
//! 13.3 and 15.2: vectors longer than 16 bytes may be used only if XCR0 says that they are saved when threads
//! take turns. `LZCNT` is in AMD's leaf (AMD64 Architecture Programmer's Manual, volume 3, appendix E.4).

use core::sync::atomic::{AtomicU32, Ordering};

use super::arch::{__cpuid, __cpuid_count, _xgetbv};

/// A feature as a bit of what is kept.
#[derive(Clone, Copy)]
pub(crate) struct Feature(u32);

/// What has been asked, in the highest bit whether it has.
static FOUND: AtomicU32 = AtomicU32::new(0);
const ASKED: u32 = 1 << 31;

/// The registers that CPUID fills.
#[derive(Clone, Copy)]
enum Register {
    /// Leaf 1, ECX.
    Ecx1,
    /// Leaf 7, EBX.
    Ebx7,
    /// Leaf 7, ECX.
    Ecx7,
    /// Leaf 8000_0001, ECX.
    Ecx8,
}

/// What has to be saved by the operating system, as bits of XCR0: nothing, the registers of AVX, or those of
/// AVX-512 as well.
const NOTHING: u64 = 0;
const YMM: u64 = 0b110;
const ZMM: u64 = 0b1110_0110;

/// Each feature: where CPUID says that it is there, and what has to be saved.
const FEATURES: [(&str, Register, u32, u64); 12] = [
    ("ssse3", Register::Ecx1, 9, NOTHING),
    ("sse4.1", Register::Ecx1, 19, NOTHING),
    ("popcnt", Register::Ecx1, 23, NOTHING),
    ("bmi1", Register::Ebx7, 3, NOTHING),
    ("avx2", Register::Ebx7, 5, YMM),
    ("bmi2", Register::Ebx7, 8, NOTHING),
    ("avx512f", Register::Ebx7, 16, ZMM),
    ("avx512bw", Register::Ebx7, 30, ZMM),
    ("avx512vl", Register::Ebx7, 31, ZMM),
    ("avx512vbmi", Register::Ecx7, 1, ZMM),
    ("avx512vbmi2", Register::Ecx7, 6, ZMM),
    ("lzcnt", Register::Ecx8, 5, NOTHING),
];

impl Feature {
    /// The feature of a name, which must be known here.
    pub(crate) const fn named(name: &str) -> Self {
        let mut i = 0;
        while !is_same(FEATURES[i].0.as_bytes(), name.as_bytes()) {
            i += 1;
        }
        Self(1 << i)
    }

    /// Whether it is there.
    pub(crate) fn is_present(self) -> bool {
        let mut found = FOUND.load(Ordering::Relaxed);
        if found == 0 {
            found = ask() | ASKED;
            FOUND.store(found, Ordering::Relaxed);
        }
        found & self.0 != 0
    }
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// The bits of the features that are there.
#[allow(unused_unsafe, reason = "CPUID is unsafe up to Rust 1.93")]
fn ask() -> u32 {
    // SAFETY: CPUs that Rust's targets are for have CPUID.
    let leaf = |leaf, sub| unsafe { __cpuid_count(leaf, sub) };
    // SAFETY: the same.
    let last = |first| unsafe { __cpuid(first) }.eax;
    let ecx1 = leaf(1, 0).ecx;
    let (mut ebx7, mut ecx7, mut ecx8) = (0, 0, 0);
    if last(0) >= 7 {
        let leaf7 = leaf(7, 0);
        (ebx7, ecx7) = (leaf7.ebx, leaf7.ecx);
    }
    if last(0x8000_0000) >= 0x8000_0001 {
        ecx8 = leaf(0x8000_0001, 0).ecx;
    }
    let saved = if ecx1 & OSXSAVE_AND_AVX == OSXSAVE_AND_AVX {
        // SAFETY: the CPU has XSAVE, and the operating system has said so.
        unsafe { xcr0() }
    } else {
        0
    };
    let mut found = 0;
    for (i, (_, register, bit, state)) in FEATURES.iter().enumerate() {
        let register = match register {
            Register::Ecx1 => ecx1,
            Register::Ebx7 => ebx7,
            Register::Ecx7 => ecx7,
            Register::Ecx8 => ecx8,
        };
        found |= u32::from(register >> bit & 1 == 1 && saved & state == *state) << i;
    }
    found
}

/// Leaf 1, ECX: XGETBV may be used, and there is AVX.
const OSXSAVE_AND_AVX: u32 = 0b11 << 27;

/// What the operating system saves.
#[target_feature(enable = "xsave")]
fn xcr0() -> u64 {
    // SAFETY: register 0 is there wherever XGETBV is.
    unsafe { _xgetbv(0) }
}
