//! What is wanted of a validator, from the reference, and whether that is what it does.

use codeunit::{Copied, ErrorKind, StreamError, Utf8Validator, Utf16Validator};
use codeunit_reference::scheme::Scheme;
use harness::model::{Bad, Item};
use harness::{Tested, for_each_backend};

/// Either of the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Validator {
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
    pub(super) fn new(scheme: Scheme) -> Self {
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

    pub(super) fn resume(scheme: Scheme, offset: u64, incomplete: &[u8]) -> Option<Self> {
        match Self::new(scheme) {
            Self::Utf8(_) => Utf8Validator::resume(offset, incomplete).map(Self::Utf8),
            Self::Utf16(new) => new.resume(offset, incomplete).map(Self::Utf16),
        }
    }

    pub(super) fn push(&mut self, src: &[u8]) -> Result<(), StreamError> {
        either!(self, validator => validator.push(src))
    }

    fn push_copy(&mut self, src: &[u8], dst: &mut [u8]) -> Copied {
        either!(self, validator => validator.push_copy(src, dst))
    }

    pub(super) fn finish(&self) -> Result<(), StreamError> {
        either!(self, validator => validator.finish())
    }

    fn offset(&self) -> u64 {
        either!(self, validator => validator.offset())
    }

    fn incomplete(&self) -> &[u8] {
        either!(self, validator => validator.incomplete())
    }

    pub(super) fn error(&self) -> Option<StreamError> {
        either!(self, validator => validator.error())
    }
}

/// What the reference says of a stream.
pub(super) struct Want<'a> {
    scheme: Scheme,
    src: &'a [u8],
    /// The length of the well-formed text at the front.
    pub(super) valid: usize,
    /// What is behind it, unless it can still become well-formed, and the length of the shortest prefix of
    /// which that is certain.
    pub(super) stop: Option<(Bad, usize)>,
}

impl<'a> Want<'a> {
    pub(super) fn new(scheme: Scheme, src: &'a [u8]) -> Self {
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
    pub(super) fn at_end(&self) -> Result<(), StreamError> {
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
pub(super) fn check(scheme: Scheme, src: &[u8], all: &[Vec<usize>]) {
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

pub(super) fn check_push(
    want: &Want<'_>,
    tested: Tested,
    cuts: &[usize],
    at_end: Result<(), StreamError>,
) {
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
