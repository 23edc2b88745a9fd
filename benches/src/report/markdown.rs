//! The record as a page: losses first.

use std::fmt::{self, Write};

use super::{levels, place, short, speed};
use crate::contenders::Side;
use crate::matrix::{self, Grid};
use crate::record::{self, Machine, Record};
use crate::summary::{Against, Behind, Cell, behind, losses, standings};

/// How many lost cells the page names; the list of all of them is a file of its own.
const WORST: usize = 30;

/// The page.
///
/// # Errors
/// None: the output is memory.
pub fn page(record: &Record, title: &str) -> Result<String, fmt::Error> {
    let cells: Vec<_> = record::cells(&record.rows).into_iter().map(Cell::new).collect();
    let mut out = format!("# {title}\n\n{}", summary(record)?);
    tables(&mut out, &cells)?;
    Ok(out)
}

/// What the page begins with: the machine, each level beside its peer, where we are behind, and the means.
///
/// # Errors
/// None: the output is memory.
pub fn summary(record: &Record) -> Result<String, fmt::Error> {
    let cells: Vec<_> = record::cells(&record.rows).into_iter().map(Cell::new).collect();
    let mut out = String::new();
    let Machine { cpu, compilers, commit, date } = &record.machine;
    writeln!(out, "{date}. {cpu}. {compilers}. Commit {commit}. {} cells.\n", cells.len())?;
    writeln!(out, "A ratio is the peer's time by ours: above 1 we are ahead.\n")?;
    for size in [matrix::MIDDLE, matrix::LARGE] {
        levels::table(&mut out, &cells, size)?;
    }
    lost(&mut out, &cells)?;
    means(&mut out, &cells)?;
    Ok(out)
}

/// The lines between which a document has a summary.
const BEGIN: &str = "<!-- written by `table`, from here -->\n";
const END: &str = "<!-- to here -->\n";

/// The document with another summary in it; `None` if it has no place for one.
#[must_use]
pub fn inserted(document: &str, summary: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{summary}\n{END}{after}"))
}

fn lost(out: &mut String, cells: &[Cell<'_>]) -> fmt::Result {
    let all = losses(cells);
    let duels = cells.iter().flat_map(|cell| cell.duels()).count();
    writeln!(out, "\n## Where we are behind\n")?;
    writeln!(
        out,
        "Each of our backends against the fastest peer that uses no more instructions: behind in {} of \
         {duels} comparisons. By operation and backend, the worst mean first:\n",
        all.len(),
    )?;
    writeln!(out, "| operation | backend | behind | of | mean ratio | worst | by |")?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for Behind { operation, backend, lost, cells, worst, mean, peer, .. } in behind(cells) {
        let (mean, worst) = (short(mean), short(worst));
        writeln!(
            out,
            "| {operation} | {backend} | {lost} | {cells} | {mean} | {worst} | {peer} |"
        )?;
    }
    writeln!(out, "\nThe {} worst cells:\n", WORST.min(all.len()))?;
    writeln!(out, "| operation | cell | backend | ours | peer | its | ratio |")?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for duel in all.iter().take(WORST) {
        let (ours, peer) = (duel.ours, duel.peer);
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            ours.operation,
            place(ours),
            ours.contender,
            speed(ours),
            peer.contender,
            speed(peer),
            short(duel.ratio()),
        )?;
    }
    Ok(())
}

fn means(out: &mut String, cells: &[Cell<'_>]) -> fmt::Result {
    for (against, title) in [
        (Against::Active, "Our best backend against each peer"),
        (Against::SameLevel, "Our backend of the peer's level against each peer"),
    ] {
        let standings = standings(cells, against);
        let mut peers: Vec<&str> = Vec::new();
        for (_, peer) in standings.keys() {
            if !peers.contains(peer) {
                peers.push(peer);
            }
        }
        writeln!(out, "\n## {title}\n\nGeometric mean of the ratios, and cells won.\n")?;
        writeln!(out, "| operation | {} |", peers.join(" | "))?;
        writeln!(out, "|---|{}", "---|".repeat(peers.len()))?;
        let mut operations: Vec<&str> = standings.keys().map(|key| key.0).collect();
        operations.dedup();
        for operation in operations {
            write!(out, "| {operation} |")?;
            for peer in &peers {
                match standings.get(&(operation, *peer)) {
                    Some(s) => write!(out, " {} ({}/{}) |", short(s.mean), s.won, s.cells)?,
                    None => write!(out, " |")?,
                }
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Grids whose many sizes are left to the CSV and the charts: with them the page is too long for those
/// who show pages.
const NOT_HERE: [Grid; 2] = [Grid::Sizes, Grid::Scaling];

/// The cells, a table for each operation and grid.
fn tables(out: &mut String, cells: &[Cell<'_>]) -> fmt::Result {
    writeln!(out, "\n## Cells\n\nNanoseconds a call up to 500 bytes, else GB/s of input.")?;
    let [sizes, scaling] = NOT_HERE.map(Grid::name);
    writeln!(out, "The grids `{sizes}` and `{scaling}` are in the CSV.")?;
    let here = |cell: &&Cell<'_>| NOT_HERE.iter().all(|grid| grid.name() != cell.any().grid);
    let cells: Vec<_> = cells.iter().filter(here).copied().collect();
    let key = |cell: &Cell<'_>| (cell.any().grid.clone(), cell.any().operation.clone());
    for group in cells.chunk_by(|a, b| key(a) == key(b)) {
        let names: Vec<_> = group[0].rows().map(|row| row.contender.as_str()).collect();
        let (grid, operation) = key(&group[0]);
        writeln!(out, "\n### {operation}, {grid}\n\n| | {} | winner |", names.join(" | "))?;
        writeln!(out, "|---|{}", "---|".repeat(names.len() + 1))?;
        for cell in group {
            write!(out, "| {} |", place(cell.any()))?;
            let winner = cell.winner();
            for row in cell.rows() {
                let value = if row.size <= 500 { short(row.ns) } else { short(row.gb_per_s()) };
                let won = row.contender == winner.contender && row.side != Side::Limit;
                let bold = if won { "**" } else { "" };
                write!(out, " {bold}{value}{bold} |")?;
            }
            writeln!(out, " {} |", winner.contender)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::Level;
    use crate::record::tests::row;

    #[test]
    fn the_page_begins_with_the_losses() {
        let rows = [
            row("latin", "avx2", Side::Ours, Level::Avx2, 20_000.0),
            row("latin", "haswell", Side::Peer, Level::Avx2, 10_000.0),
        ];
        let record = Record { machine: Machine::here(), rows: rows.into() };
        let page = page(&record, "The full matrix").unwrap();
        let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("no {part} in {page}"));
        let lost =
            at("| validate_utf8 | latin 64 KiB | avx2 | 3.28 GB/s | haswell | 6.55 GB/s | 0.50 |");
        assert!(at("## Where we are behind") < lost && lost < at("## Cells"));
        assert!(page.contains("behind in 1 of 1 comparisons"));
        assert!(page.contains("| latin 64 KiB | 3.28 | **6.55** | haswell |"));
    }

    #[test]
    fn a_summary_takes_the_place_of_the_one_before() {
        let document = format!("# Head\n{BEGIN}old\n{END}Tail\n");
        let inserted = inserted(&document, "new").unwrap();
        assert!(inserted.starts_with("# Head\n") && inserted.ends_with("Tail\n"));
        assert!(inserted.contains("\nnew\n") && !inserted.contains("old"));
        assert_eq!(super::inserted(&inserted, "new").as_ref(), Some(&inserted));
        assert_eq!(super::inserted("# Head\n", "new"), None);
    }
}
