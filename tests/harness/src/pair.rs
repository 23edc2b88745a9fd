//! A pair of encodings as a value.
//!
//! There are 80 pairs, but the elements of their slices are bytes, two other integers and `char`:
//! what works on values is compiled for twelve combinations and not for 80. [`crate::pairs`] has all
//! of them.

use std::borrow::Borrow;
use std::mem::MaybeUninit;

use codeunit::encoding::TranscodeTo;
use codeunit::{Analysis, Error, Lossy};

use crate::backends::Tested;
use crate::encodings::{SourceModel, TargetModel};
use crate::model::{Item, Outcome, Policy};
use crate::rng::Rng;

/// A source with elements `U`.
#[derive(Clone, Copy, Debug)]
pub struct From<U> {
    /// The name of the type.
    pub name: &'static str,
    /// See [`SourceModel::INDEX`].
    pub(crate) index: u8,
    /// See [`SourceModel::encode`].
    pub encode: fn(&str) -> Vec<U>,
    /// See [`SourceModel::random`].
    pub random: fn(&mut Rng, usize) -> Vec<U>,
    /// See [`SourceModel::decode`].
    pub decode: fn(&[U]) -> Vec<Item>,
    /// See [`SourceModel::literal`].
    pub literal: fn(&[U]) -> String,
    /// Whether the elements are a source: any are, but those of `str`.
    pub is_source: fn(&[U]) -> bool,
    /// See `Engine::validate`.
    pub validate: fn(Tested, &[U]) -> Result<(), Error>,
    /// See `Engine::analyze`.
    pub analyze: fn(Tested, &[U]) -> Analysis,
    /// See `Engine::count`.
    pub count: fn(Tested, &[U]) -> usize,
    /// See `Engine::count_line_feeds`.
    pub count_line_feeds: fn(Tested, &[U]) -> usize,
}

/// A target with elements `V`.
#[derive(Clone, Copy, Debug)]
pub struct To<V> {
    /// The name of the type.
    pub name: &'static str,
    /// See [`TargetModel::INDEX`].
    pub(crate) index: u8,
    /// See [`TargetModel::put`].
    pub put: fn(char, &mut Vec<V>) -> bool,
    /// See [`TargetModel::decode_output`].
    pub decode: fn(&[V]) -> Vec<Item>,
    /// See [`TargetModel::REPLACEMENT`].
    pub replacement: char,
    /// See [`TargetModel::FILL`].
    pub fill: V,
}

type Conversion<U, V, Done> = fn(Tested, &[U], &mut [V]) -> Result<Done, Error>;
type Growing<U, V, Done> = fn(Tested, &[U], &mut Vec<V>) -> Done;

/// A source, a target, and what the engine does with them.
#[derive(Clone, Copy, Debug)]
pub struct Pair<U, V> {
    /// The source.
    pub from: From<U>,
    /// The target.
    pub to: To<V>,
    pub(crate) strict: Conversion<U, V, usize>,
    lossy: Conversion<U, V, Lossy>,
    strict_uninit: Conversion<U, MaybeUninit<V>, usize>,
    lossy_uninit: Conversion<U, MaybeUninit<V>, Lossy>,
    append: Growing<U, V, Result<usize, Error>>,
    append_lossy: Growing<U, V, Lossy>,
    /// See `Engine::transcoded_len`.
    pub len: fn(Tested, &[U]) -> usize,
    /// See `Engine::transcoded_len_lossy`.
    pub len_lossy: fn(Tested, &[U]) -> usize,
    /// See `max_transcoded_len` and `max_transcoded_len_lossy`.
    pub max_len: fn(usize) -> usize,
    /// The same.
    pub max_len_lossy: fn(usize) -> usize,
}

/// The source of these elements, which came from one.
fn view<S: SourceModel>(elements: &[S::Unit]) -> &S::Slice {
    S::view(elements).expect("elements of a source")
}

