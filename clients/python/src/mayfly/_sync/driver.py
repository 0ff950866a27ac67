from __future__ import annotations

import time
from dataclasses import replace
from typing import TypeVar

import httpx

from .._arguments import Seconds, Unset, check_count, check_seconds
from .._call import Call
from .._errors import MayflyError
from .._http import LIMITS, answer_of, failure_of, time_out_of
from .._send import send
from .._settings import Settings
from .._steps import Answer, Exchange, Flow, Pause, Reply, Step

T = TypeVar("T")


class Driver:
    """Takes the steps of flows, with one pool of connections."""

    def __init__(self, settings: Settings, http_client: httpx.Client | None) -> None:
        self.settings = settings
        self._owns_client = http_client is None
        self._client = httpx.Client(limits=LIMITS) if http_client is None else http_client

    def with_settings(self, timeout: Seconds | Unset, max_retries: int | Unset) -> Driver:
        """Another one on the same pool."""
        settings = self.settings
        if not isinstance(timeout, Unset):
            settings = replace(settings, timeout=check_seconds(timeout, "timeout"))
        if not isinstance(max_retries, Unset):
            settings = replace(settings, max_retries=check_count(max_retries, "max_retries"))
        return Driver(settings, self._client)

    def call(self, call: Call[T]) -> T:
        return self.run(send(self.settings, call))

    def run(self, flow: Flow[T]) -> T:
        """To its end."""
        reply: Reply = None
        failure: MayflyError | None = None
        try:
            while True:
                step = flow.send(reply) if failure is None else flow.throw(failure)
                reply, failure = None, None
                try:
                    reply = self.perform(step)
                except MayflyError as error:
                    failure = error
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        finally:
            flow.close()
            # What it failed with has this frame in its traceback: they would hold each other.
            failure = None

    def perform(self, step: Step) -> Reply:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        assert isinstance(step, Exchange)
        deadline = time.monotonic() + step.timeout
        try:
            response = self._send(step)
            try:
                return answer_of(response, _read_all(response, deadline))
            finally:
                response.close()
        except (httpx.RequestError, TimeoutError) as error:
            raise failure_of(step, error) from error

    def open(self, step: Exchange) -> tuple[Answer, httpx.Response | None]:
        """An answer whose body is still to be read, unless it is a refusal."""
        deadline = time.monotonic() + step.timeout
        try:
            response = self._send(step)
            if response.is_success:
                return answer_of(response, b""), response
            try:
                return answer_of(response, _read_all(response, deadline)), None
            finally:
                response.close()
        except (httpx.RequestError, TimeoutError) as error:
            raise failure_of(step, error) from error

    def close(self) -> None:
        if self._owns_client:
            self._client.close()

    def _send(self, step: Exchange) -> httpx.Response:
        request = self._client.build_request(
            step.method, step.url, headers=step.headers, content=step.content, timeout=time_out_of(step)
        )
        return self._client.send(request, stream=True, follow_redirects=False)


def _read_all(response: httpx.Response, deadline: float) -> bytes:
    """The whole in time: by itself, httpx limits the time for each piece alone."""
    pieces: list[bytes] = []
    for piece in response.iter_bytes():
        pieces.append(piece)
        if time.monotonic() > deadline:
            raise TimeoutError
    return b"".join(pieces)
