//! Standard streams that were closed when the program was started, as `>&-` and some services leave them.
//!
//! The standard library opens the null device in their place before `main`, for good reasons: a file that is opened later
//! must not become the standard output. But then all that is written goes nowhere, and a conversion would end with
//! status 0 and without its output. So we look before it does, which nothing but a function in the initialization
//! array of the program can: afterwards such a stream is not to be told from a null device that was meant.

use std::io::{self, StdinLock};
use std::path::Path;

/// The standard input, unless it was closed.
pub(crate) fn stdin() -> io::Result<StdinLock<'static>> {
    if before_main::stdin_was_closed() { Err(closed()) } else { Ok(io::stdin().lock()) }
}

/// Fails if the standard output was closed.
pub(crate) fn check_stdout() -> io::Result<()> {
    if before_main::stdout_was_closed() { Err(closed()) } else { Ok(()) }
}

/// Whether a path is a name of a stream that was closed, and leads to the null device in its place.
pub(crate) fn is_name_of_closed(path: &Path) -> bool {
    let of = |fd: u8, stream: &str| {
        ["/dev/fd/", "/proc/self/fd/"].iter().any(|at| path == Path::new(&format!("{at}{fd}")))
            || path == Path::new(stream)
    };
    before_main::stdin_was_closed() && of(0, "/dev/stdin")
        || before_main::stdout_was_closed() && of(1, "/dev/stdout")
        || before_main::stderr_was_closed() && of(2, "/dev/stderr")
}

pub(crate) fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::NotConnected, "it is closed")
}

#[cfg(target_os = "linux")]
mod before_main {
    use std::io;
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    static STDIN: AtomicBool = AtomicBool::new(false);
    static STDOUT: AtomicBool = AtomicBool::new(false);
    static STDERR: AtomicBool = AtomicBool::new(false);

    #[used]
    #[allow(unsafe_code, reason = "there is no safe way to run before the standard library does")]
    // SAFETY: the section is an array of pointers to functions of C, of which the loader calls each once, after libc is
    // ready and before there is a second thread; this is one, and arguments it is called with are left alone.
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    /// Whether they can be duplicated. The standard library has all three before `main`, but for the promise that they
    /// are open.
    extern "C" fn look() {
        let is_closed = |stream: &dyn AsFd| stream.as_fd().try_clone_to_owned().is_err();
        STDIN.store(is_closed(&io::stdin()), Ordering::Relaxed);
        STDOUT.store(is_closed(&io::stdout()), Ordering::Relaxed);
        STDERR.store(is_closed(&io::stderr()), Ordering::Relaxed);
    }

    pub(super) fn stdin_was_closed() -> bool {
        STDIN.load(Ordering::Relaxed)
    }

    pub(super) fn stdout_was_closed() -> bool {
        STDOUT.load(Ordering::Relaxed)
    }

    pub(super) fn stderr_was_closed() -> bool {
        STDERR.load(Ordering::Relaxed)
    }
}

/// Other systems have other sections, or open such streams themselves.
#[cfg(not(target_os = "linux"))]
mod before_main {
    pub(super) fn stdin_was_closed() -> bool {
        false
    }

    pub(super) fn stdout_was_closed() -> bool {
        false
    }

    pub(super) fn stderr_was_closed() -> bool {
        false
    }
}
