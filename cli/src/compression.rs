//! Compressed inputs, known by their content, and compressed outputs.

use std::io::{self, Read, Write};

use flate2::write::GzEncoder;

use crate::gzip::Members;

/// What a file is compressed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Compression {
    /// Gzip
    Gz,
    /// Zstandard
    #[cfg_attr(not(feature = "zstd"), value(skip))]
    Zst,
}

impl Compression {
    /// What a file that begins so is compressed with; the other `None` if more of it is needed to tell.
    ///
    /// Gzip (RFC 1952) is known by its two bytes, the one method that there is and the three flags that must
    /// be 0; Zstandard (RFC 8878) by its magic number or that of a skippable frame.
    pub(crate) fn of(head: &[u8]) -> Option<Option<Self>> {
        match head {
            [0x1F, 0x8B, 0x08, flags, ..] if flags & 0xE0 == 0 => Some(Some(Self::Gz)),
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
                Some(Some(Self::Zst))
            }
            [] | [0x1F] | [0x1F, 0x8B] | [0x1F, 0x8B, 0x08] => None,
            [0x28] | [0x28, 0xB5] | [0x28, 0xB5, 0x2F] => None,
            [0x50..=0x5F] | [0x50..=0x5F, 0x2A] | [0x50..=0x5F, 0x2A, 0x4D] => None,
            _ => Some(None),
        }
    }

    /// The end of the names of such files.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Gz => ".gz",
            Self::Zst => ".zst",
        }
    }

    /// What is compressed in a reader, all members or frames of it.
    pub(crate) fn decoder<'a>(self, reader: Box<dyn Read + 'a>) -> io::Result<Box<dyn Read + 'a>> {
        match self {
            Self::Gz => Ok(Box::new(Members::new(reader))),
            #[cfg(feature = "zstd")]
            Self::Zst => Ok(Box::new(Frames(zstd::Decoder::new(reader)?))),
            #[cfg(not(feature = "zstd"))]
            Self::Zst => {
                drop(reader);
                Err(io::Error::new(
                    io::ErrorKind::Unsupported,
                    "compressed by zstd, which this program was built without",
                ))
            }
        }
    }
}

/// The frames of a zstd file. Behind the last one there is nothing: its padding is a frame that is skipped.
#[cfg(feature = "zstd")]
struct Frames<R: Read>(zstd::Decoder<'static, io::BufReader<R>>);

#[cfg(feature = "zstd")]
impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let plain = |error: io::Error| {
            let message = match error.kind() {
                _ if error.raw_os_error().is_some() => return error,
                io::ErrorKind::Interrupted => return error,
                io::ErrorKind::UnexpectedEof => "the zstd data are cut short".into(),
                // The first frame has one, or the content would not be taken for zstd.
                _ if error.to_string() == "Unknown frame descriptor" => {
                    "the zstd data end, and what follows is something else".into()
                }
                _ => format!("the zstd data are damaged or too large a frame: {error}"),
            };
            io::Error::new(error.kind(), message)
        };
        self.0.read(buffer).map_err(plain)
    }
}

/// A writer whose output is compressed.
pub(crate) enum Compressor<'a> {
    Gz(GzEncoder<&'a mut dyn Write>),
    #[cfg(feature = "zstd")]
    Zst(zstd::Encoder<'static, &'a mut dyn Write>),
}

impl<'a> Compressor<'a> {
    pub(crate) fn new(compression: Compression, output: &'a mut dyn Write) -> io::Result<Self> {
        match compression {
            Compression::Gz => Ok(Self::Gz(GzEncoder::new(output, flate2::Compression::default()))),
            #[cfg(feature = "zstd")]
            Compression::Zst => {
                let mut encoder = zstd::Encoder::new(output, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Ok(Self::Zst(encoder))
            }
            #[cfg(not(feature = "zstd"))]
            Compression::Zst => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "compression by zstd, which this program was built without",
            )),
        }
    }

    /// Writes what is held back, and the end.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Gz(encoder) => encoder.finish().map(|_| ()),
            #[cfg(feature = "zstd")]
            Self::Zst(encoder) => encoder.finish().map(|_| ()),
        }
    }
}

impl Write for Compressor<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Gz(encoder) => encoder.write(bytes),
            #[cfg(feature = "zstd")]
            Self::Zst(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Gz(encoder) => encoder.flush(),
            #[cfg(feature = "zstd")]
            Self::Zst(encoder) => encoder.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Compression;

    #[test]
    fn content_tells() {
        let of = Compression::of;
        assert_eq!(of(b"\x1F\x8B\x08\x00"), Some(Some(Compression::Gz)));
        assert_eq!(of(b"\x28\xB5\x2F\xFD..."), Some(Some(Compression::Zst)));
        assert_eq!(of(b"\x50\x2A\x4D\x18"), Some(Some(Compression::Zst)));
        for head in [&b"\x1F\x8B\x08\xE0"[..], b"\x1F\x8C", b"text", b"(text", b"Path", b"\xFF"] {
            assert_eq!(of(head), Some(None), "{head:X?}");
        }
        for head in [&b""[..], b"\x1F\x8B\x08", b"\x28\xB5", b"P"] {
            assert_eq!(of(head), None, "{head:X?}");
        }
    }
}
