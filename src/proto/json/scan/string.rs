//! Strings and their escapes.

use super::{Outcome, Scanner, Sink, Surrogates};
use crate::proto::json::fault::{JsonFault, JsonFaultKind};
use crate::proto::json::plain::plain;
use crate::proto::json::{LONG, LongString};

impl<S: Sink + ?Sized> Scanner<'_, S> {
    /// Moves past a string that starts here.
    #[inline]
    pub(super) fn string(&mut self) -> Outcome<()> {
        let start = self.at;
        if start == self.known_at {
            self.skip_known();
            return Ok(());
        }
        self.at += 1;
        self.escaped = false;
        self.at += plain(&self.bytes[self.at..]);
        // Nearly all of them.
        if self.is_next(b'"') && self.at - start < LONG {
            self.at += 1;
            return Ok(());
        }
        self.rest_of_string(start)
    }

    /// Moves past the string that is known.
    fn skip_known(&mut self) {
        if let Some(known) = self.known {
            (self.at, self.escaped) = (known.end, known.escaped);
        }
    }

    /// Takes note of a string that is long.
    fn note_long(&mut self, start: usize) {
        let (end, escaped) = (self.at, self.escaped);
        if self.long.is_none_or(|long| long.end - long.start < end - start) {
            let paired = self.unpaired.is_none_or(|at| at < start);
            self.long = Some(LongString { start, end, escaped, paired });
        }
    }

    /// Moves past the rest of a string that began at `start`.
    #[inline(never)]
    fn rest_of_string(&mut self, start: usize) -> Outcome<()> {
        loop {
            self.at += plain(&self.bytes[self.at..]);
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    if self.at - start >= LONG {
                        self.note_long(start);
                    }
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                Some(&control) => return Err(self.fault(JsonFaultKind::ControlCharacter(control))),
                None => return Err(self.fault(JsonFaultKind::UnexpectedEnd)),
            }
        }
    }

    fn escape(&mut self) -> Outcome<()> {
        self.escaped = true;
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
                if paired {
                    return Ok(());
                }
                self.unpaired = Some(start);
                match self.surrogates {
                    Surrogates::Any => Ok(()),
                    Surrogates::Paired => Err(JsonFault { kind: JsonFaultKind::LoneSurrogate, at: start }),
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
