//! The asynchronous adapters, inside streams and bodies that do all that these may do.
#![cfg(test)]

mod bodies;
#[path = "../../io/handled.rs"]
mod handled;
mod handlers;
mod lines;
mod overriding;
mod reader;
mod scripted;
#[path = "../../io/texts.rs"]
mod texts;
mod writer;
