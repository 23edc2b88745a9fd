//! A transcoder put at another place of its stream.

use core::fmt;

use codeunit_fallback::form::Malformed;

use super::State;
use super::core::Core;
use super::form::Form;
use super::state::{Pending, Stage};
use crate::ByteOrderMark;

/// A [`State`] that no stream of a transcoder can have: of another encoding, or damaged where it was saved.
///
/// ```
/// use codeunit::{Encoding, Policy, Transcoder};
/// let mut utf16 = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Strict);
/// utf16.push(b"\x61", &mut [0; 8]);
/// let utf8 = Transcoder::new(Encoding::Utf8, Encoding::Utf8, Policy::Strict);
/// let error = utf8.resume(utf16.state()).unwrap_err();
/// assert_eq!(error.to_string(), "no stream in this encoding can be in that state");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidState;

impl fmt::Display for InvalidState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no stream in this encoding can be in that state")
    }
}

impl core::error::Error for InvalidState {}

impl Core {
    pub(super) fn resume(&mut self, state: State) -> Result<(), InvalidState> {
        let is_mark = |mark: ByteOrderMark| {
            let detection = self.detect_mark(mark.bytes());
            state.stage != Stage::Mark && detection.at_end() == Some(mark)
        };
        if !state.mark.is_none_or(is_mark) {
            return Err(InvalidState);
        }
        let mut resumed = Self { state, ..self.clone() };
        resumed.set_source();
        if !resumed.is_possible() {
            return Err(InvalidState);
        }
        // A state from elsewhere may have anything in what is not carried.
        resumed.state.carry = state.carry.without_rest();
        *self = resumed;
        Ok(())
    }

    /// Whether what is carried and what is pending can be.
    fn is_possible(&self) -> bool {
        let state = &self.state;
        // What is carried depends on them.
        if !self.are_modes_possible() {
            return false;
        }
        let carry = state.carry.is_whole().then(|| state.carry());
        let is_carry_cut = match (carry, state.stage) {
            (None, _) => false,
            (Some([]), _) => true,
            // The beginning of a mark, or of what is none after all.
            (Some(carry), Stage::Mark) => self.detect_mark(carry).is_pending(),
            (Some(carry), _) => self.is_cut(carry) || self.carries_text(),
        };
        let is_escape_whole = match state.pending {
            Some(Pending::Escape { text, at, len }) => {
                at < len && text.get(..usize::from(len)).is_some_and(<[u8]>::is_ascii)
            }
            _ => true,
        };
        // Whatever is counted has come byte by byte, so that nothing that is added to it overflows.
        let counters = [
            state.converted,
            state.written,
            state.replacements,
            state.code_points,
            state.line_feeds,
            state.column,
        ];
        is_carry_cut
            && is_escape_whole
            && self.is_between_units()
            && counters.iter().all(|&count| count < 1 << 62)
            && (state.stage != Stage::Mark || counters == [0; 6])
            && state.error.is_none_or(|error| error.can_end(state.converted))
    }

    /// Whether the text read ends behind a whole code unit, as does what was written. Only the end of a source cuts a unit,
    /// and that was counted, whatever has become of it.
    fn is_between_units(&self) -> bool {
        let State { converted, written, replacements, .. } = self.state;
        let is_whole = |count: u64, form: Form| count.is_multiple_of(form.unit_len());
        (replacements > 0 || is_whole(converted, self.source)) && is_whole(written, self.target)
    }

    /// Whether this is the beginning of a sequence, which is what is carried.
    fn is_cut(&self, carry: &[u8]) -> bool {
        #[cfg(feature = "legacy")]
        if let Some(is_cut) = self.can_carry(carry) {
            return is_cut;
        }
        matches!(self.source.decode(carry), Err(Malformed { len: None, .. }))
    }

    /// Encodings without the feature `legacy` have no modes.
    #[cfg(not(feature = "legacy"))]
    fn are_modes_possible(&self) -> bool {
        (self.state.source_mode, self.state.target_mode) == (0, 0)
    }

    pub(super) fn reset(&mut self) {
        self.state = State::BEGIN;
        self.set_source();
    }
}
