//! The encodings of the feature `legacy` at either end of a transcoder, held to `encoding_rs` itself: its
//! decoders and encoders in one call for all of a stream, which the library never makes.

mod adapters;
mod cases;
mod model;
mod one_shot;
mod overriding;
mod run;
mod sources;
mod splits;
mod states;
mod whole;

use encoding_rs::Encoding as Web;

/// Every encoding of the Web that is not one of Unicode.
static LEGACY: [&Web; 37] = [
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::IBM866,
    encoding_rs::ISO_2022_JP,
    encoding_rs::ISO_8859_10,
    encoding_rs::ISO_8859_13,
    encoding_rs::ISO_8859_14,
    encoding_rs::ISO_8859_15,
    encoding_rs::ISO_8859_16,
    encoding_rs::ISO_8859_2,
    encoding_rs::ISO_8859_3,
    encoding_rs::ISO_8859_4,
    encoding_rs::ISO_8859_5,
    encoding_rs::ISO_8859_6,
    encoding_rs::ISO_8859_7,
    encoding_rs::ISO_8859_8,
    encoding_rs::ISO_8859_8_I,
    encoding_rs::KOI8_R,
    encoding_rs::KOI8_U,
    encoding_rs::MACINTOSH,
    encoding_rs::REPLACEMENT,
    encoding_rs::SHIFT_JIS,
    encoding_rs::WINDOWS_1250,
    encoding_rs::WINDOWS_1251,
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_1253,
    encoding_rs::WINDOWS_1254,
    encoding_rs::WINDOWS_1255,
    encoding_rs::WINDOWS_1256,
    encoding_rs::WINDOWS_1257,
    encoding_rs::WINDOWS_1258,
    encoding_rs::WINDOWS_874,
    encoding_rs::X_MAC_CYRILLIC,
    encoding_rs::X_USER_DEFINED,
];

/// Those in which a character may be more than one byte.
static LONG: [&Web; 7] = [
    encoding_rs::BIG5,
    encoding_rs::EUC_JP,
    encoding_rs::EUC_KR,
    encoding_rs::GB18030,
    encoding_rs::GBK,
    encoding_rs::ISO_2022_JP,
    encoding_rs::SHIFT_JIS,
];

/// They are all there are.
#[test]
fn every_encoding_of_the_web_is_tested() {
    let mut names: Vec<&str> = LEGACY.iter().map(|encoding| encoding.name()).collect();
    names.extend(["UTF-8", "UTF-16LE", "UTF-16BE"]);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 40);
    let is_web = |name: &&str| {
        codeunit::WhatwgEncoding::for_label(name).is_some_and(|encoding| encoding.name() == *name)
    };
    assert!(names.iter().all(is_web), "{names:?}");
}
