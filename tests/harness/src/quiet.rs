//! Panics that somebody catches and tells in words of his own.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use codeunit::Backend;

thread_local! {
    /// Whether this thread is inside of [`quietly`].
    static QUIET: Cell<bool> = const { Cell::new(false) };
    /// The backend on which the last panic was.
    static BACKEND: Cell<Option<Backend>> = const { Cell::new(None) };
}

/// Calls `run`, which may fail by its result or by a panic. The panic prints nothing; its message and its
/// backend are in the result. For whoever tries smaller and smaller cases, of which the last one is to be
/// told.
///
/// # Errors
/// That of `run`, or the message of its panic.
pub fn quietly(run: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    BACKEND.set(None);
    let result = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(before);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        match BACKEND.take() {
            Some(backend) => Err(format!("on the backend {}: {text}", backend.name())),
            None => Err(text.to_owned()),
        }
    })
}

/// A test panicked on this backend.
pub(crate) fn failed_on(backend: Backend) {
    BACKEND.set(Some(backend));
    if !QUIET.get() {
        eprintln!("failed on the backend {}", backend.name());
    }
}
