//! Percent-encoding of paths in URIs (RFC 3986 §2.1).

/// Writes `path` as the path of a URI: `/` stays, and so do the unreserved characters.
pub(super) fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            _ => {
                out.push('%');
                for nibble in [byte >> 4, byte & 15] {
                    out.push(char::from(b"0123456789ABCDEF"[usize::from(nibble)]));
                }
            }
        }
    }
    out
}

/// Reads the path of a URI; nothing when a `%` has no two digits, or what comes out is not UTF-8.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        out.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_and_read_back() {
        for (path, uri) in [
            ("README.txt", "README.txt"),
            ("notes/a b%.txt", "notes/a%20b%25.txt"),
            ("读我.txt", "%E8%AF%BB%E6%88%91.txt"),
            ("", ""),
        ] {
            assert_eq!(encode(path), uri);
            assert_eq!(decode(uri).as_deref(), Some(path));
        }
        assert_eq!(decode("读%2f").as_deref(), Some("读/"), "what need not be encoded may stand as it is");
        for odd in ["%", "%2", "%zz", "%+1", "%ff"] {
            assert_eq!(decode(odd), None, "{odd}");
        }
    }
}
