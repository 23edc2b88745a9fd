//! What to print when a kernel touches an unmapped page: the case, before the program dies.

use std::cell::{Cell, RefCell};
#[cfg(unix)]
use std::sync::OnceLock;

use codeunit::Backend;

use crate::backends::Tested;
use crate::case;
use crate::pair::{From, Pair};

/// A case that is running: how to print it, and its source, with the types erased.
#[derive(Clone, Copy)]
#[cfg_attr(not(unix), allow(dead_code, reason = "only a signal asks"))]
pub(crate) struct Running {
    describe: fn(&Running) -> String,
    /// The `Pair` or the `From`.
    encodings: *const (),
    source: *const (),
    len: usize,
    room: usize,
    backend: Backend,
}

impl Running {
    /// An operation of a pair.
    #[inline]
    pub(crate) fn new<U, V>(pair: &Pair<U, V>, tested: Tested, src: &[U], room: usize) -> Self {
        let describe = |running: &Self| {
            // SAFETY: `new` took the pointer from a pair, borrowed until the operation ends.
            let pair = unsafe { &*running.encodings.cast::<Pair<U, V>>() };
            case::test(pair, running.elements(), running.room)
        };
        let encodings = (&raw const *pair).cast();
        Self { describe, encodings, room, ..Self::source(&pair.from, tested, src) }
    }

    /// An operation of a source alone.
    #[inline]
    pub(crate) fn source<U>(from: &From<U>, tested: Tested, src: &[U]) -> Self {
        let describe = |running: &Self| {
            // SAFETY: `source` took the pointer from a source, borrowed until the operation ends.
            let from = unsafe { &*running.encodings.cast::<From<U>>() };
            case::test_source(from, running.elements())
        };
        let (encodings, source) = ((&raw const *from).cast(), src.as_ptr().cast());
        Self { describe, encodings, source, len: src.len(), room: 0, backend: tested.backend() }
    }

    fn elements<U>(&self) -> &[U] {
        // SAFETY: pointer and length are those of a slice, borrowed until the operation ends, and
        // only `describe` calls this, with the element that it was made for.
        unsafe { core::slice::from_raw_parts(self.source.cast(), self.len) }
    }
}

thread_local! {
    static RUNNING: Cell<Option<Running>> = const { Cell::new(None) };
    static TEST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Remembers the test that this thread is at.
pub(crate) fn begin(test: &str) {
    install();
    TEST.with_borrow_mut(|name| test.clone_into(name));
}

/// Keeps `case` for the time of `run`.
#[inline]
pub(crate) fn guard<R>(case: Running, run: impl FnOnce() -> R) -> R {
    RUNNING.set(Some(case));
    let result = run();
    RUNNING.set(None);
    result
}

/// The signals of an access to an unmapped page.
#[cfg(unix)]
const SIGNALS: [libc::c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// What the program did about each of [`SIGNALS`] before: a fuzzer writes its input to a file.
#[cfg(unix)]
static BEFORE: OnceLock<[libc::sigaction; 2]> = OnceLock::new();

#[cfg(unix)]
fn action(handler: libc::sighandler_t) -> libc::sigaction {
    // SAFETY: all bytes 0 is a value of this plain C structure: no flags, an empty mask.
    let mut action: libc::sigaction = unsafe { core::mem::zeroed() };
    action.sa_sigaction = handler;
    action
}

/// Has a crash of this program print the case that it was at.
#[cfg(unix)]
pub(crate) fn install() {
    BEFORE.get_or_init(|| {
        SIGNALS.map(|signal| {
            let now = action(report as extern "C" fn(libc::c_int) as libc::sighandler_t);
            let mut before = action(libc::SIG_DFL);
            // SAFETY: `report` has the type of a handler without SA_SIGINFO, and lives forever.
            let done = unsafe { libc::sigaction(signal, &now, &mut before) };
            assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
            before
        })
    });
}

#[cfg(not(unix))]
pub(crate) fn install() {}

/// Formatting allocates, which a signal handler must not do in general. Here the signal is the
/// kernel's own access, and no kernel holds the allocator's lock. A second signal is for whoever was
/// asked before.
#[cfg(unix)]
extern "C" fn report(signal: libc::c_int) {
    let of = |all: &[libc::sigaction; 2]| all[usize::from(signal == SIGNALS[1])];
    let before = BEFORE.get().map_or(action(libc::SIG_DFL), of);
    // SAFETY: the action is the default one, or what the system said it was for this signal.
    unsafe { libc::sigaction(signal, &before, core::ptr::null_mut()) };
    let test = TEST.take();
    eprintln!("an access outside of the slices, in the test {test}");
    if let Some(running) = RUNNING.take() {
        let text = (running.describe)(&running);
        eprintln!("on the backend {}\n{text}", running.backend.name());
    }
    // The instruction runs once more when the handler returns, and now ends the program.
}
