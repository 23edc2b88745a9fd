//! What the rows say: who wins a cell, where we are behind, and by how much in the mean.

use std::collections::BTreeMap;

use codeunit_cli::measure::geometric_mean;

use crate::contenders::{Level, Side};
use crate::record::Row;

/// One cell, for the tables.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    rows: &'a [Row],
}

/// One of our backends in a cell, and the fastest peer that uses no more instructions than it does.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// Our backend.
    pub ours: &'a Row,
    /// The peer.
    pub peer: &'a Row,
}

impl Duel<'_> {
    /// How many times as long the peer takes: above 1 we are ahead.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        self.peer.ns / self.ours.ns
    }
}

impl<'a> Cell<'a> {
    /// The rows of a cell.
    #[must_use]
    pub fn new(rows: &'a [Row]) -> Self {
        Self { rows }
    }

    /// A row, for what all of them share.
    #[must_use]
    pub fn any(&self) -> &'a Row {
        &self.rows[0]
    }

    /// Everybody in it.
    pub fn rows(self) -> impl Iterator<Item = &'a Row> {
        self.rows.iter()
    }

    fn of(&self, side: Side) -> impl Iterator<Item = &'a Row> + use<'a> {
        self.rows.iter().filter(move |row| row.side == side)
    }

    /// Our best backend.
    #[must_use]
    pub fn active(&self) -> &'a Row {
        self.of(Side::Ours).max_by_key(|row| row.level).expect("we take part in every cell")
    }

    /// The fastest of all.
    #[must_use]
    pub fn winner(&self) -> &'a Row {
        fastest(self.of(Side::Ours).chain(self.of(Side::Peer))).expect("we take part in every cell")
    }

    /// Each of our backends against the best peer at its level, if there is one.
    pub fn duels(self) -> impl Iterator<Item = Duel<'a>> {
        self.of(Side::Ours).filter_map(move |ours| {
            let peers = self.of(Side::Peer).filter(|peer| peer.level <= ours.level);
            Some(Duel { ours, peer: fastest(peers)? })
        })
    }
}

fn fastest<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<&'a Row> {
    rows.min_by(|a, b| a.ns.total_cmp(&b.ns))
}

/// For an operation and a peer: how often each won, and the geometric mean of the peer's time by ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Cells in which we were faster.
    pub won: usize,
    /// Cells in all.
    pub cells: usize,
    /// The geometric mean; above 1 we are ahead.
    pub mean: f64,
    /// The least ratio of all the cells.
    pub worst: f64,
}

/// Whom a peer is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Against {
    /// Our best backend.
    Active,
    /// Our best backend that uses no more instructions than the peer.
    SameLevel,
}

/// The standing against each peer, operation by operation.
#[must_use]
pub fn standings<'a>(
    cells: &[Cell<'a>],
    against: Against,
) -> BTreeMap<(&'a str, &'a str), Standing> {
    let mut ratios: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for cell in cells {
        for peer in cell.of(Side::Peer) {
            let ours = match against {
                Against::Active => Some(cell.active()),
                Against::SameLevel => {
                    cell.of(Side::Ours).filter(|o| o.level <= peer.level).max_by_key(|o| o.level)
                }
            };
            if let Some(ours) = ours {
                let key = (peer.operation.as_str(), peer.contender.as_str());
                ratios.entry(key).or_default().push(peer.ns / ours.ns);
            }
        }
    }
    let standing = |ratios: Vec<f64>| Standing {
        won: ratios.iter().filter(|&&ratio| ratio > 1.0).count(),
        cells: ratios.len(),
        mean: geometric_mean(ratios.iter().copied()),
        worst: ratios.iter().copied().fold(f64::INFINITY, f64::min),
    };
    ratios.into_iter().map(|(key, ratios)| (key, standing(ratios))).collect()
}

/// All duels in which we are behind, the worst first.
#[must_use]
pub fn losses<'a>(cells: &[Cell<'a>]) -> Vec<Duel<'a>> {
    let mut losses: Vec<_> =
        cells.iter().flat_map(|cell| cell.duels()).filter(|duel| duel.ratio() < 1.0).collect();
    losses.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    losses
}

/// Of an operation on one of our backends: the duels in which it is behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Behind<'a> {
    /// The operation.
    pub operation: &'a str,
    /// Our backend.
    pub backend: &'a str,
    /// Its level.
    pub level: Level,
    /// Cells in which it is behind.
    pub lost: usize,
    /// Cells in which there is a peer.
    pub cells: usize,
    /// The least ratio, and the mean of all cells.
    pub worst: f64,
    /// The geometric mean of all cells, the won ones too.
    pub mean: f64,
    /// The peer of the worst cell.
    pub peer: &'a str,
}

