//! Inputs: sample texts, padding of an exact length, and random sources.

use crate::rng::Rng;

/// What stands around the place that a test looks at: ASCII, each longer form, and a mixture.
pub const PADDINGS: [&str; 5] = ["a", "é", "中", "😀", "aé中😀zß€𝄞b"];

/// Sentences whose characters have different lengths, for mutation and for mixing.
pub const SCRIPTS: [&str; 10] = [
    "The quick brown fox jumps over the lazy dog; 0123456789. ",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. ",
    "Съешь же ещё этих мягких французских булок, да выпей чаю. ",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. ",
    "نص حكيم له سر قاطع وذو شأن عظيم ",
    "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण ",
    "いろはにほへとちりぬるを色は匂へど散りぬるを",
    "天地玄黃宇宙洪荒日月盈昃辰宿列張",
    "😀😃😄👩‍👩‍👧🏳️‍🌈𝄞𠜎𡿺🂡",
    "ASCII, naïve café, 中文, кот and 😀 on one line\r\n",
];

/// `bytes` bytes of well-formed UTF-8: `unit` over and over, behind as many `x` as are needed.
pub fn padding(unit: &str, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes);
    let mut tail = String::new();
    for c in unit.chars().cycle() {
        if tail.len() + c.len_utf8() > bytes {
            break;
        }
        tail.push(c);
    }
    text.extend(std::iter::repeat_n('x', bytes - tail.len()));
    text + &tail
}

/// Texts for the tests of lengths and bounds: short, of one form only, mixed, and with a character
/// of each length at the end.
pub fn samples() -> Vec<String> {
    let mut samples: Vec<String> = ["", "a", "é", "中", "😀", "\u{0}", "\u{FEFF}", "\u{10FFFF}"]
        .into_iter()
        .chain(SCRIPTS)
        .map(str::to_owned)
        .collect();
    for unit in PADDINGS {
        samples.push(padding(unit, 75));
    }
    for end in ["a", "é", "中", "😀"] {
        samples.push(padding("a", 66) + end);
        samples.push(padding("aé中😀", 41) + end);
    }
    samples
}

/// Well-formed text of about `len` bytes, whose script changes now and then.
pub fn random_text(rng: &mut Rng, len: usize) -> String {
    let mut text = String::with_capacity(len + 4);
    while text.len() < len {
        let script = rng.pick(&SCRIPTS);
        let (skip, take) = (rng.below(16), 1 + rng.below(48));
        text.extend(script.chars().cycle().skip(skip).take(take));
    }
    let end = (0..=len).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    text.truncate(end);
    text
}

/// The bytes at which Table 3-7 changes its mind.
pub const INTERESTING_BYTES: [u8; 30] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xDF, 0xE0, 0xE1,
    0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFC, 0xFE, 0xFF,
];

/// Any bytes, or interesting ones only.
pub fn random_bytes(rng: &mut Rng, len: usize) -> Vec<u8> {
    match rng.below(2) {
        0 => (0..len).map(|_| rng.bits() as u8).collect(),
        _ => (0..len).map(|_| rng.pick(&INTERESTING_BYTES)).collect(),
    }
}

/// UTF-8 text with some damage, or bytes without any sense.
pub fn random_utf8(rng: &mut Rng, len: usize) -> Vec<u8> {
    if rng.below(4) == 0 {
        return random_bytes(rng, len);
    }
    let src = random_text(rng, len).into_bytes();
    damage(rng, src, |rng| rng.pick(&INTERESTING_BYTES))
}

/// The code units at which UTF-16 changes.
pub const INTERESTING_16: [u16; 12] = [
    0x0000, 0x007F, 0x0080, 0x07FF, 0x0800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF,
];

/// UTF-16 text with some damage, or code units without any sense.
pub fn random_utf16(rng: &mut Rng, len: usize) -> Vec<u16> {
    match rng.below(4) {
        0 => (0..len).map(|_| rng.pick(&INTERESTING_16)).collect(),
        _ => {
            let text = random_text(rng, 2 * len);
            let src = text.encode_utf16().take(len).collect();
            damage(rng, src, |rng| rng.pick(&INTERESTING_16))
        }
    }
}

/// The values at which UTF-32 changes.
pub const INTERESTING_32: [u32; 14] = [
    0,
    0x7F,
    0x80,
    0x7FF,
    0x800,
    0xD7FF,
    0xD800,
    0xDFFF,
    0xE000,
    0xFFFF,
    0x1_0000,
    0x10_FFFF,
    0x11_0000,
    0xFFFF_FFFF,
];

/// UTF-32 text with some damage, or code units without any sense.
pub fn random_utf32(rng: &mut Rng, len: usize) -> Vec<u32> {
    match rng.below(4) {
        0 => (0..len).map(|_| rng.pick(&INTERESTING_32)).collect(),
        _ => {
            let text = random_text(rng, 3 * len);
            let src = text.chars().map(u32::from).take(len).collect();
            damage(rng, src, |rng| rng.pick(&INTERESTING_32))
        }
    }
}

/// Up to three elements overwritten, removed, added or cut off. One time in four nothing.
fn damage<T: Copy>(rng: &mut Rng, mut src: Vec<T>, any: impl Fn(&mut Rng) -> T) -> Vec<T> {
    for _ in 0..rng.below(4) {
        if src.is_empty() {
            break;
        }
        let at = rng.below(src.len());
        match rng.below(8) {
            0..=3 => src[at] = any(rng),
            4 | 5 => drop(src.remove(at)),
            6 => src.insert(at, any(rng)),
            _ => src.truncate(src.len() - at.min(3)),
        }
    }
    src
}
