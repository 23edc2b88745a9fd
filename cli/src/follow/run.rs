//! The loop.

use std::io::ErrorKind;
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::SIGHUP;

use super::output::Sink;
use super::saved::{Saved, damaged};
use super::stream::{Stop, Stream};
use super::tail::{Place, Tail};
use crate::args::Convert;
use crate::blocks::PIECE_LEN;
use crate::exit::Exit;
use crate::failure::{Failure, complain, shown};
use crate::input::{Input, is_hyphen};
use crate::output::Output;
use crate::summary::Summary;
use crate::temporary::remove_at_signals;

/// How long at most the program goes on without saving its state.
const SAVE_EVERY: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Convert) -> Result<Exit, Failure> {
    let [path] = args.inputs.as_slice() else {
        return Err(Failure::Usage("--follow takes one input file".into()));
    };
    let output = match &args.output {
        Some(path) if !is_hyphen(path) => Output::File(path.clone()),
        _ => Output::Stdout,
    };
    refuse_the_same(args, path, &output)?;
    let is_stopped = stopped_by_signals();
    let mut follower = Follower::start(args, path, &output)?;
    let result = follower.follow(&is_stopped).and_then(|()| follower.release());
    let mut summary = follower.summary();
    let mut exit = Exit::Done;
    if args.strict_exit && summary.replacements > 0 {
        exit = Exit::IllFormed;
    }
    if let Err(failure) = result
        && !matches!(failure, Failure::BrokenPipe)
    {
        complain(&failure);
        exit = failure.exit();
        summary.failed += 1;
        summary.errors += u64::from(exit == Exit::IllFormed);
    }
    if !args.quiet {
        complain(&summary);
    }
    Ok(exit)
}

/// No two of the input, the output and the state may be one file.
fn refuse_the_same(args: &Convert, path: &Path, output: &Output) -> Result<(), Failure> {
    use crate::identity::{Identity, Places};
    let input = Identity::of_input(&Input::from_arg(path));
    let output_identity = Identity::of_output(output);
    let state = args.follow.state.as_deref();
    let state_identity = state.and_then(Identity::of_path);
    let is_same = |a: &Option<Identity>, b: &Option<Identity>| a.is_some() && a == b;
    let mut places = Places::default();
    let mut place = |path: Option<&Path>| path.map(|path| places.of(path));
    let same_path = state.is_some() && place(args.output.as_deref()) == place(state);
    if is_hyphen(path) {
        return Err(Failure::Usage("--follow takes a file, not the standard input".into()));
    }
    if is_same(&input, &output_identity)
        || is_same(&input, &state_identity)
        || is_same(&output_identity, &state_identity)
        || same_path
    {
        let message = "--follow: input, output and state file must be different files";
        return Err(Failure::Usage(message.into()));
    }
    Ok(())
}

/// Set by the first SIGINT or SIGTERM, which wakes this thread. The next one, and SIGHUP, end the program at once: an
/// output that nobody reads is waited for, whatever is set.
fn stopped_by_signals() -> Arc<AtomicBool> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let (flag, follower) = (is_stopped.clone(), thread::current());
    // Where there is no thread for that, the first one ends it at once, too.
    _ = remove_at_signals(move |signal| {
        let is_first = signal != SIGHUP && !flag.swap(true, Ordering::Relaxed);
        if is_first {
            follower.unpark();
        }
        is_first
    });
    is_stopped
}

/// A file that is followed.
struct Follower<'a> {
    args: &'a Convert,
    path: &'a Path,
    sink: Sink<'a>,
    /// `None` while there is no file of the name.
    tail: Option<Tail>,
    /// The place of the file, also of one that is gone.
    place: Place,
    stream: Option<Stream>,
    /// Whether the output has the text of a file before this one.
    has_output: bool,
    block: Vec<u8>,
    out: Vec<u8>,
    summary: Summary,
    /// Bytes that the output has got.
    written: u64,
    saved_at: Instant,
    is_saved: bool,
    /// Whether the file that has the name now may not be read, and that has been told.
    is_denied: bool,
}

