//! Validation of streams: however they are cut, the error is that of the whole, and it comes with the first
//! byte after which nothing can make the stream well-formed.

use codeunit::{Copied, ErrorKind, StreamError, Utf8Validator, Utf16Validator};
use codeunit_reference::scheme::Scheme;
use harness::model::{Bad, Item};
use harness::rng::Rng;
use harness::text::{PADDINGS, padding, random_text, random_utf8, random_utf16};
use harness::{Tested, for_each_backend, scaled, thin};

use crate::Test;
use crate::chunks::{UTF8, UTF16, every_cut, some_cuts};

/// Either of the two.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Validator {
    Utf8(Utf8Validator),
    Utf16(Utf16Validator),
}

macro_rules! either {
    ($validator:expr, $inner:ident => $result:expr) => {
        match $validator {
            Validator::Utf8($inner) => $result,
            Validator::Utf16($inner) => $result,
        }
    };
}

impl Validator {
    fn new(scheme: Scheme) -> Self {
        match scheme {
            Scheme::Utf8 => Self::Utf8(Utf8Validator::new()),
            Scheme::Utf16Le => Self::Utf16(Utf16Validator::new_le()),
            Scheme::Utf16Be => Self::Utf16(Utf16Validator::new_be()),
            _ => unreachable!("there is no validator of {scheme:?}"),
        }
    }

    fn on(self, tested: Tested) -> Self {
        match self {
            Self::Utf8(validator) => Self::Utf8(validator.with_engine(tested.engine())),
            Self::Utf16(validator) => Self::Utf16(validator.with_engine(tested.engine())),
        }
    }

    fn resume(scheme: Scheme, offset: u64, incomplete: &[u8]) -> Option<Self> {
        match Self::new(scheme) {
            Self::Utf8(_) => Utf8Validator::resume(offset, incomplete).map(Self::Utf8),
            Self::Utf16(new) => new.resume(offset, incomplete).map(Self::Utf16),
        }
    }

    fn push(&mut self, src: &[u8]) -> Result<(), StreamError> {
        either!(self, validator => validator.push(src))
    }

    fn push_copy(&mut self, src: &[u8], dst: &mut [u8]) -> Copied {
        either!(self, validator => validator.push_copy(src, dst))
    }

    fn finish(&self) -> Result<(), StreamError> {
        either!(self, validator => validator.finish())
    }

    fn offset(&self) -> u64 {
        either!(self, validator => validator.offset())
    }

    fn incomplete(&self) -> &[u8] {
        either!(self, validator => validator.incomplete())
    }

    fn error(&self) -> Option<StreamError> {
        either!(self, validator => validator.error())
    }
}

/// What the reference says of a stream.
struct Want<'a> {
    scheme: Scheme,
    src: &'a [u8],
    /// The length of the well-formed text at the front.
    valid: usize,
    /// What is behind it, unless it can still become well-formed, and the length of the shortest prefix of
    /// which that is certain.
    stop: Option<(Bad, usize)>,
}

impl<'a> Want<'a> {
    fn new(scheme: Scheme, src: &'a [u8]) -> Self {
        let mut want = Want { scheme, src, valid: 0, stop: None };
        let bad = want.first_bad(src);
        let Some(bad) = bad else { return want };
        let hopeless =
            |len: &usize| !can_become_well_formed(scheme, &src[want.valid..want.valid + len]);
        if let Some(len) = (1..=(src.len() - want.valid).min(4)).find(hopeless) {
            let bad = match bad.error_len {
                Some(_) => bad,
                // The first byte of a code unit has told what the whole will be.
                None => {
                    let longer = [src, &[0]].concat();
                    want.first_bad(&longer).expect("it is hopeless")
                }
            };
            want.stop = Some((bad, want.valid + len));
        }
        want
    }

    /// What is not a character, and where: then `valid` is set.
    fn first_bad(&mut self, src: &[u8]) -> Option<Bad> {
        self.valid = 0;
        for item in self.scheme.read(src).items {
            let item = Item::from(item);
            match item.what {
                Ok(_) => self.valid += item.len,
                Err(bad) => return Some(bad),
            }
        }
        None
    }

    /// What a push has to return that ends at `end`.
    fn at(&self, end: usize) -> Result<(), StreamError> {
        match self.stop {
            Some((bad, len)) if end >= len => Err(self.error(bad)),
            _ => Ok(()),
        }
    }

    /// What `finish` has to return.
    fn at_end(&self) -> Result<(), StreamError> {
        self.at(self.src.len())?;
        if self.valid == self.src.len() {
            return Ok(());
        }
        Err(self.error(Bad { kind: ErrorKind::Incomplete, error_len: None }))
    }

