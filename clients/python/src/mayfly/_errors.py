from __future__ import annotations

import builtins
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ._models.wait import NearMiss, Refusal

E = TypeVar("E", bound="MayflyError")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a request."""

    pointer: str
    """A JSON pointer (RFC 6901) to the field or parameter."""
    detail: str


class MayflyError(Exception):
    """What went wrong, in a sentence that says what to do.

    Catch this for every error of the service, one of its subclasses for those that you can act on, and compare `code`
    for the rest.
    """

    code: str
    """For programs: `inbox_taken`, `plan_required`, … as the service documents them."""
    status: int | None
    """The HTTP status. None where no answer came, or no request was needed to know."""
    request_id: str | None
    """What to name when you ask the operator of the service about it."""

    def __init__(self, message: str, *, code: str, status: int | None = None, request_id: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.request_id = request_id

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions cross over to other processes by pickle, which would call the class with the message alone.
        return _restore, (type(self), self.args, self.__dict__)


class AuthenticationError(MayflyError):
    """There is no key, or the service does not know it, or it is revoked."""


class PermissionDeniedError(MayflyError):
    """It is not yours, not allowed with this key, or not in your plan: `code` says which."""


class NotFoundError(MayflyError):
    """It never was, is gone, or is another account's."""


class InvalidRequestError(MayflyError, ValueError):
    """The request cannot be carried out as it is. Some of these are found out before anything is sent."""

    errors: tuple[Fault, ...]
    """Which part of it is wrong."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        request_id: str | None = None,
        errors: Iterable[Fault] = (),
    ) -> None:
        super().__init__(message, code=code, status=status, request_id=request_id)
        self.errors = tuple(errors)


class RateLimitError(MayflyError):
    """Too many requests, or too many waits at once, and the retries did not help."""

    retry_after: float | None
    """Seconds after which it may work."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message, code=code, status=status, request_id=request_id)
        self.retry_after = retry_after


class ConnectionError(MayflyError, builtins.ConnectionError):
    """No answer came, or not all of it. `code` is `unreachable`, `broken` or `timeout`.

    The built-in `ConnectionError` catches it too.
    """


class WebhookVerificationError(MayflyError):
    """A delivery that is not from the service, or not from now. Answer it with 401."""


class WaitTimeout(MayflyError, TimeoutError):
    """Nothing came that matches. It says what came instead."""

    address: str
    timeout: float
    """The seconds that were waited."""
    cursor: str
    """Give it as `after`, and the next wait goes on where this one ended."""
    near_misses: tuple[NearMiss, ...]
    """The latest mails that came and did not match, and why."""
    refused: tuple[Refusal, ...]
    """The latest mails that were refused at the door."""

    def __init__(
        self,
        *,
        address: str,
        timeout: float,
        cursor: str,
        near_misses: Iterable[NearMiss],
        refused: Iterable[Refusal],
    ) -> None:
        self.address = address
        self.timeout = timeout
        self.cursor = cursor
        self.near_misses = tuple(near_misses)
        self.refused = tuple(refused)
        super().__init__(self._explain(), code="wait_timeout")

    def _explain(self) -> str:
        lines = [f"No matching mail for {self.address} within {self.timeout:g} s."]
        if not self.near_misses and not self.refused:
            lines[0] += " No mail came."
        lines += [f"  came, but did not match {', '.join(miss.failed)}: {_name(miss)}" for miss in self.near_misses]
        lines += [f"  was refused at {one.at.isoformat()}, from {one.from_}: {one.reason}" for one in self.refused]
        return "\n".join(lines)


def _name(miss: NearMiss) -> str:
    # As JSON: what a sender wrote stays on its line.
    return miss.id if miss.subject is None else f"{json.dumps(miss.subject, ensure_ascii=False)} from {miss.from_}"


def _restore(kind: type[E], args: tuple[Any, ...], state: dict[str, Any]) -> E:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error
