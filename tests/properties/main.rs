//! Properties: laws that hold for every text or every source, on random ones.
//!
//! A law ([`laws`]) relates what the engine does in one place to what it does in another, so it needs
//! no second implementation to be checked: there and back is where one began, a length is what is
//! written, two halves make a whole. Where a law needs to know what is well-formed, it asks the
//! reference. [`differential`] holds every operation to the reference as the suite does, on vectors
//! that know nothing of text.
//!
//! Each run sees the same cases, and another seed others ([`run`]). A case that fails is made as small
//! as it goes and printed as a test for [`regressions`].

mod damage;
mod differential;
mod encodings;
mod law;
mod laws;
mod positions;
mod regressions;
mod run;
mod text;
