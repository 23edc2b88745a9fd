//! Trees of files, and files in their place.

mod common;

use std::fs;

use common::{Run, Sandbox};

/// logs/{a.log,b.txt,.hidden,sub/{a.log,deep/c.log}}, each with an é in Latin-1.
fn tree() -> Sandbox {
    let sandbox = Sandbox::new();
    fs::create_dir_all(sandbox.path("logs/sub/deep")).unwrap();
    for name in ["a.log", "b.txt", ".hidden", "sub/a.log", "sub/deep/c.log"] {
        sandbox.write(
            format!("logs/{name}"),
            format!("{name} \u{E9}").chars().map(|c| c as u8).collect::<Vec<_>>(),
        );
    }
    sandbox
}

fn converted(name: &str) -> Vec<u8> {
    format!("{name} é").into_bytes()
}

#[test]
fn mirrored_into_a_directory() {
    let sandbox = tree();
    let run = sandbox.run("convert -f latin1 -r logs -o out").sums_up("files 4, failed 0");
    run.ok();
    for name in ["a.log", "b.txt", "sub/a.log", "sub/deep/c.log"] {
        assert_eq!(sandbox.read(format!("out/{name}")), converted(name));
    }
    assert!(!sandbox.path("out/.hidden").exists());
    // Only some, and their names with another end.
    let args =
        "convert -f latin1 -r logs -o some --glob *.log --glob !deep --hidden --suffix .utf8";
    sandbox.run(args).sums_up("files 2, failed 0").ok();
    assert_eq!(sandbox.read("some/a.utf8"), converted("a.log"));
    assert_eq!(sandbox.read("some/sub/a.utf8"), converted("sub/a.log"));
    // A glob takes no hidden files that would not be taken without it, nor what is in hidden directories.
    sandbox.write("logs/.a.log", b"\xE9");
    fs::create_dir(sandbox.path("logs/.git")).unwrap();
    sandbox.write("logs/.git/a.log", b"\xE9");
    for (glob, files) in [("*", 4), ("*.log", 3), (".*", 0), ("!b.txt", 3)] {
        let args = format!("check -f latin1 -r logs --glob {glob}");
        sandbox.run(&args).sums_up(&format!("files {files}, failed 0")).ok();
    }
    sandbox.run("check -f latin1 -r logs --hidden --glob *.log").sums_up("files 5, failed 0").ok();
    sandbox.run("convert -f latin1 -t utf-8 -r logs --glob * --in-place").ok();
    assert_eq!(sandbox.read("logs/.a.log"), b"\xE9");
    assert_eq!(sandbox.read("logs/.git/a.log"), b"\xE9");
    for name in ["a.log", "b.txt", "sub/a.log", "sub/deep/c.log"] {
        sandbox.write(format!("logs/{name}"), b"\xE9");
    }
    fs::remove_dir_all(sandbox.path("logs/.git")).unwrap();
    fs::remove_file(sandbox.path("logs/.a.log")).unwrap();
    // What a killed run has left is no input.
    sandbox.write("logs/sub/.codeunit-a1B2c3.tmp", b"\xE9");
    sandbox.run("convert -f latin1 -r logs -o all --hidden").sums_up("files 5, failed 0").ok();
    fs::remove_file(sandbox.path("logs/sub/.codeunit-a1B2c3.tmp")).unwrap();
    // An output directory within the tree is no input.
    for _ in 0..2 {
        let run = sandbox.run("convert -f latin1 -r logs -o logs/out");
        run.sums_up("files 4, failed 0").ok();
    }
    assert!(!sandbox.path("logs/out/out").exists());
}

