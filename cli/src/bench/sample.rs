//! The text that is measured.

use std::io;

use super::codec::Reader;
use super::scheme::Scheme;
use crate::blocks::Blocks;

/// The beginning of an input, in memory.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) scheme: Scheme,
    pub(super) bytes: Vec<u8>,
    /// Bytes of the input before it: those of a byte order mark.
    pub(super) start: u64,
    /// Whether the input goes on behind it.
    pub(super) is_cut: bool,
}

impl Sample {
    /// Reads at most so many bytes of text behind `start`, and gives up those at the end of which more is
    /// needed to make a character.
    pub(super) fn read(
        scheme: Scheme,
        start: usize,
        input: &mut Blocks<'_>,
        limit: usize,
    ) -> io::Result<Self> {
        let mut bytes = Vec::new();
        while bytes.len() <= start + limit {
            match input.next()? {
                [] => break,
                block => bytes.extend_from_slice(block),
            }
        }
        bytes.drain(..start);
        let is_cut = bytes.len() > limit;
        if is_cut {
            bytes.truncate(limit);
            bytes.truncate((Reader::new(scheme).complete_prefix_len)(&bytes));
        }
        Ok(Self { scheme, bytes, start: start as u64, is_cut })
    }
}

#[cfg(test)]
mod tests {
    use codeunit::Engine;

    use super::Sample;
    use crate::bench::codec::Converter;
    use crate::bench::scheme::Scheme;
    use crate::blocks::Blocks;

    #[test]
    fn cut_at_a_code_point() {
        let text = "a\u{F1}\u{20AC}\u{1F60A}z";
        for scheme in Scheme::ALL.into_iter().filter(|&scheme| scheme != Scheme::Latin1) {
            let encode = Converter::new(Scheme::Utf8, scheme).strict;
            let encoded = |text: &str| {
                let mut out = vec![0; 4 * text.len()];
                let len = encode(Engine::active(), text.as_bytes(), &mut out).unwrap();
                out.truncate(len);
                out
            };
            let all = encoded(text);
            let ends: Vec<usize> = text
                .char_indices()
                .map(|(at, _)| encoded(&text[..at]).len())
                .chain([all.len()])
                .collect();
            let file = [b"\xFF\xFE", &all[..]].concat();
            for limit in 0..all.len() + 3 {
                let sample =
                    Sample::read(scheme, 2, &mut Blocks::new(Box::new(&file[..]), 16), limit)
                        .unwrap();
                let end = ends.iter().rev().find(|&&end| end <= limit).unwrap();
                let is_cut = limit < all.len();
                let bytes = all[..*end].to_vec();
                assert_eq!(sample, Sample { scheme, bytes, start: 2, is_cut }, "{limit}");
            }
        }
    }
}