impl<U: Copy> From<U> {
    /// The value of the type `S`.
    #[must_use]
    pub const fn of<S: SourceModel<Unit = U>>() -> Self {
        Self {
            name: S::NAME,
            index: S::INDEX,
            encode: |text| S::elements(S::encode(text).borrow()).to_vec(),
            random: |rng, len| S::elements(S::random(rng, len).borrow()).to_vec(),
            decode: |src| S::decode(view::<S>(src)),
            literal: |src| S::literal(view::<S>(src)),
            is_source: |src| S::view(src).is_some(),
            validate: |tested, src| tested.validate::<S>(view::<S>(src)),
            analyze: |tested, src| tested.analyze::<S>(view::<S>(src)),
            count: |tested, src| tested.count::<S>(view::<S>(src)),
            count_line_feeds: |tested, src| tested.count_line_feeds::<S>(view::<S>(src)),
        }
    }
}

impl<V> To<V> {
    /// The value of the type `T`.
    #[must_use]
    pub const fn of<T: TargetModel<Unit = V>>() -> Self {
        Self {
            name: T::NAME,
            index: T::INDEX,
            put: T::put,
            decode: T::decode_output,
            replacement: T::REPLACEMENT,
            fill: T::FILL,
        }
    }
}

impl<U: Copy, V> Pair<U, V> {
    /// The value of the types `S` and `T`.
    #[must_use]
    pub const fn of<S, T>() -> Self
    where
        S: SourceModel<Unit = U> + TranscodeTo<T>,
        T: TargetModel<Unit = V>,
    {
        Self {
            from: From::of::<S>(),
            to: To::of::<T>(),
            strict: |tested, src, dst| tested.transcode::<S, T>(view::<S>(src), dst),
            lossy: |tested, src, dst| tested.transcode_lossy::<S, T>(view::<S>(src), dst),
            strict_uninit: |tested, src, dst| tested.transcode_uninit::<S, T>(view::<S>(src), dst),
            lossy_uninit: |tested, src, dst| {
                tested.transcode_lossy_uninit::<S, T>(view::<S>(src), dst)
            },
            append: |tested, src, out| tested.transcode_append::<S, T>(view::<S>(src), out),
            append_lossy: |tested, src, out| {
                tested.transcode_lossy_append::<S, T>(view::<S>(src), out)
            },
            len: |tested, src| tested.transcoded_len::<S, T>(view::<S>(src)),
            len_lossy: |tested, src| tested.transcoded_len_lossy::<S, T>(view::<S>(src)),
            max_len: codeunit::max_transcoded_len::<S, T>,
            max_len_lossy: codeunit::max_transcoded_len_lossy::<S, T>,
        }
    }

    /// A conversion, and what it says.
    pub fn run(&self, tested: Tested, policy: Policy, src: &[U], dst: &mut [V]) -> Outcome {
        match policy {
            Policy::Strict => Outcome::strict((self.strict)(tested, src, dst), src.len()),
            Policy::Lossy => Outcome::new((self.lossy)(tested, src, dst), src.len()),
        }
    }

    /// The same into an output that nobody has written to.
    pub fn run_uninit(
        &self,
        tested: Tested,
        policy: Policy,
        src: &[U],
        dst: &mut [MaybeUninit<V>],
    ) -> Outcome {
        match policy {
            Policy::Strict => Outcome::strict((self.strict_uninit)(tested, src, dst), src.len()),
            Policy::Lossy => Outcome::new((self.lossy_uninit)(tested, src, dst), src.len()),
        }
    }

    /// A conversion that appends to `out`, and what it says.
    pub fn append(&self, tested: Tested, policy: Policy, src: &[U], out: &mut Vec<V>) -> Outcome {
        let len = src.len();
        match policy {
            Policy::Strict => Outcome::strict((self.append)(tested, src, out), len),
            Policy::Lossy => Outcome::new(Ok((self.append_lossy)(tested, src, out)), len),
        }
    }
}
