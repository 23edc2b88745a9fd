//! `codeunit locate`: offsets in a converted text, and where they are in the original.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use codeunit::{Checkpoints, Located, Segment};
use serde_json::json;

use crate::check::say;
use crate::closed;
use crate::exit::Exit;
use crate::failure::{Failure, shown};
use crate::json;
use crate::map::MAXIMUM;

const EXAMPLES: &str = "\
A line for each OFFSET: it, what it is in the other file, and the line of the text. What lies inside of a
character, of a byte order mark, or of what stands in place of a run of ill-formed sequences, each directly
behind the one before it, has the offset where that begins, and a `+` behind it. So has, in a map of more runs
than about 65,000, what lies between runs that have become one, since a map has at most 131,072 checkpoints.
Of a line of standard input the digits it begins with count, so that it can be the output of grep -ob.

Examples:
  codeunit convert -f utf-16 app.log -o app.txt --map app.map
  codeunit locate --map app.map app.txt 4096
  grep -obF ERROR app.txt | codeunit locate --map app.map app.txt";

/// Tell where in the original of a conversion an offset lies.
///
/// Reads the map that `convert --map` has written, and of the output a block or some for each offset.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Locate {
    /// The map of offsets
    #[arg(long, value_name = "FILE")]
    map: PathBuf,

    /// OFFSETs are of the original: tell those of the output
    #[arg(long)]
    reverse: bool,

    /// Print a line of JSON for each offset
    #[arg(long)]
    json: bool,

    /// The output of the conversion
    #[arg(value_name = "TEXT")]
    text: PathBuf,

    /// Byte offsets from 0 [default: those that the lines of standard input begin with]
    #[arg(value_name = "OFFSET")]
    offsets: Vec<u64>,
}

pub(crate) fn run(args: &Locate) -> Result<Exit, Failure> {
    let open = File::open(&args.map).map_err(|error| failed("cannot open", &args.map, error))?;
    let map = Checkpoints::from_reader(BufReader::new(open), MAXIMUM)
        .map_err(|error| failed("cannot read", &args.map, error))?;
    let mut text = Text::open(&args.text, &map)?;
    if !args.offsets.is_empty() {
        args.offsets.iter().try_for_each(|&offset| args.tell(&map, &mut text, offset))?;
        return Ok(Exit::Done);
    }
    let failed = |error| Failure::Io { what: "cannot read", name: "standard input".into(), error };
    let mut stdin = closed::stdin().map_err(failed)?;
    loop {
        let line = beginning_of_line(&mut stdin).map_err(failed)?;
        let Some(line) = line else { break };
        if line.is_empty() {
            continue;
        }
        let len = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = std::str::from_utf8(&line[..len]).expect("digits");
        let offset = digits.parse().map_err(|_| {
            let line = String::from_utf8_lossy(&line);
            let line: String = line.chars().take(40).flat_map(char::escape_debug).collect();
            Failure::Usage(format!("no offset at the beginning of the line \"{line}\""))
        })?;
        args.tell(&map, &mut text, offset)?;
    }
    Ok(Exit::Done)
}

impl Locate {
    fn tell(&self, map: &Checkpoints, text: &mut Text<'_>, offset: u64) -> Result<(), Failure> {
        let segment = if self.reverse { map.segment_of_input(offset) } else { map.segment(offset) };
        let segment = segment.ok_or_else(|| {
            let (input, output) = map.end();
            let (what, end) = if self.reverse { ("original", input) } else { ("output", output) };
            Failure::Usage(format!("offset {offset} lies behind the {what}, which has {end} bytes"))
        })?;
        let segment = text.narrowed(segment, offset, self.reverse)?;
        let part = text.part(&segment)?;
        let found = if self.reverse {
            segment.locate_input(offset, part)
        } else {
            segment.locate(offset, part)
        };
        let Located { offset: other, line, is_exact, .. } = found;
        if self.json {
            let (input, output) = if self.reverse { (offset, other) } else { (other, offset) };
            let item = json!({ "output": output, "input": input, "line": line, "exact": is_exact });
            return json::print(&item);
        }
        let inside = if is_exact { "" } else { "+" };
        let line = line.map_or_else(String::new, |line| format!(", line {line}"));
        say(format_args!("{offset}: byte {other}{inside}{line}"))
    }
}

/// The first bytes of the next line, which may be as long as it likes; `None` at the end.
fn beginning_of_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    const MOST: u64 = 64;
    let mut line = Vec::new();
    if input.by_ref().take(MOST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|byte| *byte == b'\n').is_none() {
        input.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

/// The most bytes of the output that are looked at together: of a text of many GiB, and of a map that is not our own,
/// what lies between two checkpoints may be longer than memory.
const PART_LEN: u64 = 1 << 20;

/// The output, of which a part is at hand.
struct Text<'a> {
    path: &'a Path,
    file: File,
    part: Vec<u8>,
    /// Where that begins.
    start: Option<u64>,
}

impl<'a> Text<'a> {
    fn open(path: &'a Path, map: &Checkpoints) -> Result<Self, Failure> {
        let open = || {
            let file = File::open(path)?;
            let len = file.metadata()?.len();
            Ok((file, len))
        };
        let (file, len) = open().map_err(|error| failed("cannot open", path, error))?;
        let (_, output) = map.end();
        if len != output {
            let name = shown(path);
            return Err(Failure::Usage(format!(
                "{name}: not the output that the map is of: it has {len} bytes, and not {output}"
            )));
        }
        Ok(Self { path, file, part: Vec::new(), start: None })
    }

    /// The rest of a segment from a place on that lies not far before the offset.
    fn narrowed(
        &mut self,
        mut segment: Segment,
        offset: u64,
        is_of_input: bool,
    ) -> Result<Segment, Failure> {
        while !segment.is_gap && segment.output.end - segment.output.start > PART_LEN {
            let part = self.part(&segment)?;
            // The last character of it begins there, and everything before it is whole.
            let end = segment.output.start + part.len() as u64;
            let places =
                (end.saturating_sub(4)..end).rev().map(|at| (at, segment.locate(at, part)));
            let Some((output, last)) = places.into_iter().find(|(_, found)| found.is_exact) else {
                break;
            };
            let reached = if is_of_input { last.offset } else { output };
            if offset < reached || output <= segment.output.start {
                break;
            }
            segment.line = last.line;
            (segment.output.start, segment.input.start) = (output, last.offset);
        }
        Ok(segment)
    }

    /// The beginning of a segment, or all of it.
    fn part(&mut self, segment: &Segment) -> Result<&[u8], Failure> {
        // Of a gap nothing is looked at.
        if segment.is_gap {
            return Ok(&[]);
        }
        let range = &segment.output;
        if self.start != Some(range.start) {
            self.start = None;
            self.part.clear();
            let mut read = || {
                self.file.seek(SeekFrom::Start(range.start))?;
                let len = (range.end - range.start).min(PART_LEN);
                self.file.by_ref().take(len).read_to_end(&mut self.part)
            };
            read().map_err(|error| failed("cannot read", self.path, error))?;
            self.start = Some(range.start);
        }
        Ok(&self.part)
    }
}

fn failed(what: &'static str, path: &Path, error: io::Error) -> Failure {
    Failure::Io { what, name: shown(path), error }
}
