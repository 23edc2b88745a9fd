//! Every way to be ill-formed at every offset of the blocks, in well-formed text of every width.

use harness::size::{Size, size};
use harness::{
    Bad, Figures, SourceModel, check_pair, check_room, check_validate, for_each_backend,
    for_each_target, in_turn, model, places,
    text::{PADDINGS, padding},
    thin,
};

use crate::Test;
use codeunit::ErrorKind;
use codeunit::encoding::{Utf8, Utf16};

/// Each row of Table 3-7 with each violation that it allows. A sequence that ends the source is
/// incomplete; with something behind it, it is truncated.
const ILL_FORMED: [&[u8]; 41] = [
    b"\x80",
    b"\xBF\xBF",
    b"\xC0",
    b"\xC0\x80",
    b"\xC1",
    b"\xC1\xBF",
    b"\xC2",
    b"\xDF",
    b"\xC2\x80\x80",
    b"\xE0",
    b"\xE0\x80\x80",
    b"\xE0\x9F\xBF",
    b"\xE0\xA0",
    b"\xE1",
    b"\xE1\x80",
    b"\xEC\xBF",
    b"\xE4\xB8\xAD\x80",
    b"\xED",
    b"\xED\x9F",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xEE\x80",
    b"\xEF\xBF",
    b"\xF0",
    b"\xF0\x80\x80\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x90",
    b"\xF0\x90\x80",
    b"\xF1",
    b"\xF1\x80",
    b"\xF3\xBF\xBF",
    b"\xF0\x9F\x98\x80\x80",
    b"\xF4",
    b"\xF4\x8F",
    b"\xF4\x8F\xBF",
    b"\xF4\x90\x80\x80",
    b"\xF4\xBF\xBF\xBF",
    b"\xF5",
    b"\xF5\x80\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFF",
];

/// Bytes behind the ill-formed sequence.
const BEHIND: [usize; 6] = [0, 1, 3, 17, 64, 70];

fn source(unit: &str, offset: usize, sequence: &[u8], behind: usize) -> Vec<u8> {
    let mut src = padding(unit, offset).into_bytes();
    src.extend_from_slice(sequence);
    // Begins with ASCII or with a lead byte, as the length wants it: both cut a sequence short.
    src.extend_from_slice(padding(unit, behind).as_bytes());
    src
}

/// Validation against the table and against the standard library, and analysis.
fn check_validation(src: &[u8]) {
    let want = model::validate_utf8(src);
    let std = std::str::from_utf8(src).map(|_| ()).map_err(|error| error.valid_up_to());
    assert_eq!(want.map_err(|(at, _)| at), std, "the oracle: {src:02X?}");
    let figures = Figures::of_utf8(src);
    for_each_backend(|engine| {
        assert_eq!(places(engine.validate::<Utf8>(src)), want, "{src:02X?}");
        assert_eq!(Figures::from(engine.analyze::<Utf8>(src)), figures, "{src:02X?}");
    });
}

fn validation_finds_every_violation_at_every_offset() {
    for unit in PADDINGS {
        for sequence in ILL_FORMED {
            for behind in BEHIND {
                for offset in thin(0..=300) {
                    check_validation(&source(unit, offset, sequence, behind));
                }
            }
        }
    }
}

/// To every target, strict and lossy, into outputs of exactly the right length.
fn conversion_finds_every_violation_at_every_offset() {
    for unit in PADDINGS {
        for sequence in ILL_FORMED {
            for offset in thin(0..=200) {
                for behind in [0, 1, 17, 70] {
                    let src = source(unit, offset, sequence, behind);
                    let items = Utf8::decode(&src);
                    for_each_target!(Utf8, |pair| pair.check_exact(&src, &items));
                }
            }
        }
    }
}

/// ASCII, but for the character in front and for `sequence`, as logs and markup are: a vector that is
/// not ASCII stands among vectors that are.
fn sparse(offset: usize, sequence: &[u8], behind: usize) -> Vec<u8> {
    let mut src = ["é", "中", "😀"][offset % 3].to_owned().into_bytes();
    src.resize(src.len() + offset, b'a');
    src.extend_from_slice(sequence);
    src.resize(src.len() + behind, b'a');
    src
}

/// What the last vector finds depends on a byte that is not there.
fn every_byte_at_the_end() {
    for byte in 0..=0xFF {
        for len in in_turn(usize::from(byte), 0..=140) {
            check_validation(&sparse(len, &[byte], 0));
            check_validation(&[&vec![b'a'; len][..], &[byte]].concat());
        }
    }
}

fn every_violation_at_every_offset_of_sparse_text() {
    for (i, sequence) in ILL_FORMED.into_iter().enumerate() {
        // Where the offsets are thinned, each violation stands at other ones.
        for offset in thin(i % 13..=600) {
            check_validation(&sparse(offset, sequence, 300));
        }
        for offset in thin(i % 13..=200) {
            let src = sparse(offset, sequence, 150);
            let items = Utf8::decode(&src);
            for_each_target!(Utf8, |pair| pair.check_exact(&src, &items));
        }
    }
}

