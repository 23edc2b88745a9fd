//! What the system does to a program: no room, no input any more, no time, no permission. Files are never half.
//!
//! No room is a limit to the size of a file, which anybody may set, and which fails a write in the middle as a full disk
//! does (the gate `job` has a file system that is full); an input that fails in the middle is a socket whose other side
//! resets the connection.
#![cfg(unix)]

mod common;

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::thread;
use std::time::Duration;

use common::{Run, Sandbox};

const TEXT: &str = "añ€😀 of a log\n";

fn utf16le(lines: usize) -> Vec<u8> {
    TEXT.repeat(lines).encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Runs with room for 64 KiB in a file, or twice that, as the shell counts.
fn without_room(sandbox: &Sandbox, args: &str) -> Run {
    let convert = sandbox.command(args.split_whitespace());
    // An ignored signal stays ignored: so the write fails, and the program is not killed.
    let script = r#"trap '' XFSZ; ulimit -f 128; exec "$0" "$@""#;
    let mut shell = Command::new("sh");
    shell.args([OsStr::new("-c"), OsStr::new(script), convert.get_program()]);
    shell.args(convert.get_args()).current_dir(sandbox.path(""));
    Run::of(shell.output().expect("a shell"))
}

#[test]
fn no_room_in_the_middle() {
    let sandbox = Sandbox::new();
    let long = utf16le(20_000);
    sandbox.write("long", &long);
    let no_room = |output: &str| format!("codeunit: {output}: cannot write: File too large");
    for older in [None, Some("older")] {
        if let Some(older) = older {
            sandbox.write("out", older);
        }
        let run = without_room(&sandbox, "convert -f utf-16le long -o out");
        run.fails_with(3, &[&no_room("out")]);
        assert_eq!(sandbox.path("out").exists(), older.is_some());
    }
    assert_eq!(sandbox.read("out"), b"older");
    let run = without_room(&sandbox, "convert -f utf-16le long -o dir/");
    run.fails_with(3, &[&no_room("dir/long")]);
    for in_place in ["--in-place", "--in-place=.bak"] {
        let run = without_room(&sandbox, &format!("convert -f utf-16le long {in_place}"));
        run.fails_with(3, &[&no_room("long")]);
    }
    assert_eq!(sandbox.read("long"), long);
    // Nothing beside them either.
    assert_eq!(sandbox.files(), ["long", "out"]);
}

#[test]
fn no_room_for_one_of_many() {
    let sandbox = Sandbox::new();
    let (short, long) = (utf16le(10), utf16le(20_000));
    for (name, text) in [("a", &short), ("b", &long), ("c", &short)] {
        sandbox.write(name, text);
    }
    let args = "convert -f utf-16le a b c --in-place=.bak --keep-going";
    without_room(&sandbox, args).sums_up("files 3, failed 1").fails_with(3, &["b: cannot write"]);
    for name in ["a", "c"] {
        assert_eq!(sandbox.read(name), TEXT.repeat(10).as_bytes());
        assert_eq!(sandbox.read(format!("{name}.bak")), short);
    }
    assert_eq!(sandbox.read("b"), long);
    assert_eq!(sandbox.files(), ["a", "a.bak", "b", "c", "c.bak"]);
}

/// Two ends of a connection; a byte that has come to the first one and is never read makes it reset the other.
fn connection() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let ours = TcpStream::connect(listener.local_addr().unwrap()).expect("it listens");
    let (mut theirs, _) = listener.accept().expect("it connects");
    theirs.write_all(b"!").unwrap();
    // It has come.
    assert_eq!(ours.peek(&mut [0]).unwrap(), 1);
    ours.set_nodelay(true).unwrap();
    theirs.set_nodelay(true).unwrap();
    (ours, theirs)
}

#[test]
fn an_input_that_fails_in_the_middle() {
    let sandbox = Sandbox::new();
    sandbox.write("out", "older");
    for args in ["convert -f utf-16le -o out", "check -f utf-16le", "count -f utf-16le"] {
        let (mut ours, theirs) = connection();
        let mut command = sandbox.command(args.split_whitespace());
        let child = command.stdin(OwnedFd::from(theirs)).spawn().expect("the binary runs");
        // More than the socket holds by itself, so that some of it has been read.
        ours.write_all(&utf16le(400_000)).unwrap();
        drop(ours);
        // Its standard input is not open here any more.
        drop(command);
        let run = Run::of(child.wait_with_output().unwrap());
        run.fails_with(3, &["standard input: cannot read: Connection reset"]);
    }
    assert_eq!(sandbox.read("out"), b"older");
    assert_eq!(sandbox.files(), ["out"]);
}

/// What was read of it is not all that it had, and nothing says where the rest is.
#[test]
fn an_input_that_is_cut_short_while_it_is_read() {
    for jobs in [1, 2] {
        let sandbox = Sandbox::new();
        let path = sandbox.write("in", utf16le(1_000_000));
        let args = format!("convert -f utf-16le in -j {jobs}");
        let mut child = sandbox.command(args.split(' ')).spawn().expect("the binary runs");
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 1000]).unwrap();
        // It waits for its reader, far from the end.
        std::fs::File::options().write(true).open(&path).unwrap().set_len(1 << 20).unwrap();
        std::io::copy(&mut stdout, &mut std::io::sink()).unwrap();
        let run = Run::of(child.wait_with_output().unwrap());
        run.fails(3, "in: cannot read: cut short while it was read");
    }
}

