//! Validation of what comes in blocks: [`Utf8Validator`] and [`Utf16Validator`].
//!
//! Of a block all goes to one call of a kernel but for two ends, each less than a character: what completes
//! the bytes that the block before has left, and what this block leaves. A character that two blocks share
//! is looked at by the scalar decoder.

mod front;
#[cfg(feature = "serde")]
mod saved;
mod sink;
mod state;
mod utf16;
mod utf8;

pub use state::Copied;
pub use utf8::Utf8Validator;
pub use utf16::Utf16Validator;

use core::fmt;

use self::state::State;
use crate::Engine;

/// Without the table of an engine, which is long.
fn debug(f: &mut fmt::Formatter<'_>, name: &str, engine: Engine, state: &State) -> fmt::Result {
    f.debug_struct(name)
        .field("backend", &engine.backend())
        .field("offset", &state.offset())
        .field("incomplete", &state.incomplete())
        .field("error", &state.error())
        .finish()
}
