//! Texts from a folder.

use std::fs;
use std::io;
use std::path::Path;

use super::{Text, repeated};

/// The files of a folder as texts of at most `size` bytes, each without a byte order mark; a shorter
/// file is repeated.
///
/// # Errors
/// When the folder or a file cannot be read, or a file is not UTF-8.
pub fn corpus(folder: &Path, size: usize) -> io::Result<Vec<Text>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut texts = Vec::new();
    for path in paths.iter().filter(|path| path.is_file()) {
        let file = fs::read_to_string(path)?;
        let file = file.trim_start_matches('\u{FEFF}');
        if file.is_empty() {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default().replace("-Lipsum", "");
        texts.push(Text { name: name.to_lowercase(), text: repeated(file, size) });
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_repeated_and_cut() -> io::Result<()> {
        let folder = std::env::temp_dir().join(format!("codeunit-corpus-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("Greek-Lipsum.utf8.txt"), "\u{FEFF}αβ")?;
        fs::write(folder.join("empty.txt"), "")?;
        fs::write(folder.join("a"), "0123456789")?;
        let texts = corpus(&folder, 7);
        fs::remove_dir_all(&folder)?;
        let texts: Vec<(String, String)> = texts?.into_iter().map(|t| (t.name, t.text)).collect();
        let wanted = [("greek", "αβα"), ("a", "0123456")].map(|(n, t)| (n.into(), t.into()));
        assert_eq!(texts.len(), 2);
        assert!(wanted.iter().all(|text| texts.contains(text)), "{texts:?}");
        assert!(corpus(&folder, 7).is_err());
        Ok(())
    }
}
