from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from typing import Any, Literal, TypeVar, cast

from .._arguments import check_count, check_moment
from .._call import (
    Call,
    ListCall,
    inbox_path,
    nothing,
    path_of,
    read_bytes,
    read_field,
    read_json,
    read_text,
    source_of,
)
from .._models.decode import as_object, decode
from .._models.message import Message, MessageCodes, MessageSummary

T = TypeVar("T", Message, MessageSummary)


def list_messages(
    address: str,
    *,
    from_: str | None = None,
    subject: str | None = None,
    contains: str | None = None,
    has: Literal["code", "link", "attachment"] | None = None,
    since: datetime | str | None = None,
    page_size: int | None = None,
    cursor: str | None = None,
) -> ListCall[MessageSummary]:
    query = {
        "from": from_,
        "subject": subject,
        "contains": contains,
        "has": has,
        "since": None if since is None else check_moment(since, "since"),
    }
    path = f"{inbox_path(address)}/messages"
    return ListCall(path, lambda item: _read_message(MessageSummary, item), query, page_size, cursor)


def get_message(message_id: str) -> Call[Message]:
    return Call("GET", path_of("messages", message_id), read_json(lambda value: _read_message(Message, value)))


def get_raw(message_id: str) -> Call[bytes]:
    return Call("GET", f"{path_of('messages', message_id)}/raw", read_bytes)


def get_html(message_id: str, *, remote: bool) -> Call[str]:
    return Call("GET", f"{path_of('messages', message_id)}/html", read_text, query={"remote": 1 if remote else None})


def get_attachment(message_id: str, index: int) -> Call[bytes]:
    path = f"{path_of('messages', message_id)}/attachments/{check_count(index, 'index')}"
    return Call("GET", path, read_bytes)


def delete_message(message_id: str) -> Call[None]:
    return Call("DELETE", path_of("messages", message_id), nothing)


def mark_seen(message_id: str, *, seen: bool) -> Call[Message]:
    read = read_json(lambda value: _read_message(Message, value))
    return Call("PATCH", path_of("messages", message_id), read, json={"seen": seen})


def inject_message(address: str, message: str | bytes | EmailMessage, *, idempotency_key: str | None) -> Call[str]:
    path = f"{inbox_path(address)}/messages"
    return Call("POST", path, read_field("id"), message=source_of(message), idempotency_key=idempotency_key)


def send_test_mail(address: str, *, idempotency_key: str | None) -> Call[str]:
    return Call("POST", f"{inbox_path(address)}/test-mail", read_field("id"), idempotency_key=idempotency_key)


def _read_message(model: type[T], value: Any) -> T:
    # A key with the scope `codes` sees less.
    shown = model if "subject" in as_object(value, "a message") else cast("type[T]", MessageCodes)
    return decode(shown, value)
