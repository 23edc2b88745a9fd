//! The program `codeunit`. All of it is in the library beside.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    codeunit_cli::main()
}
