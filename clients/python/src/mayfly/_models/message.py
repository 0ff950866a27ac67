from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

LinkKind = Literal["verify", "reset", "login", "unsubscribe", "other"]

AuthResult = Literal["none", "pass", "fail", "softfail", "neutral", "policy", "temperror", "permerror"]
"""In the words of RFC 8601. `temperror`: not known yet; read the message again later."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A message as `get_mail` shows it."""

    id: str
    from_: str
    """The bare address."""
    subject: str
    text: str
    """The text part; where there is none, the HTML as readable text."""
    html: str
    """Empty where there is none."""
    date: datetime
    """When the service received it."""


@dataclass(frozen=True, slots=True)
class Code:
    """A one-time code that stands in a message."""

    value: str
    """As a person would type it."""
    confidence: float
    """From 0 to 1."""
    source: Literal["subject", "text", "html"]
    superseded: bool
    """A newer message of the same sender carries a newer code."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link that stands in a message."""

    href: str
    text: str
    kind: LinkKind


@dataclass(frozen=True, slots=True)
class Attachment:
    """What is attached. `messages.attachment(id, index)` fetches it."""

    index: int
    filename: str
    content_type: str
    size_bytes: int
    content_id: str | None
    inline: bool


@dataclass(frozen=True, slots=True)
class Envelope:
    """What SMTP was told, whatever the header says."""

    from_: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Header:
    """One line of the header."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Tls:
    """How the message was brought."""

    version: str
    cipher: str


@dataclass(frozen=True, slots=True)
class Timings:
    """When the last byte had come, and when it was durable."""

    accepted_at: datetime
    stored_at: datetime


@dataclass(frozen=True, slots=True)
class AuthVerdict:
    """What came of one check."""

    result: AuthResult
    domain: str | None
    """Whose word was checked."""
    info: str | None
    """For people. Its wording may change."""


@dataclass(frozen=True, slots=True)
class Spf(AuthVerdict):
    """May the peer send for the domain? RFC 7208."""

    identity: Literal["mailfrom", "helo"] | None
    client_ip: str | None


@dataclass(frozen=True, slots=True)
class DkimSignature(AuthVerdict):
    """One DKIM-Signature."""

    selector: str
    algorithm: str


@dataclass(frozen=True, slots=True)
class Dkim(AuthVerdict):
    """Who has signed, and is it unchanged? RFC 6376."""

    selector: str | None
    signatures: tuple[DkimSignature, ...]


@dataclass(frozen=True, slots=True)
class Dmarc(AuthVerdict):
    """Does the domain of From stand behind it? RFC 7489."""

    policy: Literal["none", "quarantine", "reject"] | None
    aligned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arc(AuthVerdict):
    """Is the chain of those who passed it on unbroken? RFC 8617."""

    instance: int


@dataclass(frozen=True, slots=True)
class MessageAuth:
    """Whether a message is from whom it says it is from."""

    spf: Spf
    dkim: Dkim
    dmarc: Dmarc
    arc: Arc


@dataclass(frozen=True, slots=True)
class MessageCodes:
    """All that a key with the scope `codes` is shown of a message: it gets this in place of the others."""

    id: str
    inbox: str
    """The address."""
    inbox_id: str
    seq: int
    """Counts the messages of an inbox: 1, 2, 3."""
    date: datetime
    """When the service received it."""
    from_: str
    """The bare address."""
    codes: tuple[Code, ...]
    """The best first."""
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class ReceivedCodes(MessageCodes):
    """What a wait gives to a key with the scope `codes`."""

    cursor: str


@dataclass(frozen=True, slots=True)
class _MessageHead(MessageCodes):
    from_name: str
    to: tuple[str, ...]
    subject: str
    size_bytes: int
    seen: bool
    claimed_at: datetime | None
    """When a claiming wait took it."""


@dataclass(frozen=True, slots=True)
class MessageSummary(_MessageHead):
    """A message in a list."""

    attachment_count: int


@dataclass(frozen=True, slots=True)
class Message(_MessageHead):
    """A message in full."""

    text: str
    """The text part; where there is none, the HTML as readable text."""
    html: str
    """Empty where there is none."""
    envelope: Envelope
    cc: tuple[str, ...]
    reply_to: tuple[str, ...]
    message_id_header: str | None
    in_reply_to: str | None
    headers: tuple[Header, ...]
    attachments: tuple[Attachment, ...]
    auth: MessageAuth
    tls: Tls | None
    encrypted: bool
    """The body is OpenPGP or S/MIME, so that `text` and `html` cannot be read here."""
    timings: Timings


@dataclass(frozen=True, slots=True)
class ReceivedMessage(Message):
    """A message that was waited for."""

    cursor: str
    """How far the answer reaches: give it as `after`, and the next wait goes on from there."""
