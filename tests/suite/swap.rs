//! The byte swap of UTF-16 and UTF-32 code units, which validates nothing.

use harness::{for_each_backend, rng::Rng, thin};

use crate::Test;

macro_rules! swaps {
    (
        $unit:ty, $swap:ident $in_place:ident: $at_every_length:ident $at_every_distance:ident $neighbours:ident
    ) => {
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

        /// By where the output lies to the source in their pages a long one is taken from the front or from the end.
        fn $at_every_distance() {
            const PAGE: usize = 4096 / size_of::<$unit>();
            let mut rng = Rng::new(2);
            let src: Vec<$unit> = (0..2 * PAGE).map(|_| rng.bits() as $unit).collect();
            let untouched = <$unit>::MAX / 3;
            for distance in thin((0..PAGE).step_by(5)) {
                for len in [PAGE / 8 - 1, PAGE / 8, PAGE / 8 + 21, PAGE / 2 + 9, PAGE + 40] {
                    for_each_backend(|engine| {
                        let start = distance % 40;
                        let mut memory = src.clone();
                        memory.resize(6 * PAGE, untouched);
                        let (from, to) = memory.split_at_mut(2 * PAGE);
                        let from = &from[start..start + len];
                        assert_eq!(engine.$swap(from, &mut to[start + distance..][..len]), len);
                        for (at, &unit) in to.iter().enumerate() {
                            let place = at.checked_sub(start + distance).filter(|&at| at < len);
                            let wanted = place.map_or(untouched, |at| from[at].swap_bytes());
                            assert_eq!(unit, wanted, "{distance}, {len}: {at}");
                        }
                    });
                }
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
    swap_utf16_at_every_length swap_utf16_at_every_distance
    swap_utf16_in_place_leaves_the_neighbours_alone
}

swaps! {
    u32, swap_utf32 swap_utf32_in_place:
    swap_utf32_at_every_length swap_utf32_at_every_distance
    swap_utf32_in_place_leaves_the_neighbours_alone
}

macro_rules! swaps_of_bytes {
    ($bytes:literal, $swap:ident $in_place:ident: $name:ident) => {
        /// At an odd address, with room for any number of bytes, and with a part of a code unit behind the whole ones.
        fn $name() {
            let mut rng = Rng::new(3);
            for len in thin(0..=300_usize) {
                let src: Vec<u8> = (0..=len).map(|_| rng.bits() as u8).collect();
                let mut swapped = src.clone();
                swapped[1..].chunks_exact_mut($bytes).for_each(<[u8]>::reverse);
                for_each_backend(|engine| {
                    for room in [0, len / 2, len.saturating_sub(1), len, len + 1, len + 70] {
                        let count = room.min(len) / $bytes * $bytes;
                        let mut buffer = vec![0xA5; room + 64];
                        assert_eq!(engine.$swap(&src[1..], &mut buffer[1..][..room]), count);
                        assert_eq!(
                            buffer[1..][..count],
                            swapped[1..][..count],
                            "{len} into {room}"
                        );
                        assert!(buffer[1 + count..].iter().all(|&byte| byte == 0xA5));
                    }
                    let mut bytes = src.clone();
                    engine.$in_place(&mut bytes[1..]);
                    assert_eq!(bytes, swapped);
                });
            }
        }
    };
}

swaps_of_bytes!(2, swap_utf16_bytes swap_utf16_bytes_in_place: swap_utf16_bytes_at_every_length);
swaps_of_bytes!(4, swap_utf32_bytes swap_utf32_bytes_in_place: swap_utf32_bytes_at_every_length);

pub(crate) const TESTS: &[Test] = tests![
    swap_utf16_at_every_length,
    swap_utf16_at_every_distance,
    swap_utf16_in_place_leaves_the_neighbours_alone,
    swap_utf32_at_every_length,
    swap_utf32_at_every_distance,
    swap_utf32_in_place_leaves_the_neighbours_alone,
    swap_utf16_bytes_at_every_length,
    swap_utf32_bytes_at_every_length,
];
