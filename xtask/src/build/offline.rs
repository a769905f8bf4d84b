//! What the page's worker for days without a network is told: the files of this build, each with its hash.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use hmac_sha256::Hash;

use super::sizes;

/// The worker's script.
pub const WORKER: &str = "sw.js";
/// What a browser asks for to get the page itself, on every host.
const PAGE: &str = "./";

/// Writes the list of the files in `page` into its worker.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn write(page: &Path) -> Result<()> {
    let mut files = Vec::new();
    list(page, "", &mut files)?;
    files.sort();
    let (later, first): (Vec<_>, Vec<_>) = files.into_iter().partition(|(name, _)| sizes::comes_later(name));
    let (first, later) = (object(&first), object(&later));
    let name = base64(&Hash::hash(format!("{first}{later}").as_bytes())[..12]);
    let path = page.join(WORKER);
    let script = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    fs::write(
        &path,
        format!("const BUILD = {{ name: \"{name}\", first: {first}, later: {later} }};\n{script}"),
    )?;
    Ok(())
}

/// Every file in `dir` but the worker, by the name that the page asks for, with its hash.
fn list(dir: &Path, prefix: &str, files: &mut Vec<(String, String)>) -> Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else if name != WORKER && !name.ends_with(".d.ts") {
            let name = if name == "index.html" { PAGE.to_owned() } else { name };
            files.push((name, base64(&Hash::hash(&fs::read(entry.path())?))));
        }
    }
    Ok(())
}

/// The files as an object of JavaScript, with their hashes as the attribute `integrity` has them.
fn object(files: &[(String, String)]) -> String {
    let mut text = String::from("{");
    for (name, hash) in files {
        let _ = write!(text, "{name:?}: \"sha256-{hash}\", ");
    }
    text + "}"
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | usize::from(*three.get(at).unwrap_or(&0)));
        for at in 0..4 {
            let digit = char::from(DIGITS[bits >> (18 - 6 * at) & 63]);
            text.push(if at > three.len() { '=' } else { digit });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_written_as_browsers_read_them() {
        let written = ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes()));
        assert_eq!(written, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
        // As `openssl dgst -sha256 -binary | base64` says of nothing.
        assert_eq!(base64(&Hash::hash(b"")), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }

    #[test]
    fn the_worker_is_told_what_the_page_begins_with_and_what_comes_later() {
        let page = std::env::temp_dir().join(format!("wirelab-offline-{}", std::process::id()));
        fs::create_dir_all(page.join("sqlite")).unwrap();
        for name in ["index.html", "sw.js", "boot.js", "boot.d.ts", "judge.js", "sqlite/sqlite3.js"] {
            fs::write(page.join(name), name).unwrap();
        }
        write(&page).unwrap();
        let script = fs::read_to_string(page.join("sw.js")).unwrap();
        fs::remove_dir_all(&page).unwrap();
        let (build, rest) = script.split_once('\n').unwrap();
        assert_eq!(rest, "sw.js");
        let (first, later) = build.split_once("later: ").unwrap();
        assert!(first.contains(r#""./": "sha256-"#) && first.contains(r#""boot.js": "#), "{build}");
        assert!(later.contains(r#""judge.js": "#) && later.contains(r#""sqlite/sqlite3.js": "#), "{build}");
        assert!(!build.contains("d.ts") && !build.contains("sw.js"), "{build}");
    }
}
