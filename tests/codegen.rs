//! The release assembly of the kernels: everything is inlined, and the kernels are there.
//!
//! A helper that loses its `#[inline(always)]` is compiled on its own, without the CPU features of
//! the kernel. Each intrinsic in it becomes a call with vectors in memory: some fifty times slower,
//! and correct, so no other test notices.
//!
//! It looks at the code for this machine. For another one, `CODEUNIT_CODEGEN_TARGET` is the triple and
//! `CODEUNIT_CODEGEN_CARGO` a cargo that can compile for it; nothing is linked. Or nothing is compiled, and
//! `CODEUNIT_CODEGEN_ASSEMBLY` is a folder with the assembly of a build with the options of a release.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules of the backends, with the registers that each is for.
type Backends = &'static [(&'static str, &'static str)];

/// The backends of an architecture, as the first part of a triple or the standard library names it.
/// A backend that is compiled and is not here fails the test as well.
fn backends(arch: &str) -> Backends {
    match arch {
        "x86_64" | "x86" | "i686" => &[("avx512", "%zmm"), ("avx2", "%ymm"), ("sse41", "%xmm")],
        "aarch64" => &[("neon", "\tq")],
        _ => &[],
    }
}

/// Kernels that every backend has. One that is missing would be served by the scalar path, silently.
const KERNELS: &[&str] = &[
    "is_ascii",
    "ascii_prefix_len",
    "is_ascii_utf16",
    "ascii_prefix_len_utf16",
    "common_prefix_len",
    "common_prefix_len_ascii_utf16",
    "common_prefix_len_latin1_utf16",
    "common_prefix_len_ascii_utf32",
    "common_prefix_len_latin1_utf32",
    "validate_utf8",
    "validate_utf8_lines",
    "analyze_utf8",
    "analyze_utf16",
    "analyze_utf32",
    "analyze_latin1",
    "find_code_point_utf8",
    "find_utf16_in_utf8",
    "find_code_point_utf16",
    "find_utf8_in_utf16",
    "find_line_end_utf8",
    "find_line_end_utf16",
    "count_utf8",
    "count_line_feeds_utf8",
    "count_line_feeds_utf16",
    "count_line_feeds_utf32",
    "count_last_line_utf8",
    "count_last_line_latin1",
    "count_last_line_utf16",
    "utf16_len_from_utf8",
    "count_utf8_lossy",
    "utf16_len_from_utf8_lossy",
    "utf8_len_from_utf8_lossy",
    "make_utf16_well_formed",
    "validate_utf16",
    "count_utf16",
    "count_utf16_lossy",
    "utf8_len_from_utf16",
    "utf8_len_from_utf16_lossy",
    "swap_utf16",
    "swap_utf16_in_place",
    "swap_utf32",
    "swap_utf32_in_place",
    "validate_utf32",
    "utf8_len_from_utf32",
    "utf16_len_from_utf32",
    "utf8_len_from_utf32_lossy",
    "utf16_len_from_utf32_lossy",
    "utf8_len_from_latin1",
    "latin1_to_utf8",
    "latin1_to_utf16",
    "latin1_to_utf32",
    "utf8_to_utf16",
    "utf8_to_utf32",
    "utf8_to_latin1",
    "str_to_utf16",
    "str_to_utf32",
    "str_to_latin1",
    "utf32_to_utf8",
    "utf32_to_utf16",
    "utf32_to_utf32",
    "utf32_to_latin1",
    "chars_to_utf8",
    "chars_to_utf16",
    "chars_to_utf32",
    "chars_to_latin1",
    "utf32_to_utf8_lossy",
    "utf32_to_utf16_lossy",
    "utf32_to_utf32_lossy",
    "utf32_to_latin1_lossy",
    "chars_to_latin1_lossy",
    "utf16_to_utf8",
    "utf16_to_utf16",
    "utf16_to_utf32",
    "utf16_to_latin1",
    "utf16_to_utf8_lossy",
    "utf16_to_utf16_lossy",
    "utf16_to_utf32_lossy",
    "utf16_to_latin1_lossy",
    "utf8_to_utf8",
    "utf8_to_utf8_lossy",
    "utf8_to_utf16_lossy",
    "utf8_to_utf32_lossy",
    "utf8_to_latin1_lossy",
    "str_to_latin1_lossy",
];

/// Functions that do nothing but call a part, so that the call is known to be cold.
const COLD: &[&str] = &["run_of_alike", "run_of_mixed"];

