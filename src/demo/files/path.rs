//! The rules for paths, the same for every folder.

use core::fmt;

/// Why a path is not looked up at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathFault {
    /// It is empty.
    Empty,
    /// It holds a NUL character, at which the system would end it.
    Nul,
    /// It holds a backslash: a name on one system, a separator on another.
    Backslash,
    /// It begins with a drive letter of Windows.
    Drive,
    /// It leads out of the base directory.
    Outside,
}

/// Finds `path` below a base directory and spells it from there: names with a slash between each two, none of them
/// `.` or `..`. The base itself is the empty text.
///
/// A path that begins with a slash must lie below one of `roots`, which are the ways to spell the base from the top.
/// Text alone decides: `a/..` is the base whatever `a` is. Where names can be links, what they lead to is checked
/// afterwards.
///
/// # Errors
/// The rule that the path breaks.
pub fn resolve(path: &str, roots: &[&str]) -> Result<String, PathFault> {
    if path.is_empty() {
        return Err(PathFault::Empty);
    }
    if path.contains('\0') {
        return Err(PathFault::Nul);
    }
    if path.contains('\\') {
        return Err(PathFault::Backslash);
    }
    if matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic()) {
        return Err(PathFault::Drive);
    }
    let absolute = path.starts_with('/');
    let mut names = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            // Above the top of a system is the top again; above the base is outside.
            ".." if names.pop().is_none() && !absolute => return Err(PathFault::Outside),
            ".." => {}
            name => names.push(name),
        }
    }
    if !absolute {
        return Ok(names.join("/"));
    }
    let below = |root: &&str| {
        let mut names = names.iter().copied();
        let inside = root.split('/').filter(|name| !name.is_empty()).all(|name| names.next() == Some(name));
        inside.then(|| names.collect::<Vec<_>>().join("/"))
    };
    roots.iter().find_map(below).ok_or(PathFault::Outside)
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the path is empty",
            Self::Nul => "the path holds a NUL character",
            Self::Backslash => "the path holds a backslash; put / between names",
            Self::Drive => "the path begins with a drive letter; give it from the base directory on",
            Self::Outside => "the path leads out of the base directory",
        })
    }
}

impl std::error::Error for PathFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_spelled_from_the_base_on_or_refused() {
        for (path, expected) in [
            ("a", Ok("a")),
            ("a/b.txt", Ok("a/b.txt")),
            ("./a//b/./c/", Ok("a/b/c")),
            ("a/../b", Ok("b")),
            ("a/..", Ok("")),
            (".", Ok("")),
            ("...", Ok("...")),
            (" ", Ok(" ")),
            ("..a/b..", Ok("..a/b..")),
            ("读我.txt", Ok("读我.txt")),
            ("/srv/files/a", Ok("a")),
            ("/srv/files", Ok("")),
            ("//srv/./x/../files//a/", Ok("a")),
            ("/../srv/files/a", Ok("a")),
            ("/other/name/a", Ok("a")),
            ("", Err(PathFault::Empty)),
            ("a\0b", Err(PathFault::Nul)),
            ("..", Err(PathFault::Outside)),
            ("../files/a", Err(PathFault::Outside)),
            ("a/../../a", Err(PathFault::Outside)),
            ("/", Err(PathFault::Outside)),
            ("/etc/passwd", Err(PathFault::Outside)),
            ("/srv/files/../secret", Err(PathFault::Outside)),
            ("/srv/filesystem", Err(PathFault::Outside)),
            ("/srv", Err(PathFault::Outside)),
            ("..\\a", Err(PathFault::Backslash)),
            ("\\\\host\\share", Err(PathFault::Backslash)),
            ("C:/a", Err(PathFault::Drive)),
            ("c:a", Err(PathFault::Drive)),
        ] {
            let resolved = resolve(path, &["/srv/files", "/other/name"]);
            assert_eq!(resolved.as_deref(), expected.as_ref().map(|path| *path), "{path:?}");
        }
        assert_eq!(resolve("/a", &[]), Err(PathFault::Outside), "a base that cannot be spelled");
        assert_eq!(resolve("/a", &["/"]).as_deref(), Ok("a"), "the whole system as the base");
    }
}