/// Whoever leaves out ASCII must not leave a sequence open over it.
fn a_sequence_that_goes_on_behind_ascii() {
    let halves: [(&[u8], &[u8]); 5] = [
        (b"\xC3", b"\xA9"),
        (b"\xE4", b"\xB8\xAD"),
        (b"\xE4\xB8", b"\xAD"),
        (b"\xF0\x9F", b"\x98\x80"),
        (b"\xF0\x9F\x98", b"\x80"),
    ];
    for (front, back) in halves {
        for between in [1, 4, 8, 16, 24, 32, 48, 64, 96, 128, 256, 320] {
            let sequence = [front, &vec![b'a'; between], back].concat();
            for offset in 0..=140 {
                check_validation(&sparse(offset, &sequence, offset % 20));
                check_validation(&[&vec![b'a'; offset], &sequence[..], b"a"].concat());
            }
        }
    }
}

/// Two loads with a character or an error in the same lanes must not cancel each other out.
fn a_violation_in_the_same_lanes_of_another_load() {
    for (i, distance) in [3, 8, 16, 32, 48, 64, 96, 128, 192].into_iter().enumerate() {
        for offset in thin(i..=600) {
            for second in [b"\x80\x80", b"\xFF\xFF"] {
                let between = vec![b'a'; distance - "é".len()];
                let sequence = ["é".as_bytes(), &between, second].concat();
                check_validation(&sparse(offset, &sequence, 300));
            }
        }
    }
    // The same three bytes before: the look back sees the high bits of the vector itself.
    for count in 0..=200 {
        check_validation(
            &[&"éa".as_bytes().repeat(count), &b"\x80\x80a"[..], &[b'a'; 300]].concat(),
        );
    }
}

/// Sources in which any two places look alike, ill-formed ones among them: loads that overlap must not
/// cancel each other out.
fn every_byte_and_every_pair_over_and_over() {
    for len in thin(0..=80) {
        for first in 0..=0xFF {
            check_validation(&vec![first; len]);
            for second in [b'a', 0x80, 0xBF, 0xC3, 0xE4, 0xF0, 0xFF] {
                let src: Vec<u8> = [first, second].into_iter().cycle().take(len).collect();
                check_validation(&src);
                // One pair in ASCII, eight bytes apart.
                if len > 8 {
                    let mut src = vec![b'a'; len];
                    (src[len - 9], src[len - 1]) = (first, second);
                    check_validation(&src);
                    src.fill(b'a');
                    (src[0], src[8]) = (first, second);
                    check_validation(&src);
                }
            }
        }
    }
}

/// Two errors close together: the first one has to be found, and the repair goes on behind it.
fn two_violations_at_every_distance() {
    for unit in PADDINGS {
        for (first, second) in [(&b"\xE1\x80"[..], &b"\xF0\x9F\x98"[..]), (b"\xFF", b"\x80")] {
            for distance in thin(0..=70) {
                for offset in [0, 1, 13, 14, 15, 29, 31, 61, 63, 64, 127, 200] {
                    let mut src = source(unit, offset, first, distance);
                    src.extend_from_slice(second);
                    src.extend_from_slice(padding(unit, 40).as_bytes());
                    let items = Utf8::decode(&src);
                    check_validate::<Utf8>(&src, &items);
                    check_pair::<Utf8, Utf16>(&src, &items);
                    check_pair::<Utf8, Utf8>(&src, &items);
                }
            }
        }
    }
}

/// A block of ASCII is left out without a look at its bytes, so a sequence that is open before it
/// must not be forgotten.
fn an_open_sequence_before_a_block_of_each_width() {
    let fronts: [&[u8]; 9] = [
        b"\xC3",
        b"\xE4",
        b"\xE4\xB8",
        b"\xF0",
        b"\xF0\x9F",
        b"\xF0\x9F\x98",
        b"\xC3\xA9",
        b"\xE4\xB8\xAD",
        b"\xF0\x9F\x98\x80",
    ];
    let places = (10..=70).chain(124..=130).chain(190..=194).chain(252..=260).chain(316..=324);
    for at in places {
        for (i, front) in fronts.into_iter().enumerate() {
            for unit in PADDINGS {
                let lens = [0, 1, 2, 3, 15, 16, 31, 32, 63, 64, 65, 128, 256, 300, 520, 700];
                for behind in in_turn(at + i, lens) {
                    let mut src = vec![b'a'; at];
                    src.extend_from_slice(front);
                    src.extend(unit.bytes().cycle().take(behind));
                    check_validation(&src);
                }
            }
        }
    }
}

fn every_length_of_well_formed_text() {
    for unit in PADDINGS {
        for len in thin(0..=600) {
            let text = padding(unit, len);
            check_validation(text.as_bytes());
            // Cut anywhere, also inside a character.
            check_validation(&text.as_bytes()[..len - len / 3]);
            check_validation(&text.as_bytes()[len / 3..]);
        }
    }
}