/// Parts of them that are compiled by themselves.
const PARTS: &[&str] = &[
    "make_utf16_well_formed_any",
    "utf8_to_utf16_any",
    "utf8_to_utf32_any",
    "utf8_to_latin1_any",
    "str_to_utf16_any",
    "str_to_utf32_any",
    "str_to_latin1_any",
    "utf16_to_utf8_few",
    "utf16_to_utf8_run",
    "utf16_to_utf32_run",
    "utf16_to_utf8_any",
    "utf16_to_utf16_any",
    "utf16_to_utf32_any",
    "utf16_to_latin1_any",
    "utf32_to_utf8_any",
    "utf32_to_utf16_any",
    "utf32_to_utf32_any",
    "utf32_to_latin1_any",
    "chars_to_utf8_any",
    "chars_to_utf16_any",
    "chars_to_utf32_any",
    "chars_to_latin1_any",
    "latin1_to_utf8_any",
    "latin1_to_utf16_any",
    "latin1_to_utf32_any",
    "utf8_to_utf8_lossy_few",
    "utf8_to_utf8_lossy_any",
    "utf8_repair_window",
    "utf8_to_utf16_lossy_any",
    "utf8_to_utf32_lossy_any",
    "utf8_to_latin1_lossy_any",
    "utf16_to_utf8_lossy_few",
    "utf16_to_utf8_lossy_any",
    "utf16_to_utf16_lossy_any",
    "utf16_to_utf32_lossy_any",
    "utf16_to_latin1_lossy_any",
    "utf32_to_utf8_lossy_any",
    "utf32_to_utf16_lossy_any",
    "utf32_to_utf32_lossy_any",
    "utf32_to_latin1_lossy_any",
    "chars_to_latin1_lossy_any",
    "validate_utf16_any",
    "utf8_to_utf16le_replace",
    "utf8_to_utf16be_replace",
    "utf8_to_utf32le_replace",
    "utf8_to_utf32be_replace",
    "utf8_to_latin1_replace",
    "utf8_to_utf16le",
    "utf8_to_utf16be",
    "utf8_to_utf32le",
    "utf8_to_utf32be",
    "utf8_to_latin1_blocks",
    "str_to_utf16le",
    "str_to_utf16be",
    "str_to_utf32le",
    "str_to_utf32be",
    "validate_utf8_long",
    "validate_utf8_longer",
    "validate_utf8_lines_longer",
    "locate_utf8",
];

/// The same of the kernels that are written once.
const SHARED_PARTS: &[&str] = &[
    "validate_utf8_few",
    "validate_utf8_any",
    "latin1_to_utf8_any",
    "utf32_to_utf8_any",
    "utf32_to_utf16_few",
    "utf32_to_utf16_any",
    "utf32_to_latin1_any",
    "chars_to_utf8_any",
    "chars_to_utf16_few",
    "chars_to_utf16_any",
    "chars_to_latin1_any",
    "utf8_to_utf8_lossy_any",
    "utf8_repair_ascii",
    "utf8_to_utf16le_same",
    "utf8_to_utf16be_same",
    "utf8_to_utf32le_same",
    "utf8_to_utf32be_same",
    "utf8_to_utf16le_vectors",
    "utf8_to_utf16be_vectors",
    "utf8_to_utf32le_vectors",
    "utf8_to_utf32be_vectors",
    "utf8_to_latin1_vectors",
    "utf8_to_utf16le",
    "utf8_to_utf16be",
    "utf8_to_utf32le",
    "utf8_to_utf32be",
    "utf8_to_latin1_blocks",
    "str_to_utf16le",
    "str_to_utf16be",
    "str_to_utf32le",
    "str_to_utf32be",
    "make_utf16_well_formed_any",
    "utf16_to_utf8_few",
    "utf16_to_utf8_any",
    "utf16_to_utf16_any",
    "utf16_to_utf32_any",
    "utf16_to_latin1_any",
    "utf16_to_utf8_blocks",
    "utf16_to_utf8_run_of_mixed",
    "utf32_to_utf8_run_of_latin1",
    "utf32_to_utf8_run_of_mixed",
    "utf16_to_utf8_replace",
    "utf16_to_utf8_lossy_few",
    "utf16_to_utf8_lossy_any",
    "utf16_to_utf16_lossy_any",
    "utf16_to_utf32_lossy_any",
    "utf16_to_latin1_lossy_any",
    "utf8_to_utf16le_replace",
    "utf8_to_utf16le_replace_short",
    "utf8_to_utf16le_rest",
    "utf8_to_utf16be_replace",
    "utf8_to_utf16be_replace_short",
    "utf8_to_utf16be_rest",
    "utf8_to_utf32le_replace",
    "utf8_to_utf32le_replace_short",
    "utf8_to_utf32le_rest",
    "utf8_to_utf32be_replace",
    "utf8_to_utf32be_replace_short",
    "utf8_to_utf32be_rest",
    "utf8_to_latin1_replace",
    "utf8_to_latin1_replace_short",
    "utf8_to_latin1_rest",
];

