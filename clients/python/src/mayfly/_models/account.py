from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Limits:
    """What the plan allows."""

    requests_per_minute: int
    inboxes: int
    retention_hours: float
    message_bytes: int
    stored_bytes: int
    webhook_endpoints: int
    custom_domains: int
    members: int
    open_waits: int


@dataclass(frozen=True, slots=True)
class RequestsLeft:
    """Of the current minute."""

    remaining: int
    reset_seconds: int


@dataclass(frozen=True, slots=True)
class Usage:
    """What is used of the plan."""

    inboxes: int
    stored_bytes: int
    members: int
    webhook_endpoints: int
    open_waits: int
    requests: RequestsLeft


@dataclass(frozen=True, slots=True)
class Account:
    """Your plan, and what is used of it."""

    id: str
    plan: Literal["free", "plus", "elite", "team"]
    created_at: datetime
    limits: Limits
    usage: Usage
