//! One big file in parts, converted side by side.
//!
//! A part is so many bytes of the file, from one boundary between characters to another. Each worker takes the next
//! part, reads and converts it, and writes it when all before it are written. So the output is that of one worker,
//! whatever it is written to, and a part that is ill-formed ends it at the same byte. To write at known places side by
//! side would gain nothing: file systems let in one writer of a file at a time.
//!
//! Line endings are changed part by part too, but for an LF with which a part begins and a CR with which it ends: what
//! these are is known when all before is written.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use codeunit::encoding::{Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use codeunit::{Encoding, Policy, Status, Transcoder, floor_boundary};

use crate::line_endings::{Changer, LineEndings};
use crate::pages::{PAGE_LEN, Pages};
use crate::progress;
use crate::stream::Converted;
use crate::text::Text;

/// Bytes of a part: with its output it stays in the second-level cache.
const PART_LEN: usize = 512 * 1024;

/// Room for the output of a part. Where it is more it is written piece by piece when it is the turn of the part.
const OUT_LEN: usize = 4 * PART_LEN;

/// What is there before a place to cut the file at, and behind it: more than a character.
const AROUND: usize = 8;

/// Files that are shorter are left to one worker.
pub(crate) const WORTH: u64 = 4 * PART_LEN as u64;

/// What is to be made of the file.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub(crate) file: &'a File,
    /// Its bytes, of which there may be more by now.
    pub(crate) len: u64,
    pub(crate) text: &'a Text,
    pub(crate) to: Encoding,
    pub(crate) policy: Policy,
    pub(crate) line_endings: LineEndings,
}

/// Why the work ended before the end.
#[derive(Debug)]
pub(crate) enum Stop {
    Read(io::Error),
    Write(io::Error),
    /// What is there cannot be converted; all before it is written.
    IllFormed {
        offset: u64,
    },
}

/// Whether texts between these encodings can be cut: what is written depends on nothing before it.
pub(crate) fn can_be_cut(from: Encoding, to: Encoding) -> bool {
    let is_free = |encoding: Encoding| {
        use Encoding as E;
        matches!(
            encoding,
            E::Utf8
                | E::Utf16
                | E::Utf16Le
                | E::Utf16Be
                | E::Utf32
                | E::Utf32Le
                | E::Utf32Be
                | E::Latin1
                | E::Ascii
        )
    };
    is_free(from) && is_free(to)
}

/// Converts all of the file by so many workers, or as many as there are parts and threads.
pub(crate) fn convert(
    job: Job<'_>,
    workers: usize,
    output: &mut (dyn Write + Send),
) -> Result<Converted, Stop> {
    let endings = Changer::new(job.line_endings, job.to);
    let begin = Turn { part: 0, output, endings, sum: Converted::default(), end: None };
    let work =
        Work { job, next: AtomicU64::new(0), turn: Mutex::new(begin), has_changed: Condvar::new() };
    let parts = usize::try_from(job.len.div_ceil(PART_LEN as u64)).unwrap_or(usize::MAX);
    thread::scope(|scope| {
        for _ in 1..workers.min(parts) {
            // No more threads than that.
            if thread::Builder::new().spawn_scoped(scope, || work.run()).is_err() {
                break;
            }
        }
        work.run();
    });
    let turn = work.turn.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Turn { sum, endings, end, .. } = turn;
    end.expect("there is a last part").map(|()| Converted {
        written: endings.written(sum.written),
        line_endings: endings.changed(),
        ..sum
    })
}

struct Work<'a> {
    job: Job<'a>,
    /// The next part to be read.
    next: AtomicU64,
    turn: Mutex<Turn<'a>>,
    has_changed: Condvar,
}

/// What belongs to one part after the other.
struct Turn<'a> {
    /// The part whose turn it is.
    part: u64,
    output: &'a mut (dyn Write + Send),
    /// What becomes of line endings between the parts, and how many were changed in all that is written.
    endings: Changer,
    /// Without that.
    sum: Converted,
    end: Option<Result<(), Stop>>,
}

impl Turn<'_> {
    fn write(&mut self, text: &Changed<'_>) -> io::Result<()> {
        self.output.write_all(self.endings.push(text.line_feed))?;
        if text.has_rest {
            self.output.write_all(self.endings.finish())?;
            self.output.write_all(text.rest)?;
        }
        Ok(())
    }
}

/// What becomes of line endings in a part.
struct Endings {
    changer: Changer,
    /// There has been some text.
    has_begun: bool,
}

/// Text with other line endings.
struct Changed<'a> {
    /// An LF at the beginning of a part, as it was.
    line_feed: &'a [u8],
    /// What is behind it.
    rest: &'a [u8],
    /// That is something, though it may be a CR that is held back.
    has_rest: bool,
}

impl Endings {
    fn change<'b>(&'b mut self, text: &'b [u8]) -> Changed<'b> {
        let first = if self.has_begun { 0 } else { self.changer.leading_line_feed(text) };
        self.has_begun |= !text.is_empty();
        let (line_feed, rest) = text.split_at(first);
        Changed { line_feed, has_rest: !rest.is_empty(), rest: self.changer.push(rest) }
    }
}

/// A worker's memory.
struct Memory {
    src: Pages,
    out: Pages,
}

impl<'a> Work<'a> {
    fn run(&self) {
        let src = Pages::new(PAGE_LEN + PART_LEN + AROUND);
        let mut memory = Memory { src, out: Pages::new(OUT_LEN) };
        // Errors are those of a turn, and end it.
        while let Some(()) = self.do_part(&mut memory) {}
    }

