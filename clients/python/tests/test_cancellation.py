from __future__ import annotations

import threading

import anyio
import pytest

from conftest import API_KEY
from mayfly import (
    AsyncMayfly,
)
from support.flaky_server import FlakyServer, Handler, problem


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
@pytest.mark.parametrize("where", ["under way", "between tries"])
def test_a_task_that_is_cancelled_hangs_up_at_once(backend: str, where: str) -> None:
    asked, gone = threading.Event(), threading.Event()

    def wait_for_end(handler: Handler) -> None:
        asked.set()
        if where == "between tries":
            problem(429, "rate_limited", {"retry-after": "50"})(handler)
            return
        assert handler.connection.recv(1) == b""
        gone.set()
        handler.hang_up()

    async def run() -> None:
        async with AsyncMayfly(API_KEY, url=server.url) as client, anyio.create_task_group() as tasks:
            tasks.start_soon(client.account)
            await anyio.to_thread.run_sync(asked.wait)
            tasks.cancel_scope.cancel()
        if where == "under way":
            await anyio.to_thread.run_sync(gone.wait, 20)
            assert gone.is_set()

    with FlakyServer(wait_for_end) as server:
        anyio.run(run, backend=backend)
        assert len(server.seen) == 1
