//! The laws, by what they are about.

pub(crate) mod bytes;
pub(crate) mod composition;
pub(crate) mod errors;
pub(crate) mod lengths;
pub(crate) mod lossy;
pub(crate) mod parts;
