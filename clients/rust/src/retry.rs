use std::time::Duration;

use crate::error::{ConnectionErrorKind, Error};

const FIRST_DELAY: Duration = Duration::from_millis(250);
const LONGEST_DELAY: Duration = Duration::from_secs(8);
/// The service counts requests by the minute: whoever is asked to wait for longer should know.
const LONGEST_PATIENCE: Duration = Duration::from_secs(60);

impl Error {
    /// It may be otherwise in a moment.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Connection(_) | Self::RateLimit(_) => true,
            // What the servers in between say when the service behind them cannot be reached.
            Self::Service(problem) => matches!(problem.status, Some(502..=504)) || problem.code == "in_progress",
            _ => false,
        }
    }

    /// The service has certainly done nothing yet, so that even what must not happen twice can be tried again.
    pub(crate) fn was_not_done(&self) -> bool {
        match self {
            Self::RateLimit(_) => true,
            Self::Connection(error) => error.kind == ConnectionErrorKind::Unreachable,
            _ => false,
        }
    }
}

/// How long to wait before the try after this one (counted from 1); None where that would be too long.
pub(crate) fn delay_after(attempt: u32, error: &Error) -> Option<Duration> {
    let asked = match error {
        Error::RateLimit(problem) => problem.retry_after,
        _ => None,
    };
    if asked.is_some_and(|asked| asked > LONGEST_PATIENCE) {
        return None;
    }
    let step = FIRST_DELAY.saturating_mul(1 << attempt.saturating_sub(1).min(16)).min(LONGEST_DELAY);
    // A random part of it, so that clients that failed together do not come back together.
    Some(asked.unwrap_or(step / 2) + (step / 2).mul_f64(random_fraction()))
}

fn random_fraction() -> f64 {
    // A machine without randomness gets the longest pause.
    getrandom::u32().map_or(1.0, |number| f64::from(number) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Problem;

    fn rate_limit(retry_after: Option<Duration>) -> Error {
        Error::RateLimit(Box::new(Problem { retry_after, ..Problem::default() }))
    }

    #[test]
    fn pauses_grow_to_their_bound_and_are_half_random() {
        for (attempt, step_ms) in [(1, 250), (2, 500), (3, 1_000), (6, 8_000), (7, 8_000), (u32::MAX, 8_000)] {
            let step = Duration::from_millis(step_ms);
            for _ in 0..50 {
                let delay = delay_after(attempt, &rate_limit(None)).unwrap();
                assert!(delay >= step / 2 && delay <= step, "{attempt}: {delay:?}");
            }
        }
    }

    #[test]
    fn a_pause_that_the_service_asks_for_is_kept_up_to_a_minute() {
        let minute = Duration::from_secs(60);
        assert!(delay_after(1, &rate_limit(Some(minute))).unwrap() >= minute);
        assert_eq!(delay_after(1, &rate_limit(Some(minute + Duration::from_millis(1)))), None);
    }
}
