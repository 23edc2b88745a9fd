//! States of streams: saved and gone on with, the same however a stream was cut.

use codeunit::encoding::{Utf8, Utf16, Utf16Le};
use codeunit::{Encoding, Policy, State, Transcoder};
use harness::rng::Rng;
use harness::thin;

use super::marks::encoded;
use super::run::{in_chunks, told};
use super::sources::short;
use super::splits::{random, some_cuts};

/// A stream that is saved behind each chunk and goes on in another transcoder.
pub(super) fn a_state_goes_on() {
    let mut rng = Rng::new(21);
    for &from in Encoding::ALL {
        for &to in Encoding::ALL {
            for policy in [Policy::Replace, Policy::Escape] {
                let src = random(&mut rng, from, 200);
                let cuts = some_cuts(&mut rng, src.len(), 20);
                let new = || Transcoder::new(from, to, policy).counting_lines();
                let run = |save: bool| {
                    let mut errors = Vec::new();
                    let mut transcoder = new();
                    let (output, _) =
                        in_chunks(&mut transcoder, &src, &cuts, 7, |one, chunk, dst| {
                            if save {
                                *one = new().resume(one.state()).expect("its own state");
                            }
                            let choose = |error: &_| {
                                errors.push(told(error));
                                policy
                            };
                            match chunk {
                                Some(chunk) => one.push_with(chunk, dst, choose),
                                None => one.finish_with(dst, choose),
                            }
                        });
                    (output, errors, transcoder.state())
                };
                assert_eq!(run(true), run(false), "{from} to {to}, {policy:?}: {src:02X?}");
            }
        }
    }
}

/// Where an error has ended a stream, its state is the same however the stream was cut.
pub(super) fn states_at_an_error_do_not_depend_on_chunks() {
    for &from in Encoding::ALL {
        for &to in Encoding::ALL {
            for src in thin(short(from)) {
                let src =
                    [encoded(from, "ab"), src, encoded(from, "é€ and more\nthan is looked at")]
                        .concat();
                let run =
                    |cuts: &[usize]| {
                        let mut transcoder =
                            Transcoder::new(from, to, Policy::Strict).counting_lines();
                        let (_, stop) =
                            in_chunks(&mut transcoder, &src, cuts, 1000, |one, chunk, dst| {
                                match chunk {
                                    Some(chunk) => one.push(chunk, dst),
                                    None => one.finish(dst),
                                }
                            });
                        (stop, transcoder.state())
                    };
                let (stop, want) = run(&[]);
                assert_eq!(want.read(), stop.map_or(src.len() as u64, |error| error.offset()));
                for cuts in [(0..src.len()).collect(), vec![src.len() / 3], vec![src.len() / 2]] {
                    assert_eq!(
                        run(&cuts),
                        (stop, want),
                        "{from} to {to}, {src:02X?} cut at {cuts:?}"
                    );
                }
            }
        }
    }
}

/// Where two streams of the same text stand at the same place, they are in the same state.
pub(super) fn states_do_not_depend_on_chunks() {
    for &from in Encoding::ALL {
        for &to in Encoding::ALL {
            let src = encoded(from, "añ\n€ 😀ñ€😀, and more\nthan is looked at");
            let new = || Transcoder::new(from, to, Policy::Escape).counting_lines();
            let mut dst = [0; 1000];
            // Behind a first character: what is looked for before it is another thing for each chunk.
            for cut in 8..=src.len() {
                let (mut whole, mut bytes, mut twice) = (new(), new(), new());
                let _ = whole.push(&src[..cut], &mut dst);
                let _ = twice.push(&src[..cut / 2], &mut dst);
                let _ = twice.push(&src[cut / 2..cut], &mut dst);
                for byte in &src[..cut] {
                    let _ = bytes.push(&[*byte], &mut dst);
                }
                assert_eq!(whole.state(), twice.state(), "{from} to {to}, {cut} bytes");
                assert_eq!(whole.state(), bytes.state(), "{from} to {to}, {cut} bytes");
                // And the same without counting.
                let new = || Transcoder::new(from, to, Policy::Escape);
                let (mut whole, mut twice) = (new(), new());
                let _ = whole.push(&src, &mut dst);
                let _ = twice.push(&src[..cut], &mut dst);
                let _ = twice.push(&src[cut..], &mut dst);
                assert_eq!(whole.state(), twice.state(), "{from} to {to}, cut at {cut}");
            }
        }
    }
}

pub(super) fn a_state_of_another_stream_is_refused() {
    let state = |from, src: &[u8]| -> State {
        let mut transcoder = Transcoder::new(from, Encoding::Utf8, Policy::Strict);
        let _ = transcoder.push(src, &mut [0; 16]);
        transcoder.state()
    };
    let resume = |from, state| Transcoder::new(from, Encoding::Utf8, Policy::Strict).resume(state);
    let cut = state(Encoding::Utf8, b"a\xF0\x9F");
    assert!(resume(Encoding::Utf8, cut).is_ok());
    assert!(resume(Encoding::Utf16Le, cut).is_err(), "F0 9F is a code unit");
    assert!(resume(Encoding::Latin1, cut).is_err(), "nothing is cut");
    assert!(resume(Encoding::Utf16, state(Encoding::Utf16, b"\xFF")).is_ok(), "half a mark");
    assert!(resume(Encoding::Utf8, state(Encoding::Utf16, b"\xFF")).is_err(), "no mark of UTF-8");
    let little = resume(Encoding::Utf16, state(Encoding::Utf16, b"\xFF\xFEa\0\x3D"));
    let mut out = String::new();
    little.unwrap().extend_string(b"\xD8\0\xDE", &mut out).unwrap();
    assert_eq!(out, "😀", "the order is that of the mark");
    // Text that ends inside a code unit of the encoding that it is resumed in.
    for (from, src, others) in [
        (Encoding::Utf8, &b"abc"[..], &[Encoding::Utf16, Encoding::Utf16Le, Encoding::Utf32Be][..]),
        (Encoding::Utf16Le, b"a\0", &[Encoding::Utf32, Encoding::Utf32Le]),
    ] {
        let state = state(from, src);
        assert!(resume(from, state).is_ok());
        for &other in others {
            assert!(resume(other, state).is_err(), "{from} as {other}");
        }
    }
    let to = |to, state| Transcoder::new(Encoding::Utf8, to, Policy::Strict).resume(state);
    assert!(to(Encoding::Utf16Le, state(Encoding::Utf8, b"abc")).is_err(), "half a unit written");
    // The end of a source may have cut one.
    let mut skips = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Skip);
    let _ = skips.push(b"a\0b", &mut [0; 16]);
    let _ = skips.finish(&mut [0; 16]);
    assert_eq!(skips.state().converted(), 3);
    assert!(resume(Encoding::Utf16Le, skips.state()).is_ok());
    let native = |state| Transcoder::new(Utf16, Utf8, Policy::Strict).resume(state);
    let bytes = |src: &[u8]| {
        let mut transcoder = Transcoder::new(Utf16Le, Utf8, Policy::Strict);
        let _ = transcoder.push(src, &mut [0; 16]);
        transcoder.state()
    };
    assert!(native(bytes(b"a\0b\0")).is_ok());
    assert!(native(bytes(b"a\0b")).is_err(), "half a code unit");
}
