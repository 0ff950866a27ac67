from __future__ import annotations

import random

from ._errors import ConnectionError, MayflyError, RateLimitError

FIRST_DELAY = 0.25
LONGEST_DELAY = 8.0
LONGEST_PATIENCE = 60.0
"""The service counts requests by the minute: whoever is asked to wait for longer should know."""

_UNAVAILABLE = (502, 503, 504)
"""What the servers in between say when the service behind them cannot be reached."""


def is_transient(error: MayflyError) -> bool:
    """It may be otherwise in a moment."""
    if isinstance(error, ConnectionError) or error.code == "in_progress":
        return True
    return error.status == 429 or error.status in _UNAVAILABLE


def was_not_done(error: MayflyError) -> bool:
    """The service has certainly done nothing yet, so that even what must not happen twice can be tried again."""
    return error.status == 429 or error.code == "unreachable"


def delay_after(attempt: int, error: MayflyError) -> float | None:
    """Seconds before the try after this one (counted from 1); None where that would be too long."""
    asked = error.retry_after if isinstance(error, RateLimitError) else None
    if asked is not None and asked > LONGEST_PATIENCE:
        return None
    step = min(FIRST_DELAY * 2.0 ** min(attempt - 1, 16), LONGEST_DELAY)
    # A random part of it, so that clients that failed together do not come back together.
    return (step / 2 if asked is None else asked) + random.random() * step / 2  # noqa: S311
