from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, cast

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from mayfly import AsyncMayfly, Mayfly
from support.blocking import Blocking

pytest_plugins = ["pytester"]

API_KEY = "tk_0123456789abcdefghijABCDEFGHIJ012345"

# Without a server, nothing that needs one may seem to have passed.
SERVER_VARIABLES = ("MAYFLY_URL", "MAYFLY_API_KEY", "MAYFLY_TEST_SMTP", "MAYFLY_TEST_RECEIVER")

NewClient = Callable[..., Mayfly]


@pytest.fixture(autouse=True)
def _server(request: pytest.FixtureRequest) -> None:
    missing = [name for name in SERVER_VARIABLES if name not in os.environ]
    if request.node.get_closest_marker("server") and missing:
        pytest.fail(f"{', '.join(missing)} must be set: run it with clients/scenarios/with-server.ts.", pytrace=False)


@pytest.fixture(scope="session", params=["sync", "asyncio", "trio"])
def portal(request: pytest.FixtureRequest) -> Iterator[BlockingPortal | None]:
    """Where async clients run; none for sync ones."""
    if request.param == "sync":
        yield None
    else:
        with start_blocking_portal(request.param) as portal:
            yield portal


@pytest.fixture
def new_client(portal: BlockingPortal | None) -> Iterator[NewClient]:
    """Makes clients, sync and async ones, to be used alike: what holds for one holds for the other."""
    with ExitStack() as clients:

        def make(**options: Any) -> Mayfly:
            options.setdefault("api_key", API_KEY)
            if portal is None:
                return clients.enter_context(Mayfly(**options))
            client = AsyncMayfly(**options)
            clients.callback(portal.call, client.aclose)
            return cast("Mayfly", Blocking(portal, client))

        yield make


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses that a test need not sit through."""
    monkeypatch.setattr("mayfly._retry_policy.FIRST_DELAY", 0.01)
    monkeypatch.setattr("mayfly._deadline.AFTER_EARLY_ANSWER", 0.01)
