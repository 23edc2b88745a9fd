//! The instructions of AVX-512 that its kernels use, in plain Rust, under the names of `core::arch`: so that those kernels
//! are tested where the CPU has no AVX-512.
//!
//! Compiled only with `--cfg codeunit_emulated="avx512"`, which is for tests: the backend is then the first of any machine with
//! AVX2, and slow. What an instruction does is after the Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2,
//! and no more of it is here than the kernels ask for. It shows that the algorithms are right, and that they stay in their
//! slices: a masked load reads the bytes of its mask and no others. It shows nothing of the machine code or of time.

/// A register: its bytes, the lowest address first.
pub(crate) trait Register: Copy {
    const ZERO: Self;
    fn bytes(&self) -> &[u8];
    fn bytes_mut(&mut self) -> &mut [u8];
}

/// A lane of a register.
trait Lane: Copy {
    const BYTES: usize = size_of::<Self>();
    /// The lane that begins with `bytes`.
    fn of(bytes: &[u8]) -> Self;
    fn put(self, bytes: &mut [u8]);
}

macro_rules! registers {
    ($($name:ident $bytes:literal)*) => {$(
        #[derive(Clone, Copy)]
        #[repr(align($bytes))]
        #[allow(non_camel_case_types, reason = "the name in `core::arch`")]
        pub(crate) struct $name([u8; $bytes]);

        impl Register for $name {
            const ZERO: Self = Self([0; $bytes]);
            #[inline(always)]
            fn bytes(&self) -> &[u8] {
                &self.0
            }
            #[inline(always)]
            fn bytes_mut(&mut self) -> &mut [u8] {
                &mut self.0
            }
        }
    )*};
}

macro_rules! lanes {
    ($($lane:ident)*) => {$(
        impl Lane for $lane {
            #[inline(always)]
            fn of(bytes: &[u8]) -> Self {
                Self::from_le_bytes(*bytes.first_chunk().expect("a lane"))
            }
            #[inline(always)]
            fn put(self, bytes: &mut [u8]) {
                *bytes.first_chunk_mut().expect("a lane") = self.to_le_bytes();
            }
        }
    )*};
}

registers! { __m512i 64  __m256i 32  __m128i 16 }
lanes! { u8 i8 u16 i16 u32 i32 u64 i64 u128 }

/// A register whose lane `i` is `f(i)`.
#[inline(always)]
fn build<V: Register, L: Lane>(f: impl Fn(usize) -> L) -> V {
    let mut v = V::ZERO;
    for (i, lane) in v.bytes_mut().chunks_exact_mut(L::BYTES).enumerate() {
        f(i).put(lane);
    }
    v
}

/// The lane `i`.
#[inline(always)]
fn lane<L: Lane>(v: &impl Register, i: usize) -> L {
    L::of(&v.bytes()[i * L::BYTES..])
}

#[inline(always)]
fn splat<V: Register, L: Lane>(x: L) -> V {
    build(|_| x)
}

#[inline(always)]
fn map<V: Register, L: Lane>(a: V, f: impl Fn(L) -> L) -> V {
    build(|i| f(lane(&a, i)))
}

#[inline(always)]
fn zip<V: Register, L: Lane>(a: V, b: V, f: impl Fn(L, L) -> L) -> V {
    build(|i| f(lane(&a, i), lane(&b, i)))
}

/// The lanes of which `f` is true, as bits.
#[inline(always)]
fn mask<V: Register, L: Lane>(a: V, b: V, f: impl Fn(L, L) -> bool) -> u64 {
    let mut bits = 0;
    for i in 0..a.bytes().len() / L::BYTES {
        bits |= u64::from(f(lane(&a, i), lane(&b, i))) << i;
    }
    bits
}

#[inline(always)]
fn is_set(k: u64, i: usize) -> bool {
    k >> i & 1 == 1
}

/// The lanes of `b`, as wide as `L`, where `k` is set, and those of `a` elsewhere.
#[inline(always)]
fn select<V: Register, L: Lane>(k: u64, a: V, b: V) -> V {
    build::<V, L>(|i| lane(if is_set(k, i) { &b } else { &a }, i))
}

