//! `memcpy` of the source: what the memory of the machine allows.

use super::{Contender, Level, Side};

pub(super) fn contenders() -> Vec<Contender> {
    vec![Contender::new("memcpy", Level::Baseline, Side::Limit, |piece, dst| {
        dst[..piece.bytes.len()].copy_from_slice(piece.bytes);
        piece.bytes.len()
    })]
}
