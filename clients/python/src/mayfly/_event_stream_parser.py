from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_BLOCK = 1_048_576
"""The service's events are a few hundred bytes: what grows beyond this is something else."""

# A CR at the very end may be the first half of a CRLF.
_LINE_END = re.compile(r"\r\n|\n|\r(?=[^\n])")


@dataclass(frozen=True, slots=True)
class StreamBlock:
    """One block of a stream of server-sent events."""

    id: str | None
    event: str
    data: str | None
    """None where there was none: the block only says how far the stream is."""
    retry: float | None
    """Seconds."""


class EventStreamParser:
    """https://html.spec.whatwg.org/multipage/server-sent-events.html, section 9.2.6. Pieces in, blocks out."""

    def __init__(self) -> None:
        self._unread = ""
        self._lines: list[str] = []
        self._size = 0

    def push(self, piece: str) -> Iterator[StreamBlock]:
        """Raises ValueError for what is no such stream."""
        *lines, self._unread = _LINE_END.split(self._unread + piece)
        for line in lines:
            if line == "" and self._lines:
                yield _read_block(self._lines)
                self._lines, self._size = [], 0
            elif line != "" and not line.startswith(":"):
                self._lines.append(line)
                self._size += len(line)
        if self._size + len(self._unread) > MAX_BLOCK:
            raise ValueError("The stream is not one of events.")


def _read_block(lines: list[str]) -> StreamBlock:
    fields: dict[str, str] = {}
    data: list[str] = []
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        fields[name] = value
        if name == "data":
            data.append(value)
    retry = fields.get("retry", "")
    return StreamBlock(
        id=fields.get("id"),
        event=fields.get("event", "message"),
        data="\n".join(data) if data else None,
        retry=int(retry) / 1_000 if re.fullmatch(r"[0-9]{1,9}", retry) else None,
    )
