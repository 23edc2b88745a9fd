//! The text in a gzip file: one member behind the other, and what may stand behind the last one.
//!
//! Zeros there are padding, as tapes and some tools leave, and are passed over, as `gzip -d` does. Anything else it leaves
//! out with a warning; to us it is an error, since it may have been a member: whoever says that a file is converted
//! has read all of it.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// Bytes that are read at a time.
const BUFFER_LEN: usize = 64 * 1024;

/// The members of a file.
pub(crate) struct Members<R> {
    /// `None` at the end, and behind an error.
    member: Option<GzDecoder<Counted<R>>>,
}

/// A reader that knows how many bytes were taken from it.
struct Counted<R> {
    reader: BufReader<R>,
    taken: u64,
}

impl<R: Read> Members<R> {
    pub(crate) fn new(reader: R) -> Self {
        let reader = BufReader::with_capacity(BUFFER_LEN, reader);
        Self { member: Some(GzDecoder::new(Counted { reader, taken: 0 })) }
    }
}

impl<R: Read> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(member) = &mut self.member {
            match member.read(buffer) {
                Ok(0) => {}
                Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                    self.member = None;
                    return Err(plain(error));
                }
                result => return result,
            }
            let Some(member) = self.member.take() else { break };
            self.member = next(member.into_inner())?;
        }
        Ok(0)
    }
}

/// The member that follows; `None` where there is nothing but padding.
fn next<R: Read>(mut reader: Counted<R>) -> io::Result<Option<GzDecoder<Counted<R>>>> {
    let end = reader.taken;
    let mut is_padded = false;
    loop {
        let bytes = reader.filled()?;
        match bytes.iter().position(|&byte| byte != 0) {
            None if bytes.is_empty() => return Ok(None),
            None => {
                let len = bytes.len();
                reader.consume(len);
                is_padded = true;
            }
            // Behind padding nothing can be a member.
            Some(0) if !is_padded && bytes[0] == 0x1F => break,
            Some(_) => return Err(garbage(end)),
        }
    }
    let member = GzDecoder::new(reader);
    // A header that is cut short is told when it is read.
    match member.header() {
        Some(_) => Ok(Some(member)),
        None => decide(member, end),
    }
}

/// A member whose header could not be read: the one that follows is told, or its first bytes were something else.
fn decide<R: Read>(
    mut member: GzDecoder<Counted<R>>,
    end: u64,
) -> io::Result<Option<GzDecoder<Counted<R>>>> {
    match member.read(&mut [0]) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Err(garbage(end)),
        Err(error) => Err(plain(error)),
        Ok(_) => unreachable!("the text comes after the header"),
    }
}

fn garbage(end: u64) -> io::Error {
    let message = format!("the gzip data end at byte {end}, and what follows is something else");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// An error of the decoder, which may be one of the reader below.
fn plain(error: io::Error) -> io::Error {
    let message = match error.kind() {
        _ if error.raw_os_error().is_some() => return error,
        io::ErrorKind::UnexpectedEof => "the gzip data are cut short".into(),
        _ => format!("the gzip data are damaged: {error}"),
    };
    io::Error::new(error.kind(), message)
}

impl<R: Read> Counted<R> {
    fn filled(&mut self) -> io::Result<&[u8]> {
        while let Err(error) = self.reader.fill_buf() {
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        Ok(self.reader.buffer())
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.reader.read(buffer)?;
        self.taken += len as u64;
        Ok(len)
    }
}

impl<R: Read> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        self.taken += len as u64;
        self.reader.consume(len);
    }
}
