//! `codeunit bench`: a file of the user's own on every backend, beside the standard library.

mod codec;
mod implementations;
mod plan;
mod report;
mod sample;
mod scheme;
mod standard;

use std::io::{self, Write};
use std::time::Duration;

use codeunit::{ByteOrderMark, Engine};

use self::implementations::{Bench, Difference, Operation};
use self::plan::Step;
use self::report::{heading, table};
use self::sample::Sample;
use self::scheme::Scheme;
use crate::args;
use crate::closed::check_stdout;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Input;
use crate::text::Reading;

/// The most that is read of an input: more than most caches hold, and converted in moments.
const LIMIT: usize = 64 << 20;

pub(crate) fn run(args: &args::Bench) -> Result<Exit, Failure> {
    let input = args.input.as_deref().map_or(Input::Stdin, Input::from_arg);
    let targets = args.to.iter().map(|&to| Scheme::new(to)).collect::<Result<Vec<_>, _>>()?;
    let reading = Reading {
        label: args.from,
        detect: false,
        bom: None,
        engine: Engine::active(),
        decompress: true,
    };
    if let Input::File(path) = &input
        && path.is_dir()
    {
        let error = io::Error::new(io::ErrorKind::IsADirectory, "a directory, not a file");
        return Err(Failure::Io { what: "cannot open", name: input.name(), error });
    }
    let mut open = input.open(reading)?;
    let scheme = Scheme::new(open.encoding())?;
    let start = open.text.mark.map_or(0, ByteOrderMark::len);
    let sample = Sample::read(scheme, start, &mut open.blocks, LIMIT)
        .map_err(|error| open.read_failure(error))?;
    check_stdout().map_err(Failure::stdout)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", heading(&input.name(), &sample)).map_err(Failure::stdout)?;
    for Step { title, operation } in plan::steps(&sample, &targets) {
        writeln!(out, "\n{title}").map_err(Failure::stdout)?;
        if let Some(operation) = operation {
            let rows = measured(operation, &sample.bytes, args.seconds)
                .map_err(|difference| fault(&title, &difference))?;
            write!(out, "{rows}").map_err(Failure::stdout)?;
        }
    }
    Ok(Exit::Done)
}

/// The table of an operation on which all agree.
fn measured(operation: Operation, text: &[u8], limit: Duration) -> Result<String, Difference> {
    let mut bench = Bench::new(operation, text);
    let calls = bench.compare()?;
    let times = bench.measure(limit, &calls);
    let names: Vec<_> = bench.implementations.iter().map(|one| one.name).collect();
    Ok(table(&names, &times, text.len()))
}

fn fault(title: &str, Difference { names: [one, other], offset }: &Difference) -> Failure {
    let place = match offset {
        Some(offset) => format!("differ from byte {offset} of the output on"),
        None => "disagree whether the text is well-formed".into(),
    };
    Failure::Fault(format!("{title}: {one} and {other} {place}"))
}

#[cfg(test)]
mod tests {
    use super::{Difference, fault};
    use crate::exit::Exit;

    #[test]
    fn a_difference_is_a_fault_of_the_program() {
        let failure = |offset| fault("title", &Difference { names: ["a", "b"], offset });
        let message = "title: a and b differ from byte 7 of the output on; \
                       this is a fault of codeunit, please report it";
        assert_eq!(failure(Some(7)).to_string(), message);
        assert!(failure(None).to_string().starts_with("title: a and b disagree"));
        assert_eq!(failure(None).exit(), Exit::Fault);
    }
}
