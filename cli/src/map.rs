//! `codeunit convert --map`: a map of offsets beside a conversion.

use codeunit::{Checkpoints, Encoding};

use crate::args::Convert;
use crate::failure::Failure;
use crate::identity::{Identity, Places};
use crate::line_endings::LineEndings;
use crate::output::{OpenOutput, Output};
use crate::plan::{Job, names_stdout};

/// So many checkpoints take 4 MiB, and reach 8 GiB of text at the default interval. The help names the number.
pub(crate) const MAXIMUM: usize = 1 << 17;

/// The map that is recorded, and where it goes to.
pub(crate) struct Recording<'a> {
    pub(crate) checkpoints: Checkpoints,
    output: &'a Output,
}

/// Where the map goes to, if one is asked for.
pub(crate) fn output(args: &Convert) -> Option<Output> {
    args.map.clone().map(Output::File)
}

/// Refuses a map of what has none: it is of one input, which stays where it is.
pub(crate) fn check(args: &Convert, jobs: &[Job]) -> Result<(), Failure> {
    let Some(path) = &args.map else { return Ok(()) };
    let usage = |message: &str| Err(Failure::Usage(message.into()));
    if args.inputs.len() > 1 || args.walk.recursive {
        return usage("--map is of one input: convert several one by one");
    }
    if args.line_endings != LineEndings::Keep {
        return usage("--map is of offsets, which --line-endings moves");
    }
    if args.compress.is_some() {
        return usage("--map is of offsets in the output, which --compress hides");
    }
    if names_stdout(path) {
        return usage("--map needs a file of its own");
    }
    let output = Output::File(path.clone());
    let map = Identity::of_output(&output);
    if map.as_ref().is_some_and(|map| Identity::of_reports().contains(map)) {
        return usage("--map needs a file of its own");
    }
    let mut places = Places::default();
    for job in jobs {
        if matches!(job.output, Output::OverInput(_)) {
            return usage("--map is of an input that stays, which the output is going to replace");
        }
        let is_same = map.is_some()
            && (Identity::of_input(&job.input) == map || Identity::of_output(&job.output) == map);
        let is_same_place = matches!(&job.output, Output::File(output) | Output::OverInput(output)
            if places.of(output) == places.of(path));
        if is_same || is_same_place {
            return usage("--map names the input or the output");
        }
    }
    Ok(())
}

impl<'a> Recording<'a> {
    /// What a pair of encodings is recorded with.
    pub(crate) fn new(output: &'a Output, from: Encoding, to: Encoding) -> Result<Self, Failure> {
        let legacy = [from, to].into_iter().find(|it| matches!(it, Encoding::Legacy(_)));
        if let Some(encoding) = legacy {
            let name = encoding.name();
            return Err(Failure::Usage(format!("there are no maps of offsets for {name}")));
        }
        Ok(Self { checkpoints: Checkpoints::new().with_maximum(MAXIMUM), output })
    }

    /// Writes the file, before the output has its name: where it cannot be, neither is.
    pub(crate) fn write(&self) -> Result<OpenOutput<'a>, Failure> {
        let mut file = self.output.open()?;
        let written = file.writer().write_all(&self.checkpoints.to_bytes());
        written.map_err(|error| self.output.write_failure(error))?;
        Ok(file)
    }
}
