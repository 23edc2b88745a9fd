//! What happens to files: complete or not there, and never an input.

mod common;

use std::fs::{self, File};

use common::{Run, Sandbox};

const CONVERT: &str = "convert -f utf-8 -t utf-16le";

/// Good for several blocks, then ill-formed.
fn late_error() -> Vec<u8> {
    let mut text = "text ".repeat(100_000).into_bytes();
    text.push(0xFF);
    text
}

#[test]
fn failure_leaves_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("in", late_error());
    sandbox.run(&format!("{CONVERT} in -o out")).fails_with(1, &["byte offset 500000"]);
    assert_eq!(sandbox.files(), ["in"]);
}

#[test]
fn failure_leaves_an_older_file_as_it_was() {
    let sandbox = Sandbox::new();
    sandbox.write("in", late_error());
    sandbox.write("out", "older");
    let before = fs::metadata(sandbox.path("out")).unwrap().modified().unwrap();
    sandbox.run(&format!("{CONVERT} in -o out")).fails_with(1, &["byte offset 500000"]);
    assert_eq!(sandbox.read("out"), b"older");
    assert_eq!(fs::metadata(sandbox.path("out")).unwrap().modified().unwrap(), before);
    assert_eq!(sandbox.files(), ["in", "out"]);
}

#[test]
fn success_replaces_an_older_file() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "a");
    sandbox.write("out", "older and longer");
    sandbox.run(&format!("{CONVERT} in -o out")).ok();
    assert_eq!(sandbox.read("out"), b"a\0");
    assert_eq!(sandbox.read("in"), b"a");
    assert_eq!(sandbox.files(), ["in", "out"]);
}

/// Until the end of the input nothing has the final name.
#[test]
fn name_appears_at_the_end() {
    use std::io::Write;
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(format!("{CONVERT} -o out").split_whitespace());
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The pipe is shorter than this: when all is in it, the work has begun.
    stdin.write_all(&[b'a'; 1 << 20]).unwrap();
    let files = sandbox.files();
    assert!(files.len() == 1 && files[0].starts_with(".codeunit-"), "{files:?}");
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(sandbox.files(), ["out"]);
    assert_eq!(sandbox.read("out").len(), 2 << 20);
}

/// The file of the output has the new text, by whatever path; a hard link is separated from the input.
#[test]
fn output_that_is_its_input() {
    let mut outputs = vec!["in", "./in", "sub/../in", "hard", "."];
    if cfg!(unix) {
        outputs.extend(["soft", "softer"]);
    }
    for output in outputs {
        let sandbox = Sandbox::new();
        let input = sandbox.write("in", "text".repeat(100_000));
        fs::hard_link(&input, sandbox.path("hard")).unwrap();
        fs::create_dir(sandbox.path("sub")).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("in", sandbox.path("soft")).unwrap();
            std::os::unix::fs::symlink("soft", sandbox.path("softer")).unwrap();
        }
        let files = sandbox.files();
        sandbox.run(&format!("{CONVERT} in -o {output}")).ok();
        let (replaced, kept) = if output == "hard" { ("hard", "in") } else { ("in", "hard") };
        assert_eq!(sandbox.read(replaced), b"t\0e\0x\0t\0".repeat(100_000), "{output}");
        assert_eq!(sandbox.read(kept), b"text".repeat(100_000), "{output}");
        assert_eq!(sandbox.files(), files);
        #[cfg(unix)]
        assert!(sandbox.path("soft").is_symlink() && sandbox.path("softer").is_symlink());
        // What is ill-formed stays as it is.
        sandbox.write("in", late_error());
        sandbox.run(&format!("{CONVERT} in -o in")).fails_with(1, &["byte offset 500000"]);
        assert_eq!(sandbox.read("in"), late_error());
        assert_eq!(sandbox.files(), files);
    }
}

/// A later input is seen before the first one is converted.
#[test]
fn output_that_is_another_input() {
    let sandbox = Sandbox::new();
    let input = sandbox.write("in", "text");
    for directory in ["sub", "out"] {
        fs::create_dir(sandbox.path(directory)).unwrap();
    }
    sandbox.write("sub/first", "text");
    fs::hard_link(&input, sandbox.path("out/first")).unwrap();
    let run = sandbox.run(&format!("{CONVERT} sub/first in -o out"));
    run.fails_with(2, &["out/first is the same file as input in"]);
    assert_eq!((sandbox.read("in"), sandbox.read("out/first")), ("text".into(), "text".into()));
    assert_eq!(sandbox.files(), ["in", "out", "sub"]);
}

