//! The differential harness: every operation on every backend of the machine, forced one after the
//! other, held to the reference ([`codeunit_reference`]), which shares no line with the engine.
//!
//! A test hands a source to [`check_pair`] or to [`pair::Pair::check`], or one of their relatives. The source is put flush against
//! an unmapped page and the output likewise ([`guarded`]); the outcome has to be that of the
//! [`model`]; the case is counted ([`tally`]). A case that fails prints itself, made as small as it
//! goes, as a test to paste into `tests/suite/regressions.rs` ([`case`]).

mod append;
pub mod backends;
pub mod case;
pub mod check;
pub mod checkpoints;
pub mod chunks;
mod crash;
pub mod encodings;
pub mod guarded;
pub mod model;
pub mod pair;
pub mod pairs;
#[cfg(all(test, unix))]
mod planted;
pub mod positions;
mod quiet;
pub mod rng;
pub mod size;
pub mod tally;
pub mod text;

pub use append::check_append;
pub use backends::{Tested, fallback, for_each_backend};
pub use case::{check_case, check_source};
pub use check::{check_exact, check_output, check_pair, check_room, check_validate, places};
pub use encodings::{SourceModel, TargetModel};
pub use model::{Bad, Figures, Item, Outcome, Policy, convert};
pub use pairs::{Element, pair};
pub use quiet::quietly;
pub use size::{in_turn, long, scaled, thin};
