//! Finds a pattern in a UTF-16 log, and tells where in the log itself it stands.
//!
//! ```text
//! cargo run --release --example grep_utf16 -- PATTERN samples/app.utf-16le.log
//! ```
//!
//! Searching is what tools for UTF-8 do well, so the log is converted, here in the chunks that a file or a pipe gives;
//! what they tell are offsets in text that is nowhere on the disk. [`Checkpoints`] lead back: to the byte in the log,
//! for an editor, a seek or a patch, and to the line. A log that begins without a mark is taken for little-endian.

use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};

use codeunit::{Checkpoints, Encoding, OutputMark, Policy, SourceMark, Transcoder};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pattern, path] = &arguments[..] else {
        return Err("usage: grep_utf16 PATTERN FILE".into());
    };
    match grep(pattern, &mut File::open(path)?, &mut io::stdout().lock()) {
        // Whoever reads it has seen enough.
        Err(error) if is_broken_pipe(&*error) => Ok(()),
        done => done,
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Writes a line for each match: the line of the log, the byte offset of the match in it, and the text.
pub(crate) fn grep(
    pattern: &str,
    log: &mut dyn Read,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let (text, checkpoints) = decode(log)?;
    for (at, _) in text.match_indices(pattern) {
        let found = checkpoints.locate(at as u64, text.as_bytes()).expect("a match is in the text");
        let line = found.line.expect("lines are counted");
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = text[at..].find(['\r', '\n']).map_or(text.len(), |len| at + len);
        writeln!(out, "{line}:{}:{}", found.offset, &text[start..end])?;
    }
    Ok(())
}

/// The log as text, and the way back. Damaged places are U+FFFD, and what is behind them is found all the same.
fn decode(log: &mut dyn Read) -> Result<(String, Checkpoints), Box<dyn Error>> {
    let mut transcoder = Transcoder::new(Encoding::Utf16Le, Encoding::Utf8, Policy::Replace)
        .source_mark(SourceMark::Mark)
        .output_mark(OutputMark::None)
        .counting_lines();
    let mut checkpoints = Checkpoints::new();
    let mut text = Vec::new();
    let mut chunk = vec![0; 64 << 10];
    loop {
        match log.read(&mut chunk) {
            Ok(0) => break,
            Ok(len) => checkpoints.extend(&mut transcoder, &chunk[..len], &mut text)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    checkpoints.extend_finish(&mut transcoder, &mut text)?;
    Ok((String::from_utf8(text)?, checkpoints))
}