/// The lanes where `k` is set, moved together, and 0 behind them.
#[inline(always)]
fn compress<V: Register, L: Lane>(k: u64, a: V) -> V {
    let (mut v, mut n) = (V::ZERO, 0);
    for i in 0..a.bytes().len() / L::BYTES {
        if is_set(k, i) {
            lane::<L>(&a, i).put(&mut v.bytes_mut()[n * L::BYTES..]);
            n += 1;
        }
    }
    v
}

/// Lanes as wider ones, as many as there is room for.
#[inline(always)]
fn widen<V: Register, W: Register, L: Lane, M: Lane + From<L>>(a: V) -> W {
    build::<W, M>(|i| lane::<L>(&a, i).into())
}

/// The first bytes of `a`, as many as there is room for, and 0 behind them.
#[inline(always)]
fn resize<V: Register, W: Register>(a: V) -> W {
    build(|i| a.bytes().get(i).copied().unwrap_or(0))
}

/// Within each sixteen bytes the lanes of `a`, made narrower by `f`, and behind them those of `b`.
#[inline(always)]
fn pack<V: Register, L: Lane, N: Lane>(a: V, b: V, f: impl Fn(L) -> N) -> V {
    let half = 8 / N::BYTES;
    build(|i| {
        let (part, at) = (i / (2 * half), i % (2 * half));
        f(lane(if at < half { &a } else { &b }, part * half + at % half))
    })
}

#[inline(always)]
fn ternary<const F: i32, V: Register>(a: V, b: V, c: V) -> V {
    build(|i| {
        let (a, b, c): (u64, u64, u64) = (lane(&a, i), lane(&b, i), lane(&c, i));
        let mut bits = 0;
        for row in 0..8 {
            if F >> row & 1 == 1 {
                let a = if row & 4 == 0 { !a } else { a };
                let b = if row & 2 == 0 { !b } else { b };
                let c = if row & 1 == 0 { !c } else { c };
                bits |= a & b & c;
            }
        }
        bits
    })
}

#[inline(always)]
fn multishift<V: Register>(counts: V, b: V) -> V {
    build(|i| lane::<u64>(&b, i / 8).rotate_right(u32::from(lane::<u8>(&counts, i)) % 64) as u8)
}

/// A function each, never in line: in line the kernels took four times as long to compile, and ran a seventh faster.
macro_rules! instructions {
    ($(fn $name:ident $(<const $n:ident: $nt:ty>)? ($($arg:ident: $type:ty),*) -> $result:ty = $call:expr;)*) => {$(
        #[inline(never)]
        pub(crate) fn $name $(<const $n: $nt>)? ($($arg: $type),*) -> $result {
            $call
        }
    )*};
}

type Z = __m512i;
type Y = __m256i;
type X = __m128i;

