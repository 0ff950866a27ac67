from __future__ import annotations

from datetime import datetime

from ._arguments import Seconds, check_address, check_count, check_moment, check_seconds
from ._call import Call, Query, read_json
from ._deadline import Deadline
from ._models.decode import UnexpectedShapeError, decode
from ._models.message import Mail
from ._send import send
from ._settings import Settings
from ._steps import Flow, pause


def get_mail(
    settings: Settings,
    email: str,
    *,
    limit: int | None,
    since: datetime | str | None,
    from_: str | None,
    subject: str | None,
    contains: str | None,
    wait: Seconds,
) -> Flow[list[Mail]]:
    """GET /getMail: newest first; empty where nothing matches, or nothing has come in time."""
    asked = {
        "email": check_address(email),
        "limit": None if limit is None else check_count(limit, "limit", 1),
        "since": None if since is None else check_moment(since, "since"),
        "from": from_,
        "subject": subject,
        "contains": contains,
    }
    deadline = Deadline(check_seconds(wait, "wait"))

    def query() -> Query:
        return {**asked, "wait": None if deadline.is_over else deadline.hold_seconds()}

    read = read_json(_read_mails)
    call = Call("GET", "/getMail", read, query=query, hold=deadline.hold, last_try=deadline.last_try)
    while True:
        due = deadline.due()
        mails = yield from send(settings, call)
        if mails or deadline.is_over:
            return mails
        yield from pause(deadline.rest_after(due))


def _read_mails(value: object) -> list[Mail]:
    if isinstance(value, list):
        return [decode(Mail, one) for one in value]
    raise UnexpectedShapeError("it is no list")