#[cfg(unix)]
#[test]
fn standard_streams_that_are_the_same_file() {
    let sandbox = Sandbox::new();
    let input = sandbox.write("in", "text");
    let append = || File::options().append(true).open(&input).unwrap();
    let args = || CONVERT.split_whitespace();
    let run = sandbox.command(args().chain(["in"])).stdout(append()).output().unwrap();
    Run::of(run).fails_with(2, &["output (standard output) is the same file as input in"]);
    assert_eq!(sandbox.read("in"), b"text");
    // What stands before the place of a standard input would be lost.
    let mut command = sandbox.command(args().chain(["-o", "in"]));
    let mut stdin = File::open(&input).unwrap();
    std::io::Read::read_exact(&mut stdin, &mut [0; 2]).unwrap();
    let run = command.stdin(stdin).output().unwrap();
    Run::of(run).fails_with(3, &["in: cannot write: changed while it was read; not replaced"]);
    assert_eq!(sandbox.read("in"), b"text");
    let mut command = sandbox.command(args().chain(["-o", "in"]));
    Run::of(command.stdin(File::open(&input).unwrap()).output().unwrap()).ok();
    assert_eq!(sandbox.read("in"), b"t\0e\0x\0t\0");
    // A device may be both.
    sandbox.run(&format!("{CONVERT} /dev/null -o /dev/null")).ok();
}

/// `-` alone is the standard input or output; a directory of that name is one.
#[test]
fn a_directory_whose_name_is_a_hyphen() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("-")).unwrap();
    sandbox.write("in", "a");
    for output in ["-/", "-/."] {
        assert_eq!(sandbox.run(&format!("{CONVERT} in --output={output}")).ok(), b"");
        assert_eq!(sandbox.read("-/in"), b"a\0");
        fs::remove_file(sandbox.path("-/in")).unwrap();
    }
    sandbox.write("-/b", "b");
    assert_eq!(sandbox.run("check -r -- -/").ok(), b"./-/b: valid UTF-8\n");
    sandbox.run("check -- -/").fails_with(3, &["-/: cannot open: a directory"]);
    sandbox.run("convert --follow -f utf-8 -- -/").fails_with(3, &["not a regular file"]);
}

#[cfg(unix)]
#[test]
fn permissions() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    sandbox.write("in", "text");
    let mode = |name: &str| fs::metadata(sandbox.path(name)).unwrap().permissions().mode() & 0o7777;
    sandbox.run(&format!("{CONVERT} in -o out")).ok();
    assert_eq!(mode("out"), mode("in"), "as any new file");
    for bits in [0o600, 0o640, 0o755, 0o444, 0o6755, 0o2644] {
        fs::set_permissions(sandbox.path("out"), fs::Permissions::from_mode(bits)).unwrap();
        sandbox.run(&format!("{CONVERT} in -o out")).ok();
        assert_eq!(mode("out"), bits);
    }
}

/// What runs as its owner does so if it still is the owner's, who may be somebody else to us or we ourselves.
#[cfg(target_os = "linux")]
#[test]
fn owners() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let sandbox = Sandbox::new();
    let path = sandbox.write("a", "text");
    let us = fs::metadata(&path).unwrap().uid();
    let facts = || {
        let metadata = fs::metadata(&path).unwrap();
        (metadata.uid(), metadata.gid(), metadata.permissions().mode() & 0o7777)
    };
    let become_file_of = |owner: u32, group: u32, bits| {
        if us == 0 {
            chown(&path, Some(owner), Some(group)).unwrap();
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
    };
    let args = "convert -f utf-8 --in-place a";
    become_file_of(1234, 1235, 0o6755);
    let before = facts();
    sandbox.run(args).ok();
    assert_eq!(facts(), before);
    if us != 0 {
        return;
    }
    // Somebody who is not the superuser.
    fs::set_permissions(sandbox.path(""), fs::Permissions::from_mode(0o777)).unwrap();
    let program = sandbox.path("codeunit");
    fs::copy(env!("CARGO_BIN_EXE_codeunit"), &program).unwrap();
    for (owner, bits, expected) in [(1234, 0o6755, 0o6755), (77, 0o6755, 0o755)] {
        become_file_of(owner, 1235, bits);
        let mut command = std::process::Command::new("setpriv");
        command.args(["--reuid=1234", "--regid=1235", "--clear-groups"]).arg(&program);
        command.args(args.split(' ')).current_dir(sandbox.path(""));
        Run::of(command.output().expect("util-linux")).ok();
        assert_eq!(facts(), (1234, 1235, expected));
    }
}

