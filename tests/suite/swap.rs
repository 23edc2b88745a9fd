//! The byte swap of UTF-16 and UTF-32 code units, which validates nothing.

use harness::{for_each_backend, rng::Rng, thin};

use crate::Test;

macro_rules! swaps {
    ($unit:ty, $swap:ident $in_place:ident: $at_every_length:ident $neighbours:ident) => {
        fn $at_every_length() {
            let mut rng = Rng::new(1);
            for len in thin(0..=300_usize) {
                let src: Vec<$unit> = (0..len).map(|_| rng.bits() as $unit).collect();
                let swapped: Vec<$unit> = src.iter().map(|unit| unit.swap_bytes()).collect();
                let untouched = <$unit>::MAX / 3;
                for_each_backend(|engine| {
                    for room in [0, len / 2, len.saturating_sub(1), len, len + 1, len + 70] {
                        let count = room.min(len);
                        let mut buffer = vec![untouched; room + 64];
                        assert_eq!(engine.$swap(&src, &mut buffer[..room]), count);
                        assert_eq!(buffer[..count], swapped[..count], "{len} into {room}");
                        let mut rest = buffer[count..].iter();
                        assert!(rest.all(|&unit| unit == untouched), "{len} into {room}");
                    }
                    let mut units = src.clone();
                    engine.$in_place(&mut units);
                    assert_eq!(units, swapped);
                    engine.$in_place(&mut units);
                    assert_eq!(units, src);
                });
            }
        }

        fn $neighbours() {
            const UNIT: $unit = 0x1234;
            for start in thin(0..32) {
                for len in [0, 1, 7, 8, 15, 16, 31, 32, 33, 64, 130] {
                    for_each_backend(|engine| {
                        let mut units = [UNIT; 200];
                        engine.$in_place(&mut units[start..start + len]);
                        for (at, &unit) in units.iter().enumerate() {
                            let inside = (start..start + len).contains(&at);
                            let wanted = if inside { UNIT.swap_bytes() } else { UNIT };
                            assert_eq!(unit, wanted, "{start}, {len}: {at}");
                        }
                    });
                }
            }
        }
    };
}

swaps! {
    u16, swap_utf16 swap_utf16_in_place:
    swap_utf16_at_every_length swap_utf16_in_place_leaves_the_neighbours_alone
}

swaps! {
    u32, swap_utf32 swap_utf32_in_place:
    swap_utf32_at_every_length swap_utf32_in_place_leaves_the_neighbours_alone
}

pub(crate) const TESTS: &[Test] = tests![
    swap_utf16_at_every_length,
    swap_utf16_in_place_leaves_the_neighbours_alone,
    swap_utf32_at_every_length,
    swap_utf32_in_place_leaves_the_neighbours_alone,
];
