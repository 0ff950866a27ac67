from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Inbox:
    """One inbox, as it is at the moment of the answer."""

    id: str
    address: str
    label: str | None
    created_at: datetime
    expires_at: datetime
    """When it lapses if it is neither read nor mailed until then."""
    last_message_at: datetime | None
    message_count: int
    unread_count: int
    stored_bytes: int
    cursor: str
    """For `after` of a wait: what comes from now on."""
