//! What a client keeps for the server and gives back: taken only as it was given.
//!
//! A `requestState` and a cursor come back from a program that may have changed them. Each carries a tag over its text
//! and over what it was given for (HMAC-SHA-256, RFC 2104), so that it is good for nothing else (MR-12).

use hmac_sha256::HMAC;

/// How many hexadecimal digits a tag has.
const TAG: usize = 64;

/// Seals texts under one key, and opens what it has sealed.
#[derive(Clone)]
pub struct Sealer {
    key: [u8; 32],
}

impl core::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Sealer")
    }
}

impl Sealer {
    /// A sealer with `key`; who knows it can seal too.
    #[must_use]
    pub const fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// `text`, good for `purpose` only.
    #[must_use]
    pub fn seal(&self, purpose: &str, text: &str) -> String {
        let mut sealed = String::with_capacity(TAG + text.len());
        for byte in self.tag(purpose, text) {
            for nibble in [byte >> 4, byte & 15] {
                sealed.push(char::from(b"0123456789abcdef"[usize::from(nibble)]));
            }
        }
        sealed + text
    }

    /// The text of what [`seal`](Self::seal) gave for `purpose`; nothing for anything else.
    #[must_use]
    pub fn open<'a>(&self, purpose: &str, sealed: &'a str) -> Option<&'a str> {
        let (tag, text) = sealed.split_at_checked(TAG)?;
        let expected = self.seal(purpose, text);
        // All bytes are looked at, wherever the first difference is: time tells nothing.
        let differs = tag.bytes().zip(expected.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
        (differs == 0).then_some(text)
    }

    fn tag(&self, purpose: &str, text: &str) -> [u8; 32] {
        let mut hmac = HMAC::new(self.key);
        // The length keeps the border between the two where it is.
        hmac.update((purpose.len() as u64).to_be_bytes());
        hmac.update(purpose);
        hmac.update(text);
        hmac.finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_opened_for_its_purpose_and_nothing_else_is() {
        let sealer = Sealer::new([7; 32]);
        for text in ["", "20", r#"{"a":"读"}"#] {
            let sealed = sealer.seal("tools/list", text);
            assert_eq!(sealed.len(), TAG + text.len());
            assert_eq!(sealer.open("tools/list", &sealed), Some(text));
            assert_eq!(sealer.open("tools/lis", &sealed), None);
            assert_eq!(sealer.open("", &sealed), None);
            assert_eq!(Sealer::new([8; 32]).open("tools/list", &sealed), None);
            for index in 0..TAG {
                let mut other = sealed.clone().into_bytes();
                other[index] ^= 1;
                let other = String::from_utf8(other).expect("one letter for another");
                assert_eq!(sealer.open("tools/list", &other), None, "{index}");
            }
            assert_eq!(sealer.open("tools/list", &(sealed + " ")), None);
        }
        for other in ["", "20", &"0".repeat(TAG), &"读".repeat(30)] {
            assert_eq!(sealer.open("tools/list", other), None, "{other:?}");
        }
    }

    #[test]
    fn the_border_between_purpose_and_text_counts() {
        let sealer = Sealer::new([0; 32]);
        assert_ne!(sealer.seal("ab", "c")[..TAG], sealer.seal("a", "bc")[..TAG]);
    }
}
