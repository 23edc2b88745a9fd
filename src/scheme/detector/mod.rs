mod class;
mod detection;
mod utf8;
mod wide;

use crate::{ByteOrderMark, Encoding};

pub use self::detection::{Confidence, Detected, Detection, Rejection};
use self::utf8::Utf8;
use self::wide::Wide;

/// Finds out the encoding of a source from its first bytes: by its byte order mark and, only when asked
/// to, by a guess among UTF-8, UTF-16LE, UTF-16BE, UTF-32LE and UTF-32BE.
///
/// Bytes are pushed as they come. However they are cut, the result is the same, for it depends on them
/// one by one; once there is one it stays. Nothing is stored but counts, so the caller keeps the bytes.
///
/// A mark is found within [`ByteOrderMark::MAX_LEN`] bytes, as by [`ByteOrderMark::detect`]. A guess is
/// made at the end of the source or after [`PREFIX_LEN`](Self::PREFIX_LEN) bytes, and rejected earlier
/// as soon as there is none left.
///
/// ```
/// use codeunit::{Confidence, Detection, Detector, Encoding};
///
/// let mut detector = Detector::guessing();
/// assert_eq!(detector.push(b"n\0a\0\xEF"), Detection::Pending);
/// assert_eq!(detector.push(b"\0v\0e\0"), Detection::Pending);
/// let Detection::Decided(detected) = detector.finish() else { panic!("it is text") };
/// assert_eq!((detected.encoding, detected.confidence), (Encoding::Utf16Le, Confidence::High));
/// ```
///
/// # The guess
///
/// It asks what is well-formed and what are characters of text, never which language it is. So other
/// encodings are not told apart: text in windows-1252 or Shift_JIS is rejected, unless it is all ASCII, or a few words that
/// happen to be well-formed UTF-8, or begin as a mark does.
///
/// **What text does not have** rules out an encoding: an ill-formed sequence (Unicode Standard 3.9); at
/// the end of the source an incomplete one; the controls U+0000 to U+001F but BEL to CR and ESC, and
/// U+007F; noncharacters; and the planes 4 to 13, in which no character is assigned.
///
/// **What text seldom has** counts against UTF-16 and UTF-32: the controls U+0080 to U+009F but NEL; private
/// use; U+FFF0 to U+FFF8; and against UTF-16 U+xx00 from U+0100 on but U+3000, U+4E00, U+5F00 and U+6700.
///
/// **What tells a byte order**: TAB, LF, CR, U+0020 to U+007E but `0`, `N`, `_` and `g`, the ideographic U+3001 and U+3002,
/// and in UTF-16 surrogate pairs but those of private use. (In the other order these four are U+3000, a space, and
/// U+4E00, U+5F00 and U+6700, which Chinese is full of.)
///
/// 1. *UTF-8* if it is not ruled out. The confidence is [`Medium`](Confidence::Medium) if all is ASCII;
///    else by the number of continuation bytes, [`Low`](Confidence::Low) with one, `Medium` with two or
///    three, and [`High`](Confidence::High) with four or more.
/// 2. *UTF-32*, then *UTF-16*, in the one byte order that is not ruled out, has at least two characters
///    that tell for each that text seldom has, and looks like text in one of two ways. If both orders do,
///    it is the one with more characters that tell, with `Low` confidence; if they have as many, neither.
///    * *As in an alphabet*: three characters of four tell, or are others below U+2000 but controls, where Latin, Greek,
///      Cyrillic, Hebrew, Arabic, the scripts of India and many more are. These are two at least, and one
///      character in 64 tells. `High` if four tell, else `Low`.
///    * *As in any other script*: one character in 32 tells, and two at least, and the bytes are not
///      well-formed UTF-8. `Medium` if four tell, else `Low`.
/// 3. *UTF-32* in the one byte order that is not ruled out, if there are two characters at least, at most one in 16 of
///    which is what text seldom has. `Medium` with four of them, half of which are from U+2000 on and do not tell, else
///    `Low`.
/// 4. Nothing: the source is rejected.
///
/// So text without a space, a line end or an ideographic comma or full stop may be rejected in UTF-16, where what is
/// well-formed in one byte order mostly is in the other, and so is UTF-8 with U+0000 in it. Two bytes of UTF-16 that are
/// both ASCII are taken for ASCII, if there is nothing else.
///
/// An empty source is UTF-8 and ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detector {
    guess: bool,
    /// The bytes so far, which stop at [`Self::PREFIX_LEN`].
    seen: u16,
    /// The first bytes, for a mark.
    head: [u8; ByteOrderMark::MAX_LEN],
    /// The last four bytes, for code units.
    last: [u8; 4],
    utf8: Utf8,
    utf16: Orders,
    utf32: Orders,
    /// Not pending: it stays.
    result: Detection,
}

