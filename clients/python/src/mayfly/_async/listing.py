from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Generic, TypeVar

from .._call import ListCall
from .._models.page import Page
from .driver import AsyncDriver

T = TypeVar("T")


class AsyncListing(Generic[T]):
    """A list that is read page by page, as far as you go. Nothing is asked for before you begin.

    ```python
    async for message in mayfly.messages.list(address):
        print(message.subject)
    ```
    """

    def __init__(self, driver: AsyncDriver, call: ListCall[T]) -> None:
        self._driver = driver
        self._call = call

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def pages(self) -> AsyncIterator[Page[T]]:
        """Page by page, for a list of your own with a "more" at its end."""
        cursor = self._call.cursor
        while True:
            page = await self._driver.call(self._call.page(cursor))
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return
