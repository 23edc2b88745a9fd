//! Everything that is timed: ourselves on each backend, the standard library, other libraries, and
//! `memcpy`.
//!
//! Each file answers one question: who of this library does the operation of that name. To add a
//! peer is a file here and its line in [`of`].

mod limit;
mod ours;
mod rust_peers;
#[cfg(feature = "peers")]
mod simdutf_peer;
mod std_peer;

use std::hint::black_box;

use codeunit::Backend;
use serde::{Deserialize, Serialize};

use crate::form::Piece;

/// The instructions that a contender may use, in the order in which one includes the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// What every machine of the architecture has.
    Baseline,
    /// SSE4.1 or less.
    Sse41,
    /// AVX2.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl From<Backend> for Level {
    fn from(backend: Backend) -> Self {
        match backend.name() {
            "avx512" => Self::Avx512,
            "avx2" => Self::Avx2,
            "sse41" => Self::Sse41,
            _ => Self::Baseline,
        }
    }
}

/// Whose a contender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// codeunit on some backend.
    Ours,
    /// Another library.
    Peer,
    /// `memcpy` of the source, which is no transcoder.
    Limit,
}

/// So many times over all pieces: the sum of what the calls returned.
type Laps = dyn Fn(&[Piece<'_>], &mut [u8], u32) -> usize;

/// One call: what it wrote, and how many bytes, or the count it found.
type Once = dyn Fn(&Piece<'_>, &mut [u8]) -> usize;

/// A way of doing an operation.
pub struct Contender {
    /// As in the tables.
    pub name: &'static str,
    /// The instructions it uses on this machine.
    pub level: Level,
    /// Whose it is.
    pub side: Side,
    /// What has to be done before a batch, if anything.
    select: Option<Box<dyn Fn()>>,
    /// The timed loop.
    pub laps: Box<Laps>,
    /// The same work once, with its output in the buffer, to be compared.
    pub once: Box<Once>,
}

impl Contender {
    /// A contender whose work writes into the buffer and tells how many bytes, or counts.
    fn new<F>(name: &'static str, level: Level, side: Side, work: F) -> Self
    where
        F: Fn(&Piece<'_>, &mut [u8]) -> usize + Copy + 'static,
    {
        // The loop is in here so that the work is inlined into it: through a pointer a call of eight
        // bytes would measure the pointer.
        let laps = move |pieces: &[Piece<'_>], dst: &mut [u8], laps: u32| {
            let mut sum = 0_usize;
            for _ in 0..laps {
                for piece in pieces {
                    sum = sum.wrapping_add(work(black_box(piece), black_box(&mut *dst)));
                }
            }
            sum
        };
        Self { name, level, side, select: None, laps: Box::new(laps), once: Box::new(work) }
    }

    /// Gets ready for a batch: chooses the implementation of a library that has but one at a time.
    pub fn select(&self) {
        if let Some(select) = &self.select {
            select();
        }
    }

    /// A peer.
    fn peer<F>(name: &'static str, level: Level, work: F) -> Self
    where
        F: Fn(&Piece<'_>, &mut [u8]) -> usize + Copy + 'static,
    {
        Self::new(name, level, Side::Peer, work)
    }

    /// A contender whose work returns memory of its own.
    fn growing<F, V>(name: &'static str, level: Level, side: Side, work: F) -> Self
    where
        F: Fn(&Piece<'_>) -> V + Copy + 'static,
        V: Grown,
    {
        let once = move |piece: &Piece<'_>, dst: &mut [u8]| {
            let grown = work(piece);
            let bytes = grown.bytes();
            dst[..bytes.len()].copy_from_slice(bytes);
            bytes.len()
        };
        let timed = move |piece: &Piece<'_>, _: &mut [u8]| black_box(work(piece)).bytes().len();
        Self { once: Box::new(once), ..Self::new(name, level, side, timed) }
    }
}

/// What a growing conversion returns.
trait Grown {
    fn bytes(&self) -> &[u8];
}

impl Grown for String {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl Grown for Vec<u16> {
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self)
    }
}

impl Grown for std::borrow::Cow<'_, str> {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// Everybody who does the operation of that name, ours first.
#[must_use]
pub fn of(operation: &str) -> Vec<Contender> {
    let mut all = ours::contenders(operation);
    all.extend(std_peer::contenders(operation));
    all.extend(rust_peers::contenders(operation));
    #[cfg(feature = "peers")]
    all.extend(simdutf_peer::contenders(operation));
    all.extend(limit::contenders());
    all
}
