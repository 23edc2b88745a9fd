//! What [`Checkpoints`] have to find: every character of a conversion, on both sides, one by one.

use codeunit::{Checkpoints, Policy, StreamEncoding, Transcoder};

use crate::{SourceModel, TargetModel};

/// One character, or one sequence that cannot be converted, on both sides.
#[derive(Clone, Copy, Debug)]
struct Entry {
    output: u64,
    input: u64,
    is_text: bool,
    line: u64,
}

/// All of them, and the end.
#[derive(Debug)]
pub struct Model {
    entries: Vec<Entry>,
    output: Vec<u8>,
}

impl Model {
    /// The conversion of a source, one by one.
    ///
    /// # Panics
    /// If the policy is strict.
    pub fn new<S, T>(src: &[u8], from: S, to: T, policy: Policy) -> Self
    where
        S: SourceModel<Slice = [u8]> + StreamEncoding<Unit = u8> + Copy,
        T: TargetModel<Unit = u8> + StreamEncoding<Unit = u8> + Copy,
    {
        let mut model = Self { entries: Vec::new(), output: Vec::new() };
        let (mut at, mut line) = (0, 1);
        for item in S::decode(src) {
            let mut text = Vec::new();
            let is_text = item.what.is_ok_and(|c| T::put(c, &mut text));
            model.entries.push(Entry {
                output: model.output.len() as u64,
                input: at as u64,
                is_text,
                line,
            });
            line += u64::from(item.what == Ok('\n'));
            if !is_text {
                // What the policy makes of the sequence by itself.
                text.clear();
                let mut alone = Transcoder::new(from, to, policy);
                alone.extend(&src[at..at + item.len], &mut text).expect("nothing is strict");
                alone.extend_finish(&mut text).expect("nothing is strict");
            }
            model.output.extend(text);
            at += item.len;
        }
        let end =
            Entry { output: model.output.len() as u64, input: at as u64, is_text: true, line };
        model.entries.push(end);
        model
    }

    /// What is written.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// The place in the source, the line, and whether it is exact.
    #[must_use]
    pub fn locate(&self, offset: u64) -> (u64, u64, bool) {
        let index = self.entries.partition_point(|entry| entry.output <= offset) - 1;
        let entry = self.run_of(index);
        (entry.input, entry.line, entry.output == offset)
    }

    /// The same the other way round.
    #[must_use]
    pub fn locate_input(&self, offset: u64) -> (u64, u64, bool) {
        let index = self.entries.partition_point(|entry| entry.input <= offset) - 1;
        let entry = self.run_of(index);
        (entry.output, entry.line, entry.input == offset)
    }

    /// Where a line begins, in the output and in the source.
    #[must_use]
    pub fn locate_line(&self, line: u64) -> Option<(u64, u64)> {
        match line {
            1 => Some((0, self.locate(0).0)),
            _ => {
                let first = self.entries.iter().find(|entry| entry.line == line)?;
                Some((first.output, first.input))
            }
        }
    }

    /// The first entry of a run of sequences that could not be converted.
    fn run_of(&self, mut index: usize) -> Entry {
        while index > 0 && !self.entries[index].is_text && !self.entries[index - 1].is_text {
            index -= 1;
        }
        self.entries[index]
    }

    /// Every offset of both sides, if the checkpoints were not thinned and lines were counted.
    ///
    /// # Panics
    /// Where a place is another one.
    pub fn check(&self, checkpoints: &Checkpoints, what: &str) {
        let end = self.entries.last().expect("the end");
        assert_eq!(checkpoints.end(), (end.input, end.output), "{what}");
        for offset in 0..=end.output {
            let got = checkpoints.locate(offset, &self.output).expect("inside");
            let got = (got.offset, got.line.expect("lines are counted"), got.is_exact);
            assert_eq!(got, self.locate(offset), "{what}: output {offset}");
        }
        for offset in 0..=end.input {
            let got = checkpoints.locate_input(offset, &self.output).expect("inside");
            let got = (got.offset, got.line.expect("lines are counted"), got.is_exact);
            assert_eq!(got, self.locate_input(offset), "{what}: source {offset}");
        }
        for line in 0..=end.line + 1 {
            let got = checkpoints.locate_line(line, &self.output);
            assert!(got.is_none_or(|found| found.is_exact), "{what}: line {line}");
            let got = got.map(|found| (found.output, found.input));
            assert_eq!(got, self.locate_line(line), "{what}: line {line}");
        }
        assert_eq!(checkpoints.locate(end.output + 1, &self.output), None, "{what}");
        assert_eq!(checkpoints.locate_input(end.input + 1, &self.output), None, "{what}");
    }
}

/// The bytes of a map behind which its checksum stands: FNV-1a of 32 bits.
#[must_use]
pub fn sealed(map: &[u8]) -> Vec<u8> {
    let sum = map
        .iter()
        .fold(0x811C_9DC5_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    [map, &sum.to_le_bytes()].concat()
}
