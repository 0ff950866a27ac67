from __future__ import annotations

from .._arguments import UNSET, Seconds, Unset
from .._calls import inboxes as calls
from .._models.inbox import Inbox
from .driver import AsyncDriver
from .listing import AsyncListing


class AsyncInboxes:
    """The inboxes of your account: `mayfly.inboxes`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self,
        *,
        address: str | None = None,
        domain: str | None = None,
        label: str | None = None,
        ttl: Seconds | None = None,
        idempotency_key: str | None = None,
    ) -> Inbox:
        """Makes an inbox: at the address you name, or at one that nobody can guess.

        One that is yours already is given back.

        Args:
            address: Without it, one that nobody can guess.
            domain: Where the unguessable address is to be.
            label: Shown in the dashboard.
            ttl: How long it lives; without it, as long as your plan has it.
            idempotency_key: Sent again within a day with the same key, the call gets the same answer.
        """
        call = calls.create_inbox(address=address, domain=domain, label=label, ttl=ttl, idempotency_key=idempotency_key)
        return await self._driver.call(call)

    def list(self, *, page_size: int | None = None, cursor: str | None = None) -> AsyncListing[Inbox]:
        """All of them, read in pages of `page_size`, 1 to 100."""
        return AsyncListing(self._driver, calls.list_inboxes(page_size=page_size, cursor=cursor))

    async def get(self, address: str) -> Inbox:
        """How it is now.

        Unlike reading its mail, this never makes an address yours: what is not yours is a NotFoundError.
        """
        return await self._driver.call(calls.get_inbox(address))

    async def update(
        self, address: str, *, label: str | Unset | None = UNSET, ttl: Seconds | Unset | None = UNSET
    ) -> Inbox:
        """Changes what is given. A `ttl` counts from now; None leaves the inbox its plan's retention."""
        return await self._driver.call(calls.update_inbox(address, label=label, ttl=ttl))

    async def delete(self, address: str) -> None:
        """Deletes it with all its messages."""
        await self._driver.call(calls.delete_inbox(address))

    async def empty(self, address: str) -> None:
        """Deletes all its messages."""
        await self._driver.call(calls.empty_inbox(address))
