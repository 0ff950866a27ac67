from __future__ import annotations

import contextlib
from datetime import datetime
from email.message import EmailMessage
from types import TracebackType
from typing import TYPE_CHECKING

from .._arguments import Seconds, check_address
from .._errors import NotFoundError
from .._models.inbox import Inbox
from .._models.message import LinkKind, Mail, MessageSummary, ReceivedMessage
from .._wait import DEFAULT_WAIT, Has
from .listing import Listing

if TYPE_CHECKING:
    from .client import Mayfly


class BoundInbox:
    """One address and what can be done with it, without naming it each time.

    `mayfly.inbox(address)` or `mayfly.new_inbox()`. `with` deletes the inbox at the end.
    """

    address: str

    def __init__(self, mayfly: Mayfly, address: str) -> None:
        self.address = check_address(address)
        self._mayfly = mayfly

    def __enter__(self) -> BoundInbox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Deleted already: that is what was asked for.
        with contextlib.suppress(NotFoundError):
            self.delete()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.address!r})"

    def wait(
        self,
        *,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        has: Has | None = None,
        after: str | None = None,
        claim: bool = False,
        timeout: Seconds = DEFAULT_WAIT,
    ) -> ReceivedMessage:
        """Waits for the message that matches, and gives it in full.

        Args:
            from_: Part of the sender's address.
            subject: Part of the subject.
            contains: Part of the subject, the text, or the text of the HTML.
            has: What must be in it.
            after: The cursor of an inbox, of a received message or of a WaitTimeout: only what came after it counts,
                the first of it. Without it, a message that is there already counts too, the newest first.
            claim: Takes the message: it goes to one claiming wait alone, however many wait. Such a wait is not repeated
                once it is sent.
            timeout: Seconds or a timedelta, as long as you like; zero only looks.

        Raises:
            WaitTimeout: It says what came instead.
        """
        return self._mayfly.wait(
            self.address,
            from_=from_,
            subject=subject,
            contains=contains,
            has=has,
            after=after,
            claim=claim,
            timeout=timeout,
        )

    def wait_many(
        self,
        count: int,
        *,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        has: Has | None = None,
        after: str | None = None,
        claim: bool = False,
        timeout: Seconds = DEFAULT_WAIT,
    ) -> list[ReceivedMessage]:
        """Waits for so many messages that match, and gives them in full.

        Args:
            count: How many, 1 to 100.
            from_: Part of the sender's address.
            subject: Part of the subject.
            contains: Part of the subject, the text, or the text of the HTML.
            has: What must be in it.
            after: The cursor of an inbox, of a received message or of a WaitTimeout: only what came after it counts,
                the first of it. Without it, a message that is there already counts too, the newest first.
            claim: Takes the message: it goes to one claiming wait alone, however many wait. Such a wait is not repeated
                once it is sent.
            timeout: Seconds or a timedelta, as long as you like; zero only looks.

        Raises:
            WaitTimeout: It says what came instead.
        """
        return self._mayfly.wait_many(
            self.address,
            count,
            from_=from_,
            subject=subject,
            contains=contains,
            has=has,
            after=after,
            claim=claim,
            timeout=timeout,
        )

    def code(
        self,
        *,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        after: str | None = None,
        claim: bool = False,
        timeout: Seconds = DEFAULT_WAIT,
    ) -> str:
        """Waits for a message with a one-time code, and gives the code as a person would type it.

        Args:
            from_: Part of the sender's address.
            subject: Part of the subject.
            contains: Part of the subject, the text, or the text of the HTML.
            after: The cursor of an inbox, of a received message or of a WaitTimeout: only what came after it counts,
                the first of it. Without it, a message that is there already counts too, the newest first.
            claim: Takes the message: it goes to one claiming wait alone, however many wait. Such a wait is not repeated
                once it is sent.
            timeout: Seconds or a timedelta, as long as you like; zero only looks.

        Raises:
            WaitTimeout: It says what came instead.
        """
        return self._mayfly.code(
            self.address, from_=from_, subject=subject, contains=contains, after=after, claim=claim, timeout=timeout
        )

    def link(
        self,
        *,
        kind: LinkKind | None = None,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        after: str | None = None,
        timeout: Seconds = DEFAULT_WAIT,
    ) -> str:
        """Waits for a message with a link to follow, and gives its address.

        Args:
            kind: Without it, the link that the mail is about: to verify, reset or log in, else any but one to
                unsubscribe.
            from_: Part of the sender's address.
            subject: Part of the subject.
            contains: Part of the subject, the text, or the text of the HTML.
            after: The cursor of an inbox, of a received message or of a WaitTimeout: only what came after it counts,
                the first of it. Without it, a message that is there already counts too, the newest first.
            timeout: Seconds or a timedelta, as long as you like; zero only looks.

        Raises:
            WaitTimeout: It says what came instead.
        """
        return self._mayfly.link(
            self.address, kind=kind, from_=from_, subject=subject, contains=contains, after=after, timeout=timeout
        )

    def get_mail(
        self,
        *,
        limit: int | None = None,
        since: datetime | str | None = None,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        wait: Seconds = 0,
    ) -> list[Mail]:
        """Its messages, newest first; see `Mayfly.get_mail`."""
        return self._mayfly.get_mail(
            self.address, limit=limit, since=since, from_=from_, subject=subject, contains=contains, wait=wait
        )

    def messages(
        self,
        *,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        has: Has | None = None,
        since: datetime | str | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
    ) -> Listing[MessageSummary]:
        """Its messages in short, newest first; see `Messages.list`."""
        return self._mayfly.messages.list(
            self.address,
            from_=from_,
            subject=subject,
            contains=contains,
            has=has,
            since=since,
            page_size=page_size,
            cursor=cursor,
        )

    def inject(self, message: str | bytes | EmailMessage, *, idempotency_key: str | None = None) -> str:
        """Puts a message in as if it had come by SMTP, and gives its id."""
        return self._mayfly.inject(self.address, message, idempotency_key=idempotency_key)

    def get(self) -> Inbox:
        """How it is now: how many messages, and the cursor for a wait."""
        return self._mayfly.inboxes.get(self.address)

    def empty(self) -> None:
        """Deletes all its messages."""
        self._mayfly.inboxes.empty(self.address)

    def delete(self) -> None:
        """Deletes it with all its messages."""
        self._mayfly.inboxes.delete(self.address)
