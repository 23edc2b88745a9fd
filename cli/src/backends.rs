//! `codeunit backends`.

use codeunit::Backend;

use crate::check::say;
use crate::exit::Exit;
use crate::failure::Failure;

pub(crate) fn run() -> Result<Exit, Failure> {
    for &backend in Backend::ALL {
        let state = match backend {
            backend if backend == Backend::active() => "available, active",
            backend if backend.is_available() => "available",
            _ => "not available",
        };
        say(format_args!("{:<10} {state}", backend.name()))?;
    }
    Ok(Exit::Done)
}
