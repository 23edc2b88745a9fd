//! The exit statuses. Scripts depend on them: a new meaning needs a new number.

use std::process::ExitCode;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Done = 0,
    /// An input is ill-formed, or has a character that the target encoding does not have.
    IllFormed = 1,
    /// The arguments make no sense together; nothing was written. The number that clap uses too.
    Usage = 2,
    /// The system did not let us read or write.
    InputOutput = 3,
    /// Two implementations of ours, or ours and the standard library, do not agree.
    Fault = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn numbers_are_fixed() {
        let all = [Exit::Done, Exit::IllFormed, Exit::Usage, Exit::InputOutput, Exit::Fault];
        assert_eq!(all.map(|exit| exit as u8), [0, 1, 2, 3, 4]);
    }
}
