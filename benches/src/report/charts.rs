//! The record as pictures, in SVG.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use plotters::prelude::*;

use crate::matrix::{Grid, MIDDLE, bytes};
use crate::record::Row;

type Drawn<T> = Result<T, Box<dyn Error>>;

const SIZE: (u32, u32) = (1280, 560);
/// The part of the width, beside the figures, in which the legend stands.
const LEGEND: f64 = 0.17;
const FONT: &str = "sans-serif";

macro_rules! legend {
    ($chart:ident) => {
        $chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.8))
            .border_style(WHITE)
            .label_font((FONT, 12))
            .draw()?
    };
}

/// Who is drawn, in the order of the legend, and how: ours in blues, peers in other colours.
const DRAWN: &[(&str, RGBColor)] = &[
    ("avx512", RGBColor(0x08, 0x3D, 0x77)),
    ("avx2", RGBColor(0x2E, 0x86, 0xC9)),
    ("sse41", RGBColor(0x7F, 0xC4, 0xEE)),
    ("simdutf icelake", RGBColor(0xB0, 0x3A, 0x06)),
    ("simdutf haswell", RGBColor(0xEE, 0x7B, 0x2B)),
    ("simdutf westmere", RGBColor(0xF9, 0xBE, 0x7C)),
    ("simdutf8 compat", RGBColor(0x7B, 0x3F, 0x98)),
    ("encoding_rs mem", RGBColor(0x2A, 0x8C, 0x4A)),
    ("encoding_rs", RGBColor(0x8A, 0xC9, 0x7F)),
    ("std", RGBColor(0x77, 0x77, 0x77)),
    ("memcpy", RGBColor(0xC8, 0xC8, 0xC8)),
];

fn label(name: &str) -> String {
    match name {
        "avx512" | "avx2" | "sse41" => format!("codeunit {name}"),
        name => name.into(),
    }
}

/// Draws every picture that the rows have figures for, into the folder; tells which.
///
/// # Errors
/// When a file cannot be written.
pub fn draw(folder: &Path, rows: &[Row]) -> Drawn<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut save = |name: String, svg: Option<String>| -> Drawn<()> {
        if let Some(svg) = svg {
            let path = folder.join(name + ".svg");
            fs::write(&path, svg)?;
            files.push(path);
        }
        Ok(())
    };
    for operation in crate::operation::MAIN {
        save(format!("texts-{operation}"), by_text(rows, operation)?)?;
        save(format!("scaling-{operation}"), by_size(rows, operation, "russian")?)?;
    }
    for operation in crate::operation::LOSSY {
        save(format!("errors-{operation}"), by_errors(rows, operation, "chinese")?)?;
    }
    Ok(files)
}

/// The contenders of [`DRAWN`] that are in the rows.
fn present(rows: &[&Row]) -> Vec<(&'static str, RGBColor)> {
    let is_in = |name: &str| rows.iter().any(|row| row.contender == name);
    DRAWN.iter().copied().filter(|(name, _)| is_in(name)).collect()
}

/// Bars of GB/s, text by text.
fn by_text(rows: &[Row], operation: &str) -> Drawn<Option<String>> {
    let in_it = |row: &&Row| row.grid == Grid::Texts.name() && row.operation == operation;
    let rows: Vec<&Row> = rows.iter().filter(in_it).collect();
    let mut texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    texts.dedup();
    if texts.len() < 2 {
        return Ok(None);
    }
    let drawn = present(&rows);
    let title = format!("{operation}, {} of each text, GB/s of input", bytes(MIDDLE));
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let speeds = rows.iter().map(|row| row.gb_per_s());
        let (low, high) = bounds(speeds);
        let mut chart = ChartBuilder::on(&root)
            .caption(title, (FONT, 20))
            .margin(10)
            .x_label_area_size(30)
            .y_label_area_size(50)
            .build_cartesian_2d(
                0.0..texts.len() as f64 * (1.0 + LEGEND),
                (low..high).log_scale(),
            )?;
        let name = |x: &f64| texts.get(*x as usize).copied().unwrap_or_default().to_string();
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .x_label_formatter(&name)
            .y_label_formatter(&|y| super::short(*y))
            .draw()?;
        let width = 0.84 / drawn.len() as f64;
        for (i, &(contender, color)) in drawn.iter().enumerate() {
            let bars = texts.iter().enumerate().filter_map(|(group, text)| {
                let row = rows.iter().find(|r| r.text == *text && r.contender == contender)?;
                let left = group as f64 + 0.08 + width * i as f64;
                let corners = [(left, low), (left + width, row.gb_per_s())];
                Some(Rectangle::new(corners, color.filled()))
            });
            chart.draw_series(bars)?.label(label(contender)).legend(move |(x, y)| {
                Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled())
            });
        }
        let style = (FONT, 11).into_font().color(&BLACK);
        let style = style.pos(plotters::style::text_anchor::Pos::new(
            plotters::style::text_anchor::HPos::Center,
            plotters::style::text_anchor::VPos::Top,
        ));
        for (group, text) in texts.iter().enumerate() {
            let (x, y) = chart.backend_coord(&(group as f64 + 0.5, low));
            root.draw(&Text::new(text.to_string(), (x, y + 6), style.clone()))?;
        }
        legend!(chart);
        root.present()?;
    }
    Ok(Some(svg))
}

