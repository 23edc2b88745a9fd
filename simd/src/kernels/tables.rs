//! The rows of shuffles that take out what is not there: 8,960 bytes.
//!
//! A row says for each place of the output which of sixteen bytes comes there. What is behind the last one
//! that counts is overwritten by the next row.

/// Rows at addresses from which a shuffle of SSE takes them itself.
#[repr(align(16))]
pub(crate) struct Rows<const N: usize>(pub(crate) [[u8; 16]; N]);

/// For eight lanes of 16 bits with a bit each, lowest first: both bytes where it is set, else the lower one.
pub(crate) static ONE_OR_TWO: Rows<256> = {
    let mut table = [[0; 16]; 256];
    let mut row = 0;
    while row < 256 {
        let (mut n, mut unit) = (0, 0);
        while unit < 8 {
            table[row][n] = 2 * unit;
            n += 1;
            if row >> unit & 1 != 0 {
                table[row][n] = 2 * unit + 1;
                n += 1;
            }
            unit += 1;
        }
        row += 1;
    }
    Rows(table)
};

/// For four lanes of 32 bits with two bits each, lowest first:
///
/// ```text
///   lane   b0 b1 single last
///   00                single
///   01          b1      last
///   11       b0 b1      last
///   10       b0 b1 b2   last      b2 in place of the single byte
/// ```
pub(crate) static ONE_TO_FOUR: Rows<256> = {
    let mut table = [[0; 16]; 256];
    let mut row = 0;
    while row < 256 {
        let (mut n, mut unit) = (0, 0);
        while unit < 4 {
            let (from_80, from_800) = (row >> (2 * unit) & 1 != 0, row >> (2 * unit) & 2 != 0);
            if from_800 {
                table[row][n] = 4 * unit;
                n += 1;
            }
            if from_80 || from_800 {
                table[row][n] = 4 * unit + 1;
                n += 1;
            }
            if !from_80 {
                table[row][n] = 4 * unit + 2;
                n += 1;
            }
            if from_80 || from_800 {
                table[row][n] = 4 * unit + 3;
                n += 1;
            }
            unit += 1;
        }
        row += 1;
    }
    Rows(table)
};

/// For four lanes of 32 bits with a bit each, lowest first: the lower three bytes where it is set, else the third.
pub(crate) static ONE_OR_THREE: Rows<16> = {
    let mut table = [[0; 16]; 16];
    let mut row = 0;
    while row < 16 {
        let (mut n, mut byte) = (0, 0);
        while byte < 16 {
            if byte % 4 == 2 || byte % 4 < 2 && row >> (byte / 4) & 1 != 0 {
                table[row][n] = byte;
                n += 1;
            }
            byte += 1;
        }
        row += 1;
    }
    Rows(table)
};

/// For four lanes of 32 bits with a bit each, lowest first: both halves where it is set, else the lower one.
pub(crate) static ONE_OR_TWO_HALVES: Rows<16> = {
    let mut table = [[0; 16]; 16];
    let mut row = 0;
    while row < 16 {
        let (mut n, mut byte) = (0, 0);
        while byte < 16 {
            if byte % 4 < 2 || row >> (byte / 4) & 1 != 0 {
                table[row][n] = byte;
                n += 1;
            }
            byte += 1;
        }
        row += 1;
    }
    Rows(table)
};

/// For four lanes of 32 bits with a bit each, lowest first: the lanes whose bit is not set.
pub(crate) static WITHOUT: Rows<16> = {
    let mut table = [[0; 16]; 16];
    let mut row = 0;
    while row < 16 {
        let (mut n, mut byte) = (0, 0);
        while byte < 16 {
            if row >> (byte / 4) & 1 == 0 {
                table[row][n] = byte;
                n += 1;
            }
            byte += 1;
        }
        row += 1;
    }
    Rows(table)
};
