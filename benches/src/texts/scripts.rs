//! What is known of each script: the letters in the order of their frequency, how long words are, and
//! the signs between them.
//!
//! Orders of letters are the well-known ones of each language; where a table has fewer letters than the
//! script, the rest is taken over its block with a falling weight. Nothing here is a text.

/// How the words of a language are written, and what stands between them.
pub(super) struct Script {
    pub(super) name: &'static str,
    /// A word is one run of each of these, in this order.
    pub(super) runs: &'static [Run],
    /// Between two words.
    pub(super) space: &'static str,
    /// In place of the space, in `commas` of a hundred cases.
    pub(super) comma: &'static str,
    pub(super) commas: usize,
    /// In place of the space, in one of a hundred cases.
    pub(super) dash: &'static str,
    pub(super) quotes: (&'static str, &'static str),
    /// The end of a sentence: the first in six of seven cases, then one of all.
    pub(super) stops: &'static [&'static str],
    /// Between two sentences.
    pub(super) gap: &'static str,
    /// Least and most words of a sentence.
    pub(super) sentence: (usize, usize),
    /// Words with a capital letter inside a sentence, of a hundred.
    pub(super) names: usize,
    /// Words that are a number, of a thousand, and what follows one.
    pub(super) numbers: usize,
    pub(super) counter: &'static str,
    /// Words in ASCII, of a thousand, where the script itself is not Latin.
    pub(super) foreign: usize,
}

/// Letters of one kind, one after the other.
pub(super) struct Run {
    /// The letters, the most frequent first.
    pub(super) letters: &'static str,
    /// Less frequent ones after those: how many, spread evenly from the first to the last code point.
    pub(super) more: (u32, u32, u32),
    /// The letter of rank r, from 0, has the weight 1 / (r + flat)².
    pub(super) flat: u64,
    /// Weights of the lengths 1, 2, 3 and so on.
    pub(super) lengths: &'static [u64],
    /// Signs that follow a letter, and after how many of a hundred letters one does.
    pub(super) marks: &'static str,
    pub(super) marked: usize,
    /// In how many of a hundred words there is such a run.
    pub(super) chance: usize,
}

/// An alphabet of 25 to 35 letters. A `flat` of 12 gives the first letter 11 % and the tenth 4 %, as
/// English, Russian or Greek have them.
const ALPHABET: Run = Run {
    letters: "",
    more: (0, 0, 0),
    flat: 12,
    lengths: &[3, 17, 20, 15, 11, 9, 8, 6, 4, 3, 2, 1, 1],
    marks: "",
    marked: 0,
    chance: 100,
};

/// Han characters. A `flat` of 180 gives the first 100 of them 38 % of a text, the first 500 78 % and
/// the first 1,000 90 %; counts of modern Chinese give some 42, 78 and 91 %.
const HAN: Run = Run { more: (0x4E00, 0x9FA5, 2900), flat: 180, ..ALPHABET };

/// Words with spaces, ASCII punctuation and a few capitals.
const SPACED: Script = Script {
    name: "",
    runs: &[],
    space: " ",
    comma: ", ",
    commas: 8,
    dash: "-",
    quotes: ("\"", "\""),
    stops: &[".", "?", "!", ":", "..."],
    gap: " ",
    sentence: (5, 24),
    names: 4,
    numbers: 20,
    counter: "",
    foreign: 0,
};

/// No case, and now and then a word in Latin letters.
const UNCASED: Script = Script { names: 0, foreign: 10, ..SPACED };

/// No spaces, and full-width punctuation.
const UNSPACED: Script = Script {
    space: "",
    comma: "，",
    commas: 15,
    dash: "、",
    quotes: ("“", "”"),
    stops: &["。", "？", "！", "；"],
    gap: "",
    sentence: (8, 30),
    counter: "年",
    ..UNCASED
};

