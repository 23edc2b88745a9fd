//! What the tests share: the backends, the model that says what is right, and the inputs.

pub(crate) mod encodings;
pub(crate) mod model;
pub(crate) mod rng;
pub(crate) mod table_3_7;
pub(crate) mod text;

use codeunit::{Backend, Engine};

/// Runs `test` on every backend that the program and the machine have, best first.
///
/// Which these are is printed and checked in `backends.rs`.
pub(crate) fn for_each_backend(mut test: impl FnMut(Engine)) {
    walk(&mut test);
}

/// Apart, so that the loop is compiled once and not for each of some thousand closures.
fn walk(test: &mut dyn FnMut(Engine)) {
    for &backend in Backend::ALL {
        if let Some(engine) = Engine::with_backend(backend) {
            let _name = NameOnPanic(backend);
            test(engine);
        }
    }
}

/// The engine on the scalar path, which every machine has.
pub(crate) fn fallback() -> Engine {
    Engine::with_backend(Backend::Fallback).expect("the fallback runs on every machine")
}

/// Tells on which backend a test failed, so that no assertion has to.
struct NameOnPanic(Backend);

impl Drop for NameOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("failed on the backend {}", self.0.name());
        }
    }
}
