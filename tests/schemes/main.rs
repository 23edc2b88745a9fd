//! Encoding schemes, their labels and their byte order marks.

mod cuts;
mod decision;
mod detector;
mod labels;
mod marks;
mod overriding;
mod replacements;
mod sources;
mod whole;
