//! `codeunit detect`.

use codeunit::{Confidence, Detection};

use crate::args::Detect;
use crate::check::say;
use crate::exit::Exit;
use crate::failure::{Failure, complain};
use crate::input::Input;

pub(crate) fn run(args: &Detect) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for input in Input::from_args(&args.inputs) {
        let name = input.name();
        let failed = match input.detect() {
            Ok(Detection::Decided(found)) => {
                let confidence = confidence(found.confidence);
                let why = match found.mark {
                    Some(_) => "byte order mark",
                    None if found.is_ascii => "all ASCII so far",
                    None => "guessed",
                };
                say(format_args!("{name}: {}, {why}, confidence {confidence}", found.encoding))?;
                continue;
            }
            Ok(_) => {
                say(format_args!("{name}: unknown"))?;
                Exit::IllFormed
            }
            Err(failure) => {
                complain(&failure);
                failure.exit()
            }
        };
        if exit != Exit::IllFormed {
            exit = failed;
        }
    }
    Ok(exit)
}

fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Low => "low",
        Confidence::Medium => "medium",
        Confidence::High => "high",
        Confidence::Certain => "certain",
    }
}
