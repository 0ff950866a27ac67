from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from .._call import ListCall
from .._models.page import Page
from .driver import Driver

T = TypeVar("T")


class Listing(Generic[T]):
    """A list that is read page by page, as far as you go. Nothing is asked for before you begin.

    ```python
    for message in mayfly.messages.list(address):
        print(message.subject)
    ```
    """

    def __init__(self, driver: Driver, call: ListCall[T]) -> None:
        self._driver = driver
        self._call = call

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def pages(self) -> Iterator[Page[T]]:
        """Page by page, for a list of your own with a "more" at its end."""
        cursor = self._call.cursor
        while True:
            page = self._driver.call(self._call.page(cursor))
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return
