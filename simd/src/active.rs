//! The backend in use, chosen once.

use core::sync::atomic::{AtomicUsize, Ordering};

use crate::{Backend, Kernels};

/// Before the first call.
const UNKNOWN: usize = usize::MAX;

/// The place of the best backend in [`Backend::ALL`].
static ACTIVE: AtomicUsize = AtomicUsize::new(UNKNOWN);

impl Kernels {
    /// The kernels of the best backend of this machine.
    #[must_use]
    #[inline]
    pub fn active() -> Self {
        // Where the program is compiled for the best backend there is nothing to ask or remember.
        if let Some(backend) = const { Backend::certain() }
            && let Some(kernels) = backend.kernels()
        {
            return kernels;
        }
        // With the number nothing is handed on that another thread had written: the load needs no ordering.
        match ACTIVE.load(Ordering::Relaxed) {
            UNKNOWN => choose(),
            // SAFETY: `choose` has stored it, of a backend that the machine has.
            place => unsafe { Self::at(place) },
        }
    }
}

/// Asks the machine. Two threads that come here at once store the same number.
#[cold]
fn choose() -> Kernels {
    let kernels = Backend::ALL.iter().find_map(|backend| backend.kernels());
    let kernels = kernels.expect("the fallback runs on every machine");
    ACTIVE.store(kernels.place(), Ordering::Relaxed);
    kernels
}
