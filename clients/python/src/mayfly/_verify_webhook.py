from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import math
import re
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol

from ._arguments import Seconds, check_seconds, refuse
from ._errors import WebhookVerificationError
from ._models.event import WebhookEvent

DEFAULT_TOLERANCE = 300.0
_PREFIX = "whsec_"
_MAX_SIGNATURES = 10


class Headers(Protocol):
    """The headers of a request as any framework has them: `dict`, Django, Flask, Starlette, aiohttp, `http.server`."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    body: bytes | bytearray | memoryview | str,
    headers: Headers,
    secret: str | Iterable[str],
    *,
    tolerance: Seconds = DEFAULT_TOLERANCE,
    now: float | datetime | None = None,
) -> WebhookEvent:
    """Makes sure that a delivery is from the service and from now, and gives what it says.

    It is good when one of its two signatures is: `webhook-signature` (Standard Webhooks) or `X-Service-Signature`. They
    are compared in constant time.

    Args:
        body: The body as it came. Not parsed and written again: that is another text.
        headers: The headers of the request.
        secret: `whsec_…`; several while one replaces the other.
        tolerance: How old a delivery may be, or ahead of our clock; `math.inf` takes any.
        now: The moment to compare with, as Unix seconds or a datetime. Default: now.

    Raises:
        WebhookVerificationError: Answer with 401.
    """
    limit = check_seconds(tolerance, "tolerance")
    secrets = [_check_secret(one) for one in ([secret] if isinstance(secret, str) else secret)]
    content = _bytes_of(body)
    given = {name.lower(): value for name, value in headers.items()}
    candidates = [one for key in secrets for one in _candidates(key, given, content)]
    if not candidates:
        message = "There is no signature: neither webhook-signature nor X-Service-Signature."
        raise WebhookVerificationError(message, code="missing_signature")
    # Every one of them is compared, whichever is right.
    if True not in [hmac.compare_digest(right, signature) for right, signature in candidates]:
        message = "The signature is wrong: another secret, or a body that is not as it was sent."
        raise WebhookVerificationError(message, code="wrong_signature")
    event = _read_event(content)
    _check_freshness(event.timestamp, limit, now)
    return event


def _check_secret(secret: str) -> str:
    try:
        if secret.startswith(_PREFIX):
            base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
            return secret
    except (AttributeError, TypeError, ValueError):
        pass  # What is wrong with it is said below.
    raise refuse("secret", "must be the whole secret as the service shows it: whsec_ and base64.")


def _bytes_of(body: bytes | bytearray | memoryview | str) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8", "surrogatepass")
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise refuse("body", "must be the body as it came, as bytes or text. Do not parse it before it is verified.")


def _candidates(secret: str, headers: dict[str, str], body: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The right signature and one that was given, for each that was."""
    # Over id, timestamp and body, keyed with the bytes that the secret stands for. One for each secret that holds.
    signed = f"{headers.get('webhook-id')}.{headers.get('webhook-timestamp')}.".encode("utf-8", "replace") + body
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    for one in headers.get("webhook-signature", "").split(" ")[:_MAX_SIGNATURES]:
        found = re.fullmatch(r"v1,([A-Za-z0-9+/]{43}=)", one)
        if found:
            yield hmac.digest(key, signed, hashlib.sha256), base64.b64decode(found[1])
    # Over the body, keyed with the secret's text as it is shown.
    found = re.fullmatch(r"sha256=([0-9a-f]{64})", headers.get("x-service-signature", ""))
    if found:
        yield hmac.digest(secret.encode(), body, hashlib.sha256), binascii.unhexlify(found[1])


def _read_event(body: bytes) -> WebhookEvent:
    try:
        event = WebhookEvent._decode(json.loads(body))
        is_dated = isinstance(event.timestamp, (int, float)) and math.isfinite(event.timestamp)
    except (ValueError, RecursionError, OverflowError):
        is_dated = False
    if is_dated:
        return event
    message = "The delivery is signed, but does not say what it is and when it was sent."
    raise WebhookVerificationError(message, code="malformed")


def _check_freshness(sent_at: float, tolerance: float, now: float | datetime | None) -> None:
    """By the time in the body, because both signatures cover the body."""
    moment = now.timestamp() if isinstance(now, datetime) else time.time() if now is None else now
    if abs(moment - sent_at) <= tolerance:
        return
    message = f"The delivery was sent {moment - sent_at:.0f} s ago: a repetition of an old one, or a clock is wrong."
    raise WebhookVerificationError(message, code="stale")
