from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

KeyScope = Literal["full", "read", "codes"]
"""`full`; `read`, which changes nothing; `codes`, which sees codes and links and no texts."""


@dataclass(frozen=True, slots=True)
class Key:
    """An API key, without the key itself."""

    id: str
    name: str
    prefix: str
    last4: str
    scope: KeyScope
    created_at: datetime
    created_by: str | None
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True, slots=True)
class CreatedKey(Key):
    """A key that was just made."""

    key: str = field(repr=False)
    """The key itself, shown this once."""
