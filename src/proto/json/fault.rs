//! Why and where a text is not JSON.

use core::fmt;

/// How deep arrays and objects may nest before a text is refused.
pub const MAX_DEPTH: usize = 512;

/// Why a text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonFaultKind {
    /// The text ends within a value: more bytes could still make it valid.
    UnexpectedEnd,
    /// A character that cannot stand here.
    UnexpectedCharacter(char),
    /// A comma before `}` or `]`.
    TrailingComma,
    /// `NaN`, `Infinity`, `undefined`, `True`, `None`: words of other languages.
    ForeignLiteral,
    /// A string in single quotes, as Python prints them.
    SingleQuote,
    /// A raw control character within a string; it must be escaped (RFC 8259 §7).
    ControlCharacter(u8),
    /// A backslash followed by something that is no escape.
    BadEscape,
    /// `\ud83d` without its other half: not a Unicode character, most readers refuse it.
    LoneSurrogate,
    /// A number that JSON does not allow, such as `01`, `+1`, `.5` or `1.`.
    BadNumber,
    /// A complete value, then something else on the same line.
    TrailingData,
    /// Arrays and objects nested deeper than [`MAX_DEPTH`].
    TooDeep,
}

/// The first place at which a text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JsonFault {
    /// Why.
    pub kind: JsonFaultKind,
    /// Where, in bytes from the start of the text.
    pub at: usize,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            JsonFaultKind::UnexpectedEnd => f.write_str("the text ends within a value")?,
            JsonFaultKind::UnexpectedCharacter(c) => write!(f, "{c:?} cannot stand here")?,
            JsonFaultKind::TrailingComma => f.write_str("a comma before the closing bracket")?,
            JsonFaultKind::ForeignLiteral => f.write_str("a word that JSON does not have")?,
            JsonFaultKind::SingleQuote => f.write_str("a string in single quotes")?,
            JsonFaultKind::ControlCharacter(byte) => {
                write!(f, "a raw control character 0x{byte:02x} in a string")?;
            }
            JsonFaultKind::BadEscape => f.write_str("a backslash without a valid escape")?,
            JsonFaultKind::LoneSurrogate => f.write_str("half of a surrogate pair")?,
            JsonFaultKind::BadNumber => f.write_str("a number that JSON does not allow")?,
            JsonFaultKind::TrailingData => f.write_str("more text after a complete value")?,
            JsonFaultKind::TooDeep => write!(f, "nested deeper than {MAX_DEPTH} levels")?,
        }
        write!(f, " at byte {}", self.at)
    }
}

impl std::error::Error for JsonFault {}