    /// Nobody but the library can make a `StreamError`: this one comes from the shortest stream that has it,
    /// moved to its place.
    fn error(&self, bad: Bad) -> StreamError {
        let offset = self.valid as u64;
        let mut validator =
            Validator::resume(self.scheme, offset, b"").expect("nothing is carried");
        let rest = &self.src[self.valid..];
        let mut bytes = rest.iter().copied().chain([0]);
        let error = match bad.error_len {
            None => {
                rest.iter().for_each(|&byte| validator.push(&[byte]).expect("incomplete"));
                validator.finish().expect_err("incomplete")
            }
            Some(_) => bytes.find_map(|byte| validator.push(&[byte]).err()).expect("ill-formed"),
        };
        let got = (error.kind(), error.offset(), error.error_len());
        assert_eq!(got, (bad.kind, offset, bad.error_len), "{:?} {rest:02X?}", self.scheme);
        error
    }
}

/// Whether there are bytes that make the sequence well-formed: tried out with those that matter.
fn can_become_well_formed(scheme: Scheme, src: &[u8]) -> bool {
    let ends: &[&[u8]] = match scheme {
        Scheme::Utf8 => {
            &[b"", b"\x80", b"\xBF", b"\x80\x80", b"\xBF\x80", b"\x80\x80\x80", b"\xBF\x80\x80"]
        }
        _ => &[b"", b"\0", b"\xDC", b"\0\xDC", b"\xDC\0", b"\0\0\xDC", b"\0\xDC\0"],
    };
    ends.iter()
        .any(|end| scheme.read(&[src, end].concat()).items.iter().all(|item| item.what.is_ok()))
}

/// One stream, cut in each of these ways, on every backend, validated and copied.
fn check(scheme: Scheme, src: &[u8], all: &[Vec<usize>]) {
    let want = Want::new(scheme, src);
    let at_end = want.at_end();
    for_each_backend(|tested| {
        for (index, cuts) in all.iter().enumerate() {
            check_push(&want, tested, cuts, at_end);
            // With room for one character at least.
            let room = [4, 5, 9, 64, 1000, 100_000][index % 6];
            check_copy(&want, tested, cuts, room, at_end);
        }
    });
}

fn blocks(len: usize, cuts: &[usize]) -> impl Iterator<Item = (usize, usize)> {
    let begins = [0].into_iter().chain(cuts.iter().copied());
    begins.zip(cuts.iter().copied().chain([len]))
}

fn check_push(want: &Want<'_>, tested: Tested, cuts: &[usize], at_end: Result<(), StreamError>) {
    let told = || format!("{:?} {:02X?} cut at {cuts:?}", want.scheme, shown(want.src));
    let mut validator = Validator::new(want.scheme).on(tested);
    for (begin, end) in blocks(want.src.len(), cuts) {
        let wanted = match want.stop {
            Some((_, len)) if end >= len => at_end,
            _ => Ok(()),
        };
        assert_eq!(validator.push(&want.src[begin..end]), wanted, "up to {end}: {}", told());
        assert_eq!(validator.error(), wanted.err());
        if wanted.is_ok() {
            assert_eq!(validator.offset(), end as u64);
            let incomplete = validator.incomplete();
            assert!(incomplete.len() <= 3 && want.src[..end].ends_with(incomplete));
            let resumed = Validator::resume(want.scheme, validator.offset(), incomplete);
            assert_eq!(resumed, Some(validator), "up to {end}: {}", told());
        }
    }
    assert_eq!(validator.finish(), at_end, "{}", told());
    if want.stop.is_none() {
        assert_eq!(validator.incomplete(), &want.src[want.valid..], "{}", told());
    }
}

/// Through an output of `room` bytes, which is emptied after each call.
fn check_copy(
    want: &Want<'_>,
    tested: Tested,
    cuts: &[usize],
    room: usize,
    at_end: Result<(), StreamError>,
) {
    let told = || {
        let (scheme, src) = (want.scheme, shown(want.src));
        format!("{scheme:?} {src:02X?} cut at {cuts:?}, room for {room}")
    };
    let mut validator = Validator::new(want.scheme).on(tested);
    let mut output = Vec::new();
    let mut dst = vec![0xEE; room];
    'blocks: for (begin, end) in blocks(want.src.len(), cuts) {
        let mut read = begin;
        loop {
            let copied = validator.push_copy(&want.src[read..end], &mut dst);
            output.extend_from_slice(&dst[..copied.written]);
            read += copied.read;
            if copied.result.is_err() {
                assert_eq!(copied.result, at_end, "{}", told());
                assert!(read <= end && output.len() == want.valid, "{}", told());
                break 'blocks;
            }
            assert_eq!(validator.offset(), read as u64, "{}", told());
            assert_eq!(output.len() + validator.incomplete().len(), read, "{}", told());
            if read == end {
                break;
            }
            assert!(copied.read > 0, "no step forward: {}", told());
        }
    }
    assert_eq!(validator.finish(), at_end, "{}", told());
    assert!(output == want.src[..want.valid], "{}", told());
}

