//! The operations of the matrix.

use crate::form::Form;

/// Bytes of a block of the operations that read in blocks.
pub const BLOCK: usize = 64 << 10;

/// One row of the matrix: an operation, and how much of its input is ill-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The function, as the contenders know it.
    pub name: &'static str,
    /// What it reads.
    pub source: Form,
    /// One ill-formed sequence in so many bytes of the source; well-formed without.
    pub damage: Option<usize>,
}

/// The directions that are looked at most closely: at every size, offset, and cold.
pub const MAIN: &[&str] = &[
    "validate_utf8",
    "utf8_to_utf16le",
    "utf16le_to_utf8",
    "utf8_to_utf32",
    "utf32_to_utf8",
    "latin1_to_utf8",
    "utf8_to_utf16le_lossy",
];

/// The lossy operations.
pub const LOSSY: &[&str] =
    &["utf8_to_utf16le_lossy", "utf16le_to_utf8_lossy", "utf8_to_utf8_lossy"];

/// The names of all operations.
const NAMES: &[&str] = &[
    "validate_ascii",
    "validate_utf8",
    "validate_utf16le",
    "validate_utf32",
    "is_ascii_utf16le",
    "analyze_utf8",
    "analyze_utf16le",
    "analyze_utf32",
    "utf8_to_utf16le",
    "utf8_to_utf16be",
    "utf8_to_utf32",
    "utf8_to_latin1",
    "utf16le_to_utf8",
    "utf16le_to_utf16be",
    "utf16le_to_utf32",
    "utf16le_to_latin1",
    "utf16be_to_utf8",
    "utf16be_to_utf16le",
    "utf16be_to_utf32",
    "utf16be_to_latin1",
    "utf32_to_utf8",
    "utf32_to_utf16le",
    "utf32_to_utf16be",
    "utf32_to_latin1",
    "latin1_to_utf8",
    "latin1_to_utf16le",
    "latin1_to_utf16be",
    "latin1_to_utf32",
    "utf8_to_utf16le_lossy",
    "utf16le_to_utf8_lossy",
    "utf8_to_utf8_lossy",
    "str_to_utf16le",
    "str_to_utf16be",
    "str_to_utf32",
    "str_to_latin1",
    "count_utf8",
    "count_utf16le",
    "count_line_feeds_utf8",
    "count_line_feeds_utf16le",
    "count_line_feeds_utf32",
    "find_code_point_utf8",
    "find_utf16_in_utf8",
    "find_code_point_utf16",
    "find_utf8_in_utf16",
    "find_line_end_utf8",
    "find_line_end_utf16",
    "utf16_len_from_utf8",
    "utf8_len_from_utf16le",
    "utf8_len_from_utf32",
    "utf16_len_from_utf32",
    "utf8_len_from_latin1",
    "swap_utf16",
    "swap_utf32",
    "make_utf16le_well_formed",
    "utf8_to_utf16le_blocks",
    "utf16le_to_utf8_blocks",
    "utf8_to_utf16_vec",
    "utf16le_to_string",
    "utf8_to_string_lossy",
];

impl Operation {
    /// The operation of that name, on well-formed text.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = *NAMES.iter().find(|known| **known == name)?;
        let source = name.split_once("_to_").map_or_else(
            || name.rsplit('_').next().expect("split has one part at least"),
            |(source, _)| source,
        );
        let source = match source {
            "ascii" => Form::Utf8,
            // A name that says nothing of the byte order, which is no matter to it, and one that ends otherwise.
            "utf16" | "formed" => Form::Utf16Le,
            source => Form::named(source)?,
        };
        Some(Self { name, source, damage: None })
    }

    /// All of them: the lossy ones and the repair on well-formed text, and with an error in each kilobyte and in
    /// every twenty bytes.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for name in NAMES {
            let clean = Self::named(name).expect("every name has a source");
            all.push(clean);
            if LOSSY.contains(name) || name.starts_with("make") {
                all.extend([1024, 20].map(|every| clean.damaged(every)));
            }
        }
        all
    }

    /// The same on text with one error in `every` bytes.
    #[must_use]
    pub fn damaged(self, every: usize) -> Self {
        Self { damage: Some(every), ..self }
    }

    /// As in the tables.
    #[must_use]
    pub fn label(&self) -> String {
        match self.damage {
            None => self.name.into(),
            Some(every) => format!("{}/{every}", self.name),
        }
    }

    /// Whether it has an output, and not only a number to tell.
    #[must_use]
    pub fn writes(&self) -> bool {
        let name = self.name;
        name.contains("_to_") || name.starts_with("swap") || name.starts_with("make")
    }

    /// Whether it works on text that ASCII, or Latin-1, can hold.
    #[must_use]
    pub fn takes(&self, text: &str) -> bool {
        let name = self.name;
        if name.contains("_ascii") {
            text.is_ascii()
        } else if name.contains("latin1") {
            text.chars().all(|c| u32::from(c) < 0x100)
        } else {
            true
        }
    }

    /// Bytes that are room enough for the result of a source of `len` bytes, for every contender.
    ///
    /// A byte of UTF-8 becomes four of UTF-32 at most, three as a replacement; the 64 are for those
    /// who ask for more than the text needs.
    #[must_use]
    pub fn room(len: usize) -> usize {
        4 * len + 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_source() {
        let source = |name| Operation::named(name).unwrap().source;
        assert_eq!(source("validate_utf32"), Form::Utf32);
        assert_eq!(source("utf16_len_from_utf32"), Form::Utf32);
        assert_eq!(source("utf16be_to_utf8"), Form::Utf16Be);
        assert_eq!(source("str_to_utf32"), Form::Utf8);
        assert_eq!(source("swap_utf16"), Form::Utf16Le);
        assert_eq!(source("swap_utf32"), Form::Utf32);
        assert_eq!(source("utf8_to_utf16_vec"), Form::Utf8);
        assert_eq!(source("make_utf16le_well_formed"), Form::Utf16Le);
        assert!(Operation::named("utf8_to_utf7").is_none());
        assert_eq!(Operation::all().len(), NAMES.len() + 2 * (LOSSY.len() + 1));
    }

    #[test]
    fn an_operation_of_latin1_refuses_other_text() {
        let takes = |name, text: &str| Operation::named(name).unwrap().takes(text);
        assert!(takes("utf8_to_latin1", "ñ") && !takes("utf8_to_latin1", "€"));
        assert!(takes("validate_ascii", "n") && !takes("validate_ascii", "ñ"));
        assert!(takes("utf8_to_utf32", "€"));
    }
}
