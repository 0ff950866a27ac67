from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A mail that came, and was not the one."""

    id: str
    failed: tuple[str, ...]
    """The conditions that did not hold: `from`, `subject`, `contains`, `has`, `kind`."""
    from_: str | None = None
    """Not shown to a key with the scope `codes`."""
    subject: str | None = None
    """Likewise."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A mail that the service did not take."""

    at: datetime
    from_: str
    reason: str
    """The answer to the sender, such as `552 5.3.4 …`."""
