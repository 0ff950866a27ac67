from __future__ import annotations

from urllib.parse import urlsplit

import httpx

from ._errors import ConnectionError
from ._steps import Answer, Exchange

LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=5.0)
"""As many waits at once as the plan allows; what is idle is closed before the service does it."""

_NEVER_CONNECTED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)
"""What says that a connection never came to be: nothing was sent."""

_FOR_EVER = 1e8
"""Longer times are more than a socket takes."""


def failure_of(step: Exchange, cause: Exception) -> ConnectionError:
    """What a failure of the HTTP client is to the caller."""
    origin = _origin_of(step.url)
    if isinstance(cause, _NEVER_CONNECTED):
        reason = str(cause) or type(cause).__name__
        advice = "Is the server running there? Give its address as `url` or in MAYFLY_URL."
        return ConnectionError(f"{origin} cannot be reached ({reason}). {advice}", code="unreachable")
    if isinstance(cause, (httpx.TimeoutException, TimeoutError)):
        message = f"{origin} has not answered in full within {step.timeout:g} s."
        return ConnectionError(message, code="timeout")
    reason = str(cause) or type(cause).__name__
    return ConnectionError(f"The connection to {origin} broke before the answer was there ({reason}).", code="broken")


def answer_of(response: httpx.Response, body: bytes) -> Answer:
    return Answer(response.status_code, response.reason_phrase, dict(response.headers), body)


def time_out_of(step: Exchange) -> httpx.Timeout:
    """For each operation on the socket; the drivers hold the whole of them to the time."""
    limit = step.timeout if step.timeout < _FOR_EVER else None
    return httpx.Timeout(limit, read=limit if step.silence is None else step.silence)


def _origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
