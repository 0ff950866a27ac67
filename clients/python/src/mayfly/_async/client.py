from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from types import TracebackType
from typing import Any

import httpx

from .._arguments import UNSET, Seconds, Unset
from .._call import Method, Query
from .._calls.account import any_call, get_account
from .._calls.messages import inject_message, send_test_mail
from .._events import OnOpen, follow_events
from .._get_mail import get_mail
from .._models.account import Account
from .._models.message import LinkKind, Mail, ReceivedMessage
from .._settings import DEFAULT_RETRIES, DEFAULT_TIMEOUT, read_settings
from .._wait import DEFAULT_WAIT, Has, Wanted, wait_for_code, wait_for_link, wait_for_message, wait_for_messages
from .bound_inbox import AsyncBoundInbox
from .domains import AsyncDomains
from .driver import AsyncDriver
from .event_stream import AsyncEventStream
from .inboxes import AsyncInboxes
from .keys import AsyncKeys
from .messages import AsyncMessages
from .webhooks import AsyncDeliveries, AsyncWebhooks


class AsyncMayfly:
    """A client of a Mayfly server for async code, with one pool of connections: one for the event loop is enough.

    It runs on asyncio and on trio, and many tasks may use it at once. A task that is cancelled leaves nothing behind.

    ```python
    async with AsyncMayfly() as mayfly, await mayfly.new_inbox() as inbox:
        ...  # sign up with inbox.address
        code = await inbox.code()
    ```
    """

    inboxes: AsyncInboxes
    messages: AsyncMessages
    webhooks: AsyncWebhooks
    deliveries: AsyncDeliveries
    keys: AsyncKeys
    domains: AsyncDomains

    def __init__(
        self,
        api_key: str | None = None,
        *,
        url: str | None = None,
        timeout: Seconds = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Sends nothing yet.

        Args:
            api_key: `tk_…` or `tkc_…`. Without it, MAYFLY_API_KEY of the environment.
            url: Where the service is. Without it, MAYFLY_URL of the environment, else `http://127.0.0.1:8025`.
            timeout: Seconds or a timedelta for one try; a wait has its own on top.
            max_retries: How often a call that is safe to repeat is tried again.
            http_client: What to send requests with. You close it yourself.
        """
        self._use(AsyncDriver(read_settings(api_key, url, timeout, max_retries), http_client))

    def _use(self, driver: AsyncDriver) -> None:
        self._driver = driver
        self.inboxes = AsyncInboxes(driver)
        self.messages = AsyncMessages(driver)
        self.webhooks = AsyncWebhooks(driver)
        self.deliveries = AsyncDeliveries(driver)
        self.keys = AsyncKeys(driver)
        self.domains = AsyncDomains(driver)

    def with_options(self, *, timeout: Seconds | Unset = UNSET, max_retries: int | Unset = UNSET) -> AsyncMayfly:
        """The same client with other settings, on the same connections: `mayfly.with_options(max_retries=0)`."""
        other = object.__new__(AsyncMayfly)
        other._use(self._driver.with_settings(timeout, max_retries))
        return other

    async def aclose(self) -> None:
        """Closes its connections, unless you gave it a client of your own. `async with` does it for you."""
        await self._driver.aclose()

    async def __aenter__(self) -> AsyncMayfly:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(url={self._driver.settings.url!r})"

    async def get_mail(
        self,
        address: str,
        *,
        limit: int | None = None,
        since: datetime | str | None = None,
        from_: str | None = None,
        subject: str | None = None,
        contains: str | None = None,
        wait: Seconds = 0,
    ) -> list[Mail]:
        """The messages of an inbox, newest first; empty where nothing matches, or nothing has come in time.

        Reading an address that nobody has makes it yours, with the mail that has come before.

        Args:
            address: The inbox.
            limit: 1 to 100, the newest. Default 100; for more, iterate over `messages.list`.
            since: Received then or later.
            from_: Part of the sender's address.
            subject: Part of the subject.
            contains: Part of the subject, the text, or the text of the HTML.
            wait: How long to wait where nothing matches yet.
        """
        flow = get_mail(
            self._driver.settings,
            address,
            limit=limit,
            since=since,
            from_=from_,
            subject=subject,
            contains=contains,
            wait=wait,
        )
        return await self._driver.run(flow)

    async def wait(
        self,
        address: str,
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
            address: The inbox. Reading an address that nobody has makes it yours.
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
        wanted = Wanted(address, from_=from_, subject=subject, contains=contains, has=has, after=after, claim=claim)
        return await self._driver.run(wait_for_message(self._driver.settings, wanted, timeout))

    async def wait_many(
        self,
        address: str,
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
            address: The inbox. Reading an address that nobody has makes it yours.
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
        wanted = Wanted(
            address, from_=from_, subject=subject, contains=contains, has=has, after=after, claim=claim, count=count
        )
        return await self._driver.run(wait_for_messages(self._driver.settings, wanted, timeout))

    async def code(
        self,
        address: str,
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
            address: The inbox. Reading an address that nobody has makes it yours.
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
        wanted = Wanted(address, from_=from_, subject=subject, contains=contains, after=after, claim=claim)
        return await self._driver.run(wait_for_code(self._driver.settings, wanted, timeout))

    async def link(
        self,
        address: str,
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
            address: The inbox. Reading an address that nobody has makes it yours.
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
        wanted = Wanted(address, from_=from_, subject=subject, contains=contains, after=after)
        return await self._driver.run(wait_for_link(self._driver.settings, wanted, kind, timeout))

    async def inject(
        self, address: str, message: str | bytes | EmailMessage, *, idempotency_key: str | None = None
    ) -> str:
        """Puts a message in as if it had come by SMTP, and gives its id.

        Args:
            address: The inbox.
            message: The source, header and body, or an `EmailMessage`.
            idempotency_key: Sent again within a day with the same key, the call gets the same answer.
        """
        return await self._driver.call(inject_message(address, message, idempotency_key=idempotency_key))

    async def send_test_mail(self, address: str, *, idempotency_key: str | None = None) -> str:
        """Puts a mail with a code and a link into one of your inboxes, to try with, and gives its id."""
        return await self._driver.call(send_test_mail(address, idempotency_key=idempotency_key))

    def events(
        self, *, inbox: str | None = None, last_event_id: str | None = None, on_open: OnOpen | None = None
    ) -> AsyncEventStream:
        """What happens in your account, as it happens.

        A connection that breaks is made again, with nothing lost or repeated.

        Args:
            inbox: Only the events of this address.
            last_event_id: The `id` of an event: what came after it comes first. Without it, what happens from now on.
            on_open: Is called each time the stream stands, with the id of where it is: what happens from then on is
                seen.
        """
        return AsyncEventStream(self._driver, follow_events(self._driver.settings, inbox, last_event_id, on_open))

    async def account(self) -> Account:
        """Your plan, and what is used of it."""
        return await self._driver.call(get_account())

    def inbox(self, address: str) -> AsyncBoundInbox:
        """An address and what can be done with it, without naming it each time. Sends nothing."""
        return AsyncBoundInbox(self, address)

    async def new_inbox(
        self,
        *,
        address: str | None = None,
        domain: str | None = None,
        label: str | None = None,
        ttl: Seconds | None = None,
    ) -> AsyncBoundInbox:
        """Makes an inbox as `inboxes.create` does. `async with` deletes it at the end."""
        inbox = await self.inboxes.create(address=address, domain=domain, label=label, ttl=ttl)
        return AsyncBoundInbox(self, inbox.address)

    async def request(
        self,
        method: Method,
        path: str,
        *,
        query: Query | None = None,
        json: object = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any call of the HTTP API, with the same retries and errors. The answer's JSON is given as it came."""
        call = any_call(method, path, query=query, json=json, idempotency_key=idempotency_key)
        return await self._driver.call(call)