/// Enough of a source to be read.
fn shown(src: &[u8]) -> &[u8] {
    &src[..src.len().min(200)]
}

const SCHEMES_16: [Scheme; 2] = [Scheme::Utf16Le, Scheme::Utf16Be];

fn bytes_of(scheme: Scheme, units: &[u16]) -> Vec<u8> {
    let bytes: fn(u16) -> [u8; 2] =
        if scheme == Scheme::Utf16Le { u16::to_le_bytes } else { u16::to_be_bytes };
    units.iter().copied().flat_map(bytes).collect()
}

fn every_cut_of_short_utf8() {
    for src in UTF8 {
        check(Scheme::Utf8, src, &every_cut(src.len()));
    }
}

fn every_cut_of_short_utf16() {
    for scheme in SCHEMES_16 {
        for src in UTF16 {
            for rest in [&b""[..], b"\0", b"\xD8", b"\xDC"] {
                let src = [&bytes_of(scheme, src)[..], rest].concat();
                check(scheme, &src, &every_cut(src.len()));
            }
        }
    }
}

/// Byte by byte, every string of up to four bytes from all classes of Table 3-7: the error comes with the
/// byte that makes it certain.
fn errors_of_utf8_come_as_soon_as_they_can() {
    const BYTES: [u8; 18] = [
        0x61, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
        0xF1, 0xF4, 0xF5,
    ];
    every_string(Scheme::Utf8, &BYTES, 4);
}

fn errors_of_utf16_come_as_soon_as_they_can() {
    for scheme in SCHEMES_16 {
        every_string(scheme, &[0x00, 0xD7, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0], 5);
    }
}

fn every_string(scheme: Scheme, classes: &[u8], most: u32) {
    for len in 1..=most {
        for number in thin(0..classes.len().pow(len)) {
            let digit = |place| number / classes.len().pow(place) % classes.len();
            let src: Vec<u8> = (0..len).map(|place| classes[digit(place)]).collect();
            let want = Want::new(scheme, &src);
            check_push(
                &want,
                harness::fallback(),
                &(1..src.len()).collect::<Vec<_>>(),
                want.at_end(),
            );
        }
    }
}

/// One and two cuts around a sequence that stands behind text of every width, and before more of it.
fn cuts_near_every_violation() {
    for unit in PADDINGS {
        for sequence in UTF8 {
            for offset in thin([0, 1, 15, 16, 31, 33, 61, 62, 63, 64, 65, 127, 128, 190]) {
                let mut src = padding(unit, offset).into_bytes();
                src.extend_from_slice(sequence);
                let end = src.len();
                src.extend_from_slice(padding(unit, 70).as_bytes());
                let mut cuts: Vec<_> = (offset..=end + 1).map(|cut| vec![cut]).collect();
                cuts.extend((offset..=end).map(|cut| vec![cut, cut + 1]));
                check(Scheme::Utf8, &src, &cuts);
            }
        }
    }
}

fn random_cuts(rng: &mut Rng, len: usize) -> Vec<Vec<usize>> {
    [1, 2, 5, 20, len / 3].map(|count| some_cuts(rng, len, count)).into()
}

fn random_cuts_of_random_sources() {
    let mut rng = Rng::new(83);
    for _ in 0..scaled(300) {
        let len = 200 + rng.below(800);
        let src = random_utf8(&mut rng, len);
        check(Scheme::Utf8, &src, &random_cuts(&mut rng, src.len()));
        let units = random_utf16(&mut rng, len);
        for scheme in SCHEMES_16 {
            let src = bytes_of(scheme, &units);
            check(scheme, &src, &random_cuts(&mut rng, src.len()));
        }
    }
}

