//! What an operation works on: sources made of a text, and the memory in which they lie.

use std::io;

use memmap2::MmapMut;

use crate::form::{Form, Piece};
use crate::operation::Operation;
use crate::texts;

/// One source.
#[derive(Clone, Debug)]
pub struct Source {
    bytes: Vec<u8>,
    /// Whether it is well-formed UTF-8.
    is_text: bool,
}

/// The most bytes of what is a string, in this matrix.
const STRING: usize = 500;

/// Sources of about `size` bytes each for the operation, and how many characters are in them. `None`
/// if the text has characters that the operation does not take, or is too short.
///
/// One source is the beginning of the text. Several are the next stretches of it, or, where the size is
/// that of a string, pieces from all over it of 3/4 of the size to the size, no two of them the same.
#[must_use]
pub fn sources(
    operation: Operation,
    text: &str,
    size: usize,
    count: usize,
) -> Option<(Vec<Source>, usize)> {
    let form = operation.source;
    let parts = if count == 1 || size > STRING {
        let mut rest = text;
        let stretch = |_| {
            let (stretch, behind) = rest.split_at(form.prefix(rest, size).len());
            rest = behind;
            stretch
        };
        let parts: Vec<_> = (0..count).map(stretch).collect();
        if rest.is_empty() {
            return None;
        }
        parts
    } else {
        // `pieces` counts bytes of UTF-8.
        let sample = Form::Utf8.prefix(text, 1 << 16);
        let len: usize = sample.chars().map(|c| form.len(c)).sum();
        texts::pieces(text, (size * sample.len()).div_ceil(len.max(1)), count)
    };
    if parts.len() < count || !parts.iter().all(|part| operation.takes(part)) {
        return None;
    }
    let chars = parts.iter().map(|part| part.chars().count()).sum();
    let source = |(seed, part): (usize, &&str)| {
        let bytes = form.encode(part)?;
        Some(match operation.damage {
            None => Source { bytes, is_text: form == Form::Utf8 },
            Some(every) => {
                Source { bytes: damaged(form, &bytes, every, seed as u64), is_text: false }
            }
        })
    };
    Some((parts.iter().enumerate().map(source).collect::<Option<_>>()?, chars))
}

fn damaged(form: Form, bytes: &[u8], every: usize, seed: u64) -> Vec<u8> {
    match form {
        Form::Utf8 => texts::damaged(bytes, every, seed),
        Form::Utf16Le => {
            let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
            let units = texts::damaged_utf16(&units.collect::<Vec<_>>(), every / 2, seed);
            units.into_iter().flat_map(u16::to_le_bytes).collect()
        }
        Form::Utf16Be | Form::Utf32 | Form::Latin1 => {
            unreachable!("no lossy operation reads {form:?}")
        }
    }
}

/// Memory for sources and an output, the same for every operation that fits.
///
/// Where pages lie in the caches differs from run to run, and with them the times; so it asks for huge
/// pages, and uses the same ones again and again. Sources begin on a page, if no offset is asked for,
/// and the output half a page behind the beginning of one: stores that lie 4096 bytes behind loads are
/// taken for the same address by the CPU.
#[derive(Debug)]
pub struct Arena {
    memory: MmapMut,
    /// Bytes for sources.
    sources: usize,
}

const HUGE: usize = 2 << 20;
const OUTPUT_AT: usize = 2048;
/// Where strings of an allocator lie.
const ALIGN: usize = 16;

impl Arena {
    /// Room for sources of `size` bytes in all.
    ///
    /// # Errors
    /// When the system has not the memory.
    pub fn new(size: usize) -> io::Result<Self> {
        let sources = (size + 4096).next_multiple_of(HUGE);
        let output = Operation::room(size) + OUTPUT_AT;
        let memory = MmapMut::map_anon(sources + output + HUGE)?;
        let arena = Self { memory, sources };
        arena.ask_for_huge_pages();
        Ok(arena)
    }

    /// A system without them measures with small ones.
    fn ask_for_huge_pages(&self) {
        #[cfg(target_os = "linux")]
        {
            _ = self.memory.advise(memmap2::Advice::HugePage);
        }
    }

