//! The beginning of a sequence, which one chunk leaves for the next.

/// At most three bytes, zeros behind them, and how many they are; in one word, so that what the next chunk loads is what this
/// one has stored. Parts that are stored one by one and loaded two at a time have to be in the cache first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(align(4))]
pub(crate) struct Carry([u8; 4]);

impl Carry {
    pub(crate) const NONE: Self = Self([0; 4]);

    /// Bytes at most.
    const MOST: usize = 3;

    /// So many bytes of `bytes`, the first the lowest, with zeros above them.
    #[inline(always)]
    pub(crate) const fn new(len: usize, bytes: u32) -> Self {
        Self((bytes | (len as u32) << 24).to_le_bytes())
    }

    /// These bytes, at most three.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self::new(bytes.len(), word(bytes) as u32)
    }

    /// What [`new`](Self::new) takes.
    #[inline(always)]
    pub(crate) const fn get(self) -> (usize, u32) {
        let word = u32::from_le_bytes(self.0);
        ((word >> 24) as usize, word & 0x00FF_FFFF)
    }

    /// As it is saved.
    #[cfg(feature = "serde")]
    pub(crate) const fn saved(self) -> ([u8; Self::MOST], u8) {
        let [a, b, c, len] = self.0;
        ([a, b, c], len)
    }

    /// What was saved, which may be anything where somebody else has saved it.
    #[cfg(feature = "serde")]
    pub(crate) const fn from_saved([a, b, c]: [u8; Self::MOST], len: u8) -> Self {
        Self([a, b, c, len])
    }

    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        self.0[Self::MOST] as usize
    }

    /// The bytes; all of them if it claims to have more.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0[..self.len().min(Self::MOST)]
    }

    /// Whether it has as many as it claims.
    pub(crate) const fn is_whole(self) -> bool {
        self.len() <= Self::MOST
    }

    /// The same with zeros behind the bytes.
    pub(crate) fn without_rest(mut self) -> Self {
        let len = self.bytes().len();
        self.0[len..Self::MOST].fill(0);
        self
    }

    /// Adds a byte at the end.
    #[inline]
    pub(crate) fn push(&mut self, byte: u8) {
        self.0[self.len()] = byte;
        self.0[Self::MOST] += 1;
    }

    /// Takes the first `len` bytes away.
    pub(crate) fn advance(&mut self, len: usize) {
        let (had, bytes) = self.get();
        *self = Self::new(had - len, bytes >> (8 * len));
    }
}

/// Up to eight bytes, the first the lowest, with zeros above them. By shifts: a copy of a length that is not known is a call.
#[inline(always)]
pub(crate) fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}
