//! What is done with text that cannot be converted, as an argument.

use codeunit::Policy;

/// `strict`, `replace`, `replace=U+NNNN`, `skip` or `escape`.
pub(crate) fn parse_policy(argument: &str) -> Result<Policy, String> {
    match argument {
        "strict" => Ok(Policy::Strict),
        "replace" => Ok(Policy::Replace),
        "skip" => Ok(Policy::Skip),
        "escape" => Ok(Policy::Escape),
        _ => match argument.strip_prefix("replace=") {
            Some(character) => parse_character(character).map(Policy::ReplaceWith),
            None => Err("known are strict, replace, replace=U+NNNN, skip and escape".into()),
        },
    }
}

/// A character as `U+NNNN`, or itself.
fn parse_character(text: &str) -> Result<char, String> {
    let mut characters = text.chars();
    if let (Some(character), None) = (characters.next(), characters.next()) {
        return Ok(character);
    }
    let digits = text.strip_prefix("U+").or_else(|| text.strip_prefix("u+"));
    digits
        .filter(|digits| (4..=6).contains(&digits.len()))
        .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .and_then(char::from_u32)
        .ok_or_else(|| "not a character, such as U+FFFD or ?".into())
}

#[cfg(test)]
mod tests {
    use super::{Policy, parse_policy};

    #[test]
    fn policies() {
        for (argument, policy) in [
            ("strict", Policy::Strict),
            ("replace", Policy::Replace),
            ("skip", Policy::Skip),
            ("escape", Policy::Escape),
            ("replace=?", Policy::ReplaceWith('?')),
            ("replace=€", Policy::ReplaceWith('€')),
            ("replace=U+25A1", Policy::ReplaceWith('\u{25A1}')),
            ("replace=u+1F600", Policy::ReplaceWith('\u{1F600}')),
        ] {
            assert_eq!(parse_policy(argument), Ok(policy), "{argument}");
        }
        for argument in [
            "",
            "ignore",
            "replace=",
            "replace=ab",
            "replace=U+",
            "replace=U+D800",
            "replace=U+110000",
            "replace=U+25A",
            "replace=U++025A",
        ] {
            assert!(parse_policy(argument).is_err(), "{argument}");
        }
    }
}
