from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from .event import WebhookEvent

WebhookEventType = Literal["message.received", "inbox.created"]
"""What an endpoint can be told of."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A URL that is told of events as they happen."""

    id: str
    url: str
    description: str
    events: tuple[WebhookEventType, ...]
    inbox_filter: str | None
    """One address alone; None for every inbox."""
    state: Literal["active", "paused"]
    paused_reason: Literal["failures", "manual", "plan"] | None
    consecutive_failures: int
    """Failed attempts since the last success. Ten of them pause it."""
    created_at: datetime
    last_success_at: datetime | None
    last_failure_at: datetime | None


@dataclass(frozen=True, slots=True)
class CreatedWebhook(Webhook):
    """An endpoint that was just made."""

    secret: str = field(repr=False)
    """What its deliveries are signed with: for `verify_webhook`."""


@dataclass(frozen=True, slots=True)
class WebhookSecret:
    """What deliveries are signed with."""

    secret: str = field(repr=False)
    previous_secret: str | None = field(repr=False)
    """Holds too, until its moment."""
    previous_expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class DeliveryAttempt:
    """One try to deliver."""

    number: int
    at: datetime
    status: int | None
    """None where no answer came."""
    duration_ms: int
    error: str | None
    error_detail: str | None
    response: str | None
    """The first 16 KiB of the answer; in lists, the first 1 KiB."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What an endpoint was sent, and what came of it."""

    id: str
    """The `delivery_id` of the payload."""
    webhook_id: str
    event: str
    state: Literal["pending", "retrying", "delivered", "rejected", "failed", "held", "dropped"]
    created_at: datetime
    next_attempt_at: datetime | None
    payload: WebhookEvent
    attempts: tuple[DeliveryAttempt, ...]
