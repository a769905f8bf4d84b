//! What tells the reader's own page from everybody else.

use std::fmt;

/// How many random bytes there are in a token: 128 bits.
const BYTES: usize = 16;

/// A secret that only this process and the address that it prints know. It is in the address's fragment, which a browser
/// sends to nobody; the page shows it in a header.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system has no random bytes to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// What the address has of it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether `text` is this token; takes as long for one that is nearly right as for any other of its length.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), text.as_bytes());
        let differs = own.iter().zip(other).fold(0, |differs, (one, other)| differs | (one ^ other));
        own.len() == other.len() && differs == 0
    }
}

/// A secret does not end up in a log.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}
