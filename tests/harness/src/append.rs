//! The forms that append to a vector, on every backend against the model.

use std::fmt::Debug;

use codeunit::encoding::TranscodeTo;

use crate::backends::for_each_backend;
use crate::case;
use crate::encodings::{SourceModel, TargetModel};
use crate::model::Policy;
use crate::pair::Pair;
use crate::pairs::pair;

/// Elements that stand in the vector before.
const BEFORE: usize = 3;

/// Both conversions appended to a vector that is not empty, on every backend.
///
/// # Panics
/// If one of them does not do what the model says, or changes what was there before.
pub fn check_append<S: SourceModel + TranscodeTo<T>, T: TargetModel>(src: &S::Slice) {
    pair::<S, T>().check_append(S::elements(src));
}

impl<U: Copy, V: Copy + Eq + Debug> Pair<U, V> {
    /// See [`check_append`].
    pub fn check_append(&self, src: &[U]) {
        let items = (self.from.decode)(src);
        let mut output = Vec::new();
        for policy in [Policy::Strict, Policy::Lossy] {
            let want = self.to.convert(&items, usize::MAX, policy, &mut output);
            for_each_backend(|tested| {
                let mut out = vec![self.to.fill; BEFORE];
                let got = self.append(tested, policy, src, &mut out);
                let (before, appended) = out.split_at(BEFORE);
                if got != want
                    || appended != output
                    || before.iter().any(|unit| *unit != self.to.fill)
                {
                    let (from, to) = (self.from.name, self.to.name);
                    let test = case::test_append(self, src);
                    let same =
                        appended.iter().zip(&output).take_while(|(got, want)| got == want).count();
                    panic!(
                        "{policy:?} {from} to {to}, appended: {got:?}\nwanted {want:?}\n\
                         the first {same} elements are right\n{test}"
                    );
                }
            });
        }
    }
}
