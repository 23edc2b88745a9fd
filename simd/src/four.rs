//! The same of four vectors.

/// An array of four. (`array::from_fn` and `map` leave functions that are not inlined.)
#[allow(unused_macros, reason = "not every target has a kernel with arrays")]
macro_rules! four {
    ($i:ident => $value:expr) => {
        [
            {
                let $i = 0;
                $value
            },
            {
                let $i = 1;
                $value
            },
            {
                let $i = 2;
                $value
            },
            {
                let $i = 3;
                $value
            },
        ]
    };
}

#[allow(unused_imports, reason = "the same")]
pub(crate) use four;
