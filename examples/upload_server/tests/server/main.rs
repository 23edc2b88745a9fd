//! The server, by what goes over its sockets.

mod client;
mod frames;
mod memory;
mod uploads;
mod websockets;
