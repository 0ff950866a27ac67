from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Literal, cast

from ._arguments import Seconds, check_address, check_count, check_seconds, refuse
from ._call import Call, Query, inbox_path, read_json
from ._calls.messages import list_messages
from ._deadline import Deadline
from ._errors import WaitTimeout
from ._models.decode import as_object, decode
from ._models.message import LinkKind, MessageCodes, ReceivedCodes, ReceivedMessage
from ._models.wait import NearMiss, Refusal
from ._send import send
from ._settings import Settings
from ._steps import Flow, pause

DEFAULT_WAIT = 30.0

MAX_NEAR_MISSES = 10
"""Of all that came, the latest."""

Has = Literal["code", "link", "attachment"]

_WORTH_FOLLOWING: tuple[tuple[LinkKind, ...], ...] = (("verify", "reset", "login"), ("other",))
"""In this order: a mail that asks to confirm something also has a link to the home page."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is waited for. All must hold."""

    address: str
    from_: str | None = None
    subject: str | None = None
    contains: str | None = None
    has: Has | None = None
    after: str | None = None
    claim: bool = False
    count: int | None = None

    def __post_init__(self) -> None:
        check_address(self.address)
        if self.count is not None and check_count(self.count, "count", 1) > 1 and self.claim:
            raise refuse("count", "must be 1 with `claim`: take one at a time.")


@dataclass(frozen=True, slots=True)
class _WaitAnswer:
    messages: tuple[ReceivedMessage, ...]
    cursor: str
    near_misses: tuple[NearMiss, ...]
    refused: tuple[Refusal, ...]


def wait_for_messages(settings: Settings, wanted: Wanted, timeout: Seconds) -> Flow[list[ReceivedMessage]]:
    """One wait, made of as many requests as it takes. Raises a WaitTimeout."""
    seconds = check_seconds(timeout, "timeout")
    deadline = Deadline(seconds)
    misses: dict[str, NearMiss] = {}
    after = wanted.after
    while True:
        due = deadline.due()
        answer = yield from send(settings, _ask(replace(wanted, after=after), deadline))
        if answer.messages:
            return list(answer.messages)
        misses.update((miss.id, miss) for miss in answer.near_misses)
        after = answer.cursor
        if deadline.is_over:
            latest = list(misses.values())[-MAX_NEAR_MISSES:]
            raise WaitTimeout(
                address=wanted.address, timeout=seconds, cursor=after, near_misses=latest, refused=answer.refused
            )
        yield from pause(deadline.rest_after(due))


def wait_for_message(settings: Settings, wanted: Wanted, timeout: Seconds) -> Flow[ReceivedMessage]:
    return (yield from wait_for_messages(settings, wanted, timeout))[0]


def wait_for_code(settings: Settings, wanted: Wanted, timeout: Seconds) -> Flow[str]:
    """The best code of the first message that has one."""
    message = yield from wait_for_message(settings, replace(wanted, has="code"), timeout)
    # There is one: the service was asked for a message that has it.
    return next((code for code in message.codes if not code.superseded), message.codes[0]).value


def wait_for_link(settings: Settings, wanted: Wanted, kind: LinkKind | None, timeout: Seconds) -> Flow[str]:
    """The link of the first message that has such a one. The service is not asked for kinds: this looks at them."""
    seconds = check_seconds(timeout, "timeout")
    deadline = Deadline(seconds)
    misses: deque[NearMiss] = deque(maxlen=MAX_NEAR_MISSES)
    wanted = replace(wanted, has="link")
    while True:
        try:
            message = yield from wait_for_message(settings, wanted, deadline.left)
        except WaitTimeout as error:
            latest = (*misses, *error.near_misses)[-MAX_NEAR_MISSES:]
            raise WaitTimeout(
                address=error.address, timeout=seconds, cursor=error.cursor, near_misses=latest, refused=error.refused
            ) from None
        href = _pick_link(message, kind)
        if href is None and wanted.after is None:
            href = yield from _look_back(settings, wanted, kind)
        if href is not None:
            return href
        subject = getattr(message, "subject", None)
        misses.append(NearMiss(id=message.id, failed=("kind",), from_=message.from_, subject=subject))
        wanted = replace(wanted, after=message.cursor)


def _look_back(settings: Settings, wanted: Wanted, kind: LinkKind | None) -> Flow[str | None]:
    """The newest message has no such link; an older one may have it."""
    older = list_messages(
        wanted.address, from_=wanted.from_, subject=wanted.subject, contains=wanted.contains, has="link"
    )
    cursor: str | None = None
    while True:
        page = yield from send(settings, older.page(cursor))
        for message in page.data:
            href = _pick_link(message, kind)
            if href is not None:
                return href
        cursor = page.next_cursor
        if cursor is None:
            return None


def _pick_link(message: MessageCodes, kind: LinkKind | None) -> str | None:
    for kinds in _WORTH_FOLLOWING if kind is None else ((kind,),):
        for link in message.links:
            if link.kind in kinds:
                return link.href
    return None


def _ask(wanted: Wanted, deadline: Deadline) -> Call[_WaitAnswer]:
    def query() -> Query:
        return {
            "from": wanted.from_,
            "subject": wanted.subject,
            "contains": wanted.contains,
            "has": wanted.has,
            "after": wanted.after,
            "count": wanted.count,
            "claim": True if wanted.claim else None,
            "timeout": deadline.hold_seconds(),
        }

    return Call(
        "GET",
        f"{inbox_path(wanted.address)}/wait",
        read_json(_read_answer),
        query=query,
        hold=deadline.hold,
        last_try=deadline.last_try,
        # What a broken connection has claimed is lost: another try would take another message.
        repeatable=not wanted.claim,
    )


def _read_answer(value: object) -> _WaitAnswer:
    fields = as_object(value, "the answer")
    # Read on their own: what they are depends on the key.
    answer = decode(_WaitAnswer, {"near_misses": [], "refused": [], **fields, "messages": []})
    received = tuple(_read_received(one, answer.cursor) for one in fields.get("messages", ()))
    return replace(answer, messages=received)


def _read_received(value: object, cursor: str) -> ReceivedMessage:
    fields = {**as_object(value, "a message"), "cursor": cursor}
    # A key with the scope `codes` sees less.
    model = ReceivedMessage if "subject" in fields else cast("type[ReceivedMessage]", ReceivedCodes)
    return decode(model, fields)
