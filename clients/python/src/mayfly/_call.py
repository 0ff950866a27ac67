from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

from ._arguments import check_address, check_count, check_id, refuse
from ._errors import MayflyError
from ._models.decode import UnexpectedShapeError, decode
from ._models.page import Page
from ._steps import Answer

T = TypeVar("T")
Method = Literal["GET", "POST", "PATCH", "DELETE"]
Query = Mapping[str, "str | int | float | bool | None"]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One call of the service's API, however many tries it takes."""

    method: Method
    path: str
    """Encoded, from the first slash."""
    read: Callable[[Answer], T]
    """What the answer is to the caller."""
    query: Query | Callable[[], Query] = field(default_factory=dict)
    """A function is asked anew for each try."""
    json: object = None
    message: bytes | None = None
    """A message in RFC 5322 form."""
    headers: Mapping[str, str] = field(default_factory=dict)
    idempotency_key: str | None = None
    repeatable: bool = True
    """False for what must not happen twice."""
    hold: Callable[[], float] = lambda: 0.0
    """The seconds for which the service may hold the answer of a try back: they come on top of the time-out."""
    last_try: float = math.inf
    """The moment, by `time.monotonic()`, after which no further try begins."""
    silence: float | None = None
    """Where it is set, the body is read piece by piece, with at most so many seconds between two."""


@dataclass(frozen=True, slots=True)
class ListCall(Generic[T]):
    """A list that is read page by page."""

    path: str
    read_item: Callable[[Any], T]
    query: Query
    page_size: int | None
    cursor: str | None

    def __post_init__(self) -> None:
        if self.page_size is not None:
            check_count(self.page_size, "page_size", 1)

    def page(self, cursor: str | None) -> Call[Page[T]]:
        query = {**self.query, "limit": self.page_size, "cursor": cursor}
        return Call("GET", self.path, read_json(self._read_page), query=query)

    def _read_page(self, value: Any) -> Page[T]:
        try:
            return Page(tuple(self.read_item(item) for item in value["data"]), value["next_cursor"])
        except (KeyError, TypeError):
            raise UnexpectedShapeError("it is no list") from None


def nothing(_: Answer) -> None:
    """Of an answer that has nothing in it."""


def read_bytes(answer: Answer) -> bytes:
    return answer.body


def read_text(answer: Answer) -> str:
    return answer.body.decode("utf-8", "replace")


def read_json(read: Callable[[Any], T]) -> Callable[[Answer], T]:
    def read_answer(answer: Answer) -> T:
        try:
            return read(None if answer.body == b"" else json.loads(answer.body))
        except (ValueError, RecursionError) as cause:
            what = str(cause) if isinstance(cause, UnexpectedShapeError) else "it is not JSON"
            message = f"The answer is not the service's: {what}. Is `url` the address of a Mayfly server?"
            raise MayflyError(message, code="unexpected_answer", status=answer.status) from cause

    return read_answer


def read_model(model: type[T]) -> Callable[[Answer], T]:
    return read_json(lambda value: decode(model, value))


def read_field(name: str) -> Callable[[Answer], Any]:
    def read(value: Any) -> Any:
        try:
            return value[name]
        except (KeyError, TypeError):
            raise UnexpectedShapeError(f"it has no {name}") from None

    return read_json(read)


def inbox_path(address: str) -> str:
    return f"/v1/inboxes/{quote(check_address(address), safe='')}"


def path_of(collection: str, value: str) -> str:
    return f"/v1/{collection}/{quote(check_id(value), safe='')}"


def source_of(message: str | bytes | EmailMessage) -> bytes:
    """The bytes of a message, as SMTP would bring them."""
    if isinstance(message, EmailMessage):
        return message.as_bytes(policy=message.policy.clone(linesep=SMTP.linesep))
    if isinstance(message, str):
        return message.encode("utf-8", "surrogateescape")
    if isinstance(message, (bytes, bytearray, memoryview)):
        return bytes(message)
    raise refuse("message", "must be the source of a message, as text or bytes, or an EmailMessage.")
