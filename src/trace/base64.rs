//! Base64 with padding (RFC 4648 §4), for bytes that are no text.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends `bytes` to `out`.
pub(super) fn encode(bytes: &[u8], out: &mut String) {
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let symbol = ALPHABET[(bits >> (18 - 6 * place) & 63) as usize];
            out.push(if place <= group.len() { char::from(symbol) } else { '=' });
        }
    }
}

/// The bytes of `text`; `None` when it is no base64, or not the only way to write these bytes.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let digits = &text[..text.len() - padding];
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    for group in digits.chunks(4) {
        let mut bits = 0;
        for index in 0..4 {
            bits = bits << 6 | group.get(index).map_or(Some(0), |symbol| value(*symbol))?;
        }
        let bytes = bits.to_be_bytes();
        let (kept, rest) = bytes[1..].split_at(group.len() - 1);
        if rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        out.extend_from_slice(kept);
    }
    Some(out)
}

fn value(symbol: u8) -> Option<u32> {
    let value = match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_at_every_place() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for start in 0..all.len() {
            let mut text = String::new();
            encode(&all[start..], &mut text);
            assert_eq!(decode(&text).as_deref(), Some(&all[start..]), "{text}");
        }
        // The samples of RFC 4648 §10.
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            let mut out = String::new();
            encode(bytes.as_bytes(), &mut out);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn what_is_not_the_one_way_to_write_bytes_is_refused() {
        for text in
            ["A", "AA", "AAA", "A===", "AA=A", "====", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zm-_", "é==="]
        {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
