//! Byte orders, and bytes that are ASCII.

use std::fmt::Debug;

use harness::Element as _;
use harness::pair::Pair;
use harness::pairs::Source;
use harness::{Outcome, Policy, Tested, for_each_backend, quietly};
use proptest::strategy::BoxedStrategy;

use crate::damage;
use crate::encodings::Element;
use crate::law::{convert, same, same_units};
use crate::run::{Verdict, proptest};

/// Whether a law holds on every backend.
fn on_every_backend(holds: impl Fn(Tested) -> Verdict) -> Verdict {
    let mut verdict = Ok(());
    for_each_backend(|tested| {
        if verdict.is_ok() {
            verdict = quietly(|| holds(tested))
                .map_err(|wrong| format!("{}: {wrong}", tested.backend().name()));
        }
    });
    verdict
}

/// A code unit in one byte order.
type Bytes<U, const N: usize> = fn(U) -> [u8; N];

/// Both conversions of a source to an encoding form, and to the two schemes of it.
///
/// The schemes serialize the same code units, D96 to D100: their bytes are those of the form in one order
/// and in the other, and an error lies in the same place.
fn schemes<U: Element, V: Element, const N: usize>(
    on: Tested,
    src: &[U],
    form: &Pair<U, V>,
    orders: [(&Pair<U, u8>, Bytes<V, N>); 2],
) -> Verdict {
    for policy in [Policy::Strict, Policy::Lossy] {
        let (outcome, units) = convert(form, on, policy, src);
        for (pair, bytes) in orders {
            let serialized: Vec<u8> = units.iter().copied().flat_map(bytes).collect();
            let want = Outcome { written: N * outcome.written, ..outcome };
            let (got, output) = convert(pair, on, policy, src);
            same(&pair.to.name, &got, &want)?;
            same_units(&pair.to.name, &output, &serialized)?;
        }
    }
    Ok(())
}

fn target<'a, U>(source: &'a Source<U>, name: &str) -> &'a Pair<U, u8> {
    source.bytes.iter().find(|pair| pair.to.name == name).expect("a target of bytes")
}

/// For every source: UTF-16LE is UTF-16BE with the bytes of each code unit swapped, and both are UTF-16.
/// So it is with UTF-32.
#[test]
fn the_byte_orders_of_a_target_differ_in_nothing_else() {
    fn check<U: Element>() {
        for source in U::sources() {
            let name = format!("byte order of targets, {}", source.from.name);
            let to = |name| target(source, name);
            proptest(&name, 800, &U::any(source.from.name), &|src| {
                if !(source.from.is_source)(src) {
                    return Ok(());
                }
                on_every_backend(|on| {
                    let little: Bytes<u16, 2> = u16::to_le_bytes;
                    let orders = [(to("Utf16Le"), little), (to("Utf16Be"), u16::to_be_bytes)];
                    schemes(on, src, &source.utf16, orders)?;
                    let little: Bytes<u32, 4> = u32::to_le_bytes;
                    let orders = [(to("Utf32Le"), little), (to("Utf32Be"), u32::to_be_bytes)];
                    schemes(on, src, &source.utf32, orders)
                })
                .map_err(|wrong| format!("{wrong}\nsource {}", (source.from.literal)(src)))
            });
        }
    }
    check::<u8>();
    check::<u16>();
    check::<u32>();
    check::<char>();
}

/// The conversions of code units and of their bytes in one order, to the targets with elements `V`: the
/// same output, and an error in the same place, counted in bytes.
fn serialized<U: Element, V: Element>(
    on: Tested,
    form: &Source<U>,
    scheme: &Source<u8>,
    (units, bytes): (&[U], &[u8]),
) -> Verdict {
    for (form, scheme) in V::pairs(form).iter().zip(V::pairs(scheme)) {
        for policy in [Policy::Strict, Policy::Lossy] {
            let (outcome, output) = convert(form, on, policy, units);
            let scale = size_of::<U>();
            let stop = outcome.stop.map(|mut bad| {
                bad.error_len = bad.error_len.map(|len| len * scale as u8);
                bad
            });
            let want = Outcome { stop, read: outcome.read * scale, ..outcome };
            let (got, converted) = convert(scheme, on, policy, bytes);
            let what = format_args!("{policy:?} {} to {}", scheme.from.name, scheme.to.name);
            same(&what, &got, &want)?;
            same_units(&what, &converted, &output)?;
        }
    }
    Ok(())
}

/// A source in an encoding scheme is converted as the code units that its bytes are.
fn sources<U: Element + Debug, const N: usize>(
    any: &BoxedStrategy<Vec<U>>,
    schemes: [(&str, Bytes<U, N>); 2],
) {
    for (name, bytes) in schemes {
        let (form, scheme) = (&U::sources()[0], u8::source(name));
        proptest(&format!("byte order of sources, {name}"), 800, any, &|units| {
            let bytes: Vec<u8> = units.iter().copied().flat_map(bytes).collect();
            on_every_backend(|on| {
                serialized::<U, u8>(on, form, scheme, (units, &bytes))?;
                serialized::<U, u16>(on, form, scheme, (units, &bytes))?;
                serialized::<U, u32>(on, form, scheme, (units, &bytes))
            })
            .map_err(|wrong| format!("{wrong}\nsource {}", (scheme.from.literal)(&bytes)))
        });
    }
}

#[test]
fn the_byte_orders_of_a_source_differ_in_nothing_else() {
    sources(&damage::utf16(), [("Utf16Le", u16::to_le_bytes), ("Utf16Be", u16::to_be_bytes)]);
    sources(&damage::utf32(), [("Utf32Le", u32::to_le_bytes), ("Utf32Be", u32::to_be_bytes)]);
}