/// One would replace the other without a word.
#[cfg(unix)]
#[test]
fn two_outputs_that_are_one_file() {
    use std::os::unix::fs::symlink;
    let sandbox = Sandbox::new();
    for directory in ["in/one/sub", "in/two/sub", "out/two", "files"] {
        fs::create_dir_all(sandbox.path(directory)).unwrap();
    }
    // A directory by two names, with and without something in it.
    symlink("two", sandbox.path("out/one")).unwrap();
    for name in ["in/one/a", "in/two/a", "in/one/sub/b", "in/two/sub/b"] {
        sandbox.write(name, "text");
    }
    for (glob, name) in [("a", "a"), ("b", "sub/b")] {
        let run = sandbox.run(&format!("convert -f utf-8 -r in -o out --glob {glob}"));
        let [one, two] = ["one", "two"].map(|directory| format!("{directory}/{name}"));
        run.fails(2, &format!("in/{one} and in/{two} would both be written to out/{two}"));
    }
    // A file by two names.
    sandbox.write("files/a", "older");
    symlink("a", sandbox.path("files/b")).unwrap();
    let run = sandbox.run("convert -f utf-8 in/one/a in/one/sub/b -o files");
    run.fails(2, "in/one/a and in/one/sub/b would both be written to files/b");
    // A hard link is a file of its own when it has been replaced, and so is what a link from elsewhere leads to.
    fs::remove_file(sandbox.path("files/b")).unwrap();
    fs::hard_link(sandbox.path("files/a"), sandbox.path("files/b")).unwrap();
    sandbox.run("convert -f utf-8 in/one/a in/one/sub/b -o files").ok();
    assert_eq!((sandbox.read("files/a"), sandbox.read("files/b")), ("text".into(), "text".into()));
}

/// A name of which two dots or one would be left keeps what it has: `..` is another directory.
#[cfg(unix)]
#[test]
fn names_of_dots_stay_in_the_directory() {
    for (name, args, output) in [
        ("...gz", "", "...gz"),
        ("...gz", "--suffix .txt", "...gz.txt"),
        ("...gz", "--compress gz", "...gz.gz"),
        ("..zst", "--suffix .txt", "..zst.txt"),
        ("..gz", "--compress zst", "..gz.zst"),
        ("...log", "--suffix=", "...log"),
        ("..log", "--suffix .", "..log."),
        ("...log.gz", "--suffix=", "...log"),
        ("a..gz", "--suffix=", "a"),
    ] {
        for input in [format!("in/{name}"), "-r --hidden in".into()] {
            let sandbox = Sandbox::new();
            fs::create_dir(sandbox.path("in")).unwrap();
            sandbox.write(format!("in/{name}"), "text");
            sandbox.run(&format!("convert -f utf-8 {input} -o out/ {args}")).ok();
            let expected = ["in", &format!("in/{name}"), "out", &format!("out/{output}")];
            assert_eq!(paths(&sandbox), expected, "{name} {args}");
        }
    }
}

/// All paths below the sandbox.
fn paths(sandbox: &Sandbox) -> Vec<String> {
    let mut paths = sandbox.files();
    let mut index = 0;
    while let Some(path) = paths.get(index).cloned() {
        if let Ok(entries) = fs::read_dir(sandbox.path(&path)) {
            let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
            paths.extend(entries.map(|entry| format!("{path}/{}", name(entry.unwrap()))));
        }
        index += 1;
    }
    paths.sort();
    paths
}