instructions! {
    fn _mm512_set1_epi8(x: i8) -> Z = splat(x);
    fn _mm512_set1_epi16(x: i16) -> Z = splat(x);
    fn _mm512_set1_epi32(x: i32) -> Z = splat(x);
    fn _mm512_set1_epi64(x: i64) -> Z = splat(x);
    fn _mm256_set1_epi8(x: i8) -> Y = splat(x);
    fn _mm256_set1_epi16(x: i16) -> Y = splat(x);
    fn _mm256_set1_epi32(x: i32) -> Y = splat(x);
    fn _mm_set1_epi8(x: i8) -> X = splat(x);
    fn _mm512_broadcast_i32x4(a: X) -> Z = splat(lane::<u128>(&a, 0));

    fn _mm512_and_si512(a: Z, b: Z) -> Z = zip(a, b, |a: u64, b| a & b);
    fn _mm256_and_si256(a: Y, b: Y) -> Y = zip(a, b, |a: u64, b| a & b);
    fn _mm512_or_si512(a: Z, b: Z) -> Z = zip(a, b, |a: u64, b| a | b);
    fn _mm256_or_si256(a: Y, b: Y) -> Y = zip(a, b, |a: u64, b| a | b);
    fn _mm512_xor_si512(a: Z, b: Z) -> Z = zip(a, b, |a: u64, b| a ^ b);
    fn _mm512_ternarylogic_epi32<const F: i32>(a: Z, b: Z, c: Z) -> Z = ternary::<F, Z>(a, b, c);
    fn _mm256_ternarylogic_epi32<const F: i32>(a: Y, b: Y, c: Y) -> Y = ternary::<F, Y>(a, b, c);

    fn _mm512_slli_epi16<const N: u32>(a: Z) -> Z = map(a, |a: u16| a << N);
    fn _mm256_slli_epi16<const N: i32>(a: Y) -> Y = map(a, |a: u16| a << N);
    fn _mm512_srli_epi16<const N: u32>(a: Z) -> Z = map(a, |a: u16| a >> N);
    fn _mm256_srli_epi16<const N: i32>(a: Y) -> Y = map(a, |a: u16| a >> N);
    fn _mm512_slli_epi32<const N: u32>(a: Z) -> Z = map(a, |a: u32| a << N);
    fn _mm256_slli_epi32<const N: i32>(a: Y) -> Y = map(a, |a: u32| a << N);
    fn _mm512_srli_epi32<const N: u32>(a: Z) -> Z = map(a, |a: u32| a >> N);
    fn _mm512_shldi_epi16<const N: i32>(a: Z, b: Z) -> Z = zip(a, b, |a: u16, b| a << N | b >> (16 - N));
    fn _mm_bslli_si128<const N: i32>(a: X) -> X = map(a, |a: u128| a << (8 * N));

    fn _mm512_add_epi8(a: Z, b: Z) -> Z = zip(a, b, u8::wrapping_add);
    fn _mm_add_epi8(a: X, b: X) -> X = zip(a, b, u8::wrapping_add);
    fn _mm512_add_epi16(a: Z, b: Z) -> Z = zip(a, b, u16::wrapping_add);
    fn _mm256_add_epi16(a: Y, b: Y) -> Y = zip(a, b, u16::wrapping_add);
    fn _mm512_add_epi32(a: Z, b: Z) -> Z = zip(a, b, u32::wrapping_add);
    fn _mm256_add_epi32(a: Y, b: Y) -> Y = zip(a, b, u32::wrapping_add);
    fn _mm512_add_epi64(a: Z, b: Z) -> Z = zip(a, b, u64::wrapping_add);
    fn _mm512_sub_epi8(a: Z, b: Z) -> Z = zip(a, b, u8::wrapping_sub);
    fn _mm512_sub_epi16(a: Z, b: Z) -> Z = zip(a, b, u16::wrapping_sub);
    fn _mm512_maskz_sub_epi16(k: u32, a: Z, b: Z) -> Z =
        select::<Z, u16>(k.into(), Z::ZERO, _mm512_sub_epi16(a, b));
    fn _mm512_sub_epi32(a: Z, b: Z) -> Z = zip(a, b, u32::wrapping_sub);
    fn _mm256_sub_epi32(a: Y, b: Y) -> Y = zip(a, b, u32::wrapping_sub);
    fn _mm512_subs_epu8(a: Z, b: Z) -> Z = zip(a, b, u8::saturating_sub);
    fn _mm512_adds_epi8(a: Z, b: Z) -> Z = zip(a, b, i8::saturating_add);
    fn _mm512_madd_epi16(a: Z, b: Z) -> Z = build(|i| {
        let product = |i| i32::from(lane::<i16>(&a, i)) * i32::from(lane::<i16>(&b, i));
        product(2 * i).wrapping_add(product(2 * i + 1))
    });
    fn _mm512_sad_epu8(a: Z, b: Z) -> Z = build(|at| {
        let mut sum = 0;
        for i in 8 * at..8 * at + 8 {
            sum += u64::from(lane::<u8>(&a, i).abs_diff(lane(&b, i)));
        }
        sum
    });
    fn _mm512_reduce_add_epi64(a: Z) -> i64 = {
        let mut sum = 0_i64;
        for i in 0..8 {
            sum = sum.wrapping_add(lane(&a, i));
        }
        sum
    };
    fn _mm512_max_epu8(a: Z, b: Z) -> Z = zip(a, b, u8::max);
    fn _mm512_min_epu8(a: Z, b: Z) -> Z = zip(a, b, u8::min);
    fn _mm512_min_epu16(a: Z, b: Z) -> Z = zip(a, b, u16::min);
    fn _mm512_max_epu32(a: Z, b: Z) -> Z = zip(a, b, u32::max);
    fn _mm512_min_epu32(a: Z, b: Z) -> Z = zip(a, b, u32::min);

    fn _mm512_movepi8_mask(a: Z) -> u64 = mask(a, a, |a: i8, _| a < 0);
    fn _mm256_movepi8_mask(a: Y) -> u32 = mask(a, a, |a: i8, _| a < 0) as u32;
    fn _mm_movepi8_mask(a: X) -> u16 = mask(a, a, |a: i8, _| a < 0) as u16;
    fn _mm512_cmplt_epu8_mask(a: Z, b: Z) -> u64 = mask(a, b, |a: u8, b| a < b);
    fn _mm512_mask_cmplt_epu8_mask(k: u64, a: Z, b: Z) -> u64 = k & _mm512_cmplt_epu8_mask(a, b);
    fn _mm512_cmplt_epi8_mask(a: Z, b: Z) -> u64 = mask(a, b, |a: i8, b| a < b);
    fn _mm512_cmpge_epu8_mask(a: Z, b: Z) -> u64 = mask(a, b, |a: u8, b| a >= b);
    fn _mm_cmpge_epu8_mask(a: X, b: X) -> u16 = mask(a, b, |a: u8, b| a >= b) as u16;
    fn _mm512_cmpgt_epi8_mask(a: Z, b: Z) -> u64 = mask(a, b, |a: i8, b| a > b);
    fn _mm512_cmpeq_epu8_mask(a: Z, b: Z) -> u64 = mask(a, b, |a: u8, b| a == b);
    fn _mm512_cmplt_epu16_mask(a: Z, b: Z) -> u32 = mask(a, b, |a: u16, b| a < b) as u32;
    fn _mm512_cmpge_epu16_mask(a: Z, b: Z) -> u32 = mask(a, b, |a: u16, b| a >= b) as u32;
    fn _mm512_cmpeq_epu16_mask(a: Z, b: Z) -> u32 = mask(a, b, |a: u16, b| a == b) as u32;
    fn _mm512_cmplt_epu32_mask(a: Z, b: Z) -> u16 = mask(a, b, |a: u32, b| a < b) as u16;
    fn _mm512_cmpge_epu32_mask(a: Z, b: Z) -> u16 = mask(a, b, |a: u32, b| a >= b) as u16;
    fn _mm256_cmpge_epu32_mask(a: Y, b: Y) -> u8 = mask(a, b, |a: u32, b| a >= b) as u8;
    fn _mm512_cmpeq_epu32_mask(a: Z, b: Z) -> u16 = mask(a, b, |a: u32, b| a == b) as u16;
    fn _mm256_cmpeq_epu32_mask(a: Y, b: Y) -> u8 = mask(a, b, |a: u32, b| a == b) as u8;
    fn _mm512_test_epi8_mask(a: Z, b: Z) -> u64 = mask(a, b, |a: u8, b| a & b != 0);
    fn _mm512_mask_test_epi8_mask(k: u64, a: Z, b: Z) -> u64 = k & _mm512_test_epi8_mask(a, b);
    fn _mm512_mask_testn_epi8_mask(k: u64, a: Z, b: Z) -> u64 = k & mask(a, b, |a: u8, b| a & b == 0);
    fn _mm512_test_epi16_mask(a: Z, b: Z) -> u32 = mask(a, b, |a: u16, b| a & b != 0) as u32;
    fn _mm512_mask_test_epi16_mask(k: u32, a: Z, b: Z) -> u32 = k & _mm512_test_epi16_mask(a, b);
    fn _mm512_test_epi32_mask(a: Z, b: Z) -> u16 = mask(a, b, |a: u32, b| a & b != 0) as u16;

    fn _mm512_maskz_mov_epi8(k: u64, a: Z) -> Z = select::<Z, u8>(k, Z::ZERO, a);
    fn _mm512_mask_mov_epi8(a: Z, k: u64, b: Z) -> Z = select::<Z, u8>(k, a, b);
    fn _mm512_mask_mov_epi16(a: Z, k: u32, b: Z) -> Z = select::<Z, u16>(k.into(), a, b);
    fn _mm256_mask_mov_epi16(a: Y, k: u16, b: Y) -> Y = select::<Y, u16>(k.into(), a, b);
    fn _mm512_mask_mov_epi32(a: Z, k: u16, b: Z) -> Z = select::<Z, u32>(k.into(), a, b);
    fn _mm256_mask_mov_epi32(a: Y, k: u8, b: Y) -> Y = select::<Y, u32>(k.into(), a, b);

    fn _mm512_permutexvar_epi8(indices: Z, a: Z) -> Z = map(indices, |i: u8| lane(&a, usize::from(i) % 64));
    fn _mm512_maskz_permutexvar_epi8(k: u64, indices: Z, a: Z) -> Z =
        _mm512_maskz_mov_epi8(k, _mm512_permutexvar_epi8(indices, a));
    fn _mm512_permutex2var_epi8(a: Z, indices: Z, b: Z) -> Z =
        map(indices, |i: u8| lane(if i & 64 == 0 { &a } else { &b }, usize::from(i) % 64));
    fn _mm512_permutex2var_epi16(a: Z, indices: Z, b: Z) -> Z =
        map(indices, |i: u16| lane(if i & 32 == 0 { &a } else { &b }, usize::from(i) % 32));
    fn _mm512_shuffle_epi8(a: Z, indices: Z) -> Z = build(|at| {
        let i = lane::<u8>(&indices, at);
        if i & 0x80 == 0 { lane(&a, at / 16 * 16 + usize::from(i) % 16) } else { 0_u8 }
    });
    fn _mm512_multishift_epi64_epi8(counts: Z, b: Z) -> Z = multishift(counts, b);
    fn _mm256_multishift_epi64_epi8(counts: Y, b: Y) -> Y = multishift(counts, b);
    fn _mm512_maskz_compress_epi8(k: u64, a: Z) -> Z = compress::<Z, u8>(k, a);
    fn _mm256_maskz_compress_epi8(k: u32, a: Y) -> Y = compress::<Y, u8>(k.into(), a);
    fn _mm512_maskz_compress_epi16(k: u32, a: Z) -> Z = compress::<Z, u16>(k.into(), a);
    fn _mm256_maskz_compress_epi16(k: u16, a: Y) -> Y = compress::<Y, u16>(k.into(), a);
    fn _mm512_packus_epi16(a: Z, b: Z) -> Z = pack(a, b, |x: i16| x.clamp(0, 0xFF) as u8);
    fn _mm512_packs_epi32(a: Z, b: Z) -> Z = pack(a, b, |x: i32| x.clamp(-0x8000, 0x7FFF) as i16);
    fn _mm512_packus_epi32(a: Z, b: Z) -> Z = pack(a, b, |x: i32| x.clamp(0, 0xFFFF) as u16);
    fn _mm512_alignr_epi32<const N: i32>(a: Z, b: Z) -> Z = build(|i| {
        let i = i + N as usize;
        lane::<u32>(if i < 16 { &b } else { &a }, i % 16)
    });
    fn _mm256_alignr_epi32<const N: i32>(a: Y, b: Y) -> Y = build(|i| {
        let i = i + N as usize;
        lane::<u32>(if i < 8 { &b } else { &a }, i % 8)
    });
    fn _mm512_shuffle_i64x2<const F: i32>(a: Z, b: Z) -> Z =
        build(|i| lane::<u128>(if i < 2 { &a } else { &b }, (F >> (2 * i) & 3) as usize));
    fn _mm512_inserti64x4<const N: i32>(a: Z, b: Y) -> Z =
        build(|i| if i / 2 == N as usize { lane::<u128>(&b, i % 2) } else { lane(&a, i) });
    fn _mm512_extracti64x4_epi64<const N: i32>(a: Z) -> Y = build(|i| lane::<u128>(&a, 2 * N as usize + i));

    fn _mm512_castsi512_si128(a: Z) -> X = resize(a);
    fn _mm512_castsi512_si256(a: Z) -> Y = resize(a);
    fn _mm512_zextsi128_si512(a: X) -> Z = resize(a);
    fn _mm512_zextsi256_si512(a: Y) -> Z = resize(a);
    fn _mm512_cvtepu8_epi16(a: Y) -> Z = widen::<_, _, u8, u16>(a);
    fn _mm512_cvtepi8_epi16(a: Y) -> Z = widen::<_, _, i8, i16>(a);
    fn _mm512_cvtepu8_epi32(a: X) -> Z = widen::<_, _, u8, u32>(a);
    fn _mm512_cvtepu16_epi32(a: Y) -> Z = widen::<_, _, u16, u32>(a);
    fn _mm256_cvtepu8_epi16(a: X) -> Y = widen::<_, _, u8, u16>(a);
    fn _mm256_maskz_cvtepu8_epi16(k: u16, a: X) -> Y =
        select::<Y, u16>(k.into(), Y::ZERO, _mm256_cvtepu8_epi16(a));
    fn _mm256_cvtepu16_epi32(a: X) -> Y = widen::<_, _, u16, u32>(a);
}

