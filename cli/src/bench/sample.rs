//! The text that is measured.

use std::io::{self, Read};

use crate::encoding::Scheme;
use crate::stream::Text;

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
    /// Reads at most so many bytes, and gives up those at the end of which more is needed to make a
    /// character.
    pub(super) fn read(text: &Text, input: &mut dyn Read, limit: usize) -> io::Result<Self> {
        let mut bytes = Vec::new();
        input.take(limit as u64 + 1).read_to_end(&mut bytes)?;
        let is_cut = bytes.len() > limit;
        if is_cut {
            bytes.truncate(limit);
            bytes.truncate(limit - text.unfinished(&bytes));
        }
        Ok(Self { scheme: text.scheme, bytes, start: text.start, is_cut })
    }
}

#[cfg(test)]
mod tests {
    use codeunit::Engine;

    use super::Sample;
    use crate::codec::Converter;
    use crate::encoding::Scheme;
    use crate::stream::Text;

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
            let settings = Text {
                engine: Engine::active(),
                scheme,
                start: 2,
                count_lines: false,
                block_len: 16,
            };
            for limit in 0..all.len() + 3 {
                let sample = Sample::read(&settings, &mut &all[..], limit).unwrap();
                let end = ends.iter().rev().find(|&&end| end <= limit).unwrap();
                let is_cut = limit < all.len();
                let bytes = all[..*end].to_vec();
                assert_eq!(sample, Sample { scheme, bytes, start: 2, is_cut }, "{limit}");
            }
        }
    }
}
