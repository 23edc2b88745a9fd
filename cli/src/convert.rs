//! `codeunit convert`.

use std::fs;

use crate::args::Convert;
use crate::exit::Exit;
use crate::failure::{Failure, complain, shown};
use crate::plan::{Job, Plan};
use crate::stream::Policy;

pub(crate) fn run(args: &Convert) -> Result<Exit, Failure> {
    let plan = Plan::new(&args.inputs, args.output.as_deref())?;
    if let Some(directory) = &plan.new_directory {
        fs::create_dir_all(directory).map_err(|error| Failure::Io {
            what: "cannot create directory",
            name: shown(directory),
            error,
        })?;
    }
    for (index, job) in plan.jobs.iter().enumerate() {
        if let Err(failure) = convert(args, job) {
            let later = plan.jobs.len() - index - 1;
            if later == 0 {
                return Err(failure);
            }
            complain(&failure);
            complain(format_args!("stopped; later inputs not converted: {later}"));
            return Ok(failure.exit());
        }
    }
    Ok(Exit::Done)
}

fn convert(args: &Convert, job: &Job) -> Result<(), Failure> {
    // The input first: without it no file is created.
    let mut input = job.input.open(args.from, args.engine.engine())?;
    let mut output = job.output.open()?;
    let replacements = input.run(
        |text, reader| text.convert(reader, output.writer(), args.to, args.errors),
        |error| job.output.write_failure(error),
    )?;
    output.finish()?;
    if args.errors == Policy::Replace {
        complain(format_args!("{}: replacements: {replacements}", job.input.name()));
    }
    Ok(())
}