/// Up to a mebibyte, in blocks of up to 64 KiB, well-formed and with one byte overwritten.
fn random_cuts_of_long_texts() {
    let mut rng = Rng::new(84);
    for round in 0..4 {
        let text = random_text(&mut rng, scaled(1 << 20));
        let units: Vec<u16> = text.encode_utf16().take(text.len() / 3).collect();
        let sources = [
            (Scheme::Utf8, text.into_bytes()),
            (Scheme::Utf16Le, bytes_of(Scheme::Utf16Le, &units)),
            (Scheme::Utf16Be, bytes_of(Scheme::Utf16Be, &units)),
        ];
        for (scheme, mut src) in sources {
            if round > 0 {
                let at = rng.below(src.len());
                src[at] = rng.pick(&[0xFF, 0xED, 0x80, 0xD8, 0xDC, 0x61]);
            }
            let mut cuts = vec![];
            for most in [1024, 5000, 65536] {
                let mut at = 0;
                cuts.push(vec![]);
                while at < src.len() {
                    cuts.last_mut().expect("just pushed").push(at);
                    at += 1 + rng.below(most);
                }
            }
            check(scheme, &src, &cuts);
        }
    }
}

/// Native code units are their bytes in the order of the stream, whole ones or not.
fn native_units_are_the_bytes_of_the_order() {
    let mut rng = Rng::new(85);
    for _ in 0..scaled(300) {
        let len = rng.below(300);
        let units = random_utf16(&mut rng, len);
        let cut = rng.below(units.len() + 1);
        for scheme in SCHEMES_16 {
            for before in [&b""[..], b"\x61", b"\x3D\xD8"] {
                let mut by_bytes = Validator::new(scheme);
                let mut by_units = by_bytes;
                let first = by_bytes.push(before);
                assert_eq!(by_units.push(before), first);
                let Validator::Utf16(by_units) = &mut by_units else { unreachable!("UTF-16") };
                for part in [&units[..cut], &units[cut..]] {
                    let bytes = bytes_of(scheme, part);
                    assert_eq!(by_units.push_units(part), by_bytes.push(&bytes), "{units:04X?}");
                }
                let by_units = Validator::Utf16(*by_units);
                assert_eq!(by_units.finish(), by_bytes.finish());
                assert!(by_units == by_bytes || by_bytes.error().is_some());
            }
        }
    }
}

/// Only what a validator can have carried over.
fn resumed_only_with_the_beginning_of_a_character() {
    let schemes = [Scheme::Utf8, Scheme::Utf16Le, Scheme::Utf16Be];
    let classes = [0x00, 0x61, 0x80, 0x9F, 0xA0, 0xC2, 0xD8, 0xDC, 0xE0, 0xE1, 0xED, 0xF0, 0xF4];
    for scheme in schemes {
        for len in 0..=4 {
            for number in thin(0..classes.len().pow(len)) {
                let digit = |place| number / classes.len().pow(place) % classes.len();
                let src: Vec<u8> = (0..len).map(|place| classes[digit(place)]).collect();
                let want = Want::new(scheme, &src);
                let begins = want.valid == 0 && want.stop.is_none();
                let resumed = Validator::resume(scheme, 7, &src);
                assert_eq!(resumed.is_some(), begins, "{scheme:?} {src:02X?}");
            }
        }
    }
    assert_eq!(Utf8Validator::resume(1, b"\xE2\x82"), None, "more than was read");
}

/// An output without room for the character that is carried over: nothing is read, and nothing is lost.
fn an_output_too_short_for_one_character() {
    let mut validator = Utf8Validator::new();
    validator.push(b"a\xF0\x9F").expect("it begins a character");
    let before = validator;
    for room in 0..4 {
        let copied = validator.push_copy(b"\x98\x80b", &mut vec![0; room]);
        assert_eq!(copied, Copied { read: 0, written: 0, result: Ok(()) });
        assert_eq!(validator, before);
    }
    let mut dst = [0; 4];
    let copied = validator.push_copy(b"\x98\x80b", &mut dst);
    assert_eq!(copied, Copied { read: 2, written: 4, result: Ok(()) });
    assert_eq!(dst, "😀".as_bytes());
    let text = format!("{validator:?}");
    assert!(text.contains("offset: 5, incomplete: [], error: None"), "{text}");
}

pub(crate) const TESTS: &[Test] = tests![
    every_cut_of_short_utf8,
    every_cut_of_short_utf16,
    errors_of_utf8_come_as_soon_as_they_can,
    errors_of_utf16_come_as_soon_as_they_can,
    cuts_near_every_violation,
    random_cuts_of_random_sources,
    random_cuts_of_long_texts,
    native_units_are_the_bytes_of_the_order,
    resumed_only_with_the_beginning_of_a_character,
    an_output_too_short_for_one_character,
];
