from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from ._arguments import check_header
from ._call import Call, Query
from ._error_of_answer import error_of_answer
from ._errors import MayflyError, NotFoundError
from ._retry_policy import delay_after, is_transient, was_not_done
from ._settings import Settings
from ._steps import Answer, Exchange, Flow, exchange, pause
from ._version import __version__

T = TypeVar("T")

# Methods, paths, queries, statuses and times; never a header or a body.
log = logging.getLogger("mayfly")
log.addHandler(logging.NullHandler())

_NO_ANSWER = Answer(204, "No Content", {}, b"")


def send(settings: Settings, call: Call[T]) -> Flow[T]:
    """Sends a call, and sends it again where that is safe and may help."""
    headers = _headers_of(settings, call)
    may_be_done = False
    attempt = 0
    while True:
        attempt += 1
        try:
            return call.read((yield from _try(settings, call, headers, attempt)))
        except MayflyError as error:
            # What an earlier try has deleted is not there for the next: that is what was asked for.
            if may_be_done and call.method == "DELETE" and isinstance(error, NotFoundError):
                return call.read(_NO_ANSWER)
            delay = _delay_before_next(settings, call, attempt, error)
            if delay is None:
                raise
            may_be_done = may_be_done or not was_not_done(error)
            log.debug("%s %s: %s, tried again in %.3f s", call.method, call.path, error.code, delay)
        yield from pause(delay)


def _delay_before_next(settings: Settings, call: Call[T], attempt: int, error: MayflyError) -> float | None:
    """None where the error is the answer."""
    if attempt > settings.max_retries or not is_transient(error):
        return None
    if not call.repeatable and not was_not_done(error):
        return None
    delay = delay_after(attempt, error)
    return delay if delay is not None and time.monotonic() + delay < call.last_try else None


def _try(settings: Settings, call: Call[T], headers: dict[str, str], attempt: int) -> Flow[Answer]:
    query = _query_of(call.query)
    log.debug("%s %s%s, try %d", call.method, call.path, query, attempt)
    start = time.monotonic()
    answer = yield from exchange(
        Exchange(
            method=call.method,
            url=settings.url + call.path + query,
            headers=headers,
            content=_content_of(call),
            timeout=settings.timeout + call.hold(),
            silence=call.silence,
        )
    )
    spent = round((time.monotonic() - start) * 1_000)
    request_id = answer.headers.get("x-request-id", "no request id")
    log.debug("%s %s: %d after %d ms, %s", call.method, call.path, answer.status, spent, request_id)
    if 200 <= answer.status < 300:
        return answer
    raise error_of_answer(answer)


def _headers_of(settings: Settings, call: Call[T]) -> dict[str, str]:
    headers = {
        "accept": "application/json, */*;q=0.5",
        "user-agent": f"mayfly-python/{__version__}",
        "x-api-key": settings.api_key,
    }
    if call.message is not None:
        headers["content-type"] = "message/rfc822"
    elif call.json is not None:
        headers["content-type"] = "application/json"
    if call.method == "POST":
        # The same in all tries.
        key = call.idempotency_key
        headers["idempotency-key"] = secrets.token_hex(16) if key is None else check_header(key, "idempotency_key")
    return {**headers, **call.headers}


def _content_of(call: Call[T]) -> bytes | None:
    if call.message is not None or call.json is None:
        return call.message
    return json.dumps(call.json, ensure_ascii=False, separators=(",", ":")).encode()


def _query_of(query: Query | Callable[[], Query]) -> str:
    asked = query() if callable(query) else query
    given = [(name, _query_value(value)) for name, value in asked.items() if value is not None]
    return f"?{urlencode(given)}" if given else ""


def _query_value(value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)
