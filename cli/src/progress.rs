//! A bar on standard error: bytes, rate and time left.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::OnceLock;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use crate::input::Input;

/// When there is a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// If standard error is a terminal and the text does not go to one
    Auto,
    /// Also where it goes to a file or a pipe
    Always,
    /// Not at all
    Never,
}

/// The one bar of the process. Messages are written around it.
static BAR: OnceLock<ProgressBar> = OnceLock::new();

/// How often it is drawn a second.
const RATE: u8 = 10;

/// Shows a bar for the work on these inputs; `is_busy` if the standard output has text.
pub(crate) fn start<'a>(when: When, is_busy: bool, inputs: impl Iterator<Item = &'a Input>) {
    let target = match when {
        When::Never => return,
        When::Auto if is_busy && io::stdout().is_terminal() => return,
        When::Auto if !io::stderr().is_terminal() => return,
        When::Auto => ProgressDrawTarget::stderr_with_hz(RATE),
        When::Always => ProgressDrawTarget::term_like_with_hz(Box::new(Plain), RATE),
    };
    let total = inputs.map(len).sum::<Option<u64>>();
    let template = match total {
        Some(_) => "{wide_bar} {percent}% {bytes}/{total_bytes} {bytes_per_sec} {eta} left",
        None => "{spinner} {bytes} {bytes_per_sec} {elapsed}",
    };
    let bar = ProgressBar::with_draw_target(total, target);
    bar.set_style(ProgressStyle::with_template(template).expect("a template that is tested"));
    bar.tick();
    _ = BAR.set(bar);
}

/// The bytes of a regular file. Nobody knows those of what comes through a pipe.
fn len(input: &Input) -> Option<u64> {
    match input {
        Input::Stdin => None,
        // What cannot be opened is told later.
        Input::File(path) => match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Some(metadata.len()),
            Ok(_) => None,
            Err(_) => Some(0),
        },
    }
}

/// Takes the bar away.
pub(crate) fn finish() {
    if let Some(bar) = BAR.get() {
        bar.finish_and_clear();
    }
}

/// Writes something where the bar is.
pub(crate) fn suspend<R>(write: impl FnOnce() -> R) -> R {
    match BAR.get() {
        Some(bar) if !bar.is_finished() => bar.suspend(write),
        _ => write(),
    }
}

/// The reader, which moves the bar if there is one.
pub(crate) fn watch(reader: Box<dyn Read>) -> Box<dyn Read> {
    match BAR.get() {
        Some(bar) => Box::new(bar.wrap_read(reader)),
        None => reader,
    }
}

/// Moves the bar, if there is one, for what is read in another way.
#[cfg_attr(not(unix), allow(dead_code, reason = "files are not cut in parts there"))]
pub(crate) fn advance(bytes: u64) {
    if let Some(bar) = BAR.get() {
        bar.inc(bytes);
    }
}

/// Moves the bar back, if there is one, for what is going to be read again.
#[cfg_attr(not(unix), allow(dead_code, reason = "files are not cut in parts there"))]
pub(crate) fn take_back(bytes: u64) {
    if let Some(bar) = BAR.get() {
        bar.dec(bytes);
    }
}

/// Standard error as a terminal of 80 columns, whatever it is.
#[derive(Debug)]
struct Plain;

impl Plain {
    fn write(&self, text: &str) -> io::Result<()> {
        io::stderr().write_all(text.as_bytes())
    }

    fn move_cursor(&self, n: usize, direction: char) -> io::Result<()> {
        if n == 0 { Ok(()) } else { self.write(&format!("\x1B[{n}{direction}")) }
    }
}

impl TermLike for Plain {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.move_cursor(n, 'D')
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write(text)?;
        self.write("\n")
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.write(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.write("\r\x1B[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().flush()
    }
}
