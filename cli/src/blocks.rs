//! Reading by blocks.
//!
//! A block is read into the buffer that it is converted from. Each read is one block, full or not, so that
//! what comes through a pipe goes on at once.

use std::io::{self, Read};

use crate::pages::Pages;

/// Bytes of a block. A call that reads costs some microseconds beside the copy, whatever its length, so the blocks are
/// longer than the second-level cache, which the pieces that are converted are not. What a loop that reads and writes as
/// much in blocks of 128 KiB takes is 1; to the null device, pieces of a quarter of a MiB (AMD EPYC, Zen 4, 2026-11-24):
///
/// | block | 256 KiB | 512 KiB | 1 MiB | 2 MiB | 4 MiB | 8 MiB |
/// |---|---|---|---|---|---|---|
/// | UTF-16LE to UTF-8 | 1.23 | 1.20 | 1.15 | 1.14 | 1.14 | 1.16 |
/// | UTF-8 to UTF-16LE | 1.23 | 1.21 | 1.21 | 1.21 | 1.25 | 1.30 |
///
/// On Zen 5 (family 26, 2026-11-25, another log) a call costs less, and a block that stays in the second-level cache is
/// worth more: 1.17, 1.19, 1.27, 1.30, 1.31 and 1.28, 1.30, 1.30, 1.32, 1.31 from 256 KiB to 4 MiB, of which the kernel
/// of the conversion alone is 0.16 and 0.25. No length is the best on both; into files all are alike (1.03 to 1.06).
///
/// Memory that is mapped in place of reads was no faster: to enter 1 GiB of pages that the system holds into the page
/// table and take them out again is 0.1 s, on a disk's file system with large folios 0.08 s, and what has not been
/// copied comes from far to the kernel.
pub(crate) const BLOCK_LEN: usize = 2 << 20;

/// Bytes that are converted at a time: they stay in a second-level cache of 1 MiB with twice as many of output. Of less
/// than the first-level cache the conversion is faster, but not by as much as the calls that write it cost.
pub(crate) const PIECE_LEN: usize = 256 * 1024;

/// Bytes of a block of a file of so many bytes: short ones do without the memory of long ones.
pub(crate) fn block_len(file_len: u64) -> usize {
    // One more than there are, so that all of them are one block.
    file_len.saturating_add(1).clamp(PIECE_LEN as u64 / 8, BLOCK_LEN as u64) as usize
}

/// An input in blocks.
pub(crate) struct Blocks<'a> {
    reader: Box<dyn Read + 'a>,
    buffer: Pages,
    /// Bytes that were read in search of what the input is.
    ahead: usize,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(reader: Box<dyn Read + 'a>, block_len: usize) -> Self {
        Self { reader, buffer: Pages::new(block_len), ahead: 0 }
    }

    /// The most bytes of a block.
    pub(crate) fn block_len(&self) -> usize {
        self.buffer.len()
    }

    /// The next block; an empty one at the end.
    pub(crate) fn next(&mut self) -> io::Result<&[u8]> {
        let len = match self.ahead {
            0 => read(&mut self.reader, &mut self.buffer)?,
            ahead => ahead,
        };
        self.ahead = 0;
        Ok(&self.buffer[..len])
    }

    /// Reads until `is_enough` says so of the bytes that have come, at most as many as are converted at a time.
    /// They come again with [`Self::next`].
    pub(crate) fn peek(&mut self, mut is_enough: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
        if self.ahead > 0 && is_enough(&self.buffer[..self.ahead]) {
            return Ok(());
        }
        let most = self.buffer.len().min(PIECE_LEN);
        while self.ahead < most {
            let len = read(&mut self.reader, &mut self.buffer[self.ahead..most])?;
            let new = &self.buffer[self.ahead..self.ahead + len];
            self.ahead += len;
            if len == 0 || is_enough(new) {
                break;
            }
        }
        Ok(())
    }

    /// How many bytes have come that [`Self::next`] is going to tell.
    #[cfg_attr(not(unix), allow(dead_code, reason = "files are not cut in parts there"))]
    pub(crate) fn ahead(&self) -> usize {
        self.ahead
    }

    /// All of the input, from its beginning if nothing but [`Self::peek`] has been called.
    pub(crate) fn into_reader(self) -> Box<dyn Read + 'a> {
        let head = self.buffer[..self.ahead].to_vec();
        Box::new(io::Cursor::new(head).chain(self.reader))
    }

    /// Reads from another reader from now on: the same input again.
    pub(crate) fn restart(&mut self, reader: Box<dyn Read + 'a>) {
        self.reader = reader;
        self.ahead = 0;
    }
}

fn read(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