/// A directory is there when there is something in it.
#[test]
fn no_directories_for_what_failed() {
    for jobs in [1, 4] {
        let sandbox = Sandbox::new();
        for directory in ["logs/good", "logs/bad/deep", "logs/bad/deeper/still", "older"] {
            fs::create_dir_all(sandbox.path(directory)).unwrap();
        }
        sandbox.write("logs/good/a", "text");
        for bad in ["logs/bad/deep/a", "logs/bad/deep/b", "logs/bad/deeper/still/c"] {
            sandbox.write(bad, b"\xFF");
        }
        let before = paths(&sandbox);
        let run = |args: &str| sandbox.run(&format!("convert -f utf-8 -r -j {jobs} {args}"));
        run("logs/bad -o new/dir --keep-going").sums_up("files 3, failed 3").fails_with(1, &[]);
        run("logs/bad -o new/dir").fails_with(1, &["bad/deep/a: "]);
        // What was there stays.
        run("logs/bad -o older").fails_with(1, &["bad/deep/a: "]);
        sandbox.run("convert -f utf-8 logs/bad/deep/a -o new/").fails_with(1, &["deep/a: "]);
        sandbox.run("convert -f utf-8 missing -o new/").fails_with(3, &["missing: cannot open"]);
        sandbox.write("file", "");
        run("logs -o file/new").fails_with(3, &["file/new: cannot create directory"]);
        run("logs -o none/../file/new").fails_with(3, &["cannot create directory"]);
        fs::remove_file(sandbox.path("file")).unwrap();
        assert_eq!(paths(&sandbox), before);
        run("logs -o new --keep-going").sums_up("files 4, failed 3").fails_with(1, &[]);
        let after = ["new", "new/good", "new/good/a"].map(String::from);
        let expected: std::collections::BTreeSet<_> = before.into_iter().chain(after).collect();
        assert_eq!(paths(&sandbox), expected.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn directories_need_to_be_asked_for() {
    let sandbox = tree();
    sandbox.run("convert -f latin1 logs -o out").fails_with(3, &["logs: "]);
    sandbox.run("convert -f latin1 -r logs").fails_with(2, &["-o DIR, or --in-place"]);
    sandbox.run("convert -f latin1 logs --hidden -o out").fails_with(2, &["--recursive"]);
    sandbox.run("convert -f latin1 -r logs --glob [ -o out").fails_with(2, &["--glob"]);
    sandbox.run("convert -f latin1 a --suffix .x").fails_with(2, &["--output"]);
    let args = "convert -f latin1 -r logs logs/sub -o out";
    sandbox.run(args).fails_with(2, &["would both be written to out/a.log"]);
    assert_eq!(sandbox.files(), ["logs"]);
}

#[test]
fn other_commands_take_trees() {
    let sandbox = tree();
    let run = sandbox.run("check -f ascii -r logs --glob *.log").sums_up("files 3, failed 3");
    assert_eq!(run.status, 1);
    assert_eq!(
        sandbox.run("check -f latin1 -r logs").stdout.split(|&byte| byte == b'\n').count(),
        5
    );
    assert!(
        sandbox.run("count -f latin1 -r logs").ok().starts_with(b"logs/a.log: ISO-8859-1, bytes 7")
    );
    assert_eq!(
        sandbox.run("detect -r logs --glob a.log").stdout,
        b"logs/a.log: unknown\nlogs/sub/a.log: unknown\n"
    );
}

#[cfg(unix)]
#[test]
fn symbolic_links_in_trees() {
    use std::os::unix::fs::symlink;
    let sandbox = tree();
    sandbox.write("outside", b"\xE9");
    symlink("../outside", sandbox.path("logs/link")).unwrap();
    symlink("..", sandbox.path("logs/sub/up")).unwrap();
    sandbox.run("convert -f latin1 -r logs -o out").sums_up("files 4, failed 0").ok();
    let run = sandbox.run("convert -f latin1 -r logs -o out2 --follow-links --keep-going");
    let run = run.sums_up("files 6, failed 1");
    run.fails_with(3, &["logs/sub/up: cannot look into"]);
    assert_eq!(sandbox.read("out2/link"), "é".as_bytes());
}

#[test]
fn in_place() {
    let sandbox = tree();
    let args = "convert -f latin1 -r logs --in-place";
    sandbox.run(args).sums_up("files 4, failed 0").ok();
    for name in ["a.log", "b.txt", "sub/a.log", "sub/deep/c.log"] {
        assert_eq!(sandbox.read(format!("logs/{name}")), converted(name));
    }
    assert_eq!(fs::read_dir(sandbox.path("logs")).unwrap().count(), 4);
    sandbox.run("convert -f utf-8 --in-place -").fails_with(2, &["standard input"]);
    sandbox.run("convert -f utf-8 --in-place a -o b").fails_with(2, &["--in-place"]);
    sandbox.run("convert -f utf-8 --in-place logs").fails_with(3, &["logs: "]);
}

#[test]
fn in_place_with_a_backup() {
    let sandbox = Sandbox::new();
    sandbox.write("a", b"\xE9");
    sandbox.run("convert -f latin1 --in-place=.bak a").ok();
    assert_eq!((sandbox.read("a"), sandbox.read("a.bak")), ("é".into(), b"\xE9".to_vec()));
    // A backup is not replaced.
    let run = sandbox.run("convert -f latin1 --in-place=.bak a");
    run.fails_with(3, &["a: cannot create", "a.bak already"]);
    assert_eq!((sandbox.read("a"), sandbox.read("a.bak")), ("é".into(), b"\xE9".to_vec()));
    assert_eq!(sandbox.files(), ["a", "a.bak"]);
}

/// The backups of an earlier run are no inputs of the next one, which would make backups of them.
#[test]
fn in_place_with_backups_of_a_tree() {
    let sandbox = tree();
    // Nothing that this could be the backup of.
    sandbox.write("logs/other.bak", b"\xE9");
    let args = "convert -f latin1 -r logs --hidden --in-place=.bak -k";
    sandbox.run(args).sums_up("files 6, failed 0").ok();
    let after = paths(&sandbox);
    let kept = sandbox.read("logs/sub/a.log.bak");
    let run = sandbox.run(args).sums_up("files 6, failed 6");
    run.fails_with(3, &["logs/a.log: cannot create", "logs/other.bak: cannot create"]);
    assert_eq!(paths(&sandbox), after);
    assert_eq!((sandbox.read("logs/sub/a.log.bak"), kept.last()), (kept.clone(), Some(&0xE9)));
    // Another suffix is another backup, and who names a file means it.
    sandbox
        .run("convert -f latin1 -r logs --in-place=.old --glob a.log*")
        .sums_up("files 4, failed 0")
        .ok();
    sandbox.run("convert -f latin1 logs/b.txt.bak --in-place=.bak").ok();
    assert!(
        sandbox.path("logs/a.log.bak.old").exists() && sandbox.path("logs/b.txt.bak.bak").exists()
    );
}

#[test]
fn in_place_leaves_what_is_ill_formed() {
    let sandbox = Sandbox::new();
    for index in 0..20 {
        sandbox.write(format!("{index}"), if index == 7 { &b"bad\xFF"[..] } else { b"good" });
    }
    let all = (0..20).map(|index| index.to_string()).collect::<Vec<_>>().join(" ");
    let args = format!("convert -f utf-8 -t utf-16le --in-place {all}");
    sandbox.run(&args).fails_with(1, &["7: byte offset 3", "later inputs not converted: 12"]);
    assert_eq!(sandbox.read("6"), b"g\0o\0o\0d\0");
    for index in 0..7 {
        sandbox.write(format!("{index}"), "good");
    }
    let run = sandbox.run(&format!("{args} missing --keep-going"));
    let run = run.sums_up("files 21, failed 2, bytes read 76, bytes written 152, errors 1");
    run.fails_with(1, &["7: byte offset 3", "missing: cannot open"]);
    for index in 0..20 {
        let expected = if index == 7 { &b"bad\xFF"[..] } else { b"g\0o\0o\0d\0" };
        assert_eq!(sandbox.read(format!("{index}")), expected);
    }
    assert_eq!(sandbox.files().len(), 20);
}

#[cfg(unix)]
#[test]
fn in_place_keeps_what_a_file_is() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::time::{Duration, SystemTime};
    let sandbox = Sandbox::new();
    let path = sandbox.write("a", b"\xE9");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    let owner = fs::metadata(&path).map(|metadata| (metadata.uid(), metadata.gid())).unwrap();
    symlink("a", sandbox.path("link")).unwrap();
    fs::hard_link(&path, sandbox.path("hard")).unwrap();
    // Named twice, it is converted once; the other name of the hard link is a file of its own.
    let run = sandbox.run("convert -f latin1 --in-place --keep-times link a hard");
    run.sums_up("files 2, failed 0").ok();
    assert!(sandbox.path("link").is_symlink());
    for name in ["a", "hard"] {
        let metadata = fs::metadata(sandbox.path(name)).unwrap();
        assert_eq!(sandbox.read(name), "é".as_bytes());
        assert_eq!((metadata.mode() & 0o7777, metadata.modified().unwrap()), (0o640, time));
        assert_eq!((metadata.uid(), metadata.gid()), owner);
    }
    sandbox.run("convert -f latin1 --in-place /dev/null").fails_with(2, &["not a regular file"]);
}

#[test]
fn files_side_by_side() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("logs")).unwrap();
    for index in 0..300 {
        let text = format!("{index} ").repeat(index * 50);
        sandbox.write(
            format!("logs/{index}"),
            if index % 100 == 99 { b"\xFF".to_vec() } else { text.into() },
        );
    }
    for jobs in ["1", "2", "7", "0"] {
        let args =
            format!("convert -f utf-8 -t utf-16be -r logs -o out{jobs} -j {jobs} --keep-going");
        let run = sandbox.run(&args).sums_up("files 300, failed 3");
        assert_eq!((run.status, run.stderr.lines().count()), (1, 3));
        assert_eq!(fs::read_dir(sandbox.path(format!("out{jobs}"))).unwrap().count(), 297);
        for index in [0, 1, 98, 298] {
            let expected = sandbox.read(format!("out1/{index}"));
            assert_eq!(expected.len(), 2 * format!("{index} ").len() * index * 50);
            assert!(sandbox.read(format!("out{jobs}/{index}")) == expected);
        }
    }
    let run = sandbox.run("convert -f utf-8 -r logs -o stopped -j 2");
    assert!(fs::read_dir(sandbox.path("stopped")).unwrap().count() < 297);
    run.fails_with(1, &["byte offset 0", "stopped; later inputs not converted: "]);
    sandbox.run("convert -f utf-8 a -j x").fails_with(2, &["--jobs"]);
}

