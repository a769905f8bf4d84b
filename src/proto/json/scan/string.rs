//! Strings and their escapes.

use super::{Outcome, Scanner, Surrogates};
use crate::proto::json::fault::{JsonFault, JsonFaultKind};
use crate::proto::json::plain::plain;

impl Scanner<'_> {
    /// Moves past a string that starts here.
    pub(super) fn string(&mut self) -> Outcome<()> {
        self.at += 1;
        loop {
            self.at += plain(&self.bytes[self.at..]);
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(&control) => return Err(self.fault(JsonFaultKind::ControlCharacter(control))),
                None => return Err(self.fault(JsonFaultKind::UnexpectedEnd)),
            }
        }
    }

    fn escape(&mut self) -> Outcome<()> {
        let start = self.at;
        match self.bytes.get(self.at + 1) {
            None => {
                self.at = self.bytes.len();
                Err(self.fault(JsonFaultKind::UnexpectedEnd))
            }
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(())
            }
            Some(b'u') => {
                let paired = match self.hex_unit()? {
                    0xDC00..=0xDFFF => false,
                    0xD800..=0xDBFF => {
                        let resume = self.at;
                        let followed = self.bytes[self.at..].starts_with(b"\\u");
                        let low = followed.then(|| self.hex_unit()).transpose()?;
                        let paired = matches!(low, Some(0xDC00..=0xDFFF));
                        if !paired {
                            self.at = resume;
                        }
                        paired
                    }
                    _ => true,
                };
                if paired || self.surrogates == Surrogates::Any {
                    Ok(())
                } else {
                    Err(JsonFault { kind: JsonFaultKind::LoneSurrogate, at: start })
                }
            }
            Some(_) => Err(self.fault(JsonFaultKind::BadEscape)),
        }
    }

    /// Reads `\uXXXX`.
    fn hex_unit(&mut self) -> Outcome<u16> {
        let digits = self.bytes.get(self.at + 2..self.at + 6);
        let Some(digits) = digits else {
            let rest = self.bytes.get(self.at + 2..).unwrap_or_default();
            let kind = if rest.iter().all(u8::is_ascii_hexdigit) {
                self.at = self.bytes.len();
                JsonFaultKind::UnexpectedEnd
            } else {
                JsonFaultKind::BadEscape
            };
            return Err(self.fault(kind));
        };
        let mut unit = 0u16;
        for &digit in digits {
            let Some(value) = char::from(digit).to_digit(16).and_then(|value| u16::try_from(value).ok())
            else {
                return Err(self.fault(JsonFaultKind::BadEscape));
            };
            unit = unit << 4 | value;
        }
        self.at += 6;
        Ok(unit)
    }
}