    /// Does the next part; `None` when there is none to be done any more.
    fn do_part(&self, memory: &mut Memory) -> Option<()> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        if self.lock().end.is_some() {
            return None;
        }
        let part = match self.read(index, &mut memory.src) {
            Ok(part) => part,
            Err(error) => {
                let turn = self.turn_of(index)?;
                return self.end(turn, Err(Stop::Read(error)));
            }
        };
        progress::advance(part.text.len() as u64);
        let changer = Changer::new(self.job.line_endings, self.job.to);
        let mut endings = Endings { changer, has_begun: false };
        let mut transcoder = self.transcoder(index);
        let (mut rest, mut is_pushed, mut ill_formed) = (part.text, false, None);
        let mut filled = 0;
        loop {
            let out = &mut memory.out[filled..];
            let step = if is_pushed { transcoder.finish(out) } else { transcoder.push(rest, out) };
            rest = &rest[step.read..];
            filled += step.written;
            match step.status {
                Status::InputEmpty if is_pushed => break,
                Status::InputEmpty => is_pushed = true,
                Status::OutputFull => {
                    let mut turn = self.turn_of(index)?;
                    if let Err(error) = turn.write(&endings.change(&memory.out[..filled])) {
                        return self.end(turn, Err(Stop::Write(error)));
                    }
                    filled = 0;
                }
                Status::IllFormed(error) => {
                    ill_formed = Some(part.offset + error.offset());
                    break;
                }
            }
        }
        let text = endings.change(&memory.out[..filled]);
        let mut turn = self.turn_of(index)?;
        if let Err(error) = turn.write(&text) {
            return self.end(turn, Err(Stop::Write(error)));
        }
        if endings.has_begun {
            turn.endings.go_on_behind(&endings.changer);
        }
        let state = transcoder.state();
        turn.sum.read += state.read();
        turn.sum.written += state.written();
        turn.sum.replacements += state.replacements();
        if ill_formed.is_some() || part.is_last {
            let Turn { output, endings, .. } = &mut *turn;
            if let Err(error) = output.write_all(endings.finish()) {
                return self.end(turn, Err(Stop::Write(error)));
            }
        }
        match ill_formed {
            Some(offset) => self.end(turn, Err(Stop::IllFormed { offset })),
            None if part.is_last => self.end(turn, Ok(())),
            None => {
                turn.part += 1;
                self.has_changed.notify_all();
                Some(())
            }
        }
    }

    /// The first part has the marks.
    fn transcoder(&self, index: u64) -> Transcoder {
        let Job { text, to, policy, .. } = self.job;
        let text = if index == 0 { *text } else { text.without_marks() };
        text.transcoder(to, policy, false)
    }

    fn lock(&self) -> MutexGuard<'_, Turn<'a>> {
        // Who has panicked takes the program along.
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all parts before this one are written; `None` if one of them was the last.
    fn turn_of(&self, index: u64) -> Option<MutexGuard<'_, Turn<'a>>> {
        let waits = |turn: &mut Turn<'_>| turn.part != index && turn.end.is_none();
        let turn = self.has_changed.wait_while(self.lock(), waits);
        Some(turn.unwrap_or_else(PoisonError::into_inner)).filter(|turn| turn.end.is_none())
    }

    fn end(&self, mut turn: MutexGuard<'_, Turn<'a>>, end: Result<(), Stop>) -> Option<()> {
        turn.end = Some(end);
        self.has_changed.notify_all();
        None
    }

    /// Reads a part and what is around it, and finds its ends.
    fn read<'b>(&self, index: u64, src: &'b mut [u8]) -> io::Result<Part<'b>> {
        let before = if index == 0 { 0 } else { AROUND };
        let offset = index * PART_LEN as u64 - before as u64;
        let end = before + PART_LEN;
        // Pages of the file come into pages of the memory.
        let src = &mut src[PAGE_LEN - before..][..end + AROUND];
        let len = read_at(self.job.file, src, offset)?;
        let src = &src[..len];
        let is_last = len <= end;
        let encoding = self.job.text.encoding;
        let from = if index == 0 { 0 } else { cut(encoding, src, before) };
        let to = if is_last { len } else { cut(encoding, src, end) };
        // They cross where the file has become shorter since.
        let text = &src[from.min(to)..to];
        Ok(Part { text, offset: offset + from as u64, is_last })
    }
}

/// A part of the file.
struct Part<'a> {
    text: &'a [u8],
    offset: u64,
    is_last: bool,
}

/// The place to cut at before `index`, or there: the same by whatever of the text around it, so long as that has
/// [`AROUND`] bytes on both sides or ends with the text.
fn cut(encoding: Encoding, text: &[u8], index: usize) -> usize {
    match encoding {
        Encoding::Utf8 => floor_boundary::<Utf8>(text, index),
        Encoding::Utf16Le => floor_boundary::<Utf16Le>(text, index),
        Encoding::Utf16Be => floor_boundary::<Utf16Be>(text, index),
        Encoding::Utf32Le => floor_boundary::<Utf32Le>(text, index),
        Encoding::Utf32Be => floor_boundary::<Utf32Be>(text, index),
        _ => index.min(text.len()),
    }
}

/// Reads until the buffer is full or the file ends.
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match file.read_at(&mut buffer[len..], offset + len as u64) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}
