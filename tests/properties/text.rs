//! Well-formed text of many scripts, and lengths that kernels care about.

use proptest::char::range;
use proptest::collection::{VecStrategy, vec};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

/// The longest text, in the unit of its [`Fit`].
const LONGEST: usize = 400;

/// Lengths from 0 to [`LONGEST`]: most of them short, and many at the width of a vector or next to it.
/// Each one shrinks to smaller ones of any kind.
pub(crate) fn length() -> impl Strategy<Value = usize> {
    (0..9_usize, 0..=LONGEST).prop_map(|(kind, n)| match kind {
        0 | 1 => n,
        2..=5 => n / 16,
        _ => {
            let width = 16 << (kind - 6);
            (n / width * width + n % 3).saturating_sub(1)
        }
    })
}

/// Characters at which some encoding form changes, and those with a meaning of their own.
const EDGES: [char; 28] = [
    '\0',
    '\x7F',
    '\u{80}',
    '\u{FF}',
    '\u{100}',
    '\u{7FF}',
    '\u{800}',
    '\u{FFF}',
    '\u{1000}',
    '\u{CFFF}',
    '\u{D000}',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FDD0}',
    '\u{FEFF}',
    '\u{FFFD}',
    '\u{FFFE}',
    '\u{FFFF}',
    '\u{10000}',
    '\u{103FF}',
    '\u{10400}',
    '\u{1FFFF}',
    '\u{3FFFF}',
    '\u{40000}',
    '\u{FFFFF}',
    '\u{100000}',
    '\u{10FC00}',
    '\u{10FFFF}',
];

fn ascii() -> BoxedStrategy<char> {
    prop_oneof![8 => range(' ', '~'), 1 => range('\0', '\x7F')].boxed()
}

fn latin1() -> BoxedStrategy<char> {
    prop_oneof![2 => range('a', 'z'), 2 => range('\u{80}', '\u{FF}')].boxed()
}

/// One script, with a space now and then.
fn letters(first: char, last: char) -> BoxedStrategy<char> {
    prop_oneof![1 => Just(' '), 6 => range(first, last)].boxed()
}

/// Chinese, Japanese and Korean: three bytes of UTF-8 each, and ideographs of four.
fn cjk() -> BoxedStrategy<char> {
    prop_oneof![
        6 => range('\u{4E00}', '\u{9FFF}'),
        2 => range('\u{3040}', '\u{30FF}'),
        2 => range('\u{AC00}', '\u{D7A3}'),
        1 => range('\u{20000}', '\u{2A6DF}'),
    ]
    .boxed()
}

/// Pictographs, joined, coloured and in a presentation of choice.
fn emoji() -> BoxedStrategy<char> {
    let joiners = select(&['\u{200D}', '\u{FE0F}', '\u{1F3FD}', '\u{20E3}'][..]);
    prop_oneof![2 => range('\u{1F300}', '\u{1F64F}'), 1 => joiners, 1 => range('☀', '⛿')].boxed()
}

/// Scalar values of all planes, most of them in none of the scripts above.
fn all_planes() -> BoxedStrategy<char> {
    prop_oneof![1 => select(&EDGES[..]), 1 => range('\0', char::MAX)].boxed()
}

/// Characters of one script, and with them a script's weight.
fn run() -> Union<VecStrategy<BoxedStrategy<char>>> {
    let other_scripts = [
        ('\u{100}', '\u{24F}'),
        ('\u{370}', '\u{3FF}'),
        ('\u{400}', '\u{4FF}'),
        ('\u{600}', '\u{6FF}'),
        ('\u{900}', '\u{97F}'),
    ];
    let other_scripts = other_scripts.map(|(first, last)| (1, vec(letters(first, last), 1..=24)));
    let scripts = [
        (6, vec(ascii(), 1..=32)),
        (3, vec(latin1(), 1..=24)),
        (2, vec(cjk(), 1..=24)),
        (2, vec(emoji(), 1..=12)),
        (2, vec(all_planes(), 1..=12)),
    ];
    Union::new_weighted(scripts.into_iter().chain(other_scripts).collect())
}

/// How long a text is made, by repeating it or cutting it off.
#[derive(Clone, Copy, Debug)]
enum Fit {
    /// To so many characters.
    Chars(usize),
    /// To so many bytes of UTF-8.
    Bytes(usize),
}

impl Fit {
    fn apply(self, runs: &[Vec<char>]) -> String {
        let text = runs.concat();
        match self {
            Self::Chars(len) => text.into_iter().cycle().take(len).collect(),
            Self::Bytes(len) => {
                let mut out = String::with_capacity(len);
                for c in text.into_iter().cycle() {
                    if out.len() + c.len_utf8() > len {
                        break;
                    }
                    out.push(c);
                }
                out.extend(std::iter::repeat_n('x', len - out.len()));
                out
            }
        }
    }
}

/// Well-formed text: one script after the other, of ASCII and Latin-1 only in three cases of ten.
pub(crate) fn text() -> BoxedStrategy<String> {
    let fit = prop_oneof![length().prop_map(Fit::Chars), length().prop_map(Fit::Bytes)];
    let runs = Union::new_weighted(vec![
        (7, vec(run().boxed(), 1..=6)),
        (2, vec(vec(latin1(), 1..=32).boxed(), 1..=4)),
        (1, vec(vec(ascii(), 1..=32).boxed(), 1..=4)),
    ]);
    (runs, fit).prop_map(|(runs, fit)| fit.apply(&runs)).boxed()
}
