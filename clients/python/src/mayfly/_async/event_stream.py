from __future__ import annotations

from collections.abc import AsyncIterator
from types import TracebackType

import httpx

from .._errors import MayflyError
from .._events import EventFlow
from .._http import failure_of
from .._models.event import Event
from .._steps import Exchange, ReadPiece, Reply, Step
from .driver import AsyncDriver


class AsyncEventStream(AsyncIterator[Event]):
    """What happens in your account, as it happens.

    A connection that breaks is made again, with nothing lost or repeated. `async with` closes it at the end.

    ```python
    async with mayfly.events() as events:
        async for event in events:
            print(event.event, event.data)
    ```
    """

    def __init__(self, driver: AsyncDriver, flow: EventFlow) -> None:
        self._driver = driver
        self._flow = flow
        self._response: httpx.Response | None = None
        self._pieces: AsyncIterator[bytes] | None = None
        self._opened: Exchange | None = None

    async def __aenter__(self) -> AsyncEventStream:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> AsyncEventStream:
        return self

    async def __anext__(self) -> Event:
        reply: Reply = None
        failure: MayflyError | None = None
        try:
            while True:
                step = self._flow.send(reply) if failure is None else self._flow.throw(failure)
                if isinstance(step, Event):
                    return step
                reply, failure = None, None
                try:
                    reply = await self._perform(step)
                except MayflyError as error:
                    failure = error
        except StopIteration:
            raise StopAsyncIteration from None
        except BaseException:
            await self.aclose()
            raise
        finally:
            failure = None

    async def aclose(self) -> None:
        """Ends the stream and its connection."""
        self._flow.close()
        await self._hang_up()

    async def _perform(self, step: Step) -> Reply:
        if isinstance(step, ReadPiece):
            return await self._read()
        if isinstance(step, Exchange):
            await self._hang_up()
            answer, self._response = await self._driver.open(step)
            self._opened = step
            self._pieces = None if self._response is None else self._response.aiter_bytes()
            return answer
        await self._hang_up()
        return await self._driver.perform(step)

    async def _read(self) -> bytes:
        assert self._opened is not None
        if self._pieces is None:
            return b""
        try:
            return await anext(self._pieces, b"")
        except httpx.RequestError as error:
            raise failure_of(self._opened, error) from error

    async def _hang_up(self) -> None:
        if self._response is not None:
            response, self._response = self._response, None
            await response.aclose()