/// Where the system has no more threads, the work is done without them.
#[test]
fn files_without_threads() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("logs")).unwrap();
    (0..5).for_each(|index| _ = sandbox.write(format!("logs/{index}"), "text"));
    sandbox.write("logs/5", b"\xFF");
    sandbox.write("logs/6", "text");
    // Stacks of this length are none that there is room for.
    let run = |args: &str| {
        let mut command = sandbox.command(args.split(' '));
        Run::of(command.env("RUST_MIN_STACK", (1_u64 << 52).to_string()).output().unwrap())
    };
    let stopped = run("convert -f utf-8 -r logs -o out -j 3").sums_up("files 6, failed 1");
    stopped.fails_with(1, &["logs/5: byte offset 0", "later inputs not converted: 1\n"]);
    run("convert -f utf-8 -r logs -o all -j 3 -k").sums_up("files 7, failed 1").fails_with(1, &[]);
    assert_eq!(fs::read_dir(sandbox.path("all")).unwrap().count(), 6);
}

/// What is written to a file while it is converted in its place is not lost.
#[test]
fn a_file_that_grows_is_not_replaced() {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;
    let sandbox = Sandbox::new();
    let path = sandbox.write("log", "line\n".repeat(4 << 20));
    let is_done = AtomicBool::new(false);
    let (run, len) = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut log = fs::File::options().append(true).open(&path).unwrap();
            let mut len = 5 * (4 << 20);
            while !is_done.load(Ordering::Relaxed) {
                log.write_all(b"more\n").unwrap();
                len += 5;
                std::thread::sleep(Duration::from_micros(200));
            }
            len
        });
        let run = sandbox.run("convert -f utf-8 -t utf-16le --in-place=.bak log");
        is_done.store(true, Ordering::Relaxed);
        (run, writer.join().unwrap())
    });
    run.fails_with(3, &["log: cannot write: changed while it was read; not replaced"]);
    let log = sandbox.read("log");
    assert!(log.len() == len && log.ends_with(b"line\nmore\n") | log.ends_with(b"more\nmore\n"));
    assert_eq!(sandbox.files(), ["log"]);
}
