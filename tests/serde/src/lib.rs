//! What the feature `serde` promises: what is saved goes on, and what cannot have been saved is refused.
#![cfg(test)]

mod corrupt;
mod options;
mod saved;
mod states;
mod validators;
