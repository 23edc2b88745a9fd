//! `codeunit convert`.

use std::fs;
use std::io::Write;

use codeunit::State;

use crate::args::Convert;
use crate::exit::Exit;
use crate::failure::{Failure, complain, shown};
use crate::label;
use crate::output::stdout_file;
use crate::plan::{Job, Plan};
use crate::summary::Summary;

pub(crate) fn run(args: &Convert) -> Result<Exit, Failure> {
    if args.list {
        let names = label::names().join("\n") + "\n";
        let written = stdout_file().and_then(|mut out| out.write_all(names.as_bytes()));
        return written.map(|()| Exit::Done).map_err(Failure::stdout);
    }
    let plan = Plan::new(&args.inputs, args.output.as_deref())?;
    if let Some(directory) = &plan.new_directory {
        fs::create_dir_all(directory).map_err(|error| Failure::Io {
            what: "cannot create directory",
            name: shown(directory),
            error,
        })?;
    }
    let mut summary = Summary::new();
    let mut exit = Exit::Done;
    for (index, job) in plan.jobs.iter().enumerate() {
        match convert(args, job) {
            Ok(state) => {
                summary.add_converted(&state);
                if args.strict_exit && state.replacements() > 0 {
                    exit = Exit::IllFormed;
                }
                if state.replacements() > 0 && !args.quiet {
                    let (name, count) = (job.input.name(), state.replacements());
                    complain(format_args!("{name}: replacements: {count}"));
                }
            }
            Err(Failure::BrokenPipe) => return Ok(exit),
            Err(failure) => {
                summary.add_failed(failure.exit() == Exit::IllFormed);
                complain(&failure);
                let later = plan.jobs.len() - index - 1;
                if later > 0 {
                    complain(format_args!("stopped; later inputs not converted: {later}"));
                }
                exit = failure.exit();
                break;
            }
        }
    }
    if !args.quiet {
        complain(&summary);
    }
    Ok(exit)
}

fn convert(args: &Convert, job: &Job) -> Result<State, Failure> {
    // The input first: without it no file is created.
    let mut input = job.input.open(args.reading())?;
    let mut output = job.output.open()?;
    let write_failure = |error| job.output.write_failure(error);
    let state = input.convert(args.to, args.policy(), output.writer(), write_failure)?;
    output.finish()?;
    Ok(state)
}
