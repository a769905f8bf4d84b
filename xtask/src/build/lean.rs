//! The page's scripts and its style without what only their authors read: a fifth of them is comments.

use std::fs;
use std::path::Path;

use anyhow::Result;

/// Takes the comments out of every script and style directly in `page`.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn strip(page: &Path) -> Result<()> {
    for entry in fs::read_dir(page)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "js" || extension == "css") {
            fs::write(&path, without_comments(&fs::read_to_string(&path)?))?;
        }
    }
    Ok(())
}

/// `text` without the lines that are nothing but a comment. What stands behind code stays: to tell it from a text that
/// looks like it, one would have to read the language.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut within = false;
    for line in text.lines() {
        let words = line.trim();
        let begins = words.starts_with("/*");
        let ends = words.ends_with("*/");
        let is_comment = within || begins && (ends || !words.contains("*/")) || words.starts_with("//");
        within = (within || begins) && is_comment && !ends;
        if !is_comment && !words.is_empty() {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn lines_of_comments_go_and_what_shares_a_line_with_code_stays() {
        let text = "// one\nlet a = 1; // two\n\n/** three */\n  /* four\n * five */\nlet b = \"//\";\n/* six */ let c;\n";
        assert_eq!(without_comments(text), "let a = 1; // two\nlet b = \"//\";\n/* six */ let c;\n");
    }

    #[test]
    fn of_the_page_everything_is_left_but_its_comments() {
        let www = crate::workspace::root().join("www");
        for name in ["boot.js", "sw.js", "database.js", "style.css"] {
            let text = std::fs::read_to_string(www.join(name)).unwrap();
            let lean = without_comments(&text);
            assert!(lean.len() < text.len() && lean.len() > text.len() / 2, "{name}");
            // A comment that never ended would have taken the rest along.
            assert_eq!(lean.lines().last(), text.lines().last(), "{name}");
            assert!(!lean.contains("/*"), "{name}");
        }
    }
}
