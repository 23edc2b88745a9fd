//! Writes the seeds to `fuzz/seeds/`, in place of those that are there.

use std::fs;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let directory = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../seeds"));
    if directory.exists() {
        fs::remove_dir_all(directory)?;
    }
    let seeds = codeunit_fuzz_bodies::seeds::all();
    for seed in &seeds {
        let directory = directory.join(seed.target);
        fs::create_dir_all(&directory)?;
        fs::write(directory.join(&seed.name), &seed.bytes)?;
    }
    println!("{} seeds", seeds.len());
    Ok(())
}
