from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

import httpx

from .._errors import MayflyError
from .._events import EventFlow
from .._http import failure_of
from .._models.event import Event
from .._steps import Exchange, ReadPiece, Reply, Step
from .driver import Driver


class EventStream(Iterator[Event]):
    """What happens in your account, as it happens.

    A connection that breaks is made again, with nothing lost or repeated. `with` closes it at the end.

    ```python
    with mayfly.events() as events:
        for event in events:
            print(event.event, event.data)
    ```
    """

    def __init__(self, driver: Driver, flow: EventFlow) -> None:
        self._driver = driver
        self._flow = flow
        self._response: httpx.Response | None = None
        self._pieces: Iterator[bytes] = iter(())
        self._opened: Exchange | None = None

    def __enter__(self) -> EventStream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> EventStream:
        return self

    def __next__(self) -> Event:
        reply: Reply = None
        failure: MayflyError | None = None
        try:
            while True:
                step = self._flow.send(reply) if failure is None else self._flow.throw(failure)
                if isinstance(step, Event):
                    return step
                reply, failure = None, None
                try:
                    reply = self._perform(step)
                except MayflyError as error:
                    failure = error
        except BaseException:
            self.close()
            raise
        finally:
            failure = None

    def close(self) -> None:
        """Ends the stream and its connection."""
        self._flow.close()
        self._hang_up()

    def _perform(self, step: Step) -> Reply:
        if isinstance(step, ReadPiece):
            return self._read()
        if isinstance(step, Exchange):
            self._hang_up()
            answer, self._response = self._driver.open(step)
            self._opened = step
            self._pieces = iter(()) if self._response is None else self._response.iter_bytes()
            return answer
        self._hang_up()
        return self._driver.perform(step)

    def _read(self) -> bytes:
        assert self._opened is not None
        try:
            return next(self._pieces, b"")
        except httpx.RequestError as error:
            raise failure_of(self._opened, error) from error

    def _hang_up(self) -> None:
        if self._response is not None:
            self._response.close()
            self._response = None
