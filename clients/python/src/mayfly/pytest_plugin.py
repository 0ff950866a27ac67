"""Fixtures for pytest, there for every test once the package is installed.

```python
def test_signs_up(inbox):
    sign_up(inbox.address)
    assert confirm(inbox.code())
```

`inbox` and `async_inbox` are made for one test and deleted after it. Override `mayfly_options` or `inbox_options` in
your `conftest.py` to say what the environment does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest

from ._async.bound_inbox import AsyncBoundInbox
from ._async.client import AsyncMayfly
from ._sync.bound_inbox import BoundInbox
from ._sync.client import Mayfly

TTL = 3600
"""Of a run that is cut off, nothing is left after an hour."""

MAX_LABEL = 200


@pytest.fixture(scope="session")
def mayfly_options() -> Mapping[str, Any]:
    """Arguments of the client. Without them, MAYFLY_API_KEY and MAYFLY_URL of the environment."""
    return {}


@pytest.fixture
def inbox_options() -> Mapping[str, Any]:
    """Arguments of `inboxes.create` for each test's inbox: its `domain`, for instance."""
    return {}


@pytest.fixture(scope="session")
def mayfly(mayfly_options: Mapping[str, Any]) -> Iterator[Mayfly]:
    """The client, for the whole run."""
    with Mayfly(**mayfly_options) as client:
        yield client


@pytest.fixture
def inbox(mayfly: Mayfly, inbox_options: Mapping[str, Any], request: pytest.FixtureRequest) -> Iterator[BoundInbox]:
    """An inbox for this test alone, deleted after it."""
    # The label shows whose it is in the dashboard.
    wish = {"ttl": TTL, "label": request.node.nodeid[-MAX_LABEL:], **inbox_options}
    with mayfly.new_inbox(**wish) as inbox:
        yield inbox


@pytest.fixture
def async_mayfly(mayfly_options: Mapping[str, Any]) -> AsyncMayfly:
    """The client for async tests, whatever runs them."""
    # It keeps no connection between calls, so that there is nothing to close when the test's event loop is gone.
    idle = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    return AsyncMayfly(**{**mayfly_options, "http_client": httpx.AsyncClient(limits=idle)})


@pytest.fixture
def async_inbox(inbox: BoundInbox, async_mayfly: AsyncMayfly) -> AsyncBoundInbox:
    """The same inbox as `inbox`, for async tests."""
    return async_mayfly.inbox(inbox.address)
