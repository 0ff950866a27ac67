from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Union

from .decode import UnexpectedShapeError, as_object, decode


@dataclass(frozen=True, slots=True)
class MessageReceived:
    """A mail has come: `message.received`."""

    inbox_id: str
    inbox: str
    """The address."""
    message_id: str
    from_: str
    to: tuple[str, ...]
    subject: str
    received_at: datetime
    size_bytes: int
    encrypted: bool


@dataclass(frozen=True, slots=True)
class InboxCreated:
    """An inbox was made: `inbox.created`."""

    inbox_id: str
    inbox: str
    """The address."""
    created_at: datetime


@dataclass(frozen=True, slots=True)
class TestPing:
    """Somebody tests an endpoint: `test.ping`."""

    # Not a test, whatever pytest makes of the name.
    __test__ = False

    endpoint_id: str
    message: str


EventData = Union[MessageReceived, InboxCreated, TestPing, Mapping[str, Any]]
"""What this library does not know yet is a mapping, as it came."""

_KNOWN: Mapping[str, type[MessageReceived] | type[InboxCreated] | type[TestPing]] = {
    "message.received": MessageReceived,
    "inbox.created": InboxCreated,
    "test.ping": TestPing,
}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in your account."""

    id: str | None
    """For `last_event_id`: what came after it comes first."""
    event: str
    """`message.received`, `inbox.created`."""
    data: EventData


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """The body of a delivery."""

    event: str
    """`message.received`, `inbox.created`, `test.ping`."""
    delivery_id: str
    """The same in every attempt: remember it, and you handle nothing twice."""
    timestamp: int
    """Of this attempt, in Unix seconds."""
    data: EventData

    @classmethod
    def _decode(cls, value: object) -> WebhookEvent:
        fields = as_object(value, "a delivery")
        try:
            event, delivery_id, timestamp = (fields[name] for name in ("event", "delivery_id", "timestamp"))
        except KeyError as missing:
            raise UnexpectedShapeError(f"a delivery has no {missing}") from None
        return cls(event, delivery_id, timestamp, decode_data(event, fields.get("data", {})))


def decode_data(event: str, value: object) -> EventData:
    fields = as_object(value, "an event")
    known = _KNOWN.get(event)
    try:
        return fields if known is None else decode(known, fields)
    except UnexpectedShapeError:
        return fields
