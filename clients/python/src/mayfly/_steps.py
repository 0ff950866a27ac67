"""What decides has no sockets in it: it is written as flows, which ask for steps and are given what came of them.

A flow is a generator. The same flows are driven by `_sync.driver` and `_async.driver`; what fails is thrown into them.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, Union

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and its answer. Raises a `ConnectionError` where none comes."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    content: bytes | None = field(repr=False)
    timeout: float
    """Seconds, from the start to the last byte of the answer."""
    silence: float | None
    """For an answer that is read piece by piece: how many seconds may pass between two of them."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing, for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """What comes next in the answer that is open; nothing at its end."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an exchange. There is no body yet where it is read piece by piece."""

    status: int
    reason: str
    headers: Mapping[str, str] = field(repr=False)
    """With names in lower case."""
    body: bytes = field(repr=False)


Step = Union[Exchange, Pause, ReadPiece]
Reply = Union[Answer, bytes, None]
Flow = Generator[Step, Reply, T]


def exchange(step: Exchange) -> Flow[Answer]:
    answer = yield step
    assert isinstance(answer, Answer)
    return answer


def pause(seconds: float) -> Flow[None]:
    if seconds > 0:
        yield Pause(seconds)


def read_piece() -> Flow[bytes]:
    piece = yield ReadPiece()
    assert isinstance(piece, bytes)
    return piece
