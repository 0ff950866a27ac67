"""What is certainly wrong is refused before anything is sent. The service knows the rest of the rules."""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta, timezone

from ._errors import Fault, InvalidRequestError

Seconds = float | timedelta
"""A time: seconds, or a `timedelta`."""

MAX_ADDRESS = 508
"""Longer ones no service takes (RFC 5321 §4.5.3.1). Letters beyond ASCII may take more room on the way."""

_CONTROL = r"\x00-\x1f\x7f-\x9f\ud800-\udfff"
_ADDRESS = re.compile(
    rf'(?:"(?:[^"\\{_CONTROL}]|\\[^{_CONTROL}])*"|[^\s"(),:;<>@\[\]\\{_CONTROL}]+)'
    rf"@[^\s@<>()\[\]\"',;:/{_CONTROL}]+"
)
_DOMAIN = re.compile(rf"[^\s@<>()\[\]\"',;:/\\{_CONTROL}]*[^\s@<>()\[\]\"',;:/\\.{_CONTROL}]\.?")


class Unset:
    """What is left out of a change, where None means something."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


def refuse(name: str, detail: str) -> InvalidRequestError:
    faults = [Fault(pointer=f"/{name}", detail=detail)]
    return InvalidRequestError(f"`{name}` {detail}", code="invalid_request", errors=faults)


def check_address(address: str) -> str:
    if isinstance(address, str) and len(address) <= MAX_ADDRESS and _ADDRESS.fullmatch(address):
        return address
    detail = f"{address!r} is not an e-mail address. Give it as name@domain."
    raise InvalidRequestError(detail, code="invalid_address", errors=[Fault(pointer="/address", detail=detail)])


def check_domain(domain: str) -> str:
    if isinstance(domain, str) and _DOMAIN.fullmatch(domain):
        return domain
    raise refuse("domain", f"must be the name of a domain such as mail.example.com, and is {domain!r}.")


def check_id(value: str, name: str = "id") -> str:
    """An empty id, or one of dots, would be another path."""
    if isinstance(value, str) and value not in ("", ".", ".."):
        return value
    raise refuse(name, f"must be the id of one, and is {value!r}.")


def check_seconds(value: Seconds, name: str) -> float:
    seconds = value.total_seconds() if isinstance(value, timedelta) else value
    # A comparison with NaN is false.
    if isinstance(seconds, (int, float)) and not isinstance(seconds, bool) and seconds >= 0:
        return float(seconds)
    raise refuse(name, f"must be seconds or a timedelta, zero or more, and is {value!r}.")


def check_whole_seconds(value: Seconds, name: str) -> int:
    seconds = check_seconds(value, name)
    if math.isfinite(seconds) and seconds.is_integer():
        return int(seconds)
    raise refuse(name, f"must be whole seconds, and is {value!r}.")


def check_count(value: int, name: str, least: int = 0) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= least:
        return value
    raise refuse(name, f"must be a whole number from {least} up, and is {value!r}.")


def check_moment(value: datetime | str, name: str) -> str:
    """A moment as the service reads it."""
    if isinstance(value, str):
        return value
    if not isinstance(value, datetime):
        raise refuse(name, f"must be a datetime, or a text in ISO 8601, and is {value!r}.")
    if value.tzinfo is None:
        raise refuse(name, "is a datetime without a time zone. Make it with one: datetime.now(timezone.utc).")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def check_header(value: str, name: str) -> str:
    """Nothing else gets through HTTP as it is."""
    if isinstance(value, str) and value.isascii() and value.isprintable() and value.strip() == value != "":
        return value
    raise refuse(name, f"must be printable ASCII, and is {value!r}.")
