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
from .bound_inbox import BoundInbox
from .domains import Domains
from .driver import Driver
from .event_stream import EventStream
from .inboxes import Inboxes
from .keys import Keys
from .messages import Messages
from .webhooks import Deliveries, Webhooks


class Mayfly:
    """A client of a Mayfly server, with one pool of connections: one for the whole program is enough.

    It may be used by many threads at once.

    ```python
    with Mayfly() as mayfly, mayfly.new_inbox() as inbox:
        ...  # sign up with inbox.address
        code = inbox.code()
    ```
    """

    inboxes: Inboxes
    messages: Messages
    webhooks: Webhooks
    deliveries: Deliveries
    keys: Keys
    domains: Domains

    def __init__(
        self,
        api_key: str | None = None,
        *,
        url: str | None = None,
        timeout: Seconds = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Sends nothing yet.

        Args:
            api_key: `tk_…` or `tkc_…`. Without it, MAYFLY_API_KEY of the environment.
            url: Where the service is. Without it, MAYFLY_URL of the environment, else `http://127.0.0.1:8025`.
            timeout: Seconds or a timedelta for one try; a wait has its own on top.
            max_retries: How often a call that is safe to repeat is tried again.
            http_client: What to send requests with. You close it yourself.
        """
        self._use(Driver(read_settings(api_key, url, timeout, max_retries), http_client))

    def _use(self, driver: Driver) -> None:
        self._driver = driver
        self.inboxes = Inboxes(driver)
        self.messages = Messages(driver)
        self.webhooks = Webhooks(driver)
        self.deliveries = Deliveries(driver)
        self.keys = Keys(driver)
        self.domains = Domains(driver)

    def with_options(self, *, timeout: Seconds | Unset = UNSET, max_retries: int | Unset = UNSET) -> Mayfly:
        """The same client with other settings, on the same connections: `mayfly.with_options(max_retries=0)`."""
        other = object.__new__(Mayfly)
        other._use(self._driver.with_settings(timeout, max_retries))
        return other

    def close(self) -> None:
        """Closes its connections, unless you gave it a client of your own. `with` does it for you."""
        self._driver.close()

    def __enter__(self) -> Mayfly:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(url={self._driver.settings.url!r})"

    def get_mail(
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
        return self._driver.run(flow)

    def wait(
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
        return self._driver.run(wait_for_message(self._driver.settings, wanted, timeout))

    def wait_many(
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
        return self._driver.run(wait_for_messages(self._driver.settings, wanted, timeout))

    def code(
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
        return self._driver.run(wait_for_code(self._driver.settings, wanted, timeout))

    def link(
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
        return self._driver.run(wait_for_link(self._driver.settings, wanted, kind, timeout))

    def inject(self, address: str, message: str | bytes | EmailMessage, *, idempotency_key: str | None = None) -> str:
        """Puts a message in as if it had come by SMTP, and gives its id.

        Args:
            address: The inbox.
            message: The source, header and body, or an `EmailMessage`.
            idempotency_key: Sent again within a day with the same key, the call gets the same answer.
        """
        return self._driver.call(inject_message(address, message, idempotency_key=idempotency_key))

    def send_test_mail(self, address: str, *, idempotency_key: str | None = None) -> str:
        """Puts a mail with a code and a link into one of your inboxes, to try with, and gives its id."""
        return self._driver.call(send_test_mail(address, idempotency_key=idempotency_key))

    def events(
        self, *, inbox: str | None = None, last_event_id: str | None = None, on_open: OnOpen | None = None
    ) -> EventStream:
        """What happens in your account, as it happens.

        A connection that breaks is made again, with nothing lost or repeated.

        Args:
            inbox: Only the events of this address.
            last_event_id: The `id` of an event: what came after it comes first. Without it, what happens from now on.
            on_open: Is called each time the stream stands, with the id of where it is: what happens from then on is
                seen.
        """
        return EventStream(self._driver, follow_events(self._driver.settings, inbox, last_event_id, on_open))

    def account(self) -> Account:
        """Your plan, and what is used of it."""
        return self._driver.call(get_account())

    def inbox(self, address: str) -> BoundInbox:
        """An address and what can be done with it, without naming it each time. Sends nothing."""
        return BoundInbox(self, address)

    def new_inbox(
        self,
        *,
        address: str | None = None,
        domain: str | None = None,
        label: str | None = None,
        ttl: Seconds | None = None,
    ) -> BoundInbox:
        """Makes an inbox as `inboxes.create` does. `with` deletes it at the end."""
        inbox = self.inboxes.create(address=address, domain=domain, label=label, ttl=ttl)
        return BoundInbox(self, inbox.address)

    def request(
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
        return self._driver.call(call)
