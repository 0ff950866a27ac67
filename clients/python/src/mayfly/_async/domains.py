from __future__ import annotations

from .._calls import account as calls
from .._models.domain import Domain
from .driver import AsyncDriver
from .listing import AsyncListing


class AsyncDomains:
    """AsyncDomains of your own: `mayfly.domains`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(self, domain: str, *, idempotency_key: str | None = None) -> Domain:
        """Adds a domain, and gives the records to set at your DNS. One that you have already is given back."""
        return await self._driver.call(calls.create_domain(domain, idempotency_key=idempotency_key))

    def list(self, *, page_size: int | None = None, cursor: str | None = None) -> AsyncListing[Domain]:
        """All of them, read in pages of `page_size`, 1 to 100."""
        return AsyncListing(self._driver, calls.list_domains(page_size=page_size, cursor=cursor))

    async def get(self, domain: str) -> Domain:
        """How it was when it was last checked."""
        return await self._driver.call(calls.get_domain(domain))

    async def check(self, domain: str, *, idempotency_key: str | None = None) -> Domain:
        """Looks at its records now."""
        return await self._driver.call(calls.check_domain_now(domain, idempotency_key=idempotency_key))

    async def delete(self, domain: str) -> None:
        """Takes no more mail for it."""
        await self._driver.call(calls.delete_domain(domain))