/// Those of AVX-512 that have no vectors of their own, which are copies; and what only calls other parts in the
/// kernels that are written once.
const WITHOUT: &[&str] = &[
    "latin1_to_latin1",
    "str_to_utf8",
    "utf8_to_utf16_any",
    "utf8_to_utf32_any",
    "utf8_to_latin1_any",
    "str_to_utf16_any",
    "str_to_utf32_any",
    "str_to_latin1_any",
];

/// The kernels of a backend that have to use its registers.
fn kernels(backend: &str) -> impl Iterator<Item = &'static str> {
    let own = if backend == "avx512" { PARTS } else { SHARED_PARTS };
    KERNELS.iter().chain(own).copied()
}

/// Paths of functions that every machine has: without them this is not the assembly of the crate.
const EVERYWHERE: [&[&str]; 3] = [
    &["codeunit_fallback", "transcode"],
    &["codeunit_fallback", "validate", "validate"],
    &["codeunit_simd", "active", "choose"],
];

/// What may stand alone beside the stamped kernels, behind the name of the crate: the choice of a
/// backend, and what belongs to the types `Kernels` and `Backend`, whose paths go on with `Nt`.
const WITHOUT_VECTORS: [&str; 3] = ["6active6choose", "5tableNt", "7backend5whichNt"];

/// The crate of the kernels, in a symbol.
const CRATE: &str = "13codeunit_simd";

/// A path as symbols of scheme v0 have it: each name behind its length.
fn mangled(path: &[&str]) -> String {
    path.iter().map(|name| format!("{}{name}", name.len())).collect()
}

/// The assembly among the files of `directory`: one for each unit that the compiler divides a crate into.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("codeunit_simd-") && name.ends_with(".s")
    };
    entries.map(|entry| entry.path()).filter(is_ours).collect()
}

/// All of it in a folder.
fn read(directory: &Path) -> String {
    let files = files(directory);
    files.iter().map(|file| std::fs::read_to_string(file).expect("the assembly")).collect()
}

/// Builds the crate of the kernels in a directory of its own.
fn assembly(target: Option<&str>) -> String {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    let release = dir.join(target.unwrap_or_default()).join("release");
    let deps = release.join("deps");
    // An old file must not stand in for one that was not written, nor a fresh build keep it away.
    for old in files(&deps) {
        std::fs::remove_file(old).expect("an old file is removed");
    }
    for stale in std::fs::read_dir(release.join(".fingerprint")).into_iter().flatten().flatten() {
        if stale.file_name().to_string_lossy().starts_with("codeunit-simd-") {
            let _ = std::fs::remove_dir_all(stale.path());
        }
    }
    let cargo = std::env::var_os("CODEUNIT_CODEGEN_CARGO").unwrap_or(env!("CARGO").into());
    let output = Command::new(cargo)
        .args(["rustc", "--release", "--offline", "-p", "codeunit-simd", "--lib", "--target-dir"])
        .arg(&dir)
        .args(target.map(|triple| format!("--target={triple}")))
        .args(["--", "-Csymbol-mangling-version=v0", "-Cdebuginfo=0", "-Ccodegen-units=16"])
        .arg("--emit=asm")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // Flags for the tests (coverage, sanitizers, other CPUs) would change what is looked at.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    read(&deps)
}

/// The functions of the assembly: name and body.
fn functions(assembly: &str) -> Vec<(&str, Vec<&str>)> {
    let mut functions: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in assembly.lines().map(str::trim) {
        let function = line.strip_prefix(".type").and_then(|line| line.strip_suffix(",@function"));
        if let Some(name) = function {
            // What another unit of the compiler's calls as well has a suffix.
            let (name, _) = name.trim().split_once(".llvm.").unwrap_or((name.trim(), ""));
            functions.push((name, Vec::new()));
            inside = true;
        } else if line.starts_with(".cfi_endproc") {
            inside = false;
        } else if inside {
            functions.last_mut().expect("inside of one").1.push(line);
        }
    }
    functions
}

/// Whether `symbol` is the function of a kernel in its module of its backend.
fn is_kernel(symbol: &str, backend: &str, kernel: &str) -> bool {
    symbol.ends_with(&mangled(&["codeunit_simd", "backend", backend, kernel, kernel]))
}

