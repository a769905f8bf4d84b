//! Dates of the proleptic Gregorian calendar from milliseconds, without a clock or a time zone.

const MILLIS_PER_DAY: u64 = 86_400_000;
/// Days from 0000-03-01 to 1970-01-01.
const DAYS_BEFORE_1970: u64 = 719_468;
/// Days in 400 years, after which the calendar repeats.
const DAYS_PER_ERA: u64 = 146_097;

/// Writes a moment as RFC 3339 does, in UTC with milliseconds: `2026-07-28T09:30:00.000Z`.
///
/// `unix_millis` counts from 1970-01-01T00:00:00Z without leap seconds. `None` after the year 9999, for which the
/// format has no notation.
pub(crate) fn rfc3339(unix_millis: u64) -> Option<String> {
    let (year, month, day) = date(unix_millis / MILLIS_PER_DAY);
    if year > 9_999 {
        return None;
    }
    let millis = unix_millis % MILLIS_PER_DAY;
    let (hour, minute) = (millis / 3_600_000, millis / 60_000 % 60);
    let (second, milli) = (millis / 1_000 % 60, millis % 1_000);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z"))
}

/// Year, month and day, the last two from 1, of a day counted from 1970-01-01.
fn date(days_since_1970: u64) -> (u64, u64, u64) {
    // Years that begin in March have the leap day at their end, where it moves no other day.
    let days = days_since_1970 + DAYS_BEFORE_1970;
    let (era, day_of_era) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    // Take the leap days out: one in 4 years (1,460 days and itself), none in 100, again one in 400.
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March on, months of 31, 30, 31, 30 and 31 days repeat: 153 days in five months.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let (month, years) =
        if month_from_march < 10 { (month_from_march + 3, 0) } else { (month_from_march - 9, 1) };
    (400 * era + year_of_era + years, month, day)
}

/// Milliseconds from 1970-01-01T00:00:00 to the beginning of a day; `None` for a day that no calendar has, or one
/// before 1970.
pub(crate) fn day_start_millis(year: u64, month: u64, day: u64) -> Option<u64> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let length = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if !(1970..=9_999).contains(&year) || !(1..=length).contains(&day) {
        return None;
    }
    let (month_from_march, year) = if month < 3 { (month + 9, year - 1) } else { (month - 3, year) };
    let (era, year_of_era) = (year / 400, year % 400);
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some((era * DAYS_PER_ERA + day_of_era).checked_sub(DAYS_BEFORE_1970)? * MILLIS_PER_DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_no_calendar_has_is_none() {
        for (year, month, day) in
            [(2025, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31), (1969, 12, 31), (2026, 1, 0)]
        {
            assert_eq!(day_start_millis(year, month, day), None, "{year}-{month}-{day}");
        }
        assert_eq!(day_start_millis(9_999, 12, 31), Some(253_402_214_400_000));
    }

    #[test]
    fn known_moments_are_written_as_rfc_3339() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_000_000_000_000, "2001-09-09T01:46:40.000Z"),
            (1_234_567_890_123, "2009-02-13T23:31:30.123Z"),
            (2_147_483_647_000, "2038-01-19T03:14:07.000Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(rfc3339(millis).as_deref(), Some(text));
        }
        assert_eq!(rfc3339(253_402_300_800_000), None);
        assert_eq!(rfc3339(u64::MAX), None);
    }

    #[test]
    fn every_day_of_nine_centuries_follows_the_day_before() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..900 * 366 {
            assert_eq!(date(days), (year, month, day), "day {days}");
            assert_eq!(day_start_millis(year, month, day), Some(days * MILLIS_PER_DAY));
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = match month {
                2 if leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }
}
