from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from types import TracebackType
from typing import Any

from anyio.from_thread import BlockingPortal

from mayfly import AsyncEventStream


class Blocking:
    """What is async, used as if it were not: so that a test is written once for both clients."""

    def __init__(self, portal: BlockingPortal, target: Any) -> None:
        self._portal = portal
        self._target = target

    def __repr__(self) -> str:
        return repr(self._target)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, {"close": "aclose"}.get(name, name))
        return self._call(value) if callable(value) else self._wrap(value)

    def __iter__(self) -> Iterator[Any]:
        async def collect() -> list[Any]:
            return [item async for item in self._target]

        return iter(self._portal.call(collect))

    def __enter__(self) -> Any:
        return self._wrap(self._portal.call(self._target.__aenter__))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._portal.call(self._target.__aexit__, kind, error, trace)

    def _call(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            async def run() -> Any:
                result = method(*args, **options)
                return await result if inspect.isawaitable(result) else result

            return self._wrap(self._portal.call(run))

        return call

    def _wrap(self, value: Any) -> Any:
        if isinstance(value, AsyncEventStream):
            return BlockingEvents(self._portal, value)
        is_ours = type(value).__module__.startswith("mayfly._async") or isinstance(value, AsyncIterator)
        return Blocking(self._portal, value) if is_ours else value


class BlockingEvents(Blocking):
    """One at a time: a stream of events has no end to collect it to."""

    def __iter__(self) -> BlockingEvents:
        return self

    def __next__(self) -> Any:
        async def step() -> Any:
            return await anext(self._target, None)

        event = self._portal.call(step)
        if event is None:
            raise StopIteration
        return event
