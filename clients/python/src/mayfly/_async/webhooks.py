from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from .._arguments import UNSET, Seconds, Unset
from .._calls import webhooks as calls
from .._models.webhook import CreatedWebhook, Delivery, Webhook, WebhookEventType, WebhookSecret
from .driver import AsyncDriver
from .listing import AsyncListing


class AsyncWebhooks:
    """URLs that are told of events as they happen: `mayfly.webhooks`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    async def create(
        self,
        url: str,
        *,
        description: str | None = None,
        events: Iterable[WebhookEventType] | None = None,
        inbox_filter: str | None = None,
        idempotency_key: str | None = None,
    ) -> CreatedWebhook:
        """Makes an endpoint. Without `events` it is told of `message.received`."""
        call = calls.create_webhook(
            url, description=description, events=events, inbox_filter=inbox_filter, idempotency_key=idempotency_key
        )
        return await self._driver.call(call)

    def list(self, *, page_size: int | None = None, cursor: str | None = None) -> AsyncListing[Webhook]:
        """All of them, read in pages of `page_size`, 1 to 100."""
        return AsyncListing(self._driver, calls.list_webhooks(page_size=page_size, cursor=cursor))

    async def get(self, webhook_id: str) -> Webhook:
        """How it is now."""
        return await self._driver.call(calls.get_webhook(webhook_id))

    async def update(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        description: str | None = None,
        events: Iterable[WebhookEventType] | None = None,
        inbox_filter: str | Unset | None = UNSET,
    ) -> Webhook:
        """Changes what is given. An `inbox_filter` of None is every inbox."""
        call = calls.update_webhook(
            webhook_id, url=url, description=description, events=events, inbox_filter=inbox_filter
        )
        return await self._driver.call(call)

    async def delete(self, webhook_id: str) -> None:
        """Deletes it with its log."""
        await self._driver.call(calls.delete_webhook(webhook_id))

    async def test(self, webhook_id: str, *, idempotency_key: str | None = None) -> Delivery:
        """Sends a `test.ping`, also to a paused endpoint, and answers with what came of it."""
        return await self._driver.call(calls.ping_webhook(webhook_id, idempotency_key=idempotency_key))

    async def pause(self, webhook_id: str, *, idempotency_key: str | None = None) -> Webhook:
        """Sends nothing to it until it is resumed. Its events are held."""
        return await self._driver.call(calls.pause_webhook(webhook_id, idempotency_key=idempotency_key))

    async def resume(
        self,
        webhook_id: str,
        *,
        held: Literal["deliver", "drop"] | None = None,
        idempotency_key: str | None = None,
    ) -> Webhook:
        """Sends to it again, and delivers what was held, or drops it."""
        return await self._driver.call(calls.resume_webhook(webhook_id, held=held, idempotency_key=idempotency_key))

    async def rotate_secret(
        self, webhook_id: str, *, overlap: Seconds | None = None, idempotency_key: str | None = None
    ) -> WebhookSecret:
        """A new secret. The one before it holds too for a day, or as long as `overlap` says."""
        return await self._driver.call(
            calls.rotate_secret(webhook_id, overlap=overlap, idempotency_key=idempotency_key)
        )

    async def secret(self, webhook_id: str) -> WebhookSecret:
        """What its deliveries are signed with."""
        return await self._driver.call(calls.get_secret(webhook_id))

    def deliveries(
        self, webhook_id: str, *, page_size: int | None = None, cursor: str | None = None
    ) -> AsyncListing[Delivery]:
        """The log of one endpoint, newest first."""
        return AsyncListing(self._driver, calls.list_deliveries(webhook_id, page_size=page_size, cursor=cursor))

    async def redeliver(
        self,
        webhook_id: str,
        since: datetime | str,
        *,
        states: Iterable[Literal["failed", "rejected"]] | None = None,
        idempotency_key: str | None = None,
    ) -> int:
        """Sends again what failed since then, and gives how many that are."""
        call = calls.redeliver_since(webhook_id, since, states=states, idempotency_key=idempotency_key)
        return await self._driver.call(call)


class AsyncDeliveries:
    """What was sent to your endpoints, and what came of it: `mayfly.deliveries`."""

    def __init__(self, driver: AsyncDriver) -> None:
        self._driver = driver

    def list(self, *, page_size: int | None = None, cursor: str | None = None) -> AsyncListing[Delivery]:
        """Of all endpoints, newest first."""
        return AsyncListing(self._driver, calls.list_deliveries(None, page_size=page_size, cursor=cursor))

    async def get(self, delivery_id: str) -> Delivery:
        """How it is now, with the whole of each answer."""
        return await self._driver.call(calls.get_delivery(delivery_id))

    async def redeliver(self, delivery_id: str, *, idempotency_key: str | None = None) -> Delivery:
        """Sends it again, under the same `delivery_id`."""
        return await self._driver.call(calls.redeliver(delivery_id, idempotency_key=idempotency_key))