/// Loads and stores: whole registers, and the bytes of a mask, the lowest bit's at the address. These not in line: in line they
/// were a third of what there is to compile.
macro_rules! memory {
    ($($type:ident: $($load:ident)? / $($store:ident)?, $mask:ident: $($load_where:ident)? / $($store_where:ident)?;)*) => {$(
        $(
            #[inline(always)]
            pub(crate) unsafe fn $load(address: *const $type) -> $type {
                // SAFETY: the caller's: all bytes of the register can be read at the address.
                unsafe { address.read_unaligned() }
            }
        )?
        $(
            #[inline(always)]
            pub(crate) unsafe fn $store(address: *mut $type, a: $type) {
                // SAFETY: the caller's: all bytes of the register can be written at the address.
                unsafe { address.write_unaligned(a) }
            }
        )?
        $(
            #[inline(never)]
            pub(crate) unsafe fn $load_where(k: $mask, address: *const i8) -> $type {
                build(|i| {
                    // SAFETY: the caller's: the bytes of the mask can be read.
                    if is_set(k.into(), i) { unsafe { address.wrapping_add(i).read() } } else { 0 }
                })
            }
        )?
        $(
            #[inline(never)]
            pub(crate) unsafe fn $store_where(address: *mut i8, k: $mask, a: $type) {
                for i in 0..a.0.len() {
                    if is_set(k.into(), i) {
                        // SAFETY: the caller's: the bytes of the mask can be written.
                        unsafe { address.wrapping_add(i).write(lane(&a, i)) }
                    }
                }
            }
        )?
    )*};
}

memory! {
    __m512i: _mm512_loadu_si512 / _mm512_storeu_si512, u64: _mm512_maskz_loadu_epi8 / _mm512_mask_storeu_epi8;
    __m256i: _mm256_loadu_si256 / _mm256_storeu_si256, u32: / _mm256_mask_storeu_epi8;
    __m128i: _mm_loadu_si128 / _mm_storeu_si128, u16: _mm_maskz_loadu_epi8 / ;
}

pub(crate) const _MM_HINT_T0: i32 = 3;

/// Changes no value, and so does nothing.
#[inline(always)]
pub(crate) unsafe fn _mm_prefetch<const HINT: i32>(_: *const i8) {}
