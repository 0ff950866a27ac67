use std::time::Duration;

use tokio::time::{Instant, sleep};

/// No server in between is patient for longer than a minute, and the service does not hold an answer longer than this.
const LONGEST_HOLD: Duration = Duration::from_secs(55);

/// Whoever answers before the time is up is about to stop: asked again at once, it would say the same.
const AFTER_EARLY_ANSWER: Duration = Duration::from_millis(500);

/// A time by which something must be done, by a clock that nobody sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    /// None: so far away that it never comes.
    at: Option<Instant>,
    only_looks: bool,
}

impl Deadline {
    pub(crate) fn after(time: Duration) -> Self {
        Self { at: Instant::now().checked_add(time), only_looks: time.is_zero() }
    }

    pub(crate) fn left(&self) -> Duration {
        self.at.map_or(Duration::MAX, |at| at.saturating_duration_since(Instant::now()))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// How long one request may be held back.
    pub(crate) fn hold(&self) -> Duration {
        self.left().min(LONGEST_HOLD)
    }

    /// When a request that begins now must be answered.
    pub(crate) fn due(&self) -> Instant {
        Instant::now() + self.hold()
    }

    /// Whether another try may begin after this pause. Who only looks has no time to keep to.
    pub(crate) fn has_room_for(&self, pause: Duration) -> bool {
        self.only_looks || pause < self.left()
    }

    /// Takes a moment where an answer has come before it was due.
    pub(crate) async fn rest_until(&self, due: Instant) {
        if Instant::now() < due {
            sleep(AFTER_EARLY_ANSWER.min(self.left())).await;
        }
    }
}
