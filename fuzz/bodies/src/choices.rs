//! The bytes in front of a source, which say what is done with it.

/// Reads choices from the front of the fuzzer's bytes; behind their end every choice is 0.
pub(crate) struct Choices<'a> {
    rest: &'a [u8],
}

impl<'a> Choices<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self { rest: data }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    /// One of a list.
    pub(crate) fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[usize::from(self.byte()) % list.len()]
    }

    /// Up to seven lengths, used over and over. The first byte is their number.
    pub(crate) fn schedule(&mut self) -> Vec<usize> {
        let len = self.byte() % 8;
        (0..len).map(|_| usize::from(self.byte())).collect()
    }

    /// What is behind the choices.
    pub(crate) fn source(self) -> &'a [u8] {
        self.rest
    }
}