    /// Lays the sources out, the first `offset` bytes from a page and the others as far from a multiple
    /// of sixteen, and calls `work` with them and with an output.
    pub fn with<R>(
        &mut self,
        sources: &[Source],
        offset: usize,
        work: impl FnOnce(&[Piece<'_>], &mut [u8]) -> R,
    ) -> R {
        let len: usize = sources.iter().map(|source| source.bytes.len() + 2 * ALIGN).sum();
        if len + offset > self.sources {
            *self = Self::new(len + offset).expect("memory for the sources");
        }
        let start = self.memory.as_ptr().align_offset(HUGE);
        let (from, to) = self.memory[start..].split_at_mut(self.sources);
        let mut at = offset;
        let mut places = Vec::with_capacity(sources.len());
        for Source { bytes, .. } in sources {
            from[at..at + bytes.len()].copy_from_slice(bytes);
            places.push(at..at + bytes.len());
            at = (at + bytes.len() - offset % ALIGN).next_multiple_of(ALIGN) + offset % ALIGN;
        }
        let piece = |(place, source): (std::ops::Range<usize>, &Source)| {
            let bytes = &from[place];
            let text = if source.is_text { std::str::from_utf8(bytes) } else { Ok("") };
            Piece { bytes, text: text.expect("it was made from text") }
        };
        let pieces: Vec<_> = places.into_iter().zip(sources).map(piece).collect();
        work(&pieces, &mut to[OUTPUT_AT..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(name: &str) -> Operation {
        Operation::named(name).unwrap()
    }

    #[test]
    fn a_source_has_the_size_in_its_own_encoding() {
        let text = texts::generate("russian", 1 << 16).unwrap();
        for (name, unit) in [("validate_utf8", 2), ("utf16le_to_utf8", 2), ("utf32_to_utf8", 4)] {
            let (sources, chars) = sources(operation(name), &text.text, 1000, 1).unwrap();
            assert!((1000 - unit + 1..=1000).contains(&sources[0].bytes.len()), "{name}");
            assert!((250..=1000).contains(&chars), "{name}: {chars}");
        }
    }

    #[test]
    fn several_large_sources_are_one_behind_the_other() {
        let text = texts::generate("russian", 1 << 16).unwrap();
        let (some, _) = sources(operation("validate_utf8"), &text.text, 4000, 8).unwrap();
        let bytes: Vec<u8> = some.iter().flat_map(|one| one.bytes.iter().copied()).collect();
        assert!(some.iter().all(|one| one.bytes.len() > 3996) && some.len() == 8);
        assert!(text.text.as_bytes().starts_with(&bytes));
        assert!(sources(operation("validate_utf8"), &text.text, 10_000, 8).is_none());
    }

    #[test]
    fn several_sources_have_about_the_size() {
        let text = texts::generate("chinese", 1 << 18).unwrap();
        for name in ["utf8_to_utf16le", "utf16le_to_utf8", "utf32_to_utf8"] {
            let (sources, _) = sources(operation(name), &text.text, 100, 1000).unwrap();
            let mean = sources.iter().map(|one| one.bytes.len()).sum::<usize>() / sources.len();
            assert!(sources.len() == 1000 && (75..=105).contains(&mean), "{name}: {mean}");
        }
    }

    #[test]
    fn what_the_operation_cannot_take_is_no_source() {
        let text = texts::generate("greek", 1 << 12).unwrap();
        assert!(sources(operation("latin1_to_utf8"), &text.text, 100, 1).is_none());
        assert!(sources(operation("validate_utf8"), &text.text, 1 << 13, 1).is_none());
    }

    #[test]
    fn sources_lie_where_they_were_asked_to() {
        let text = texts::generate("latin", 1 << 16).unwrap();
        let (some, _) = sources(operation("str_to_utf32"), &text.text, 100, 10).unwrap();
        let mut arena = Arena::new(1).unwrap();
        for offset in [0, 1, 16] {
            arena.with(&some, offset, |pieces, dst| {
                assert_eq!(pieces[0].bytes.as_ptr().addr() % 4096, offset);
                assert_eq!(dst.as_ptr().addr() % 4096, OUTPUT_AT);
                assert!(dst.len() >= Operation::room(1000));
                for (piece, source) in pieces.iter().zip(&some) {
                    assert_eq!(piece.bytes.as_ptr().addr() % ALIGN, offset % ALIGN);
                    assert_eq!(piece.bytes, source.bytes);
                    assert_eq!(piece.text.as_bytes(), source.bytes);
                }
                assert_eq!(pieces.len(), some.len());
            });
        }
    }
}
