//! Memory with an unmapped page before and behind it, so that an access of one byte outside of a
//! slice is a crash and not a guess.
//!
//! ```text
//!      no access        readable and writable         no access
//!    ┌───────────┬──────────────────────────────────┬───────────┐
//!    │           │[Place::Start]       [Place::End] │           │
//!    └───────────┴──────────────────────────────────┴───────────┘
//! ```

/// On which side of a slice the unmapped page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Directly before its first element.
    Start,
    /// Directly behind its last element.
    End,
}

impl Place {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::End, Self::Start];
}

/// Memory between two unmapped pages.
#[derive(Debug)]
pub struct Guarded {
    memory: memory::Memory,
}

impl Guarded {
    /// At least `len` bytes.
    ///
    /// # Panics
    /// If the system has no memory.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Self { memory: memory::Memory::new(len) }
    }

    /// Bytes of the memory.
    #[must_use]
    pub fn len(&self) -> usize {
        self.memory.len()
    }

    /// Never: even for a length of 0 there is a page.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A copy of `src`, flush against an unmapped page.
    ///
    /// # Panics
    /// If the memory is too short for it.
    pub fn copy<T: Copy>(&mut self, src: &[T], place: Place) -> &[T] {
        let start: *mut T = self.first(src.len(), place);
        // SAFETY: `first` found `src.len()` elements from `start` on inside of the memory, and
        // `start` aligned for them; `&mut self` keeps everyone else away.
        unsafe { core::ptr::copy_nonoverlapping(src.as_ptr(), start, src.len()) };
        // SAFETY: the elements were just written, and live as long as the borrow of `self`.
        unsafe { core::slice::from_raw_parts(start, src.len()) }
    }

    /// `len` times `value`, flush against an unmapped page.
    ///
    /// # Panics
    /// If the memory is too short for it.
    pub fn fill<T: Copy>(&mut self, len: usize, value: T, place: Place) -> &mut [T] {
        let start: *mut T = self.first(len, place);
        for index in 0..len {
            // SAFETY: `first` found `len` elements from `start` on inside of the memory.
            let element = unsafe { start.add(index) };
            // SAFETY: as above, and `start` is aligned for them.
            unsafe { element.write(value) };
        }
        // SAFETY: the elements were just written, and live as long as the borrow of `self`.
        unsafe { core::slice::from_raw_parts_mut(start, len) }
    }

    /// Where `len` elements begin.
    fn first<T>(&mut self, len: usize, place: Place) -> *mut T {
        let bytes = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= self.len());
        let bytes = bytes.expect("the memory is long enough");
        let offset = match place {
            Place::Start => 0,
            Place::End => self.len() - bytes,
        };
        let start = self.memory.at(offset).cast::<T>();
        assert!(start.is_aligned(), "elements have the size of their alignment");
        start
    }
}

#[cfg(unix)]
mod memory {
    use core::ffi::c_void;
    use core::ptr::null_mut;

    #[derive(Debug)]
    pub(super) struct Memory {
        /// The page without access that comes first.
        mapping: *mut u8,
        page: usize,
        len: usize,
    }

    impl Memory {
        pub(super) fn new(len: usize) -> Self {
            // SAFETY: a question without an argument in memory.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
            let page = usize::try_from(page).expect("a page has a size");
            let len = len.max(1).next_multiple_of(page);
            let (access, flags) = (libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            // SAFETY: a new mapping at an address of the system's choice touches nothing that is.
            let mapping = unsafe { libc::mmap(null_mut(), len + 2 * page, access, flags, -1, 0) };
            assert_ne!(mapping, libc::MAP_FAILED, "{}", std::io::Error::last_os_error());
            let memory = Self { mapping: mapping.cast(), page, len };
            let middle = memory.at(0).cast::<c_void>();
            // SAFETY: `len` bytes one page into the mapping are inside of it, and not used yet.
            let done = unsafe { libc::mprotect(middle, len, libc::PROT_READ | libc::PROT_WRITE) };
            assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
            memory
        }

        pub(super) fn len(&self) -> usize {
            self.len
        }

        /// The byte at `offset`, at most the length.
        pub(super) fn at(&self, offset: usize) -> *mut u8 {
            assert!(offset <= self.len, "inside of the memory, or its end");
            // SAFETY: the mapping is two pages longer than `len`, and `offset` at most `len`.
            unsafe { self.mapping.add(self.page + offset) }
        }
    }

    impl Drop for Memory {
        fn drop(&mut self) {
            // SAFETY: the mapping is this value's own, and its slices have borrowed from it.
            let done = unsafe { libc::munmap(self.mapping.cast(), self.len + 2 * self.page) };
            assert_eq!(done, 0, "{}", std::io::Error::last_os_error());
        }
    }
}

/// Where pages cannot be unmapped, the canaries of [`check_output`](crate::check_output) remain.
#[cfg(not(unix))]
mod memory {
    #[derive(Debug)]
    pub(super) struct Memory(Vec<u64>);

    impl Memory {
        pub(super) fn new(len: usize) -> Self {
            Self(vec![0; len.div_ceil(8).max(1)])
        }

        pub(super) fn len(&self) -> usize {
            8 * self.0.len()
        }

        pub(super) fn at(&mut self, offset: usize) -> *mut u8 {
            assert!(offset <= self.len(), "inside of the memory, or its end");
            self.0.as_mut_ptr().cast::<u8>().wrapping_add(offset)
        }
    }
}
