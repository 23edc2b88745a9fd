//! The release assembly of the kernels: everything is inlined, and the kernels are there.
//!
//! A helper that loses its `#[inline(always)]` is compiled on its own, without the CPU features of
//! the kernel. Each intrinsic in it becomes a call with vectors in memory: some fifty times slower,
//! and correct, so no other test notices.
#![cfg(target_arch = "x86_64")]

use std::path::Path;
use std::process::Command;

/// Modules of whose functions nothing may be left: the operations, their traits, the algorithms.
/// Mangled, as a path begins in a symbol of scheme v0.
const INLINED: [&str; 3] = ["codeunit_simd3x86", "codeunit_simd6vector", "codeunit_simd7kernels"];

/// The modules of the backends, mangled, with the registers that each is for.
const BACKENDS: [(&str, &str); 3] = [("6avx512", "%zmm"), ("4avx2", "%ymm"), ("5sse41", "%xmm")];

/// Kernels that every backend has. One that is missing would be served by the scalar path, silently.
const KERNELS: [&str; 3] = ["is_ascii", "ascii_prefix_len", "validate_utf8"];

/// Builds the crate of the kernels in a directory of its own.
fn assembly() -> String {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen");
    let file = dir.join("codeunit_simd.s");
    std::fs::create_dir_all(&dir).expect("a directory for the assembly");
    // An old file must not stand in for one that was not written, nor a fresh build keep it away.
    let _ = std::fs::remove_file(&file);
    let stale = dir.join("release/.fingerprint");
    let _ = std::fs::remove_dir_all(stale);
    let mut emit = std::ffi::OsString::from("--emit=asm=");
    emit.push(&file);
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--release", "--offline", "-p", "codeunit-simd", "--lib", "--target-dir"])
        .arg(&dir)
        .args(["--", "-Ccodegen-units=1", "-Csymbol-mangling-version=v0", "-Cdebuginfo=0"])
        .arg(emit)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // Flags for the tests (coverage, sanitizers, other CPUs) would change what is looked at.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(&file).expect("the assembly")
}

/// The functions of the assembly: name and body.
fn functions(assembly: &str) -> Vec<(&str, Vec<&str>)> {
    let mut functions: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in assembly.lines() {
        match line.strip_suffix(':') {
            Some(label) if label.starts_with("_R") => {
                functions.push((label, Vec::new()));
                inside = true;
            }
            _ if line.trim_start().starts_with(".cfi_endproc") => inside = false,
            _ if inside => functions.last_mut().expect("inside of one").1.push(line),
            _ => {}
        }
    }
    functions
}

/// The name of a function `name` in the module `backend` of `backend.rs`, without the crate's hash.
fn is_kernel(symbol: &str, backend: &str, name: &str) -> bool {
    symbol.ends_with(&format!("codeunit_simd7backend{backend}{}{name}", name.len()))
}

#[test]
fn kernels_are_inlined() {
    let assembly = assembly();
    let intrinsics: Vec<&str> =
        assembly.lines().filter(|line| line.contains("core_arch")).take(5).collect();
    assert!(intrinsics.is_empty(), "intrinsics are called or stand alone: {intrinsics:#?}");

    let functions = functions(&assembly);
    let alone: Vec<&str> = functions
        .iter()
        .map(|(symbol, _)| *symbol)
        .filter(|symbol| INLINED.iter().any(|module| symbol.contains(module)))
        .collect();
    assert!(alone.is_empty(), "not inlined: {alone:#?}");

    for (backend, register) in BACKENDS {
        for name in KERNELS {
            let kernel = functions.iter().find(|(symbol, _)| is_kernel(symbol, backend, name));
            let (_, body) = kernel.unwrap_or_else(|| panic!("no {name} in {backend}"));
            let used = body.iter().any(|line| line.contains(register));
            assert!(used, "{name} of {backend} does not use {register}");
        }
    }
}
