//! Files that are gone, or others than they were.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

use crate::common::{Run, Sandbox};
use crate::{FOLLOW, append, start, stop, wait_for};

/// The number of a file that was deleted is given to another one: that is not the log.
#[test]
fn number_given_to_another_file() {
    let sandbox = Sandbox::new();
    let args = "-f utf-8 log -o out --state state";
    let text = "first text\n";
    // Another text, a shorter one, the output itself; and the log under another name.
    for (name, content, is_it) in [
        ("other", "quite another text\n", false),
        ("other", "first", false),
        ("out", text, false),
        ("log.1", "first text\nand more\n", true),
    ] {
        sandbox.write("log", text);
        let child = start(&sandbox, args);
        wait_for(&sandbox, "out", text);
        stop(child, "-TERM").ok();
        if name != "out" {
            sandbox.write(name, content);
        }
        let inode = |name| fs::metadata(sandbox.path(name)).unwrap().ino();
        let old = format!("\"inode\":{}}},\"offset\"", inode("log"));
        let temporary = sandbox.write("new", "second text\n");
        fs::rename(temporary, sandbox.path("log")).unwrap();
        let saved = String::from_utf8(sandbox.read("state")).unwrap();
        let edited = saved.replace(&old, &format!("\"inode\":{}}},\"offset\"", inode(name)));
        assert_ne!(edited, saved);
        sandbox.write("state", edited);
        let child = start(&sandbox, args);
        let more = if is_it { "and more\n" } else { "" };
        wait_for(&sandbox, "out", format!("{text}{more}second text\n"));
        let run = stop(child, "-TERM");
        let message = if is_it {
            "codeunit: log: replaced; going on with the new file\n"
        } else {
            "codeunit: log: replaced while it was not followed; what it had beyond is lost\n"
        };
        assert_eq!((run.status, run.stderr.as_str()), (0, message), "{name}, {content}");
        for name in ["log", name, "out", "state"] {
            _ = fs::remove_file(sandbox.path(name));
        }
    }
}

/// A new file that may not be read yet, as some who rotate make it, is waited for.
#[test]
fn replaced_by_what_may_not_be_read_yet() {
    let sandbox = Sandbox::new();
    sandbox.write("log", "a");
    let convert = sandbox.command(format!("{FOLLOW} -f utf-8 log -o out").split_whitespace());
    let may_read_all = {
        let probe = sandbox.write("probe", "");
        fs::set_permissions(&probe, fs::Permissions::from_mode(0o000)).unwrap();
        File::open(probe).is_ok()
    };
    let mut command = Command::new(if may_read_all { "setpriv" } else { "env" });
    if may_read_all {
        let kept = "-dac_override,-dac_read_search";
        command.args([format!("--bounding-set={kept}"), format!("--inh-caps={kept}")]);
    }
    command.arg(convert.get_program()).args(convert.get_args()).current_dir(sandbox.path(""));
    command.stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("util-linux");
    wait_for(&sandbox, "out", "a");
    let new = sandbox.write("new", "b");
    fs::set_permissions(&new, fs::Permissions::from_mode(0o000)).unwrap();
    fs::rename(new, sandbox.path("log")).unwrap();
    let mut stderr = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut stderr, &mut line).unwrap();
    assert_eq!(line, "codeunit: log: cannot open, waiting: Permission denied (os error 13)\n");
    fs::set_permissions(sandbox.path("log"), fs::Permissions::from_mode(0o644)).unwrap();
    wait_for(&sandbox, "out", "ab");
    stop(child, "-TERM");
}

/// Nothing is written to a file that nobody can read any more, or behind a gap, as if all were well.
#[test]
fn output_that_is_lost_while_it_is_followed_into() {
    let sandbox = Sandbox::new();
    let gone = "out: cannot append to: it is gone";
    let other = "out: cannot append to: it is not the file that was written to, or shorter";
    let out = sandbox.path("out");
    let lose: [(&dyn Fn(), &str); 4] = [
        (&|| fs::remove_file(&out).unwrap(), gone),
        (&|| fs::rename(&out, sandbox.path("old")).unwrap(), gone),
        (&|| fs::rename(sandbox.write("new", "text\nand more\n"), &out).unwrap(), other),
        (&|| _ = sandbox.write("out", "te"), other),
    ];
    for (lose, message) in lose {
        for state in ["", " --state state"] {
            for is_appended in [false, true] {
                sandbox.write("log", "text\n");
                let child = start(&sandbox, &format!("-f utf-8 log -o out{state}"));
                wait_for(&sandbox, "out", "text\n");
                lose();
                if is_appended {
                    append(&sandbox, "log", "more\n");
                }
                Run::of(child.wait_with_output().unwrap()).fails(3, message);
                for name in sandbox.files() {
                    fs::remove_file(sandbox.path(&name)).unwrap();
                }
            }
        }
    }
}

#[test]
fn cut_short() {
    let sandbox = Sandbox::new();
    let path = sandbox.write("log", "first text\n");
    let child = start(&sandbox, "-f utf-8 log -o out --state state");
    wait_for(&sandbox, "out", "first text\n");
    // As copytruncate does.
    File::options().write(true).open(&path).unwrap().set_len(0).unwrap();
    append(&sandbox, "log", "2\n");
    wait_for(&sandbox, "out", "first text\n2\n");
    // Longer than before by the time that somebody looks.
    sandbox.write("log", "third text\n");
    wait_for(&sandbox, "out", "first text\n2\nthird text\n");
    let run = stop(child, "-TERM").sums_up("files 3, failed 0, bytes read 24, bytes written 24");
    let message = "codeunit: log: cut short; going on from its beginning\n";
    assert_eq!((run.status, run.stderr), (0, message.repeat(2)));
    // And while nobody follows.
    sandbox.write("log", "fourth text\n");
    let child = start(&sandbox, "-f utf-8 log -o out --state state");
    wait_for(&sandbox, "out", "first text\n2\nthird text\nfourth text\n");
    assert_eq!(stop(child, "-TERM").stderr, message);
}

/// Of what found no room the summary does not say that it was written.
#[cfg(target_os = "linux")]
#[test]
fn no_room() {
    use std::ffi::OsStr;

    use crate::utf16le;

    let sandbox = Sandbox::new();
    sandbox.write("log", utf16le(&"a line of a log\n".repeat(20_000)));
    let begun = "files 1, failed 1, bytes read";
    let args = format!("{FOLLOW} -f utf-16le log -o");
    let run = sandbox.run(&format!("{args} /dev/full"));
    let summary = run.summary.clone().expect("a summary");
    assert!(summary.starts_with(begun) && summary.contains(", bytes written 0,"), "{summary}");
    run.fails_with(3, &["/dev/full: cannot write: No space left on device"]);
    // An ignored signal stays ignored: so the write fails, and the program is not killed.
    let script = r#"trap '' XFSZ; ulimit -f 128; exec "$0" "$@""#;
    let convert = sandbox.command(args.split_whitespace().chain(["out"]));
    let mut shell = Command::new("sh");
    shell.args([OsStr::new("-c"), OsStr::new(script), convert.get_program()]);
    shell.args(convert.get_args()).current_dir(sandbox.path(""));
    let run = Run::of(shell.output().expect("a shell"));
    let written = format!(", bytes written {},", sandbox.read("out").len());
    let summary = run.summary.clone().expect("a summary");
    assert!(summary.starts_with(begun) && summary.contains(&written), "{summary}");
    run.fails_with(3, &["out: cannot write: File too large"]);
}
