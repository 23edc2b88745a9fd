//! The standard library's way for encodings named at run time.

use codeunit::encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};

use super::codec::with_type;
use super::scheme::Scheme;
use crate::standard::{self, Source, copy, repair_utf8};

/// Work on the first slice, with output into the second if there is any. How many bytes were
/// written; `None` if the work came to a sequence that it could not do.
pub(super) type Work = fn(&[u8], &mut [u8]) -> Option<usize>;

/// Tells whether the source is well-formed; writes nothing.
pub(super) fn validation(scheme: Scheme) -> Work {
    with_type!(scheme, S => |src, _| S::is_valid(src).then_some(0))
}

/// Stops at what is ill-formed, and at what the target does not have.
pub(super) fn strict(from: Scheme, to: Scheme) -> Work {
    if from == to {
        with_type!(from, S => |src, dst| S::is_valid(src).then(|| copy(src, dst)))
    } else {
        with_type!(from, S => with_type!(to, T => standard::strict::<S, T>))
    }
}

/// Writes U+FFFD for each maximal subpart that is ill-formed, and `?` for what the target does not
/// have.
pub(super) fn lossy(from: Scheme, to: Scheme) -> Work {
    match (from, to) {
        (Scheme::Utf8, Scheme::Utf8) => |src, dst| Some(repair_utf8(src, dst)),
        _ => with_type!(from, S => with_type!(to, T => |src, dst| {
            Some(standard::lossy::<S, T>(src, dst))
        })),
    }
}

#[cfg(test)]
mod tests {
    use codeunit::Engine;

    use super::{lossy, strict, validation};
    use crate::bench::codec::{Converter, Reader};
    use crate::bench::scheme::Scheme;

    /// Well-formed in every encoding that reads it as such, damaged in others.
    const TEXTS: [&[u8]; 8] = [
        b"",
        b"plain, twelve",
        "ma\u{F1}ana \u{20AC} \u{1F60A}.".as_bytes(),
        b"a\xF1\xE2\x82 \xF0\x9F\x98",
        b"a\0\xF1\0\xAC\x20\x3D\xD8\x0A\xDE",
        b"a\0\x3D\xD8a\0\0\xDC\x3D\xD8\0",
        b"a\0\0\0\xF1\0\0\0\x0A\xF6\x01\0",
        b"a\0\0\0\0\xD8\0\0\0\0\x11\0\0\0\0\x61\0",
    ];

    #[test]
    fn every_pair_agrees_with_the_library() {
        let engine = Engine::active();
        let (mut ours, mut theirs) = ([0; 128], [0; 128]);
        for src in TEXTS {
            for from in Scheme::ALL {
                let valid = (Reader::new(from).validate)(engine, src).is_ok();
                assert_eq!(validation(from)(src, &mut []).is_some(), valid, "{from:?} {src:?}");
                for to in Scheme::ALL {
                    let case = format!("{from:?} to {to:?}: {src:?}");
                    let converter = Converter::new(from, to);
                    let expected = (converter.strict)(engine, src, &mut ours).ok();
                    let len = strict(from, to)(src, &mut theirs);
                    assert_eq!(len, expected, "{case}");
                    if let Some(len) = len {
                        assert_eq!(theirs[..len], ours[..len], "{case}");
                    }
                    let len = (converter.lossy)(engine, src, &mut ours).unwrap().written;
                    assert_eq!(lossy(from, to)(src, &mut theirs), Some(len), "lossy {case}");
                    assert_eq!(theirs[..len], ours[..len], "lossy {case}");
                }
            }
        }
    }
}
