//! The byte swap of UTF-16 code units, which validates nothing.

use harness::{for_each_backend, rng::Rng, thin};

use crate::Test;

fn swap_utf16_at_every_length() {
    let mut rng = Rng::new(1);
    for len in thin(0..=300_usize) {
        let src: Vec<u16> = (0..len).map(|_| rng.bits() as u16).collect();
        let swapped: Vec<u16> = src.iter().map(|unit| unit.swap_bytes()).collect();
        for_each_backend(|engine| {
            for room in [0, len / 2, len.saturating_sub(1), len, len + 1, len + 70] {
                let count = room.min(len);
                let mut buffer = vec![0xA5A5; room + 64];
                assert_eq!(engine.swap_utf16(&src, &mut buffer[..room]), count);
                assert_eq!(buffer[..count], swapped[..count], "{len} into {room}");
                assert!(buffer[count..].iter().all(|&unit| unit == 0xA5A5), "{len} into {room}");
            }
            let mut units = src.clone();
            engine.swap_utf16_in_place(&mut units);
            assert_eq!(units, swapped);
            engine.swap_utf16_in_place(&mut units);
            assert_eq!(units, src);
        });
    }
}

fn swap_utf16_in_place_leaves_the_neighbours_alone() {
    for start in thin(0..32) {
        for len in [0, 1, 7, 8, 15, 16, 31, 32, 33, 64, 130] {
            for_each_backend(|engine| {
                let mut units = [0x1234_u16; 200];
                engine.swap_utf16_in_place(&mut units[start..start + len]);
                for (at, &unit) in units.iter().enumerate() {
                    let inside = (start..start + len).contains(&at);
                    assert_eq!(unit, if inside { 0x3412 } else { 0x1234 }, "{start}, {len}: {at}");
                }
            });
        }
    }
}

pub(crate) const TESTS: &[Test] =
    tests![swap_utf16_at_every_length, swap_utf16_in_place_leaves_the_neighbours_alone,];
