//! Sources of streams: each kind of what can be ill-formed, cut, or a mark.

use codeunit::Encoding;

/// UTF-8, also taken as what it is not.
const UTF8: [&[u8]; 18] = [
    b"",
    b"ab",
    b"a\xC3\xA9\nb",
    b"\xE4\xB8\xAD\xE4\xB8\xAD",
    b"a\xF0\x9F\x98\x80\xF0\x9F\x98\x80",
    b"\xC3\xE4\xB8\xF0\x9F\x98a",
    b"\xE4\xB8\xC3\xA9\xE4",
    b"\xF0\x9F\x98",
    b"\xF0\x9F\xF0\x9F\x98",
    b"\xED\xA0\x80\xED\x9F\xBF",
    b"\xE0\x80\x80\xE0\xA0\x80",
    b"\xF4\x90\x80\x80\xF4\x8F\xBF\xBF",
    b"\xC0\x80\xC1\xBF\xFF",
    b"\x80\xBFa\n\x80",
    b"a\xE1\x80\xE2\xF0\x91\x92\xF1\xBFA\xF1\x80",
    b"\xEF\xBB\xBFa\xC3\xBF",
    b"\xEF\xBB\xBF\xEF\xBB\xBF",
    b"\xEF\xBBa",
];

const UTF16: [&[u16]; 12] = [
    &[],
    &[0x61, 0x0A, 0x4E2D],
    &[0xD83D, 0xDE00, 0xD83D, 0xDE00],
    &[0xD83D],
    &[0xDE00, 0xD83D],
    &[0xD83D, 0xD83D, 0xDE00],
    &[0x61, 0xD83D, 0x61, 0xDE00],
    &[0xDC00, 0x0A, 0xD800],
    &[0xFEFF],
    &[0xFEFF, 0xFEFF, 0xE9],
    &[0xFFFE, 0x61],
    &[0xDC00, 0xFEFF],
];

const UTF32: [&[u32]; 6] = [
    &[0x61, 0x0A, 0x1_F600],
    &[0xD800, 0xFEFF],
    &[0x11_0000, 0x10_FFFF],
    &[0xFFFF_FFFF, 0xE9],
    &[0xFEFF, 0xFEFF],
    &[0xFFFE_0000, 0x61],
];

/// The short sources for an encoding, code units cut short included.
pub(super) fn short(encoding: Encoding) -> Vec<Vec<u8>> {
    fn bytes<U: Copy, const N: usize>(
        sources: &[&[U]],
        to_bytes: fn(U) -> [u8; N],
        rests: &[&[u8]],
    ) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for source in sources {
            for rest in rests {
                let units = source.iter().flat_map(|&unit| to_bytes(unit));
                all.push(units.chain(rest.iter().copied()).collect());
            }
        }
        all
    }
    let odd: &[&[u8]] = &[b"", b"\xDC"];
    let rest: &[&[u8]] = &[b"", b"\0", b"\xFF\xFE\0"];
    match encoding {
        Encoding::Utf16Le => bytes(&UTF16, u16::to_le_bytes, odd),
        Encoding::Utf16Be => bytes(&UTF16, u16::to_be_bytes, odd),
        Encoding::Utf32Le => bytes(&UTF32, u32::to_le_bytes, rest),
        Encoding::Utf32Be => bytes(&UTF32, u32::to_be_bytes, rest),
        Encoding::Utf16 => [short(Encoding::Utf16Le), short(Encoding::Utf16Be)].concat(),
        Encoding::Utf32 => [short(Encoding::Utf32Le), short(Encoding::Utf32Be)].concat(),
        _ => UTF8.iter().map(|source| source.to_vec()).collect(),
    }
}
