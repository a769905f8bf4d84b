//! The long stretches of a string: nearly all bytes of nearly all messages.

/// How many bytes at the start of `bytes` are neither a quote nor a backslash nor a control character.
///
/// Eight bytes are looked at together (*SIMD within a register*): a byte of `x - n` has its high bit set where the
/// byte was less than `n`, and `x ^ c` is zero where the byte was `c`. A borrow can make a byte look like a match only
/// above a real one, and the lowest is the one that counts. Bytes of more than 127 are masked out.
#[inline]
pub(super) fn plain(bytes: &[u8]) -> usize {
    // Most strings end within the first word: not worth a call.
    match bytes.first_chunk().map(|word| matches(*word)) {
        Some(0) | None => long(bytes),
        Some(matches) => (matches.trailing_zeros() / 8) as usize,
    }
}

fn long(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let matches = matches(*word);
        if matches != 0 {
            return at + (matches.trailing_zeros() / 8) as usize;
        }
        at += word.len();
        // Most strings have ended by now. For a long stretch a compiler has wider instructions; in the page it has none.
        #[cfg(not(target_arch = "wasm32"))]
        if at % BLOCK == 0 {
            while let Some(block) = bytes[at..].first_chunk::<BLOCK>() {
                if !block.iter().fold(true, |plain, byte| plain & is_plain(*byte)) {
                    break;
                }
                at += BLOCK;
            }
        }
    }
    at + bytes[at..].iter().take_while(|byte| is_plain(**byte)).count()
}

/// How many bytes of a long stretch are looked at together.
#[cfg(not(target_arch = "wasm32"))]
const BLOCK: usize = 32;

const fn is_plain(byte: u8) -> bool {
    (byte >= b' ') & (byte != b'"') & (byte != b'\\')
}

/// The high bit of each byte that is not plain, the first byte lowest; above the lowest there may be more.
fn matches(word: [u8; 8]) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const SPACES: u64 = u64::from_ne_bytes([b' '; 8]);
    const QUOTES: u64 = u64::from_ne_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_ne_bytes([b'\\'; 8]);
    let word = u64::from_le_bytes(word);
    let control = word.wrapping_sub(SPACES);
    let quote = (word ^ QUOTES).wrapping_sub(ONES);
    let backslash = (word ^ BACKSLASHES).wrapping_sub(ONES);
    (control | quote | backslash) & !word & HIGH
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn every_byte_is_judged_alike_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            let special = byte < 0x20 || byte == b'"' || byte == b'\\';
            for at in 0..80 {
                // What comes before and after must not matter: nothing special before, anything after.
                for (before, after) in [(b' ', b'"'), (b'!', 0), (b'#', 0x1F), (b'[', b'\\'), (0xFF, 0x80)] {
                    let mut text = [before; 80];
                    text[at] = byte;
                    text[at + 1..].fill(after);
                    let end = if after == 0x80 { 80 } else { at + 1 };
                    let expected = if special { at } else { end.min(80) };
                    assert_eq!(plain(&text), expected, "{byte:#x} at {at}, {after:#x} after it");
                }
            }
        }
    }

    #[test]
    fn nothing_is_plain_to_its_end() {
        assert_eq!(plain(b""), 0);
        assert_eq!(plain("größe 線".as_bytes()), "größe 線".len());
    }
}