#[cfg(unix)]
#[test]
fn symbolic_link_to_another_file() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    sandbox.write("in", "a");
    fs::create_dir(sandbox.path("sub")).unwrap();
    sandbox.write("sub/target", "older");
    symlink("sub/target", sandbox.path("link")).unwrap();
    sandbox.run(&format!("{CONVERT} in -o link")).ok();
    assert!(sandbox.path("link").is_symlink());
    assert_eq!(sandbox.read("sub/target"), b"a\0");
    symlink("nowhere", sandbox.path("dangling")).unwrap();
    let run = sandbox.run(&format!("{CONVERT} in -o dangling"));
    run.fails_with(3, &["dangling: cannot create: a symbolic link that leads nowhere\n"]);
    assert!(sandbox.path("dangling").is_symlink());
}

/// A device or a named pipe is written to, not replaced by a file.
#[cfg(unix)]
#[test]
fn devices_stay_devices() {
    use std::os::unix::fs::FileTypeExt;
    let sandbox = Sandbox::new();
    sandbox.write("in", "a");
    sandbox.run(&format!("{CONVERT} in -o /dev/null")).ok();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert_eq!(sandbox.run(&format!("{CONVERT} in -o /dev/stdout")).ok(), b"a\0");
    // What the file has already been given stays in it.
    let file = sandbox.write("out", "before ");
    let out = File::options().append(true).open(file).unwrap();
    let args = format!("{CONVERT} in -o /dev/stdout");
    Run::of(sandbox.command(args.split_whitespace()).stdout(out).output().unwrap()).ok();
    assert_eq!(sandbox.read("out"), b"before a\0");
}

/// Nothing but a temporary file is left, whatever older file there was.
#[cfg(unix)]
#[test]
fn killed_in_the_middle() {
    use std::io::Write;
    let sandbox = Sandbox::new();
    sandbox.write("out", "older");
    let mut command = sandbox.command(format!("{CONVERT} -o out").split_whitespace());
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&[b'a'; 1 << 20]).unwrap();
    child.kill().unwrap();
    // The end of its input may have come before.
    if !child.wait().unwrap().success() {
        assert_eq!(sandbox.read("out"), b"older");
    }
}

/// A run that was killed when the original had the name of the backup, and the new file no name yet, is done again.
#[cfg(unix)]
#[test]
fn killed_behind_the_backup() {
    let sandbox = Sandbox::new();
    sandbox.write("in", "a");
    fs::hard_link(sandbox.path("in"), sandbox.path("in.bak")).unwrap();
    let args = format!("{CONVERT} in --in-place=.bak");
    // What fails leaves the backup, which it has not made.
    let run = sandbox.run("convert -f utf-32le in --in-place=.bak");
    run.fails_with(1, &["in: byte offset 0"]);
    assert_eq!(sandbox.files(), ["in", "in.bak"]);
    sandbox.run(&args).ok();
    assert_eq!((sandbox.read("in"), sandbox.read("in.bak")), (b"a\0".to_vec(), b"a".to_vec()));
    // A link to the file is none: it would lead to the new one. Nor is another file of the same text.
    sandbox.run(&args).fails_with(3, &["in.bak already"]);
    fs::remove_file(sandbox.path("in.bak")).unwrap();
    std::os::unix::fs::symlink("in", sandbox.path("in.bak")).unwrap();
    sandbox.run(&args).fails_with(3, &["in.bak already"]);
    fs::remove_file(sandbox.path("in.bak")).unwrap();
    sandbox.write("in.bak", b"a\0");
    sandbox.run(&args).fails_with(3, &["in.bak already"]);
    assert_eq!(sandbox.read("in"), b"a\0");
}

/// A log that is rotated when it has just been opened: the new one is another file, which is not replaced.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_has_another_ones_name_by_now() {
    use std::io::Write;
    let sandbox = Sandbox::new();
    let member = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    // To tell its encoding takes a while: all of the members before the text are empty.
    let older = [member("").repeat(50_000), member("older")].concat();
    let newer = member("newer");
    for in_place in ["--in-place", "-o log --compress gz"] {
        let path = sandbox.write("log", &older);
        let next = sandbox.write("next", &newer);
        let args = format!("convert -f auto log {in_place}");
        let mut child = sandbox.command(args.split(' ')).spawn().unwrap();
        let files = format!("/proc/{}/fd", child.id());
        let is_open = || {
            let files = fs::read_dir(&files).into_iter().flatten().flatten();
            files.filter_map(|file| fs::read_link(file.path()).ok()).any(|file| file == path)
        };
        while !is_open() && child.try_wait().unwrap().is_none() {}
        fs::rename(next, &path).unwrap();
        let run = Run::of(child.wait_with_output().unwrap());
        // Should it have been done before that, it has replaced the older one.
        if run.status != 0 {
            run.fails(3, "log: cannot write: changed while it was read; not replaced");
        }
        assert_eq!(sandbox.read("log"), newer);
        assert_eq!(sandbox.files(), ["log"]);
    }
}