/// Whether a function may be there on its own. What is not known here must not be.
fn may_stand_alone(symbol: &str, backends: Backends) -> bool {
    let stamped = |path: &str| {
        backends.iter().any(|&(backend, _)| {
            let name = path.strip_prefix(&mangled(&["backend", backend]));
            let mut known = kernels(backend).chain(WITHOUT.iter().copied());
            // Of parts that are seldom called the compiler leaves `call` as it is: see below.
            known.any(|known| {
                [known, "call"].map(|f| mangled(&[known, f])).iter().any(|f| name == Some(f))
            }) || name == Some(&mangled(&["is_present"]))
        })
    };
    // A token or a vector among the generic arguments.
    let has_vectors = |path: &str| ["3x86", "4neon"].iter().any(|home| path.starts_with(home));
    if COLD.iter().any(|name| symbol.contains(&mangled(&[name]))) {
        return true;
    }
    // The name of the crate ends the symbol where it only tells who wanted the function compiled.
    symbol.split(CRATE).skip(1).filter(|path| !path.is_empty()).all(|path| {
        let known = stamped(path) || WITHOUT_VECTORS.iter().any(|known| path.starts_with(known));
        known && !has_vectors(path)
    })
}

/// The table of AVX-512 whose address a line loads from the global offset table: small ones are constants, for which it
/// need not.
fn loads_address(line: &str) -> Option<&str> {
    let (before, _) = line.split_once("@GOTPCREL")?;
    let symbol = before.rsplit(['\t', ' ', '*']).next()?;
    // Names of statics have no lowercase letters, and nothing behind them.
    let last = symbol.rsplit(|c: char| c.is_lowercase()).next()?;
    let name = last.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_table = symbol.contains(&mangled(&["codeunit_simd", "avx512"]));
    (is_table && last == mangled(&[name])).then_some(symbol)
}

/// Entries that need no more than a lane of sixteen bytes: what is wider is in their parts.
const NARROW: &[&str] = &["utf16_to_utf8", "utf16_to_utf8_lossy", "utf16_to_latin1"];

#[test]
fn kernels_are_inlined() {
    let target = std::env::var("CODEUNIT_CODEGEN_TARGET").ok();
    let arch = target.as_deref().map_or(std::env::consts::ARCH, |triple| {
        triple.split_once('-').expect("CODEUNIT_CODEGEN_TARGET: a triple").0
    });
    let backends = backends(arch);
    let assembly = match std::env::var_os("CODEUNIT_CODEGEN_ASSEMBLY") {
        Some(folder) => read(folder.as_ref()),
        None => assembly(target.as_deref()),
    };
    let functions = functions(&assembly);

    for path in EVERYWHERE {
        let found = functions.iter().any(|(symbol, _)| symbol.contains(&mangled(path)));
        assert!(found, "no {} among {} functions", path.join("::"), functions.len());
    }

    let intrinsics: Vec<&str> =
        assembly.lines().filter(|line| line.contains("core_arch")).take(5).collect();
    assert!(intrinsics.is_empty(), "intrinsics are called or stand alone: {intrinsics:#?}");

    let symbols = functions.iter().map(|(symbol, _)| *symbol);
    let alone: Vec<&str> = symbols.filter(|symbol| !may_stand_alone(symbol, backends)).collect();
    assert!(alone.is_empty(), "not inlined, or not in `KERNELS`: {alone:#?}");

    // It is to be a jump and no more, or a part has become a part of it.
    for (symbol, body) in functions.iter().filter(|(symbol, _)| symbol.ends_with("4call")) {
        let is_instruction = |line: &&&str| !line.starts_with('.') && !line.ends_with(':');
        let instructions: Vec<_> = body.iter().filter(is_instruction).collect();
        let jumps = ["jmp", "b\t"].iter().any(|jump| instructions[0].starts_with(jump));
        assert!(instructions.len() == 1 && jumps, "{symbol}: {instructions:#?}");
    }

    for &(backend, register) in backends {
        for kernel in kernels(backend) {
            let function = functions.iter().find(|(symbol, _)| is_kernel(symbol, backend, kernel));
            let (_, body) = function.unwrap_or_else(|| panic!("no {kernel} in {backend}"));
            let narrow = backend == "avx2" && NARROW.contains(&kernel);
            let register = if narrow { "%xmm" } else { register };
            let used = body.iter().any(|line| line.contains(register));
            assert!(used, "{kernel} of {backend} does not use {register}");
            let loads = body.iter().find_map(|line| loads_address(line));
            assert_eq!(loads, None, "{kernel} of {backend} loads the address of a table");
        }
    }
    println!(
        "codegen for {arch}: {} functions, {} kernels on {} backends",
        functions.len(),
        backends.iter().flat_map(|(backend, _)| kernels(backend)).count(),
        backends.len()
    );
}
