//! The page, as the build has put it into the binary.

use super::reply::Found;

/// A file of the page.
#[derive(Debug)]
struct Asset {
    /// Its path from the page's root.
    name: &'static str,
    /// Its entity tag, in quotation marks.
    tag: &'static str,
    gzipped: &'static [u8],
}

const PAGE: &[Asset] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Whether there is a page at all: a build without one, as of a fresh checkout, has none.
#[must_use]
pub const fn is_there() -> bool {
    !PAGE.is_empty()
}

/// The file of the page at `path`; a folder has an index page.
pub(super) fn find(path: &str) -> Option<Found> {
    let index = if path.is_empty() || path.ends_with('/') { "index.html" } else { "" };
    let name = format!("{path}{index}");
    let asset = PAGE.iter().find(|asset| asset.name == name)?;
    Some(Found { name, tag: asset.tag.to_owned(), body: asset.gzipped.to_vec(), gzipped: true })
}
