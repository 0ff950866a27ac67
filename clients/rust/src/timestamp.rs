use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const DAY_MS: i64 = 86_400_000;
/// The first moment of the year 0 and the last of 9999: what RFC 3339 can write.
const RANGE_MS: std::ops::RangeInclusive<i64> = -62_167_219_200_000..=253_402_300_799_999;

/// A moment in UTC, to the millisecond. It is written and read as in RFC 3339, and turns into a [`SystemTime`] and
/// back, and so into the types of every date library.
///
/// ```
/// # use mayfly::Timestamp;
/// # use std::time::{Duration, SystemTime};
/// let moment: Timestamp = "2026-11-15T04:30:00.250Z".parse()?;
/// assert_eq!(moment.to_string(), "2026-11-15T04:30:00.250Z");
/// assert_eq!(SystemTime::from(moment), SystemTime::UNIX_EPOCH + Duration::from_millis(1_794_717_000_250));
/// # Ok::<(), mayfly::ParseTimestampError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    unix_ms: i64,
}

/// A text that is not a moment as RFC 3339 has it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a moment such as 2026-11-15T04:30:00.000Z")]
pub struct ParseTimestampError {
    text: String,
}

impl Timestamp {
    /// The moment at which this is called.
    pub fn now() -> Self {
        SystemTime::now().into()
    }

    /// Milliseconds since 1970 began.
    pub fn unix_millis(self) -> i64 {
        self.unix_ms
    }
}

impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let unix_ms = match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |ms| -ms),
        };
        Self { unix_ms: unix_ms.clamp(*RANGE_MS.start(), *RANGE_MS.end()) }
    }
}

impl From<Timestamp> for SystemTime {
    fn from(Timestamp { unix_ms }: Timestamp) -> Self {
        let distance = Duration::from_millis(unix_ms.unsigned_abs());
        if unix_ms < 0 { Self::UNIX_EPOCH - distance } else { Self::UNIX_EPOCH + distance }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date_of(self.unix_ms.div_euclid(DAY_MS));
        let ms = self.unix_ms.rem_euclid(DAY_MS);
        let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1_000)
    }
}

impl FromStr for Timestamp {
    type Err = ParseTimestampError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).map(|unix_ms| Self { unix_ms }).ok_or_else(|| ParseTimestampError { text: text.to_owned() })
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// RFC 3339 §5.6.
fn parse(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let is_at = |at: usize, expected: &[u8]| bytes.get(at).is_some_and(|byte| expected.contains(byte));
    let signs: [(usize, &[u8]); 5] = [(4, b"-"), (7, b"-"), (10, b"Tt "), (13, b":"), (16, b":")];
    if !signs.iter().all(|(at, expected)| is_at(*at, expected)) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    if day < 1 || day > days_in_month(year, month)? || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let rest = text.get(19..)?;
    let fraction_end = match rest.strip_prefix('.') {
        Some(fraction) => 1 + fraction.bytes().take_while(u8::is_ascii_digit).count(),
        None => 0,
    };
    let (fraction, offset) = (rest.get(1..fraction_end).unwrap_or(""), &rest[fraction_end..]);
    if fraction_end == 1 {
        return None;
    }
    let ms: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    let seconds = hour * 3_600 + minute * 60 + second - offset_seconds(offset)?;
    let unix_ms = days_until(year, month, day) * DAY_MS + seconds * 1_000 + ms;
    RANGE_MS.contains(&unix_ms).then_some(unix_ms)
}

fn offset_seconds(text: &str) -> Option<i64> {
    if text == "Z" || text == "z" {
        return Some(0);
    }
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let two_digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    if !two_digits(hours) || !two_digits(minutes) {
        return None;
    }
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 3_600 + minutes * 60))
}

fn days_in_month(year: i64, month: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
        4 | 6 | 9 | 11 => Some(30),
        2 => Some(if is_leap { 29 } else { 28 }),
        _ => None,
    }
}

/// Days from 1970-01-01 to a date. Years are counted from March, so that a leap day ends one.
fn days_until(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + day_of_year - 719_468
}

/// The date that is so many days after 1970-01-01.
fn date_of(days: i64) -> (i64, i64, i64) {
    // Close enough that it is this year, or the one before it.
    let guess = (days * 400).div_euclid(146_097) + 1970;
    let year = if days_until(guess + 1, 1, 1) <= days {
        guess + 1
    } else if days_until(guess, 1, 1) <= days {
        guess
    } else {
        guess - 1
    };
    let month = (1..=12).rev().find(|month| days_until(year, *month, 1) <= days).unwrap_or(1);
    (year, month, days - days_until(year, month, 1) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        text.parse::<Timestamp>().ok().map(|moment| moment.to_string())
    }

    #[test]
    fn is_read_as_rfc_3339_has_it() {
        for (text, expected) in [
            ("2026-11-15T04:30:00Z", "2026-11-15T04:30:00.000Z"),
            ("2026-11-15t04:30:00.1z", "2026-11-15T04:30:00.100Z"),
            ("2026-11-15 04:30:00.123456Z", "2026-11-15T04:30:00.123Z"),
            ("2026-11-15T04:30:00+02:30", "2026-11-15T02:00:00.000Z"),
            ("2026-11-15T22:30:00-02:30", "2026-11-16T01:00:00.000Z"),
            ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
            ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"),
            ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(read(text).as_deref(), Some(expected));
        }
        for text in [
            "",
            "2026-11-15",
            "2026-11-15T04:30:00",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-11-15T24:00:00Z",
            "2026-11-15T04:30:00.Z",
            "2026-11-15T04:30:00Zx",
            "2026-11-15T04:30:00+2:30",
            "+026-11-15T04:30:00Z",
            "2026-11-15T04:30:0üZ",
            "2026-1\u{661}-15T04:30:00Z",
            "10000-01-01T00:00:00Z",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_day_of_centuries_is_written_and_read_back() {
        let (first, last) = (days_until(1599, 12, 31), days_until(2401, 1, 1));
        let mut previous = (1599, 12, 30);
        for days in first..=last {
            let (year, month, day) = date_of(days);
            assert!((year, month, day) > previous, "{days}");
            assert_eq!(days_until(year, month, day), days);
            assert!(day >= 1 && day <= days_in_month(year, month).unwrap());
            previous = (year, month, day);
        }
    }

    #[test]
    fn turns_into_a_system_time_and_back() {
        for text in ["1969-07-20T20:17:40.000Z", "2026-11-15T04:30:00.250Z"] {
            let moment: Timestamp = text.parse().unwrap();
            assert_eq!(Timestamp::from(SystemTime::from(moment)), moment);
        }
    }
}
