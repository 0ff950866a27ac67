from __future__ import annotations

from .._calls import account as calls
from .._models.key import CreatedKey, Key, KeyScope
from .driver import AsyncDriver
from .listing import AsyncListing


class AsyncKeys:
    """The API keys of your account: `mayfly.keys`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self, name: str, *, scope: KeyScope | None = None, idempotency_key: str | None = None
    ) -> CreatedKey:
        """Makes a key. Its `key` is shown this once. Without a scope it may do everything."""
        return await self._driver.call(calls.create_key(name, scope=scope, idempotency_key=idempotency_key))

    def list(self, *, page_size: int | None = None, cursor: str | None = None) -> AsyncListing[Key]:
        """All of them, read in pages of `page_size`, 1 to 100."""
        return AsyncListing(self._driver, calls.list_keys(page_size=page_size, cursor=cursor))

    async def revoke(self, key_id: str) -> None:
        """Nobody gets in with it any more, within a second."""
        await self._driver.call(calls.revoke_key(key_id))
