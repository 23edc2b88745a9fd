//! What to print when a kernel touches an unmapped page: the case, before the program dies.

use std::cell::Cell;

/// A case that is running: how to print it, and the source that it has.
#[derive(Clone, Copy)]
pub(crate) struct Running {
    pub(crate) describe: fn(&Running) -> String,
    pub(crate) source: *const (),
    pub(crate) len: usize,
    pub(crate) room: usize,
    pub(crate) backend: codeunit::Backend,
}

thread_local! {
    static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
}

/// Keeps `case` for the time of `run`.
#[inline]
pub(crate) fn guard<R>(case: Running, run: impl FnOnce() -> R) -> R {
    RUNNING.set(Some(case));
    let result = run();
    RUNNING.set(None);
    result
}

/// Has a crash of this program print the case that it was at.
#[cfg(unix)]
pub(crate) fn install() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        for signal in [libc::SIGSEGV, libc::SIGBUS] {
            // SAFETY: all bytes 0 is a value of this plain C structure: no flags, an empty mask.
            let mut action: libc::sigaction = unsafe { core::mem::zeroed() };
            action.sa_sigaction = report as extern "C" fn(libc::c_int) as libc::sighandler_t;
            // SAFETY: `report` has the type of a handler without SA_SIGINFO, and lives forever.
            let done = unsafe { libc::sigaction(signal, &action, core::ptr::null_mut()) };
            assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
        }
    });
}

#[cfg(not(unix))]
pub(crate) fn install() {}

/// Formatting allocates, which a signal handler must not do in general. Here the signal is the
/// kernel's own access, and no kernel holds the allocator's lock. A second signal ends the program.
#[cfg(unix)]
extern "C" fn report(signal: libc::c_int) {
    // SAFETY: the default action takes no handler.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    if let Some(running) = RUNNING.take() {
        let text = (running.describe)(&running);
        eprintln!(
            "an access outside of the slices, on the backend {}:\n{text}",
            running.backend.name()
        );
    }
    // The instruction runs once more when the handler returns, and now ends the program.
}
