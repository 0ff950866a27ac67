from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

from ._errors import (
    AuthenticationError,
    Fault,
    InvalidRequestError,
    MayflyError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
)
from ._steps import Answer

_TYPES = {401: AuthenticationError, 403: PermissionDeniedError, 404: NotFoundError}


def error_of_answer(answer: Answer) -> MayflyError:
    """The error that an answer outside of 2xx is, whoever has given it."""
    status = answer.status
    if 300 <= status < 400:
        return _redirected(answer)
    problem = _read_problem(answer.body)
    message = _text(problem.get("detail")) or f"The server answered {status} {answer.reason}".rstrip()
    code = _text(problem.get("code")) or f"http_{status}"
    request_id = _text(problem.get("request_id")) or answer.headers.get("x-request-id")
    if status in (400, 422):
        errors = _faults_of(problem)
        return InvalidRequestError(message, code=code, status=status, request_id=request_id, errors=errors)
    if status == 429:
        retry_after = _read_retry_after(answer.headers.get("retry-after"))
        return RateLimitError(message, code=code, status=status, request_id=request_id, retry_after=retry_after)
    return _TYPES.get(status, MayflyError)(message, code=code, status=status, request_id=request_id)


def _redirected(answer: Answer) -> MayflyError:
    """Not followed: the key would be sent along to wherever it points."""
    target = answer.headers.get("location")
    where = "" if target is None else f" to {target}"
    message = f"The server answers with a redirect{where}. Give the final address as `url`."
    return MayflyError(message, code="redirected", status=answer.status)


def _read_problem(body: bytes) -> Mapping[str, Any]:
    """RFC 9457, as far as it is understood: what is between us and the service answers in its own way."""
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return problem if isinstance(problem, dict) else {}


def _faults_of(problem: Mapping[str, Any]) -> list[Fault]:
    errors = problem.get("errors")
    known = [one for one in errors if isinstance(one, dict)] if isinstance(errors, list) else []
    return [Fault(pointer=str(one.get("pointer", "")), detail=str(one.get("detail", ""))) for one in known]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value != "" else None


def _read_retry_after(text: str | None) -> float | None:
    """RFC 9110 §10.2.3: seconds, or a date."""
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)
    return max(0.0, (aware - datetime.now(timezone.utc)).total_seconds())