/// The law of [`two_swaps_are_none`] for a type of code units.
macro_rules! swaps {
    ($unit:ty, $form:literal, $sources:expr, $swap:ident $in_place:ident) => {{
        let from = &<$unit>::source($form).from;
        proptest("swap", 4000, &$sources, &|src| {
            on_every_backend(|on| {
                let mut units = src.to_vec();
                on.$in_place(&mut units);
                let swapped: Vec<$unit> = src.iter().map(|unit| unit.swap_bytes()).collect();
                same_units(&"in place", &units, &swapped)?;
                let mut copy = vec![0; src.len()];
                same(&"elements swapped", &on.$swap(src, &mut copy), &src.len())?;
                same_units(&"into another slice", &copy, &units)?;
                on.$in_place(&mut units);
                same_units(&"twice", &units, src)
            })
            .map_err(|wrong| format!("{wrong}\nsource {}", (from.literal)(src)))
        });
    }};
}

/// A swap changes the byte order of every code unit and nothing else; two swaps change nothing; and where
/// it goes makes no difference.
#[test]
fn two_swaps_are_none() {
    swaps!(u16, "Utf16", damage::utf16(), swap_utf16 swap_utf16_in_place);
    swaps!(u32, "Utf32", damage::utf32(), swap_utf32 swap_utf32_in_place);
}

/// `ascii_prefix_len` is the length of the longest prefix of bytes below 80; the source is ASCII if that is
/// all of it, and then and only then validation finds nothing and UTF-8 and Latin-1 are the same to it.
#[test]
fn the_prefix_that_is_ascii() {
    let utf8 = target(u8::source("Latin1"), "Utf8");
    let from = &u8::source("Utf8").from;
    proptest("ASCII", 4000, &damage::ascii(), &|src| {
        on_every_backend(|on| {
            let len = on.ascii_prefix_len(src);
            let (front, rest) = src.split_at_checked(len).ok_or("longer than the source")?;
            same(&"below 80", &front.iter().find(|&&byte| byte >= 0x80), &None)?;
            same(&"80 or above", &rest.first().is_none_or(|&byte| byte >= 0x80), &true)?;
            same(&"is_ascii", &on.is_ascii(src), &rest.is_empty())?;
            let valid = on.validate_ascii(src).map_or_else(|error| error.valid_up_to(), |()| len);
            same(
                &"valid_up_to",
                &(valid, on.validate_ascii(src).is_ok()),
                &(len, rest.is_empty()),
            )?;
            let (_, output) = convert(utf8, on, Policy::Strict, src);
            same(&"Latin-1 as UTF-8", &(output == src), &rest.is_empty())
        })
        .map_err(|wrong| format!("{wrong}\nsource {}", (from.literal)(src)))
    });
}

/// A repair in place is the lossy conversion from UTF-16 to UTF-16, whose output is as long as its source;
/// a second one has nothing to do; and on bytes of either order it does the same.
#[test]
fn a_repair_in_place_is_the_lossy_conversion() {
    let source = u16::source("Utf16");
    proptest("repair", 4000, &damage::utf16(), &|src| {
        on_every_backend(|on| {
            let (outcome, want) = convert(&source.utf16, on, Policy::Lossy, src);
            let mut units = src.to_vec();
            let repairs = on.make_utf16_well_formed(&mut units);
            same(&"repairs", &repairs, &outcome.replacements)?;
            same_units(&"in place", &units, &want)?;
            same(&"a second time", &on.make_utf16_well_formed(&mut units), &0)?;
            let serialized = |units: &[u16], bytes: Bytes<u16, 2>| -> Vec<u8> {
                units.iter().copied().flat_map(bytes).collect()
            };
            let mut little = serialized(src, u16::to_le_bytes);
            same(&"UTF-16LE", &on.make_utf16le_well_formed(&mut little), &repairs)?;
            same_units(&"UTF-16LE", &little, &serialized(&want, u16::to_le_bytes))?;
            let mut big = serialized(src, u16::to_be_bytes);
            same(&"UTF-16BE", &on.make_utf16be_well_formed(&mut big), &repairs)?;
            same_units(&"UTF-16BE", &big, &serialized(&want, u16::to_be_bytes))
        })
        .map_err(|wrong| format!("{wrong}\nsource {}", (source.from.literal)(src)))
    });
}

/// ASCII is the same in UTF-16 as in bytes, each widened to a code unit of either order.
#[test]
fn the_prefix_that_is_ascii_is_the_same_in_utf16() {
    let from = &u8::source("Utf8").from;
    proptest("ASCII in UTF-16", 4000, &damage::ascii(), &|src| {
        on_every_backend(|on| {
            let (len, is) = (on.ascii_prefix_len(src), on.is_ascii(src));
            let units: Vec<u16> = src.iter().map(|&byte| u16::from(byte)).collect();
            let got = (on.ascii_prefix_len_utf16(&units), on.is_ascii_utf16(&units));
            same(&"native", &got, &(len, is))?;
            let bytes: Vec<u8> = src.iter().flat_map(|&byte| [byte, 0]).collect();
            let got = (on.ascii_prefix_len_utf16le(&bytes), on.is_ascii_utf16le(&bytes));
            same(&"UTF-16LE", &got, &(2 * len, is))?;
            let bytes: Vec<u8> = src.iter().flat_map(|&byte| [0, byte]).collect();
            let got = (on.ascii_prefix_len_utf16be(&bytes), on.is_ascii_utf16be(&bytes));
            same(&"UTF-16BE", &got, &(2 * len, is))
        })
        .map_err(|wrong| format!("{wrong}\nsource {}", (from.literal)(src)))
    });
}
