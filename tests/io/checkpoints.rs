//! Maps of checkpoints that are read from a stream into memory of a given size.

use codeunit::encoding::{Utf8, Utf16Le};
use codeunit::{Checkpoints, InvalidMap, Policy, Transcoder};
use harness::SourceModel;
use harness::checkpoints::sealed;
use harness::rng::Rng;
use harness::text::padding;

/// The checkpoints of a log, and its text.
fn recorded(src: &[u8]) -> (Checkpoints, Vec<u8>) {
    let mut checkpoints = Checkpoints::with_interval(256);
    let mut transcoder = Transcoder::new(Utf16Le, Utf8, Policy::Replace).counting_lines();
    let mut out = Vec::new();
    checkpoints.extend(&mut transcoder, src, &mut out).expect("nothing is strict");
    (checkpoints, out)
}

/// What a reader says of bytes that are no map.
fn kind(error: &std::io::Error) -> InvalidMap {
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    *error.get_ref().and_then(|error| error.downcast_ref()).expect("the error of bytes")
}

/// Read with fewer checkpoints than there are, a map is what it would be had it been recorded with as many: text is
/// found, and what was replaced, if less exactly.
#[test]
fn thinned_while_read() {
    let (text, bad) = (Utf16Le::encode(&padding("a\nñ中😀", 700)), b"\0\xDC");
    let src: Vec<u8> = [&text[..], bad].concat().repeat(60);
    let (checkpoints, out) = recorded(&src);
    let kept = checkpoints.to_bytes();
    assert!(checkpoints.len() > 200, "{}", checkpoints.len());
    for maximum in [16, 17, 50, 100, checkpoints.len(), usize::MAX] {
        let map = Checkpoints::from_reader(&kept[..], maximum).expect("it is one");
        assert!(map.len() <= maximum);
        assert_eq!(
            (map.end(), map == checkpoints),
            (checkpoints.end(), maximum >= checkpoints.len())
        );
        for offset in (0..=out.len() as u64).step_by(7) {
            let (found, exact) = (map.locate(offset, &out), checkpoints.locate(offset, &out));
            let (found, exact) = (found.expect("inside"), exact.expect("inside"));
            assert!(found == exact || !found.is_exact && found.offset <= exact.offset, "{offset}");
        }
    }
    // Texts that are so far from each other that no interval is longer.
    let mut far = b"CUMAP\x01\x01\x01\x00\x80\x02".to_vec();
    far.extend(b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01".repeat(2));
    far.extend(b"\x00\x64\x01\x00\x00");
    for _ in 1..100 {
        far.extend(b"\x81\x80\x80\x80\x80\x80\x80\x80\x04\x01\x00");
    }
    let far = sealed(&far);
    assert!(Checkpoints::from_reader(&far[..], 16).expect("it might be").len() < 100);
    assert_eq!(Checkpoints::from_bytes(&far).expect("it might be").len(), 100);
}

/// Cut short, or with any byte changed: what bytes in memory are said to be, in no more than the memory that it has.
#[test]
fn damaged_while_read() {
    let src = Utf16Le::encode(&padding("a\nñ中😀", 1500));
    let (checkpoints, _) = recorded(&src);
    let kept = checkpoints.to_bytes();
    let check = |kept: &[u8]| {
        let (read, map) = (Checkpoints::from_reader(kept, 16), Checkpoints::from_bytes(kept));
        assert_eq!(read.as_ref().err().map(kind), map.as_ref().err().copied(), "{kept:02X?}");
        assert!(read.is_ok_and(|map| map.len() <= 16) || map.is_err());
    };
    (0..kept.len()).for_each(|len| check(&kept[..len]));
    for at in 0..kept.len() {
        for byte in 0..=0xFF {
            let mut kept = kept.clone();
            kept[at] = byte;
            check(&kept);
            check(&sealed(&kept[..kept.len() - 4]));
        }
    }
}

/// Maps that nobody has recorded, of texts and gaps as far from each other as can be: they are thinned all the same.
#[test]
fn made_up_maps_are_thinned() {
    let mut rng = Rng::new(0x3A9);
    for _ in 0..2000 {
        let (mut points, mut end) = (Vec::new(), [0_u64; 2]);
        let (count, bits) = (1 + rng.below(200), 1 + rng.below(54));
        for index in 0..count {
            let far = |rng: &mut Rng| if index == 0 { 0 } else { rng.bits() % (1 << bits) };
            let moved = [far(&mut rng), far(&mut rng)];
            end = [end[0] + moved[0], end[1] + moved[1]];
            put(&mut points, moved[0] << 1 | rng.below(2) as u64);
            put(&mut points, moved[1]);
        }
        // UTF-16LE to UTF-8, without lines, at the least interval.
        let mut map = b"CUMAP\x01\x00\x01\x00".to_vec();
        [256, end[0], end[1], 0, count as u64].into_iter().for_each(|number| put(&mut map, number));
        map.extend(points);
        let map = Checkpoints::from_reader(&sealed(&map)[..], 16).expect("it might be");
        assert!(map.len() <= 16 && map.end() == (end[1], end[0]));
        // The first checkpoint is where it was, also where another gap follows it.
        assert!(Checkpoints::from_bytes(&map.to_bytes()).is_ok());
        assert!(map.locate_input(0, b"").is_some());
        let found = map.locate(end[0], b"").expect("inside");
        assert!(found.offset <= end[1]);
    }
}

/// A number in LEB128.
fn put(map: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        map.push(number as u8 | 0x80);
        number >>= 7;
    }
    map.push(number as u8);
}
