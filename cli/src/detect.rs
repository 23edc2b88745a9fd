//! `codeunit detect`.

use codeunit::{Confidence, Detection};

use crate::args::Detect;
use crate::check::say;
use crate::exit::Exit;
use crate::failure::{Failure, worse};
use crate::input::Input;
use crate::json;

pub(crate) fn run(args: &Detect) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    let (inputs, failures) = args.walk.inputs(&args.inputs)?;
    for failure in failures {
        exit = failed(args, None, failure, exit)?;
    }
    for input in inputs {
        let result = match input.detect(!args.no_decompress) {
            Ok(result) => result,
            Err(failure) => {
                exit = failed(args, Some(&input), failure, exit)?;
                continue;
            }
        };
        let found = match result {
            Detection::Decided(found) => Some(found),
            _ => None,
        };
        if found.is_none() {
            exit = Exit::IllFormed;
        }
        if args.json {
            let mut item = json::file(&input);
            item.insert("encoding".into(), found.map(|found| found.encoding.name()).into());
            item.insert("mark".into(), found.map(|found| found.mark.is_some()).into());
            item.insert("ascii_so_far".into(), found.map(|found| found.is_ascii).into());
            let confidence = found.map(|found| confidence(found.confidence));
            item.insert("confidence".into(), confidence.into());
            json::print(&item.into())?;
        } else if let Some(found) = found {
            let why = match found.mark {
                Some(_) => "byte order mark",
                None if found.is_ascii => "all ASCII so far",
                None => "guessed",
            };
            let (name, confidence) = (input.name(), confidence(found.confidence));
            say(format_args!("{name}: {}, {why}, confidence {confidence}", found.encoding))?;
        } else {
            say(format_args!("{}: unknown", input.name()))?;
        }
    }
    Ok(exit)
}

/// Tells why nothing is known of a file.
fn failed(
    args: &Detect,
    input: Option<&Input>,
    failure: Failure,
    exit: Exit,
) -> Result<Exit, Failure> {
    json::tell_failure(args.json, input, &failure)?;
    Ok(worse(exit, failure.exit()))
}

fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Low => "low",
        Confidence::Medium => "medium",
        Confidence::High => "high",
        Confidence::Certain => "certain",
    }
}
