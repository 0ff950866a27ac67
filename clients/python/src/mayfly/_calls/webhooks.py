from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from .._arguments import Seconds, Unset, check_address, check_moment, check_whole_seconds, refuse
from .._call import Call, ListCall, nothing, path_of, read_field, read_model
from .._models.decode import decode
from .._models.webhook import CreatedWebhook, Delivery, Webhook, WebhookEventType, WebhookSecret


def create_webhook(
    url: str,
    *,
    description: str | None,
    events: Iterable[WebhookEventType] | None,
    inbox_filter: str | None,
    idempotency_key: str | None,
) -> Call[CreatedWebhook]:
    body: dict[str, object] = {"url": _check_url(url)}
    if description is not None:
        body["description"] = description
    if events is not None:
        body["events"] = list(events)
    if inbox_filter is not None:
        body["inbox_filter"] = check_address(inbox_filter)
    return Call("POST", "/v1/webhooks", read_model(CreatedWebhook), json=body, idempotency_key=idempotency_key)


def list_webhooks(*, page_size: int | None, cursor: str | None) -> ListCall[Webhook]:
    return ListCall("/v1/webhooks", lambda item: decode(Webhook, item), {}, page_size, cursor)


def get_webhook(webhook_id: str) -> Call[Webhook]:
    return Call("GET", path_of("webhooks", webhook_id), read_model(Webhook))


def update_webhook(
    webhook_id: str,
    *,
    url: str | None,
    description: str | None,
    events: Iterable[WebhookEventType] | None,
    inbox_filter: str | Unset | None,
) -> Call[Webhook]:
    change: dict[str, object] = {}
    if url is not None:
        change["url"] = _check_url(url)
    if description is not None:
        change["description"] = description
    if events is not None:
        change["events"] = list(events)
    if not isinstance(inbox_filter, Unset):
        change["inbox_filter"] = None if inbox_filter is None else check_address(inbox_filter)
    return Call("PATCH", path_of("webhooks", webhook_id), read_model(Webhook), json=change)


def delete_webhook(webhook_id: str) -> Call[None]:
    return Call("DELETE", path_of("webhooks", webhook_id), nothing)


def ping_webhook(webhook_id: str, *, idempotency_key: str | None) -> Call[Delivery]:
    path = f"{path_of('webhooks', webhook_id)}/test"
    return Call("POST", path, read_model(Delivery), idempotency_key=idempotency_key)


def pause_webhook(webhook_id: str, *, idempotency_key: str | None) -> Call[Webhook]:
    path = f"{path_of('webhooks', webhook_id)}/pause"
    return Call("POST", path, read_model(Webhook), idempotency_key=idempotency_key)


def resume_webhook(
    webhook_id: str, *, held: Literal["deliver", "drop"] | None, idempotency_key: str | None
) -> Call[Webhook]:
    path = f"{path_of('webhooks', webhook_id)}/resume"
    body = {} if held is None else {"held": held}
    return Call("POST", path, read_model(Webhook), json=body, idempotency_key=idempotency_key)


def rotate_secret(webhook_id: str, *, overlap: Seconds | None, idempotency_key: str | None) -> Call[WebhookSecret]:
    path = f"{path_of('webhooks', webhook_id)}/rotate-secret"
    body = {} if overlap is None else {"overlap_seconds": check_whole_seconds(overlap, "overlap")}
    return Call("POST", path, read_model(WebhookSecret), json=body, idempotency_key=idempotency_key)


def get_secret(webhook_id: str) -> Call[WebhookSecret]:
    return Call("GET", f"{path_of('webhooks', webhook_id)}/secret", read_model(WebhookSecret))


def redeliver_since(
    webhook_id: str,
    since: datetime | str,
    *,
    states: Iterable[Literal["failed", "rejected"]] | None,
    idempotency_key: str | None,
) -> Call[int]:
    body: dict[str, object] = {"since": check_moment(since, "since")}
    if states is not None:
        body["states"] = list(states)
    path = f"{path_of('webhooks', webhook_id)}/redeliver"
    return Call("POST", path, read_field("redelivered"), json=body, idempotency_key=idempotency_key)


def list_deliveries(webhook_id: str | None, *, page_size: int | None, cursor: str | None) -> ListCall[Delivery]:
    """Of one endpoint, or of all."""
    path = "/v1/deliveries" if webhook_id is None else f"{path_of('webhooks', webhook_id)}/deliveries"
    return ListCall(path, lambda item: decode(Delivery, item), {}, page_size, cursor)


def get_delivery(delivery_id: str) -> Call[Delivery]:
    return Call("GET", path_of("deliveries", delivery_id), read_model(Delivery))


def redeliver(delivery_id: str, *, idempotency_key: str | None) -> Call[Delivery]:
    path = f"{path_of('deliveries', delivery_id)}/redeliver"
    return Call("POST", path, read_model(Delivery), idempotency_key=idempotency_key)


def _check_url(url: str) -> str:
    if isinstance(url, str) and url.startswith(("https://", "http://")):
        return url
    raise refuse("url", f"must be an address such as https://example.com/hook, and is {url!r}.")