/// At whatever moment it is killed, each file has all of its old text or all of the new one.
#[test]
fn killed_at_any_moment_in_place() {
    const FILES: usize = 40;
    let (old, new) = (utf16le(4000), TEXT.repeat(4000).into_bytes());
    let mut seen = (0, 0);
    for delay in [0, 2, 4, 8, 16, 32, 64] {
        let sandbox = Sandbox::new();
        let names: Vec<_> = (0..FILES).map(|index| format!("{index:02}")).collect();
        names.iter().for_each(|name| _ = sandbox.write(name, &old));
        let args = ["convert", "-f", "utf-16le", "--in-place=.bak"];
        let args = args.into_iter().chain(names.iter().map(String::as_str));
        let mut child = sandbox.command(args).spawn().expect("the binary runs");
        thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        for name in &names {
            let text = sandbox.read(name);
            assert!(text == old || text == new, "{name} after {delay} ms: {} bytes", text.len());
            let backup = sandbox.path(format!("{name}.bak"));
            if text == new {
                assert!(backup.exists(), "{name} after {delay} ms: the original is not kept");
                seen.1 += 1;
            } else {
                seen.0 += 1;
            }
            if let Ok(mut backup) = std::fs::File::open(backup) {
                let mut kept = Vec::new();
                backup.read_to_end(&mut kept).unwrap();
                assert!(kept == old, "{name} after {delay} ms: {} bytes are kept", kept.len());
            }
        }
        for name in sandbox.files() {
            let is_known = names.iter().any(|known| name.trim_end_matches(".bak") == known)
                || name.starts_with(".codeunit-");
            assert!(is_known, "{name} after {delay} ms");
        }
    }
    // It was killed too early at least once.
    assert!(seen.0 > 0, "{seen:?}");
}

/// Runs as somebody who may not write wherever they like, as the superuser may.
fn without_privilege(sandbox: &Sandbox, is_superuser: bool, args: &str) -> Run {
    let convert = sandbox.command(args.split_whitespace());
    let mut command = Command::new(if is_superuser { "setpriv" } else { "env" });
    if is_superuser {
        let kept = "-dac_override,-dac_read_search";
        command.args([format!("--bounding-set={kept}"), format!("--inh-caps={kept}")]);
    }
    command.arg(convert.get_program()).args(convert.get_args()).current_dir(sandbox.path(""));
    Run::of(command.output().expect("util-linux"))
}

/// Nothing is created, and nothing is changed.
#[test]
fn a_directory_that_must_not_be_written() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("logs")).unwrap();
    sandbox.write("logs/a", b"\xE9");
    let mode = |bits| {
        let permissions = std::fs::Permissions::from_mode(bits);
        std::fs::set_permissions(sandbox.path("logs"), permissions).unwrap();
    };
    mode(0o555);
    let probe = sandbox.path("logs/probe");
    let is_superuser = std::fs::File::create(&probe).is_ok();
    if is_superuser {
        std::fs::remove_file(probe).unwrap();
    }
    for args in ["convert -f latin1 --in-place logs/a", "convert -f latin1 logs/a -o logs/b"] {
        let name = args.rsplit(' ').next().unwrap();
        let run = without_privilege(&sandbox, is_superuser, args);
        run.fails_with(3, &[&format!("{name}: cannot create: Permission denied")]);
        let names = std::fs::read_dir(sandbox.path("logs")).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!((names, sandbox.read("logs/a")), (vec!["a".into()], b"\xE9".to_vec()));
    }
    mode(0o755);
}

/// What may not be looked into is told once, with its cause, and ends the work as a bad file does.
#[test]
fn a_directory_that_must_not_be_read() {
    let sandbox = Sandbox::new();
    for directory in ["logs/closed", "logs/open"] {
        std::fs::create_dir_all(sandbox.path(directory)).unwrap();
    }
    sandbox.write("logs/open/a", "text");
    let closed = sandbox.path("logs/closed");
    let mode = |bits| {
        std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(bits)).unwrap();
    };
    mode(0);
    let is_superuser = std::fs::read_dir(&closed).is_ok();
    let denied = "codeunit: logs/closed: cannot look into: Permission denied (os error 13)\n";
    for (args, exit, stderr) in [
        (
            "convert -f utf-8 -r logs -o out",
            3,
            "codeunit: stopped; later inputs not converted: 1\n",
        ),
        ("convert -f utf-8 -r logs -o out --keep-going", 3, ""),
        ("check -q -r logs", 3, ""),
        ("count -r logs", 3, ""),
        ("detect -r logs", 3, ""),
    ] {
        let run = without_privilege(&sandbox, is_superuser, args);
        assert_eq!((run.status, run.stderr), (exit, format!("{denied}{stderr}")), "{args}");
        assert_eq!(sandbox.path("out/open/a").exists(), args.ends_with("--keep-going"));
        _ = std::fs::remove_dir_all(sandbox.path("out"));
    }
    mode(0o755);
}

