from __future__ import annotations

import math
import time

LONGEST_HOLD = 55.0
"""No server in between is patient for longer than a minute, and the service holds no answer longer than this."""

AFTER_EARLY_ANSWER = 0.5
"""Whoever answers before the time is up is about to stop: asked again at once, it would say the same."""


class Deadline:
    """A time by which something must be done, by a clock that nobody sets."""

    __slots__ = ("_at", "last_try")

    def __init__(self, seconds: float) -> None:
        self._at = time.monotonic() + seconds
        # Who only looks has no time to keep to.
        self.last_try = math.inf if seconds == 0 else self._at

    @property
    def left(self) -> float:
        return max(0.0, self._at - time.monotonic())

    @property
    def is_over(self) -> bool:
        return self.left == 0

    def hold(self) -> float:
        """How many seconds one request may be held back."""
        return min(self.left, LONGEST_HOLD)

    def hold_seconds(self) -> float:
        """The same as the service wants it."""
        return round(self.hold(), 3)

    def due(self) -> float:
        """When a request that begins now must be answered."""
        return time.monotonic() + self.hold()

    def rest_after(self, due: float) -> float:
        """How long to rest where an answer has come before it was due."""
        return min(AFTER_EARLY_ANSWER, self.left) if time.monotonic() < due else 0.0
