//! One conversion after another.

use harness::Tested;
use harness::pair::Pair;
use harness::pairs::Source;

use crate::encodings::Element;
use crate::law::{Law, Sample, lossy, on_any_source, on_text, same, same_units, strict};
use crate::run::Verdict;

/// There and back again is where one began, if the target has all of the text.
///
/// An encoding form assigns to each scalar value a code unit sequence of its own (D79), so a
/// conversion between two of them loses nothing. Latin-1 does so for what is below U+0100.
pub(crate) struct RoundTrip;

impl Law for RoundTrip {
    fn applies<U: Element, V: Element>(pair: &Pair<U, V>, src: &Sample<'_, U>) -> bool {
        src.fits(&pair.to)
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        // `Str` and `Chars` are no targets; the encoding form that they are is one.
        let home = match pair.from.name {
            "Str" => "Utf8",
            "Chars" => "Utf32",
            name => name,
        };
        let there = strict(pair, on, src.elements)?;
        let back = V::source(pair.to.name);
        let mut numbers = Vec::new();
        numbers_of::<V, u8>(back, home, on, &there, &mut numbers)?;
        numbers_of::<V, u16>(back, home, on, &there, &mut numbers)?;
        numbers_of::<V, u32>(back, home, on, &there, &mut numbers)?;
        let elements: Vec<u32> = src.elements.iter().map(|element| element.number()).collect();
        same_units(&"there and back", &numbers, &elements)
    }
}

/// The elements of a conversion as numbers, if the target of this name has elements `W`.
fn numbers_of<V: Element, W: Element>(
    source: &Source<V>,
    target: &str,
    on: Tested,
    src: &[V],
    numbers: &mut Vec<u32>,
) -> Verdict {
    if let Some(pair) = W::pairs(source).iter().find(|pair| pair.to.name == target) {
        numbers.extend(strict(pair, on, src)?.into_iter().map(W::number));
    }
    Ok(())
}

/// From S to T and on to R is the same as from S to R, for well-formed text that all of them have.
///
/// Every conversion of well-formed text keeps its scalar values (D93, C10), and for each of them R has
/// one code unit sequence.
pub(crate) struct Composition;

impl Law for Composition {
    fn applies<U: Element, V: Element>(pair: &Pair<U, V>, src: &Sample<'_, U>) -> bool {
        src.fits(&pair.to)
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        fn onward<U: Element, V: Element, W: Element>(
            pair: &Pair<U, V>,
            on: Tested,
            src: &Sample<'_, U>,
            there: &[V],
        ) -> Verdict {
            let direct = W::pairs(U::source(pair.from.name));
            let second = W::pairs(V::source(pair.to.name));
            for (direct, second) in direct.iter().zip(second) {
                if src.fits(&direct.to) {
                    let want = strict(direct, on, src.elements)?;
                    let what = format_args!("and on to {}", second.to.name);
                    same_units(&what, &strict(second, on, there)?, &want)?;
                }
            }
            Ok(())
        }
        let there = strict(pair, on, src.elements)?;
        onward::<U, V, u8>(pair, on, src, &there)?;
        onward::<U, V, u16>(pair, on, src, &there)?;
        onward::<U, V, u32>(pair, on, src, &there)
    }
}

/// The same for lossy conversions of any source, by way of a target that has every character.
///
/// What is ill-formed in S is U+FFFD in T, a character as any other: R gets that, or `?` if it has no
/// U+FFFD. So R sees the same text, and as many replacements happen as on the direct way: all in the
/// first conversion, or if R is Latin-1 all in the second, which does not have U+FFFD either.
pub(crate) struct LossyComposition;

impl Law for LossyComposition {
    fn is_about(target: &str) -> bool {
        target != "Latin1"
    }

    fn holds<U: Element, V: Element>(
        pair: &Pair<U, V>,
        on: Tested,
        src: &Sample<'_, U>,
    ) -> Verdict {
        fn onward<U: Element, V: Element, W: Element>(
            pair: &Pair<U, V>,
            on: Tested,
            src: &Sample<'_, U>,
            (there, first): (&[V], usize),
        ) -> Verdict {
            let direct = W::pairs(U::source(pair.from.name));
            let second = W::pairs(V::source(pair.to.name));
            for (direct, second) in direct.iter().zip(second) {
                let (want, replacements) = lossy(direct, on, src.elements)?;
                let (got, later) = lossy(second, on, there)?;
                let what = format_args!("and on to {}", second.to.name);
                same_units(&what, &got, &want)?;
                let counts = if second.to.name == "Latin1" { (later, 0) } else { (first, later) };
                same(&"replacements", &counts, &(replacements, 0))?;
            }
            Ok(())
        }
        let (there, replacements) = lossy(pair, on, src.elements)?;
        onward::<U, V, u8>(pair, on, src, (&there, replacements))?;
        onward::<U, V, u16>(pair, on, src, (&there, replacements))?;
        onward::<U, V, u32>(pair, on, src, (&there, replacements))
    }
}

#[test]
fn there_and_back_again_is_the_source() {
    on_text::<RoundTrip>(800);
}

#[test]
fn a_detour_changes_nothing() {
    on_text::<Composition>(300);
}

#[test]
fn a_detour_of_lossy_conversions_changes_nothing() {
    on_any_source::<LossyComposition>(300);
}
