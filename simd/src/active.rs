//! The backend in use, chosen once.

use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::{Backend, Kernels};

/// The table of the best backend, or null before the first call.
static ACTIVE: AtomicPtr<Kernels> = AtomicPtr::new(ptr::null_mut());

impl Kernels {
    /// The table of the best backend of this machine.
    #[inline]
    pub fn active() -> &'static Self {
        // Where the program is compiled for the best backend there is nothing to ask or remember.
        if let Some(backend) = const { Backend::certain() }
            && let Some(kernels) = backend.kernels()
        {
            return kernels;
        }
        // The pointer leads to a constant that was there before the program began, so the load needs
        // no ordering with what another thread did before it stored the pointer.
        let kernels = ACTIVE.load(Ordering::Relaxed);
        // SAFETY: the pointer is null or was made from a `&'static Kernels` in `choose`.
        unsafe { kernels.as_ref() }.unwrap_or_else(choose)
    }
}

/// Asks the machine. Two threads that come here at once store the same pointer.
#[cold]
fn choose() -> &'static Kernels {
    let kernels = Backend::ALL.iter().find_map(|backend| backend.kernels());
    let kernels = kernels.expect("the fallback runs on every machine");
    ACTIVE.store(ptr::from_ref(kernels).cast_mut(), Ordering::Relaxed);
    kernels
}