impl<'a> Follower<'a> {
    fn start(args: &'a Convert, path: &'a Path, output: &'a Output) -> Result<Self, Failure> {
        let state = args.follow.state.as_deref();
        let saved = state.map(Saved::load).transpose()?.flatten();
        let open_failure = |error| Failure::Io { what: "cannot open", name: shown(path), error };
        let is_new = saved.is_none();
        let (tail, place, length, has_output, stream) = match (saved, state) {
            (Some(saved), Some(state)) => {
                let others: Vec<&Path> =
                    args.output.as_deref().into_iter().chain([state]).collect();
                let before = saved.place.clone();
                let tail = Tail::find(path, before.clone(), &others).map_err(open_failure)?;
                let place = tail.as_ref().map_or_else(|| before.clone(), |it| it.place.clone());
                let (output, has_output) = (saved.output, saved.has_output);
                let stream = saved.resume(args).ok_or_else(|| damaged(state))?;
                let length = output.map(|length| length.moved(before.inode, place.inode));
                (tail, place, length, Some(has_output), stream)
            }
            _ => {
                let tail = Tail::open(path).map_err(open_failure)?;
                let place = tail.place.clone();
                (Some(tail), place, None, None, None)
            }
        };
        let sink = Sink::open(output, length)?;
        let has_output = has_output.unwrap_or_else(|| !sink.is_empty());
        let (block, out) = (vec![0; PIECE_LEN], vec![0; 4 * PIECE_LEN]);
        let (summary, saved_at) = (Summary::new(), Instant::now());
        let mut follower = Self {
            args,
            path,
            sink,
            tail,
            place,
            stream,
            has_output,
            block,
            out,
            summary,
            written: 0,
            saved_at,
            is_saved: false,
            is_denied: false,
        };
        if is_new {
            // Before the first byte is written, so that there is always a length to cut the output to.
            follower.save()?;
        }
        if follower.tail.is_none() && !path.exists() {
            follower.warn("gone; waiting for it, or for another file of its name");
        }
        Ok(follower)
    }

    fn follow(&mut self, is_stopped: &AtomicBool) -> Result<(), Failure> {
        let is_stopped = || is_stopped.load(Ordering::Relaxed);
        let mut is_replaced = false;
        loop {
            let has_moved = self.catch_up(&is_stopped)?;
            if self.is_saved {
                self.sink.check()?;
            } else {
                self.save()?;
            }
            if is_stopped() {
                return Ok(());
            }
            match self.replacement()? {
                // Who writes to the old one may not know yet: it gets one interval more.
                Some(new) if is_replaced && !has_moved => {
                    if self.tail.is_some() {
                        self.say("replaced; going on with the new file");
                    } else {
                        self.warn("replaced while it was not followed; what it had beyond is lost");
                    }
                    self.finish_text()?;
                    self.place = new.place.clone();
                    self.tail = Some(new);
                    is_replaced = false;
                    self.save()?;
                    continue;
                }
                Some(_) => is_replaced = true,
                None => is_replaced = false,
            }
            thread::park_timeout(self.args.follow.interval);
        }
    }

