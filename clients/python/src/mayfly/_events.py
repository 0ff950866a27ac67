from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Generator, Iterator
from typing import NoReturn, Union

from ._arguments import check_address, check_header
from ._call import Call, nothing
from ._errors import ConnectionError, MayflyError
from ._event_stream_parser import EventStreamParser, StreamBlock
from ._models.event import Event, decode_data
from ._retry_policy import delay_after, is_transient
from ._send import send
from ._settings import Settings
from ._steps import Reply, Step, pause, read_piece

LONGEST_SILENCE = 45.0
"""The service says something every 15 seconds: after this much silence the connection is dead."""

DEFAULT_RETRY = 2.0

OnOpen = Callable[[str], None]
EventFlow = Generator[Union[Step, Event], Reply, NoReturn]


def follow_events(
    settings: Settings, inbox: str | None, last_event_id: str | None, on_open: OnOpen | None
) -> EventFlow:
    """The account's events over any number of connections, each going on where the one before ended."""
    query = {"inbox": None if inbox is None else check_address(inbox)}
    place = None if last_event_id is None else check_header(last_event_id, "last_event_id")
    return _follow(settings, query, place, on_open or _ignore)


def _follow(settings: Settings, query: dict[str, str | None], place: str | None, on_open: OnOpen) -> EventFlow:
    retry, failures, was_open = DEFAULT_RETRY, 0, False
    while True:
        try:
            yield from send(settings, _open(query, place))
            decoder, parser = codecs.getincrementaldecoder("utf-8")("replace"), EventStreamParser()
            while piece := (yield from read_piece()):
                for block in _read_blocks(parser, decoder.decode(piece)):
                    failures, was_open = 0, True
                    place = place if block.id is None else block.id
                    retry = retry if block.retry is None else block.retry
                    if block.data is not None:
                        yield _read_event(place, block.event, block.data)
                    elif block.id is not None:
                        on_open(block.id)
            delay = retry
        except MayflyError as error:
            # Whether it can be reached at all is known once it was: until then, an error is an answer.
            if not was_open or not is_transient(error):
                raise
            failures += 1
            delay = max(retry, delay_after(failures, error) or 0.0)
        yield from pause(delay)


def _ignore(_: str) -> None:
    """Nobody asked."""


def _open(query: dict[str, str | None], place: str | None) -> Call[None]:
    headers = {"accept": "text/event-stream", **({} if place is None else {"last-event-id": place})}
    return Call("GET", "/v1/events", nothing, query=query, headers=headers, silence=LONGEST_SILENCE)


def _read_blocks(parser: EventStreamParser, piece: str) -> Iterator[StreamBlock]:
    try:
        yield from parser.push(piece)
    except ValueError as cause:
        raise ConnectionError("What came is no stream of events.", code="broken") from cause


def _read_event(place: str | None, event: str, data: str) -> Event:
    try:
        return Event(place, event, decode_data(event, json.loads(data)))
    except (ValueError, RecursionError) as cause:
        raise MayflyError(
            "The event is not one of the service's: it is not JSON, or no object.", code="unexpected_answer"
        ) from cause
