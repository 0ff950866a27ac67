from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class DomainRecord:
    """One record to set at your DNS, and what was found there."""

    type: str
    host: str
    value: str
    priority: int | None
    found: tuple[str, ...]
    status: Literal["ok", "missing", "wrong", "error"]
    hint: str | None
    """What is probably the mistake."""
    purpose: str
    optional: bool


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain of your own, and whether it is proven to be yours."""

    domain: str
    state: Literal["pending", "verified", "lost"]
    created_at: datetime
    verified_at: datetime | None
    lost_at: datetime | None
    checked_at: datetime | None
    next_check_at: datetime | None
    name_servers: tuple[str, ...]
    records: tuple[DomainRecord, ...]
