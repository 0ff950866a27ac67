from __future__ import annotations

from .._arguments import Seconds, Unset, check_address, check_domain, check_whole_seconds
from .._call import Call, ListCall, inbox_path, nothing, read_model
from .._models.decode import decode
from .._models.inbox import Inbox


def create_inbox(
    *,
    address: str | None,
    domain: str | None,
    label: str | None,
    ttl: Seconds | None,
    idempotency_key: str | None,
) -> Call[Inbox]:
    wish = {
        "address": None if address is None else check_address(address),
        "domain": None if domain is None else check_domain(domain),
        "label": label,
        "ttl_seconds": None if ttl is None else check_whole_seconds(ttl, "ttl"),
    }
    body = {name: value for name, value in wish.items() if value is not None}
    return Call("POST", "/v1/inboxes", read_model(Inbox), json=body, idempotency_key=idempotency_key)


def list_inboxes(*, page_size: int | None, cursor: str | None) -> ListCall[Inbox]:
    return ListCall("/v1/inboxes", lambda item: decode(Inbox, item), {}, page_size, cursor)


def get_inbox(address: str) -> Call[Inbox]:
    return Call("GET", inbox_path(address), read_model(Inbox))


def update_inbox(address: str, *, label: str | Unset | None, ttl: Seconds | Unset | None) -> Call[Inbox]:
    change: dict[str, object] = {}
    if not isinstance(label, Unset):
        change["label"] = label
    if not isinstance(ttl, Unset):
        change["ttl_seconds"] = None if ttl is None else check_whole_seconds(ttl, "ttl")
    return Call("PATCH", inbox_path(address), read_model(Inbox), json=change)


def delete_inbox(address: str) -> Call[None]:
    return Call("DELETE", inbox_path(address), nothing)


def empty_inbox(address: str) -> Call[None]:
    return Call("DELETE", f"{inbox_path(address)}/messages", nothing)
