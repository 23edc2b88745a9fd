//! The calls of `encoding_rs` for all of a source, which know nothing of streams.

use codeunit::{Encoding, Policy, Transcoder};
use harness::rng::Rng;
use harness::text::random_text;

use super::sources::{known, random};
use super::{LEGACY, LONG};

fn converted(from: Encoding, to: Encoding, policy: Policy, src: &[u8]) -> Option<Vec<u8>> {
    let (mut transcoder, mut out) = (Transcoder::new(from, to, policy), Vec::new());
    transcoder.extend(src, &mut out).ok()?;
    transcoder.extend_finish(&mut out).ok()?;
    Some(out)
}

/// With U+FFFD for what is malformed, and strictly.
#[test]
fn decoding_is_theirs() {
    let mut rng = Rng::new(1611);
    for web in LEGACY {
        for turn in 0..12 {
            let src = random(&mut rng, Encoding::Legacy(web), turn * 60);
            let from = Encoding::Legacy(web);
            let got = converted(from, Encoding::Utf8, Policy::Replace, &src);
            let (want, _) = web.decode_without_bom_handling(&src);
            assert_eq!(got.as_deref(), Some(want.as_bytes()), "{from} {src:02X?}");
            let got = converted(from, Encoding::Utf8, Policy::Strict, &src);
            let want = web.decode_without_bom_handling_and_without_replacement(&src);
            assert_eq!(got.as_deref(), want.as_deref().map(str::as_bytes), "{from} {src:02X?}");
        }
    }
}

/// Every sequence of two bytes, in every encoding.
#[test]
fn every_pair_of_bytes_is_decoded_as_theirs() {
    let src: Vec<u8> =
        (0..=u16::MAX).flat_map(|pair| [pair.to_be_bytes(), *b"!\n"]).flatten().collect();
    for web in LEGACY {
        let got = converted(Encoding::Legacy(web), Encoding::Utf8, Policy::Replace, &src);
        let (want, _) = web.decode_without_bom_handling(&src);
        assert!(got.as_deref() == Some(want.as_bytes()), "{}", web.name());
    }
}

/// Every character, alone: the target has it or has not, as theirs, and it comes back.
#[test]
fn every_character_is_encoded_as_theirs() {
    for web in LEGACY {
        let to = Encoding::Legacy(web);
        let all: String = ('\0'..='\u{FFFF}').chain('\u{1F000}'..'\u{21000}').collect();
        let escaped: String = {
            let (bytes, ..) = web.encode(&all);
            let (text, _) = web.decode_without_bom_handling(&bytes);
            text.into_owned()
        };
        // What they cannot encode is a reference by number, and here it is left out.
        let mut want = String::new();
        let mut rest = &*escaped;
        while let Some(at) = rest.find("&#") {
            let end = rest[at..].find(';').map_or(rest.len(), |end| at + end + 1);
            let is_reference = rest[at + 2..end - 1].bytes().all(|byte| byte.is_ascii_digit());
            let kept = if is_reference && end > at + 3 { at } else { at + 2 };
            want.push_str(&rest[..kept]);
            rest = &rest[if kept == at { end } else { kept }..];
        }
        want.push_str(rest);
        let bytes = converted(Encoding::Utf8, to, Policy::Skip, all.as_bytes()).expect("no stop");
        let (text, _) = web.decode_without_bom_handling(&bytes);
        assert!(text == want, "{}", web.name());
    }
}

/// Text goes there and comes back, whatever encoding of Unicode it comes from.
#[test]
fn there_and_back() {
    let mut rng = Rng::new(1612);
    for web in LEGACY {
        if web == encoding_rs::REPLACEMENT {
            continue;
        }
        let there = Encoding::Legacy(web);
        for _ in 0..6 {
            let text = random_text(&mut rng, 500);
            let bytes = known(web, &text);
            for other in [Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf32Le] {
                let text = converted(there, other, Policy::Strict, &bytes).expect("well-formed");
                let back =
                    converted(other, there, Policy::Strict, &text).expect("it has all of it");
                assert_eq!(back, bytes, "{there} by way of {other}");
            }
            for other in LONG.map(Encoding::Legacy) {
                let text = converted(there, other, Policy::Skip, &bytes).expect("no stop");
                let (want, _) = web.decode_without_bom_handling(&bytes);
                let Encoding::Legacy(target) = other else { unreachable!("legacy") };
                assert_eq!(text, known(target, &want), "{there} to {other}");
            }
        }
    }
}