pub(super) const SCRIPTS: &[Script] = &[
    // English.
    Script {
        name: "latin",
        runs: &[Run { letters: "etaoinshrdlcumwfgypbvkjxqz", ..ALPHABET }],
        ..SPACED
    },
    // French: one letter in some twenty has an accent.
    Script {
        name: "sparse",
        runs: &[Run { letters: "esaitnrulodcmpvéqfbghàjxèyzkê", ..ALPHABET }],
        quotes: ("«\u{A0}", "\u{A0}»"),
        ..SPACED
    },
    Script {
        name: "russian",
        runs: &[Run {
            letters: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
            lengths: &[10, 11, 9, 9, 12, 12, 11, 9, 8, 6, 4, 3, 2, 1, 1],
            ..ALPHABET
        }],
        commas: 11,
        dash: " — ",
        quotes: ("«", "»"),
        foreign: 10,
        ..SPACED
    },
    Script {
        name: "greek",
        runs: &[Run {
            letters: "αοιετσνηυρπκμλςωίδόγέάήθχφβύξζώψ",
            lengths: &[4, 12, 20, 9, 9, 9, 9, 8, 7, 5, 4, 3, 1, 1],
            ..ALPHABET
        }],
        quotes: ("«", "»"),
        stops: &[".", ";", "!", "·"],
        foreign: 10,
        ..SPACED
    },
    Script {
        name: "arabic",
        runs: &[Run {
            letters: "اليمنوترهبدعسةكفأقحجشصخطىذثزإءغضئظؤآ",
            lengths: &[1, 14, 19, 19, 19, 14, 8, 4, 2],
            marks: "ًّ",
            marked: 1,
            ..ALPHABET
        }],
        comma: "، ",
        quotes: ("«", "»"),
        stops: &[".", "؟", "!", "؛"],
        ..UNCASED
    },
    Script {
        name: "hebrew",
        runs: &[Run {
            letters: "יוהלארתשמבנםדפעכחקטסגצזןךףץ",
            lengths: &[0, 11, 18, 22, 20, 14, 9, 5, 2],
            ..ALPHABET
        }],
        dash: "־",
        ..UNCASED
    },
    // A virama or a vowel sign follows more than half of the letters.
    Script {
        name: "hindi",
        runs: &[Run {
            letters: "करसनतहमपलयदजवबगशटचअखथधइभडएउषणठछआफऔघओढईञऊ",
            lengths: &[8, 22, 26, 19, 12, 7, 4, 2],
            marks: "ा्ेिीोुंूैौँृ",
            marked: 56,
            ..ALPHABET
        }],
        stops: &["।", "?", "!", "।"],
        ..UNCASED
    },
    // Words run on; a space ends a clause.
    Script {
        name: "thai",
        runs: &[Run {
            letters: "นรอกเงมยลวดทสตบปคหแพชขโไจใถผซธณศภฝฐญ",
            lengths: &[10, 40, 25, 12, 8, 5],
            marks: "า่้ีัิ์ืุะำูึ็๋",
            marked: 65,
            ..ALPHABET
        }],
        space: "",
        comma: " ",
        commas: 12,
        dash: "ๆ ",
        quotes: ("“", "”"),
        stops: &[" ", " ", "ฯ "],
        gap: "",
        ..UNCASED
    },
    Script {
        name: "chinese",
        runs: &[Run {
            letters: "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学\
                      对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头\
                      面公同三已老从动两长",
            lengths: &[45, 47, 6, 2],
            ..HAN
        }],
        numbers: 6,
        foreign: 3,
        ..UNSPACED
    },
    // A stem in kanji with its ending in hiragana, or a loan word in katakana with a particle.
    Script {
        name: "japanese",
        runs: &[
            Run {
                letters: "ンルスートイラアリクシドレジタフロマカサテプコメバオグナムウデニチキパセダビハモィッェ",
                lengths: &[0, 15, 30, 28, 15, 8, 4],
                chance: 8,
                ..ALPHABET
            },
            Run {
                letters: "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山\
                          話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨",
                lengths: &[40, 48, 8, 4],
                chance: 75,
                ..HAN
            },
            Run {
                letters: "のにるたをはてがとしいれなりあさでもっかこくすらよきんうまそだつけわえどせみばおろめじや\
                          ほずひぶちぎべゆびごぐげねへむ",
                lengths: &[48, 25, 14, 8, 4, 1],
                chance: 92,
                ..ALPHABET
            },
        ],
        comma: "、",
        commas: 11,
        dash: "・",
        quotes: ("「", "」"),
        sentence: (5, 20),
        ..UNSPACED
    },
    // Two to four syllables; the first 100 syllables are some 65 % of a text.
    Script {
        name: "korean",
        runs: &[Run {
            letters: "이다는의에하고을가로지한은기를도사어정대자리인시서원으해수아나제주여부일것국상스전그있들세\
                      장동만성보과년면라구조비신선소용경문공개니우중모위적안당유분생화학방계명",
            more: (0xAC00, 0xD7A3, 1400),
            flat: 60,
            lengths: &[5, 22, 34, 24, 10, 4, 1],
            ..ALPHABET
        }],
        commas: 5,
        dash: "·",
        quotes: ("“", "”"),
        sentence: (5, 18),
        counter: "년",
        ..UNCASED
    },
    // German and Spanish in one: capitals for nouns, and one letter in eight beyond ASCII.
    Script {
        name: "latin1",
        runs: &[Run {
            letters: "enaisrtoldhucgmóbüfpäázkéwívñjöqßyxú",
            lengths: &[3, 12, 21, 12, 11, 10, 9, 7, 5, 4, 3, 2, 1, 1],
            ..ALPHABET
        }],
        quotes: ("«", "»"),
        stops: &[".", "?", "!", ":"],
        names: 18,
        ..SPACED
    },
];

/// Pictographs, which people use as unevenly as letters.
pub(super) const EMOJI: Script = Script {
    name: "emoji",
    runs: &[Run {
        letters: "😂😍🙏😭😘👍😅👏😁🔥💔💖💙😢🤔😆🙄💪😉👌🤗💜😔😎😇🌹🤦🎉💞😱",
        more: (0x1F300, 0x1F64F, 600),
        flat: 60,
        lengths: &[1],
        ..ALPHABET
    }],
    ..UNCASED
};