/// A run that waits for more of its input, with a file that has no name yet.
fn waiting(sandbox: &Sandbox, before: &str) -> (std::process::Child, std::process::ChildStdin) {
    let convert = sandbox.command(["convert", "-f", "latin1", "-o", "out"]);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!(r#"{before} "$0" "$@""#)]).arg(convert.get_program());
    shell.args(convert.get_args()).current_dir(sandbox.path(""));
    shell.stdin(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
    let mut child = shell.spawn().expect("a shell");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"text").unwrap();
    while !sandbox.files().iter().any(|name| name.starts_with(".codeunit-")) {
        thread::sleep(Duration::from_millis(5));
    }
    (child, stdin)
}

fn send(signal: &str, child: &std::process::Child) {
    let mut kill = Command::new("kill");
    kill.args([format!("-{signal}"), child.id().to_string()]);
    assert!(kill.status().expect("kill").success());
}

/// It ends by the signal, as a shell wants to know, and leaves nothing behind.
#[test]
fn signals_leave_no_temporary_file() {
    use std::os::unix::process::ExitStatusExt;
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let sandbox = Sandbox::new();
        sandbox.write("out", "older");
        // What is run in the background by a script ignores SIGINT, and so would this.
        let by = if cfg!(target_os = "linux") { "exec env --default-signal" } else { "exec" };
        let (mut child, _stdin) = waiting(&sandbox, by);
        send(name, &child);
        assert_eq!(child.wait().unwrap().signal(), Some(number), "{name}");
        assert_eq!(sandbox.files(), ["out"], "{name}");
        assert_eq!(sandbox.read("out"), b"older");
    }
}

/// Nor a directory that was made for it.
#[test]
fn signals_leave_no_empty_directory() {
    let sandbox = Sandbox::new();
    let fifo = Command::new("mkfifo").arg(sandbox.path("in")).status();
    assert!(fifo.expect("mkfifo").success());
    let args = "convert -f latin1 in -o new/deep/";
    let mut child = sandbox.command(args.split_whitespace()).spawn().expect("the binary runs");
    let mut fifo = std::fs::File::options().write(true).open(sandbox.path("in")).unwrap();
    fifo.write_all(b"text").unwrap();
    let is_begun = || std::fs::read_dir(sandbox.path("new/deep")).is_ok_and(|it| it.count() > 0);
    while !is_begun() {
        thread::sleep(Duration::from_millis(5));
    }
    send("TERM", &child);
    child.wait().unwrap();
    assert_eq!(sandbox.files(), ["in"]);
}

/// Where the system has no thread for that, they end it all the same.
#[cfg(target_os = "linux")]
#[test]
fn signals_without_a_thread() {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::ExitStatusExt;
    let sandbox = Sandbox::new();
    // Somebody who is not the superuser, who has as many as there are.
    std::fs::set_permissions(sandbox.path(""), PermissionsExt::from_mode(0o777)).unwrap();
    let program = sandbox.path("codeunit");
    std::fs::copy(env!("CARGO_BIN_EXE_codeunit"), &program).unwrap();
    let is_superuser = std::fs::metadata(&program).unwrap().uid() == 0;
    let mut command = Command::new(if is_superuser { "setpriv" } else { "env" });
    if is_superuser {
        command.args(["--reuid=1234", "--regid=1235", "--clear-groups"]);
    }
    command.args(["prlimit", "--nproc=1", "env", "--default-signal"]).arg(&program);
    command.args(["convert", "-f", "latin1", "-o", "out"]).current_dir(sandbox.path(""));
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().expect("util-linux");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"text").unwrap();
    while !sandbox.files().iter().any(|name| name.starts_with(".codeunit-")) {
        thread::sleep(Duration::from_millis(5));
    }
    send("TERM", &child);
    drop(stdin);
    assert_eq!(child.wait().unwrap().signal(), Some(15));
}

/// As `nohup` wants it.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    let sandbox = Sandbox::new();
    let (mut child, stdin) = waiting(&sandbox, "trap '' HUP; exec");
    send("HUP", &child);
    thread::sleep(Duration::from_millis(100));
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(sandbox.read("out"), b"text");
}

/// The message is about the output, not about the temporary file beside it.
#[test]
fn a_directory_that_is_missing() {
    let run = Sandbox::new().run("convert -f latin1 /dev/null -o missing/out");
    run.fails(3, "missing/out: cannot create: No such file or directory (os error 2)");
}

/// What cannot be written is told of help too.
#[cfg(target_os = "linux")]
#[test]
fn help_to_a_full_device() {
    let mut command = Sandbox::new().command(["--help"]);
    command.stdout(std::fs::File::options().write(true).open("/dev/full").unwrap());
    command.current_dir("/");
    let run = Run::of(command.output().unwrap());
    run.fails(3, "standard output: cannot write: No space left on device (os error 28)");
}