/// The bounds of a logarithmic axis.
fn bounds(speeds: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = speeds.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), speed| {
        (low.min(speed), high.max(speed))
    });
    (low * 0.7, high * 1.6)
}

/// Lines of GB/s, one for each contender, over points on a logarithmic axis.
fn lines(
    title: &str,
    rows: &[&Row],
    x_of: impl Fn(&Row) -> f64,
    x_label: impl Fn(f64) -> String,
    x_title: &str,
) -> Drawn<Option<String>> {
    let mut points: Vec<f64> = rows.iter().map(|row| x_of(row)).collect();
    points.sort_by(f64::total_cmp);
    points.dedup();
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return Ok(None) };
    if points.len() < 3 {
        return Ok(None);
    }
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let (low, high) = bounds(rows.iter().map(|row| row.gb_per_s()));
        let mut chart = ChartBuilder::on(&root)
            .caption(title, (FONT, 20))
            .margin(10)
            .x_label_area_size(45)
            .y_label_area_size(50)
            .build_cartesian_2d(
                (first * 0.9..last * (last / first).powf(LEGEND))
                    .log_scale()
                    .with_key_points(points),
                (low..high).log_scale(),
            )?;
        chart
            .configure_mesh()
            .x_desc(x_title)
            .x_label_formatter(&|x| x_label(*x))
            .y_label_formatter(&|y| super::short(*y))
            .draw()?;
        for (contender, color) in present(rows) {
            let of_it = rows.iter().filter(|row| row.contender == contender);
            let mut line: Vec<_> = of_it.map(|row| (x_of(row), row.gb_per_s())).collect();
            line.sort_by(|a, b| a.0.total_cmp(&b.0));
            let series = LineSeries::new(line, color.stroke_width(2)).point_size(3);
            chart.draw_series(series)?.label(label(contender)).legend(move |(x, y)| {
                Rectangle::new([(x, y - 5), (x + 12, y + 5)], color.filled())
            });
        }
        legend!(chart);
        root.present()?;
    }
    Ok(Some(svg))
}

/// Lines of GB/s over the size of the source.
fn by_size(rows: &[Row], operation: &str, text: &str) -> Drawn<Option<String>> {
    let in_it = |row: &&Row| {
        row.grid == Grid::Scaling.name() && row.operation == operation && row.text == text
    };
    let rows: Vec<&Row> = rows.iter().filter(in_it).collect();
    let title = format!("{operation}, {text}, GB/s of input");
    lines(&title, &rows, |row| row.size as f64, |x| bytes(x.round() as usize), "bytes of a source")
}

/// Lines of GB/s over the distance of errors.
fn by_errors(rows: &[Row], operation: &str, text: &str) -> Drawn<Option<String>> {
    // Without an error the distance is drawn as that of one in a mebibyte.
    const NONE: f64 = (1 << 20) as f64;
    let every = |row: &Row| match row.operation.split_once('/') {
        Some((_, every)) => every.parse().unwrap_or(NONE),
        None => NONE,
    };
    let in_it = |row: &&Row| {
        row.grid == Grid::Errors.name()
            && row.operation.split('/').next() == Some(operation)
            && row.text == text
    };
    let rows: Vec<&Row> = rows.iter().filter(in_it).collect();
    let name = |x: f64| if x > NONE * 0.9 { "no error".into() } else { format!("1 in {x:.0}") };
    let title = format!("{operation}, {} of {text}, GB/s of input", bytes(MIDDLE));
    lines(&title, &rows, every, name, "bytes between ill-formed sequences")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::{Level, Side};
    use crate::record::tests::row;

    #[test]
    fn a_picture_has_a_bar_for_each_text_and_contender_and_names_them() {
        let rows: Vec<Row> = ["latin", "russian"]
            .iter()
            .flat_map(|text| {
                [
                    row(text, "avx2", Side::Ours, Level::Avx2, 9000.0),
                    row(text, "std", Side::Peer, Level::Baseline, 90_000.0),
                ]
            })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let files = draw(folder.path(), &rows).unwrap();
        let [file] = files.as_slice() else { panic!("{files:?}") };
        let svg = fs::read_to_string(file).unwrap();
        for name in ["validate_utf8", "latin", "russian", "codeunit avx2", "std"] {
            assert!(svg.contains(name), "{name}");
        }
        assert!(svg.matches("#2E86C9").count() >= 3, "two bars and the legend");
    }

    #[test]
    fn lines_go_through_every_size() {
        let rows: Vec<Row> = (6..12)
            .map(|power| Row {
                grid: "scaling".into(),
                size: 1 << power,
                ..row("russian", "avx512", Side::Ours, Level::Avx512, 9000.0)
            })
            .collect();
        let svg = by_size(&rows, "validate_utf8", "russian").unwrap().unwrap();
        assert!(svg.contains("2 KiB") && svg.matches("<circle").count() >= 6, "{svg}");
    }
}
