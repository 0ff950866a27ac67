from __future__ import annotations

from datetime import datetime

from .._calls import messages as calls
from .._models.message import Message, MessageSummary
from .._wait import Has
from .driver import Driver
from .listing import Listing


class Messages:
    """Messages of any of your inboxes: `mayfly.messages`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def list(
        self,
        address: str,
        *,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        has: Has | None = None,
        since: datetime | str | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
    ) -> Listing[MessageSummary]:
        """The messages of an inbox in short, newest first. Reading an address that nobody has makes it yours.

        Args:
            address: The inbox.
            from_: Part of the sender's address.
            subject: Part of the subject.
            contains: Part of the subject, the text, or the text of the HTML.
            has: What must be in it.
            since: Received then or later.
            page_size: How many come with one request, 1 to 100.
            cursor: Where to go on: `next_cursor` of an earlier page.
        """
        call = calls.list_messages(
            address,
            from_=from_,
            subject=subject,
            contains=contains,
            has=has,
            since=since,
            page_size=page_size,
            cursor=cursor,
        )
        return Listing(self._driver, call)

    def get(self, message_id: str) -> Message:
        """A message in full."""
        return self._driver.call(calls.get_message(message_id))

    def raw(self, message_id: str) -> bytes:
        """The source as it came: `email.message_from_bytes` reads it."""
        return self._driver.call(calls.get_raw(message_id))

    def html(self, message_id: str, *, remote: bool = False) -> str:
        """The HTML made safe to show. Remote images are left out, unless you let them load."""
        return self._driver.call(calls.get_html(message_id, remote=remote))

    def attachment(self, message_id: str, index: int) -> bytes:
        """One attachment, by its `index`."""
        return self._driver.call(calls.get_attachment(message_id, index))

    def mark_seen(self, message_id: str, *, seen: bool = True) -> Message:
        """Marks it as read, or with `seen=False` as unread."""
        return self._driver.call(calls.mark_seen(message_id, seen=seen))

    def delete(self, message_id: str) -> None:
        """Deletes one message."""
        self._driver.call(calls.delete_message(message_id))
