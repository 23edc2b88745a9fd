//! `codeunit backends`.

use std::io::{self, Write};

use codeunit::Backend;

use crate::exit::Exit;
use crate::failure::Failure;

pub(crate) fn run() -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    for &backend in Backend::ALL {
        let state = match backend {
            backend if backend == Backend::active() => "available, active",
            backend if backend.is_available() => "available",
            _ => "not available",
        };
        writeln!(out, "{:<10} {state}", backend.name()).map_err(Failure::stdout)?;
    }
    Ok(Exit::Done)
}
