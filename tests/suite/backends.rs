//! Which backends the other tests run on. A backend that is silently missing is a test that is
//! silently missing.

use harness::for_each_backend;

use crate::Test;
use codeunit::{Backend, Engine};

/// The names of the backends that [`for_each_backend`] walks.
fn tested() -> Vec<&'static str> {
    let mut names = Vec::new();
    for_each_backend(|engine| names.push(engine.backend().name()));
    names
}

fn the_backends_tested_are_printed() {
    println!("backends tested: {}", tested().join(" "));
    assert!(tested().contains(&"fallback"), "the fallback runs on every machine");
}

/// The machine is asked here by the standard library: without the feature `std` the engine asks it itself. What was
/// left out when the engine was compiled is not there.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn what_the_machine_has_is_tested() {
    use std::arch::is_x86_feature_detected as has;

    let popcnt = has!("popcnt");
    let avx2 = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && popcnt;
    let its_instructions = has!("avx512f")
        && has!("avx512bw")
        && has!("avx512vl")
        && has!("avx512vbmi")
        && has!("avx512vbmi2");
    let avx512 = avx2 && (its_instructions || cfg!(codeunit_emulated = "avx512"));
    let sse41 = has!("sse4.1") && has!("ssse3") && popcnt;
    let detected = [
        (avx512 && cfg!(not(codeunit_without = "avx512")), "avx512"),
        (avx2 && cfg!(not(codeunit_without = "avx2")), "avx2"),
        (sse41 && cfg!(not(codeunit_without = "sse41")), "sse41"),
    ];
    for (present, name) in detected {
        assert_eq!(tested().contains(&name), present, "the machine and the engine about {name}");
    }
}

/// `CODEUNIT_REQUIRE_BACKENDS=avx2,sse41 cargo test` is how a machine promises what it has.
fn the_required_backends_are_tested() {
    let required = std::env::var("CODEUNIT_REQUIRE_BACKENDS").unwrap_or_default();
    for name in required.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let known = Backend::ALL.iter().any(|backend| backend.name() == name);
        assert!(known, "CODEUNIT_REQUIRE_BACKENDS: there is no backend {name}");
        assert!(tested().contains(&name), "CODEUNIT_REQUIRE_BACKENDS: {name} is not available");
    }
}

fn the_active_backend_is_the_first_available() {
    let first = Backend::ALL.iter().copied().find(|backend| backend.is_available());
    assert_eq!(Some(Backend::active()), first);
    assert_eq!(Engine::active().backend(), Backend::active());
    assert_ne!(Backend::active(), Backend::Array, "it is for tests");
}

fn an_engine_is_made_exactly_for_the_available_backends() {
    for &backend in Backend::ALL {
        let engine = Engine::with_backend(backend);
        assert_eq!(engine.is_some(), backend.is_available(), "{}", backend.name());
        if let Some(engine) = engine {
            assert_eq!(engine.backend(), backend, "the kernels are those of another backend");
        }
    }
}

fn the_names_are_unique() {
    let mut names: Vec<_> = Backend::ALL.iter().map(|backend| backend.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Backend::ALL.len());
}

pub(crate) const TESTS: &[Test] = tests![
    the_backends_tested_are_printed,
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    what_the_machine_has_is_tested,
    the_required_backends_are_tested,
    the_active_backend_is_the_first_available,
    an_engine_is_made_exactly_for_the_available_backends,
    the_names_are_unique,
];
