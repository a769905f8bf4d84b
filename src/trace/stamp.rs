//! Time stamps, as logs begin their lines with.

use crate::proto::civil;

/// A moment on somebody's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    /// Microseconds from 1970 on that clock; from midnight where there is no date.
    pub(super) micros: u64,
    /// Which clock: moments of different ones cannot be compared.
    pub(super) clock: Clock,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clock {
    /// UTC, or a zone that the stamp names.
    Universal,
    /// A date and a time without a zone.
    Local,
    /// A time without a date.
    Day,
}

/// The stamp that `text` begins with, in brackets or not, and its length.
pub(super) fn stamp(text: &str) -> Option<(Stamp, usize)> {
    let open = usize::from(text.starts_with('['));
    let mut cursor = Cursor { rest: &text.as_bytes()[open..] };
    let stamp = dated(&mut cursor).or_else(|| {
        cursor = Cursor { rest: &text.as_bytes()[open..] };
        american(&mut cursor)
    });
    let stamp = stamp.or_else(|| {
        cursor = Cursor { rest: &text.as_bytes()[open..] };
        Some(Stamp { micros: cursor.time()?, clock: Clock::Day })
    })?;
    if open == 1 && !cursor.eat(b"]") {
        return None;
    }
    Some((stamp, text.len() - cursor.rest.len()))
}

/// The moment that `text` is, all of it.
pub(super) fn moment(text: &str) -> Option<Stamp> {
    stamp(text).filter(|(_, length)| *length == text.len()).map(|(stamp, _)| stamp)
}

struct Cursor<'a> {
    rest: &'a [u8],
}

impl Cursor<'_> {
    fn eat(&mut self, one_of: &[u8]) -> bool {
        match self.rest.split_first() {
            Some((first, rest)) if one_of.contains(first) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn digits(&mut self, count: usize) -> Option<u64> {
        let (digits, rest) = self.rest.split_at_checked(count)?;
        let all = digits.iter().all(u8::is_ascii_digit);
        self.rest = if all { rest } else { return None };
        Some(digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
    }

    /// Microseconds from midnight: `hh:mm:ss`, with a fraction of any length or none.
    fn time(&mut self) -> Option<u64> {
        let hour = self.digits(2)?;
        let minute = self.eat(b":").then(|| self.digits(2))??;
        let second = self.eat(b":").then(|| self.digits(2))??;
        // A leap second is the one before it, for us.
        let whole = (hour * 60 + minute) * 60 + second.min(59);
        let mut micros = 0;
        if matches!(self.rest, [b'.' | b',', digit, ..] if digit.is_ascii_digit()) {
            self.rest = &self.rest[1..];
            let length = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            for place in 0..6 {
                micros = micros * 10 + if place < length { u64::from(self.rest[place] - b'0') } else { 0 };
            }
            self.rest = &self.rest[length..];
        }
        (hour < 24 && minute < 60 && second < 61).then_some(whole * 1_000_000 + micros)
    }
}

/// `2026-11-29T18:24:35.123Z`, with a blank for the T, an offset or no zone; the first digit may be lost.
fn dated(cursor: &mut Cursor<'_>) -> Option<Stamp> {
    let year = match cursor.digits(4) {
        Some(year) => year,
        None => 2_000 + cursor.digits(3).filter(|year| *year < 1_000)?,
    };
    let month = cursor.eat(b"-").then(|| cursor.digits(2))??;
    let day = cursor.eat(b"-").then(|| cursor.digits(2))??;
    if !cursor.eat(b"T ") {
        return None;
    }
    let time = cursor.time()?;
    let local = civil::day_start_millis(year, month, day)? * 1_000 + time;
    if cursor.eat(b"Zz") {
        return Some(Stamp { micros: local, clock: Clock::Universal });
    }
    let east = match cursor.rest.first() {
        Some(b'+') => true,
        Some(b'-') => false,
        _ => return Some(Stamp { micros: local, clock: Clock::Local }),
    };
    let mut offset = Cursor { rest: &cursor.rest[1..] };
    let hours = offset.digits(2);
    offset.eat(b":");
    let (Some(hours), Some(minutes)) = (hours, offset.digits(2)) else {
        return Some(Stamp { micros: local, clock: Clock::Local });
    };
    cursor.rest = offset.rest;
    let shift = (hours * 60 + minutes) * 60_000_000;
    let micros = if east { local.saturating_sub(shift) } else { local + shift };
    Some(Stamp { micros, clock: Clock::Universal })
}

/// `11/29/26 18:24:35`, as rich has it.
fn american(cursor: &mut Cursor<'_>) -> Option<Stamp> {
    let month = cursor.digits(2)?;
    let day = cursor.eat(b"/").then(|| cursor.digits(2))??;
    let year = cursor.eat(b"/").then(|| cursor.digits(2))??;
    let time = cursor.eat(b" ").then(|| cursor.time())??;
    let micros = civil::day_start_millis(2_000 + year, month, day)? * 1_000 + time;
    Some(Stamp { micros, clock: Clock::Local })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stamps_of_logs_are_read() {
        let second = 1_796_149_475_000_000;
        for (text, micros, clock, length) in [
            ("2026-12-01T18:24:35.000Z x", second, Clock::Universal, 24),
            ("2026-12-01T18:24:35.153731Z", second + 153_731, Clock::Universal, 27),
            ("2026-12-01T18:24:35,5 - x", second + 500_000, Clock::Local, 21),
            ("2026-12-01 18:24:35 -x", second, Clock::Local, 19),
            ("2026-12-01T20:24:35+02:00", second, Clock::Universal, 25),
            ("[2026-12-01T13:54:35.1-0430] x", second + 100_000, Clock::Universal, 28),
            ("026-12-01T18:24:35Z", second, Clock::Universal, 19),
            ("[12/01/26 18:24:35] INFO", second, Clock::Local, 19),
            ("18:24:35.25 x", 66_275_250_000, Clock::Day, 11),
        ] {
            assert_eq!(stamp(text), Some((Stamp { micros, clock }, length)), "{text}");
        }
        for text in ["", "2026", "2026-13-01T00:00:00Z", "24:00:00", "18:61:00", "[18:24:35 x", "é", "1:2:3"]
        {
            assert_eq!(stamp(text), None, "{text}");
        }
        assert_eq!(moment("2026-12-01T18:24:35Z").map(|stamp| stamp.micros), Some(second));
        assert_eq!(moment("2026-12-01T18:24:35Z x"), None);
    }
}