/// The losses operation by operation and backend by backend, the worst mean first.
#[must_use]
pub fn behind<'a>(cells: &[Cell<'a>]) -> Vec<Behind<'a>> {
    let mut duels: BTreeMap<(&str, Level), Vec<Duel<'_>>> = BTreeMap::new();
    for duel in cells.iter().flat_map(|cell| cell.duels()) {
        duels.entry((&duel.ours.operation, duel.ours.level)).or_default().push(duel);
    }
    let behind = |((operation, level), duels): ((&'a str, Level), Vec<Duel<'a>>)| {
        let worst = duels.iter().min_by(|a, b| a.ratio().total_cmp(&b.ratio()))?;
        let lost = duels.iter().filter(|duel| duel.ratio() < 1.0).count();
        (lost > 0).then(|| Behind {
            operation,
            backend: &worst.ours.contender,
            level,
            lost,
            cells: duels.len(),
            worst: worst.ratio(),
            mean: geometric_mean(duels.iter().map(Duel::ratio)),
            peer: &worst.peer.contender,
        })
    };
    let mut all: Vec<_> = duels.into_iter().filter_map(behind).collect();
    all.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    all
}

/// How two runs agree: of all ratios of a peer's time to ours at this size, the greatest difference,
/// and how many differ by more than the limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Ratios that both runs have.
    pub ratios: usize,
    /// The names of those that differ by more, and by how much.
    pub apart: Vec<(String, f64)>,
    /// The difference that half of the ratios stay below.
    pub median: f64,
    /// The difference that 99 of 100 stay below.
    pub p99: f64,
}

/// Compares the ratios of two runs in the cells of `size` bytes. A difference is that of the larger
/// ratio to the smaller: 0.05 is five per cent.
#[must_use]
pub fn agreement(a: &[Row], b: &[Row], size: usize, limit: f64) -> Agreement {
    let ratios = |rows: &[Row]| -> BTreeMap<String, f64> {
        let mut ratios = BTreeMap::new();
        for cell in crate::record::cells(rows).into_iter().map(Cell::new) {
            let (any, active) = (cell.any(), cell.active());
            if any.size != size {
                continue;
            }
            let others = |row: &&Row| row.side != Side::Limit && row.contender != active.contender;
            for row in cell.rows.iter().filter(others) {
                let Row { grid, operation, text, pieces, offset, cold, contender, .. } = row;
                let name =
                    format!("{grid} {operation} {text} x{pieces} +{offset} {cold} {contender}");
                ratios.insert(name, row.ns / active.ns);
            }
        }
        ratios
    };
    let (a, b) = (ratios(a), ratios(b));
    let apart =
        |(name, a): (&String, &f64)| Some((name.clone(), (a / b.get(name)?).ln().abs().exp_m1()));
    let mut all: Vec<(String, f64)> = a.iter().filter_map(apart).collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let at = |share: f64| all.get((all.len() as f64 * share) as usize).map_or(0.0, |one| one.1);
    Agreement {
        ratios: all.len(),
        median: at(0.5),
        p99: at(0.99),
        apart: all.iter().rev().take_while(|one| one.1 > limit).cloned().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::tests::row;

    fn rows() -> Vec<Row> {
        vec![
            row("latin", "avx512", Side::Ours, Level::Avx512, 10.0),
            row("latin", "avx2", Side::Ours, Level::Avx2, 30.0),
            row("latin", "fallback", Side::Ours, Level::Baseline, 90.0),
            row("latin", "haswell", Side::Peer, Level::Avx2, 20.0),
            row("latin", "std", Side::Peer, Level::Baseline, 180.0),
            row("latin", "memcpy", Side::Limit, Level::Baseline, 1.0),
        ]
    }

    #[test]
    fn a_peer_is_met_at_its_level_and_above() {
        let rows = rows();
        let cell = Cell::new(&rows);
        let duels: Vec<_> =
            cell.duels().map(|d| (&*d.ours.contender, &*d.peer.contender, d.ratio())).collect();
        let expected = [
            ("avx512", "haswell", 2.0),
            ("avx2", "haswell", 20.0 / 30.0),
            ("fallback", "std", 2.0),
        ];
        assert_eq!(duels, expected);
        assert_eq!((&*cell.winner().contender, &*cell.active().contender), ("avx512", "avx512"));
        let lost: Vec<_> = losses(&[cell]).iter().map(|d| d.ours.contender.clone()).collect();
        assert_eq!(lost, ["avx2"]);
        let behind = behind(&[cell]);
        assert_eq!((behind.len(), behind[0].backend, behind[0].lost), (1, "avx2", 1));
    }

    #[test]
    fn the_standing_is_a_mean_over_cells() {
        let (one, mut two) = (rows(), rows());
        two[3].ns = 5.0;
        let cells = [Cell::new(&one), Cell::new(&two)];
        let standings = |against| standings(&cells, against)[&("validate_utf8", "haswell")].clone();
        let active = standings(Against::Active);
        assert_eq!((active.won, active.cells, active.worst), (1, 2, 0.5));
        assert!((active.mean - 1.0).abs() < 1e-12);
        assert_eq!(standings(Against::SameLevel).won, 0);
    }

    #[test]
    fn runs_that_differ_are_told_apart() {
        let (one, mut two) = (rows(), rows());
        assert!(agreement(&one, &two, 65536, 0.05).apart.is_empty());
        two[3].ns = 21.9;
        let agreement = agreement(&one, &two, 65536, 0.05);
        assert_eq!((agreement.ratios, agreement.apart.len()), (4, 1));
        assert!((agreement.apart[0].1 - 0.095).abs() < 1e-9);
    }
}