/// Short sources are looked at by loads that overlap: a byte for each way to reach it.
fn one_error_at_every_place_of_a_short_source() {
    for len in 1..=140 {
        let mut src = vec![b'a'; len];
        for at in 0..len {
            src[at] = 0xFF;
            check_validation(&src);
            src[at] = b'a';
        }
    }
}

/// Every length at every alignment, with one byte that is in error at every place, also where it
/// stands behind the slice.
fn one_error_at_every_place_length_and_alignment() {
    let mut buffer = [b'a'; 64 + 260 + 1];
    for start in thin(0..64) {
        for len in thin(0..=260) {
            for at in 0..=len {
                buffer[start + at] = 0xFF;
                let bad = Bad { kind: ErrorKind::BadLead, error_len: Some(1) };
                let want = if at == len { Ok(()) } else { Err((at, bad)) };
                for_each_backend(|engine| {
                    let got = places(engine.validate::<Utf8>(&buffer[start..start + len]));
                    assert_eq!(got, want, "{len} bytes, {start} behind the start of the buffer");
                });
                buffer[start + at] = b'a';
            }
        }
    }
}

fn every_alignment() {
    let mut buffer = vec![0xFF; 64 + 400];
    for unit in PADDINGS {
        for len in [1, 15, 16, 17, 31, 33, 63, 64, 65, 67, 130, 259, 320] {
            let text = padding(unit, len);
            for start in thin(0..64) {
                buffer.fill(0xFF);
                buffer[start..start + len].copy_from_slice(text.as_bytes());
                // What stands around the slice must not be looked at.
                for_each_backend(|engine| {
                    assert_eq!(engine.from_utf8(&buffer[start..start + len]), Ok(text.as_str()));
                });
                let src = &buffer[start..start + len];
                check_room::<Utf8, Utf16>(src, &Utf8::decode(src), len);
            }
        }
    }
}

/// Every way to be ill-formed, and the ends of each row of Table 3-7, in long text that has no ASCII for a while: a block is
/// then checked for no more than the leads of those before it, so what it has first of its kind is what counts.
fn every_row_in_long_text_of_one_script() {
    const WELL_FORMED: [&[u8]; 10] = [
        b"\xE0\xA0\x80",
        b"\xE0\xBF\xBF",
        b"\xED\x80\x80",
        b"\xED\x9F\xBF",
        b"\xEE\x80\x80",
        b"\xEF\xBF\xBF",
        b"\xF0\x90\x80\x80",
        b"\xF3\xBF\xBF\xBF",
        b"\xF4\x80\x80\x80",
        b"\xF4\x8F\xBF\xBF",
    ];
    let check = |front: &str, around: &str, row: &[u8], behind: &str| {
        let src = [front.as_bytes(), around.as_bytes(), row, behind.as_bytes()].concat();
        let want = model::validate_utf8(&src);
        for_each_backend(|tested| {
            let got = places(tested.validate::<Utf8>(&src));
            assert_eq!(got, want, "{row:02X?} behind {} bytes, before {behind:.4}", front.len());
        });
    };
    // Where the kernels that this is for are not, an eighth of it.
    let step = if size() == Size::Least { 8 } else { 1 };
    let rows = || ILL_FORMED.into_iter().chain(WELL_FORMED);
    let texts = ["я", "中", "हि", "한글", "🦀", "中🦀"];
    for text in texts {
        let text = text.repeat((6 << 10) / text.len());
        // Where the blocks begin, and in the midst of them.
        for at in (40..72).step_by(step).chain(thin(2048..2048 + 264)) {
            let boundary = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap();
            let (front, behind) = text.split_at(boundary);
            for row in rows() {
                check(front, "", row, behind);
                check(front, "a", row, behind);
            }
        }
    }
    // Text of one script behind much of another, where it may be that less is asked for once more.
    for at in (4096..4096 + 72).step_by(step) {
        let front = "a".repeat(at % 4) + &"🦀".repeat(at / 4);
        for row in rows() {
            check(&front, "", row, &"я".repeat(800));
        }
    }
}

pub(crate) const TESTS: &[Test] = tests![
    validation_finds_every_violation_at_every_offset,
    conversion_finds_every_violation_at_every_offset,
    every_byte_at_the_end,
    every_violation_at_every_offset_of_sparse_text,
    a_sequence_that_goes_on_behind_ascii,
    a_violation_in_the_same_lanes_of_another_load,
    every_byte_and_every_pair_over_and_over,
    two_violations_at_every_distance,
    an_open_sequence_before_a_block_of_each_width,
    every_length_of_well_formed_text,
    one_error_at_every_place_of_a_short_source,
    one_error_at_every_place_length_and_alignment,
    every_alignment,
    every_row_in_long_text_of_one_script,
];
