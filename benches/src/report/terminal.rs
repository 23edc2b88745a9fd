//! The matrix in the terminal; where we lose in colour.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{place, short, speed};
use crate::record::{self, Machine, Row};
use crate::summary::{Against, Cell, losses, standings};

const LOST: Style = AnsiColor::Red.on_default();
const WON: Style = AnsiColor::Green.on_default();

fn style(ratio: f64) -> Style {
    if ratio < 1.0 { LOST } else { WON }
}

/// Prints a line for each cell: who won it, and each of our backends against the best peer at its
/// level, as the peer's time by ours.
///
/// # Errors
/// When the terminal has gone.
pub fn matrix(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let mut operation = "";
    for cell in record::cells(rows).into_iter().map(Cell::new) {
        let any = cell.any();
        if any.operation != operation {
            operation = &any.operation;
            writeln!(
                out,
                "\n{operation}: the winner; each of our backends, the best peer at its level, and the ratio"
            )?;
        }
        let (winner, active) = (cell.winner(), cell.active());
        write!(out, "  {:<30} {:>18} {:>10}", place(any), winner.contender, speed(winner))?;
        write!(out, "   chars/s {:>6} G", short(active.chars / active.ns))?;
        for duel in cell.duels() {
            let (ratio, style) = (duel.ratio(), style(duel.ratio()));
            let (ours, peer) = (&duel.ours.contender, &duel.peer.contender);
            write!(out, " | {ours} {} {peer} {style}{}{style:#}", speed(duel.ours), short(ratio))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints the geometric mean of ours against each peer, operation by operation.
///
/// # Errors
/// When the terminal has gone.
pub fn means(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let cells: Vec<_> = record::cells(rows).into_iter().map(Cell::new).collect();
    for (against, title) in [
        (Against::Active, "our best backend"),
        (Against::SameLevel, "our backend of the peer's level"),
    ] {
        writeln!(out, "\nGeometric mean of the peer's time by that of {title}; cells won")?;
        let mut last = "";
        for ((operation, peer), standing) in standings(&cells, against) {
            if operation != last {
                write!(out, "{}{operation:<28}", if last.is_empty() { "" } else { "\n" })?;
                last = operation;
            }
            let style = style(standing.mean);
            write!(out, " | {peer} {style}{}{style:#}", short(standing.mean))?;
            write!(out, " ({}/{})", standing.won, standing.cells)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Prints every comparison in which we are behind, the worst first.
///
/// # Errors
/// When the terminal has gone.
pub fn behind(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let cells: Vec<_> = record::cells(rows).into_iter().map(Cell::new).collect();
    for duel in losses(&cells) {
        let (ours, peer) = (duel.ours, duel.peer);
        write!(out, "{:.3}  {} {}", duel.ratio(), ours.operation, place(ours))?;
        write!(out, " [{}]: {} {}", ours.grid, ours.contender, speed(ours))?;
        writeln!(out, ", {} {}", peer.contender, speed(peer))?;
    }
    Ok(())
}

/// Prints where and of what the figures are.
///
/// # Errors
/// When the terminal has gone.
pub fn machine(out: &mut impl Write, machine: &Machine) -> io::Result<()> {
    let Machine { cpu, compilers, commit, date } = machine;
    writeln!(out, "{cpu}; {compilers}; commit {commit}; {date}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::{Level, Side};
    use crate::record::tests::row;

    #[test]
    fn a_lost_cell_names_the_winner_in_colour() {
        let rows = [
            row("latin", "avx2", Side::Ours, Level::Avx2, 20_000.0),
            row("latin", "haswell", Side::Peer, Level::Avx2, 10_000.0),
        ];
        let mut out = Vec::new();
        matrix(&mut out, &rows).unwrap();
        means(&mut out, &rows).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains("latin 64 KiB"), "{out}");
        assert!(out.contains("haswell  6.55 GB/s"), "{out}");
        assert!(out.contains("\x1b[31m0.50\x1b[0m (0/1)"), "{out}");
        let mut out = Vec::new();
        behind(&mut out, &rows).unwrap();
        let line = "0.500  validate_utf8 latin 64 KiB [texts]: avx2 3.28 GB/s, haswell 6.55 GB/s\n";
        assert_eq!(String::from_utf8(out).unwrap(), line);
    }
}
