//! What is said for programs: a line of JSON for each file, and one at the end.

use std::mem;
use std::path::Path;

use codeunit::StreamError;
use serde_json::{Map, Value, json};

use crate::check::{say, say_part};
use crate::failure::{Failure, complain};
use crate::input::Input;
use crate::output::Output;
use crate::summary::Summary;

/// A line on the standard output.
pub(crate) fn print(item: &Value) -> Result<(), Failure> {
    say(plain(item))
}

/// An item without control characters: those of ASCII but DEL are always escaped in JSON, the others of a file name
/// would reach the terminal.
pub(crate) fn plain(item: &Value) -> String {
    let text = item.to_string();
    if !text.contains(char::is_control) {
        return text;
    }
    let escape = |c: char| match c.is_control() {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.into(),
    };
    text.chars().map(escape).collect()
}

/// An item about a file, with more to come.
pub(crate) fn file(input: &Input) -> Map<String, Value> {
    let mut item = Map::new();
    item.insert("type".into(), "file".into());
    match input {
        Input::Stdin => {
            item.insert("file".into(), Value::Null);
        }
        Input::File(path) => insert_path(&mut item, "file", path),
    }
    item
}

/// An item that ends with a list as long as it may be: it is written while the list grows.
pub(crate) struct ItemWithList {
    /// What is not written yet.
    text: String,
    is_empty: bool,
    result: Result<(), Failure>,
}

/// So much of a list is written at once.
const LIST_PART: usize = 64 * 1024;

impl ItemWithList {
    /// An item that has something already, and a list by this name.
    pub(crate) fn new(item: Map<String, Value>, list: &str) -> Self {
        let mut text = plain(&item.into());
        text.pop();
        text.push_str(&format!(",\"{list}\":["));
        Self { text, is_empty: true, result: Ok(()) }
    }

    /// Adds something to the list. A failure to write is told at the end.
    pub(crate) fn push(&mut self, value: &Value) {
        if !mem::take(&mut self.is_empty) {
            self.text.push(',');
        }
        self.text.push_str(&plain(value));
        if self.text.len() >= LIST_PART && self.result.is_ok() {
            self.result = say_part(&self.text);
        }
        if self.text.len() >= LIST_PART {
            self.text.clear();
        }
    }

    /// Ends the list, and the item with these behind it.
    pub(crate) fn finish<const N: usize>(
        mut self,
        rest: [(&str, Value); N],
    ) -> Result<(), Failure> {
        self.result?;
        let rest: Map<String, Value> =
            rest.into_iter().map(|(key, value)| (key.into(), value)).collect();
        self.text.push_str("],");
        self.text.push_str(&plain(&rest.into())[1..]);
        say(&self.text)
    }
}

/// Where the output is.
pub(crate) fn insert_output(item: &mut Map<String, Value>, output: &Output) {
    match output {
        Output::Stdout => {}
        Output::File(path) | Output::OverInput(path) | Output::InPlace { path, .. } => {
            insert_path(item, "output", path)
        }
    }
}

/// A path; if it is no UTF-8, its bytes in hexadecimal too.
fn insert_path(item: &mut Map<String, Value>, key: &str, path: &Path) {
    item.insert(key.into(), path.to_string_lossy().into());
    if path.to_str().is_none() {
        let hex = hex(path.as_os_str().as_encoded_bytes());
        item.insert(format!("{key}_hex"), hex.into());
    }
}

/// An error of a text.
pub(crate) fn error(error: &StreamError) -> Value {
    json!({
        "offset": error.offset(),
        "line": error.position().map(|position| position.line),
        "column": error.position().map(|position| position.column),
        "kind": error.kind().name(),
        "bytes": hex(error.bytes()),
    })
}

/// Why a file was not done.
pub(crate) fn failure(failure: &Failure) -> Value {
    let mut item = json!({ "message": failure.to_string() });
    let cause = match failure {
        Failure::Text { error: bad, .. } => {
            item["error"] = error(bad);
            "text"
        }
        Failure::Undetected { .. } => "undetected",
        Failure::Io { .. } | Failure::BrokenPipe => "io",
        Failure::Usage(_) => "usage",
        Failure::Fault(_) => "fault",
    };
    item["cause"] = cause.into();
    item
}

/// Says why a file was not done, for programs or for people.
pub(crate) fn tell_failure(
    is_json: bool,
    input: Option<&Input>,
    cause: &Failure,
) -> Result<(), Failure> {
    if !is_json {
        complain(cause);
        return Ok(());
    }
    let mut item = input.map(file).unwrap_or_default();
    item.insert("type".into(), "file".into());
    item.insert("failure".into(), failure(cause));
    print(&item.into())
}

/// The last line.
pub(crate) fn summary(summary: &Summary) -> Value {
    json!({
        "type": "summary",
        "files": summary.files,
        "failed": summary.failed,
        "bytes_read": summary.read,
        "bytes_written": summary.written,
        "errors": summary.errors,
        "replacements": summary.replacements,
        "seconds": summary.seconds(),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}
