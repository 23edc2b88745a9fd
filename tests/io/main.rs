//! The readers and writers, inside streams that do all that streams may do.

mod checkpoints;
mod handled;
mod handlers;
mod lines;
mod overriding;
mod reader;
mod streams;
mod texts;
mod writer;
