from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

import anyio
import httpx

from .._arguments import Seconds, Unset, check_count, check_seconds
from .._call import Call
from .._errors import MayflyError
from .._http import LIMITS, answer_of, failure_of, time_out_of
from .._send import send
from .._settings import Settings
from .._steps import Answer, Exchange, Flow, Pause, Reply, Step

T = TypeVar("T")


class AsyncDriver:
    """Takes the steps of flows, with one pool of connections."""

    def __init__(self, settings: Settings, http_client: httpx.AsyncClient | None) -> None:
        self.settings = settings
        self._owns_client = http_client is None
        self._client = httpx.AsyncClient(limits=LIMITS) if http_client is None else http_client

    def with_settings(self, timeout: Seconds | Unset, max_retries: int | Unset) -> AsyncDriver:
        """Another one on the same pool."""
        settings = self.settings
        if not isinstance(timeout, Unset):
            settings = replace(settings, timeout=check_seconds(timeout, "timeout"))
        if not isinstance(max_retries, Unset):
            settings = replace(settings, max_retries=check_count(max_retries, "max_retries"))
        return AsyncDriver(settings, self._client)

    async def call(self, call: Call[T]) -> T:
        return await self.run(send(self.settings, call))

    async def run(self, flow: Flow[T]) -> T:
        """To its end."""
        reply: Reply = None
        failure: MayflyError | None = None
        try:
            while True:
                step = flow.send(reply) if failure is None else flow.throw(failure)
                reply, failure = None, None
                try:
                    reply = await self.perform(step)
                except MayflyError as error:
                    failure = error
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            flow.close()
            # What it failed with has this frame in its traceback: they would hold each other.
            failure = None

    async def perform(self, step: Step) -> Reply:
        if isinstance(step, Pause):
            await anyio.sleep(step.seconds)
            return None
        assert isinstance(step, Exchange)
        try:
            with anyio.fail_after(step.timeout if math.isfinite(step.timeout) else None):
                response = await self._send(step)
                try:
                    return answer_of(response, await response.aread())
                finally:
                    await response.aclose()
        except (httpx.RequestError, TimeoutError) as error:
            raise failure_of(step, error) from error

    async def open(self, step: Exchange) -> tuple[Answer, httpx.Response | None]:
        """An answer whose body is still to be read, unless it is a refusal."""
        try:
            with anyio.fail_after(step.timeout if math.isfinite(step.timeout) else None):
                response = await self._send(step)
                if response.is_success:
                    return answer_of(response, b""), response
                try:
                    return answer_of(response, await response.aread()), None
                finally:
                    await response.aclose()
        except (httpx.RequestError, TimeoutError) as error:
            raise failure_of(step, error) from error

    async def aclose(self) -> None:
        if self._owns_client:
            await self._client.aclose()

    async def _send(self, step: Exchange) -> httpx.Response:
        request = self._client.build_request(
            step.method, step.url, headers=step.headers, content=step.content, timeout=time_out_of(step)
        )
        return await self._client.send(request, stream=True, follow_redirects=False)