    /// Another file that has the name now. One that was gone may be back.
    fn replacement(&mut self) -> Result<Option<Tail>, Failure> {
        match Tail::open(self.path) {
            Ok(found) => {
                self.is_denied = false;
                if let Some(tail) = &self.tail {
                    return Ok((tail.place.inode != found.place.inode).then_some(found));
                }
                if !found.is_of(&self.place).map_err(|error| self.input_failure(error))? {
                    return Ok(Some(found));
                }
                let tail = found.at(&self.place);
                self.place = tail.place.clone();
                self.tail = Some(tail);
                Ok(None)
            }
            // Nothing, between the renaming and the new file.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            // Who rotates may give it to its readers a moment after it is made.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                if !mem::replace(&mut self.is_denied, true) {
                    self.warn(&format!("cannot open, waiting: {error}"));
                }
                Ok(None)
            }
            Err(error) => Err(self.input_failure(error)),
        }
    }

    /// Converts what there is; tells whether there was anything.
    fn catch_up(&mut self, is_stopped: &impl Fn() -> bool) -> Result<bool, Failure> {
        let mut has_moved = false;
        while !is_stopped() {
            let Some(tail) = &mut self.tail else { break };
            let failed = |error| Failure::Io { what: "cannot read", name: shown(self.path), error };
            if tail.is_rewritten().map_err(failed)? {
                self.say("cut short; going on from its beginning");
                self.finish_text()?;
                if let Some(tail) = &mut self.tail {
                    tail.restart();
                    self.place = tail.place.clone();
                }
                self.save()?;
                continue;
            }
            self.sink.cut()?;
            let len = tail.read(&mut self.block).map_err(failed)?;
            if len == 0 || !self.push(len, false)? {
                break;
            }
            has_moved = true;
            if self.saved_at.elapsed() >= SAVE_EVERY {
                self.save()?;
            }
        }
        Ok(has_moved)
    }

    /// Converts so many bytes of the block; false if they do not tell yet what they are the beginning of.
    fn push(&mut self, len: usize, is_all: bool) -> Result<bool, Failure> {
        let block = &self.block[..len];
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => match Stream::begin(self.args, block, is_all, self.has_output) {
                Some(stream) => stream,
                None => return Ok(false),
            },
        };
        self.is_saved = false;
        let before = stream.converted().read;
        let result =
            stream.push(block, &mut self.out, |text| self.sink.write(text, &mut self.written));
        let (read, encoding) = (stream.converted().read - before, stream.encoding());
        if let Some(tail) = &mut self.tail {
            tail.advance(&block[..usize::try_from(read).expect("at most a block")]);
            self.place = tail.place.clone();
        }
        self.stream = Some(stream);
        self.stop(result, encoding).map(|()| true)
    }

    /// Does what is to be done about a text that was not converted to its end.
    fn stop(
        &mut self,
        result: Result<(), Stop>,
        encoding: codeunit::Encoding,
    ) -> Result<(), Failure> {
        match result {
            Ok(()) => Ok(()),
            Err(Stop::Output(failure)) => Err(failure),
            Err(Stop::Text(error)) => {
                // It stands before the error, so that another policy can go on there.
                self.save()?;
                Err(Failure::Text { name: shown(self.path), encoding, error })
            }
        }
    }

    /// The end of the text of one file.
    fn finish_text(&mut self) -> Result<(), Failure> {
        let kept = self.sink.keep(self.args.to)?;
        if kept > 0 {
            // The end of the text is in it, or lost.
            let what = "what was read since the state was saved is gone; of it the output keeps";
            self.warn(&format!("{what} {kept} bytes"));
            (self.stream, self.has_output) = (None, true);
            return Ok(());
        }
        self.begin_at_last()?;
        let Some(mut stream) = self.stream.take() else { return Ok(()) };
        let result = stream.finish(&mut self.out, |text| self.sink.write(text, &mut self.written));
        if result.is_ok() {
            self.has_output |= stream.converted().written > 0;
            self.summary.add_converted(&stream.converted_now());
            return Ok(());
        }
        let encoding = stream.encoding();
        self.stream = Some(stream);
        self.stop(result, encoding)
    }

    /// Takes what might have been the beginning of a mark for what it is without the rest.
    fn begin_at_last(&mut self) -> Result<(), Failure> {
        if self.stream.is_none()
            && let Some(tail) = &self.tail
        {
            let len = tail.read(&mut self.block).map_err(|error| self.input_failure(error))?;
            self.push(len, true)?;
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), Failure> {
        self.saved_at = Instant::now();
        self.is_saved = true;
        self.sink.check()?;
        let Some(state) = &self.args.follow.state else { return Ok(()) };
        let output = self.sink.sync()?;
        let stream = self.stream.as_ref().map(Stream::save);
        let place = self.place.clone();
        Saved::new(self.args, place, stream, self.has_output, output).store(state)
    }

    fn say(&self, what: &str) {
        if !self.args.quiet {
            self.warn(what);
        }
    }

    /// What is not well is told to who wants it quiet, too.
    fn warn(&self, what: &str) {
        complain(format_args!("{}: {what}", shown(self.path)));
    }

    /// Without a state the work ends here: nothing is held back, and what is cut is told.
    fn release(&mut self) -> Result<(), Failure> {
        if self.args.follow.state.is_some() {
            return Ok(());
        }
        self.begin_at_last()?;
        let Some(stream) = &mut self.stream else { return Ok(()) };
        stream.release(&mut self.out, |text| self.sink.write(text, &mut self.written))?;
        self.sink.check()?;
        if let Some(offset) = stream.cut_at() {
            self.warn(&format!("byte offset {offset}: the last character has not come as a whole"));
        }
        Ok(())
    }

    fn summary(&self) -> Summary {
        let mut summary = self.summary.clone();
        if let Some(stream) = &self.stream {
            summary.add_converted(&stream.converted_now());
        }
        // Of what was converted some may be held back, or have found no room.
        summary.written = summary.written.map(|_| self.written);
        summary
    }

    fn input_failure(&self, error: std::io::Error) -> Failure {
        Failure::Io { what: "cannot read", name: shown(self.path), error }
    }
}