/// One guess for each byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Orders {
    big: Wide,
    little: Wide,
}

/// As [`Detector::new`].
impl Default for Detector {
    fn default() -> Self {
        Self::new()
    }
}

impl Detector {
    /// The bytes after which a guess is made: 4096.
    ///
    /// ```
    /// use codeunit::{Detection, Detector};
    ///
    /// let mut detector = Detector::guessing();
    /// assert_eq!(detector.push(&[b' '; Detector::PREFIX_LEN - 1]), Detection::Pending);
    /// assert_ne!(detector.push(b" "), Detection::Pending);
    /// ```
    pub const PREFIX_LEN: usize = 4096;

    /// Looks for a byte order mark only.
    ///
    /// ```
    /// use codeunit::{Detection, Detector, Rejection};
    ///
    /// let detection = Detector::new().push("größer".as_bytes());
    /// assert_eq!(detection, Detection::Rejected(Rejection::NoMark));
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        const ORDERS: Orders = Orders { big: Wide::new(), little: Wide::new() };
        Self {
            guess: false,
            seen: 0,
            head: [0; ByteOrderMark::MAX_LEN],
            last: [0; 4],
            utf8: Utf8::new(),
            utf16: ORDERS,
            utf32: ORDERS,
            result: Detection::Pending,
        }
    }

    /// Looks for a byte order mark and, where there is none, guesses.
    ///
    /// ```
    /// use codeunit::{Detector, Encoding};
    ///
    /// let mut detector = Detector::guessing();
    /// detector.push("größer".as_bytes());
    /// assert_eq!(detector.finish().encoding(), Some(Encoding::Utf8));
    /// ```
    #[must_use]
    pub const fn guessing() -> Self {
        Self { guess: true, ..Self::new() }
    }

    /// Looks at the next bytes of the source, and tells what is known now. Once it has decided or
    /// rejected it looks at nothing more.
    ///
    /// ```
    /// use codeunit::{Detection, Detector};
    ///
    /// let mut detector = Detector::new();
    /// assert_eq!(detector.push(b"\xFF"), Detection::Pending);
    /// assert_eq!(detector.push(b"\xFE"), Detection::Pending);
    /// assert!(matches!(detector.push(b"a"), Detection::Decided(_)));
    /// ```
    pub fn push(&mut self, src: &[u8]) -> Detection {
        for &byte in src {
            if self.result != Detection::Pending {
                break;
            }
            self.result = self.step(byte);
        }
        self.result
    }

    /// What is known when the source ends here. Never [`Detection::Pending`].
    ///
    /// ```
    /// use codeunit::{Detection, Detector, Encoding, Rejection};
    ///
    /// let mut detector = Detector::guessing();
    /// detector.push(b"\xFF\xFE");
    /// assert_eq!(detector.finish().encoding(), Some(Encoding::Utf16Le));
    ///
    /// // Half of a character is no text.
    /// let mut detector = Detector::guessing();
    /// detector.push(b"\xC3");
    /// assert_eq!(detector.finish(), Detection::Rejected(Rejection::NoGuess));
    /// ```
    #[must_use]
    pub fn finish(&self) -> Detection {
        self.known(true)
    }

    /// The best answer by the bytes so far, if more bytes will come but are not waited for. Never
    /// [`Detection::Pending`]. What is incomplete is not held against an encoding.
    ///
    /// ```
    /// use codeunit::{Detector, Encoding};
    ///
    /// let mut detector = Detector::guessing();
    /// detector.push(b"gr\xC3\xB6\xC3");
    /// assert_eq!(detector.so_far().encoding(), Some(Encoding::Utf8));
    /// ```
    #[must_use]
    pub fn so_far(&self) -> Detection {
        self.known(false)
    }

    fn known(&self, at_end: bool) -> Detection {
        match (self.result, self.mark().at_end()) {
            (Detection::Pending, Some(mark)) => decided_by(mark),
            (Detection::Pending, None) if !self.guess => Detection::Rejected(Rejection::NoMark),
            (Detection::Pending, None) => self.judge(at_end),
            (known, _) => known,
        }
    }

    fn mark(&self) -> crate::MarkDetection {
        ByteOrderMark::detect(&self.head[..usize::from(self.seen).min(self.head.len())])
    }

    /// What is known with one more byte.
    fn step(&mut self, byte: u8) -> Detection {
        let at = usize::from(self.seen);
        self.seen += 1;
        if at < self.head.len() {
            self.head[at] = byte;
        }
        if self.guess {
            self.count(byte);
        }
        match self.mark() {
            mark if mark.is_pending() => Detection::Pending,
            mark => match mark.at_end() {
                Some(mark) => decided_by(mark),
                None if !self.guess => Detection::Rejected(Rejection::NoMark),
                None if !self.is_text() => Detection::Rejected(Rejection::NoGuess),
                None if at + 1 == Self::PREFIX_LEN => self.judge(false),
                None => Detection::Pending,
            },
        }
    }

    /// Every guess sees the byte.
    fn count(&mut self, byte: u8) {
        self.utf8.push(byte);
        self.last = [self.last[1], self.last[2], self.last[3], byte];
        if self.seen.is_multiple_of(2) {
            let unit = [self.last[2], self.last[3]];
            self.utf16.big.push16(u16::from_be_bytes(unit));
            self.utf16.little.push16(u16::from_le_bytes(unit));
        }
        if self.seen.is_multiple_of(4) {
            self.utf32.big.push32(u32::from_be_bytes(self.last));
            self.utf32.little.push32(u32::from_le_bytes(self.last));
        }
    }

    /// Whether there is a guess left.
    fn is_text(&self) -> bool {
        let Orders { big, little } = self.utf16;
        let wide = big.text || little.text || self.utf32.big.text || self.utf32.little.text;
        wide || self.utf8.text
    }

    /// The rules, on the bytes so far.
    fn judge(&self, at_end: bool) -> Detection {
        let mut guesses = *self;
        if at_end {
            guesses.rule_out_incomplete();
        }
        if guesses.utf8.text {
            return decided(Encoding::Utf8, self.utf8.confidence(), self.utf8.ascii);
        }
        let utf8 = guesses.utf8.well_formed;
        let utf32 = guesses.utf32.guess(utf8, Encoding::Utf32Be, Encoding::Utf32Le);
        let utf16 = || guesses.utf16.guess(utf8, Encoding::Utf16Be, Encoding::Utf16Le);
        let left = || guesses.only_utf32();
        match utf32.or_else(utf16).or_else(left) {
            Some((encoding, confidence)) => decided(encoding, confidence, false),
            None => Detection::Rejected(Rejection::NoGuess),
        }
    }

    /// UTF-32 in the one byte order that is not ruled out, where UTF-8 is and UTF-16 is no guess: what is well-formed in it
    /// is hardly ever anything else, for the upper half of each unit is at most 10.
    fn only_utf32(&self) -> Option<(Encoding, Confidence)> {
        let Orders { big, little } = self.utf32;
        let (encoding, left) = match (big.text, little.text) {
            (true, false) => (Encoding::Utf32Be, big),
            (false, true) => (Encoding::Utf32Le, little),
            _ => return None,
        };
        left.is_all_that_is_left().then(|| (encoding, left.confidence_of_what_is_left()))
    }

    /// At the end of the source.
    fn rule_out_incomplete(&mut self) {
        self.utf8.text &= self.utf8.is_complete();
        self.utf8.well_formed &= self.utf8.is_complete();
        let (whole16, whole32) = (self.seen.is_multiple_of(2), self.seen.is_multiple_of(4));
        for wide in [&mut self.utf16.big, &mut self.utf16.little] {
            wide.text &= whole16 && wide.is_complete();
        }
        for wide in [&mut self.utf32.big, &mut self.utf32.little] {
            wide.text &= whole32;
        }
    }
}

impl Orders {
    /// The encoding of the byte order that looks like text, and how sure it is.
    fn guess(&self, utf8: bool, big: Encoding, little: Encoding) -> Option<(Encoding, Confidence)> {
        match (self.big.is_plausible(utf8), self.little.is_plausible(utf8)) {
            (true, false) => Some((big, self.big.confidence())),
            (false, true) => Some((little, self.little.confidence())),
            (true, true) if self.big.telling() > self.little.telling() => {
                Some((big, Confidence::Low))
            }
            (true, true) if self.big.telling() < self.little.telling() => {
                Some((little, Confidence::Low))
            }
            _ => None,
        }
    }
}

const fn decided(encoding: Encoding, confidence: Confidence, is_ascii: bool) -> Detection {
    Detection::Decided(Detected { encoding, mark: None, confidence, is_ascii })
}

const fn decided_by(mark: ByteOrderMark) -> Detection {
    Detection::Decided(Detected {
        encoding: mark.encoding(),
        mark: Some(mark),
        confidence: Confidence::Certain,
        is_ascii: false,
    })
}
