"""Every `call` of a scenario, by its name there."""

from __future__ import annotations

import os
import smtplib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from mayfly import Event, Mayfly, verify_webhook

Args = dict[str, Any]


@dataclass(frozen=True)
class Context:
    mayfly: Mayfly
    run_during: Callable[[], None]
    """Runs the steps of `during`."""


def source(message: str | list[str]) -> str:
    return message if isinstance(message, str) else "\r\n".join(message)


def send(args: Args, _: Context) -> None:
    host, _colon, port = os.environ["MAYFLY_TEST_SMTP"].rpartition(":")
    with smtplib.SMTP(host, int(port)) as smtp:
        smtp.sendmail("sender@example.com", [args["to"]], source(args["message"]).encode())


def received(args: Args, _: Context) -> Any:
    url = f"{os.environ['MAYFLY_TEST_RECEIVER']}/{args['name']}"
    return httpx.get(url, params={"count": args["count"]}, timeout=60).json()


def wait(args: Args, context: Context) -> Any:
    if "count" in args:
        return context.mayfly.wait_many(args.pop("address"), args.pop("count"), **args)
    return context.mayfly.wait(args.pop("address"), **args)


def read_events(args: Args, context: Context) -> list[Event]:
    """Follows until so many have come; `during` begins once the stream stands."""
    failures: list[BaseException] = []
    threads: list[threading.Thread] = []

    def run() -> None:
        try:
            context.run_during()
        except BaseException as error:
            failures.append(error)

    def begin(_: str) -> None:
        if not threads:
            threads.append(threading.Thread(target=run))
            threads[0].start()

    count = args.pop("count")
    events: list[Event] = []
    with context.mayfly.events(**args, on_open=begin) as stream:
        for event in stream:
            events.append(event)
            if len(events) == count:
                break
    for thread in threads:
        thread.join()
    for error in failures:
        raise error
    return events


CALLS: dict[str, Callable[[Args, Context], Any]] = {
    "send": send,
    "received": received,
    "verify_webhook": lambda a, _: verify_webhook(a["body"], a["headers"], a["secret"]),
    "inject": lambda a, c: c.mayfly.inject(a.pop("address"), source(a.pop("message")), **a),
    "get_mail": lambda a, c: c.mayfly.get_mail(a.pop("email"), **a),
    "wait": wait,
    "code": lambda a, c: c.mayfly.code(a.pop("address"), **a),
    "link": lambda a, c: c.mayfly.link(a.pop("address"), **a),
    "account": lambda a, c: c.mayfly.account(**a),
    "events.read": read_events,
    "inboxes.create": lambda a, c: c.mayfly.inboxes.create(**a),
    "inboxes.list": lambda a, c: list(c.mayfly.inboxes.list(**a)),
    "inboxes.get": lambda a, c: c.mayfly.inboxes.get(**a),
    "inboxes.update": lambda a, c: c.mayfly.inboxes.update(**a),
    "inboxes.delete": lambda a, c: c.mayfly.inboxes.delete(**a),
    "inboxes.empty": lambda a, c: c.mayfly.inboxes.empty(**a),
    "messages.list": lambda a, c: list(c.mayfly.messages.list(**a)),
    "messages.get": lambda a, c: c.mayfly.messages.get(a["id"]),
    "messages.raw": lambda a, c: c.mayfly.messages.raw(a["id"]).decode(),
    "messages.html": lambda a, c: c.mayfly.messages.html(a["id"]),
    "messages.attachment": lambda a, c: c.mayfly.messages.attachment(a["id"], a["index"]).decode(),
    "messages.mark_seen": lambda a, c: c.mayfly.messages.mark_seen(a.pop("id"), **a),
    "messages.delete": lambda a, c: c.mayfly.messages.delete(a["id"]),
    "keys.create": lambda a, c: c.mayfly.keys.create(**a),
    "keys.list": lambda a, c: list(c.mayfly.keys.list(**a)),
    "keys.revoke": lambda a, c: c.mayfly.keys.revoke(a["id"]),
    "domains.create": lambda a, c: c.mayfly.domains.create(**a),
    "domains.list": lambda a, c: list(c.mayfly.domains.list(**a)),
    "domains.get": lambda a, c: c.mayfly.domains.get(**a),
    "domains.check": lambda a, c: c.mayfly.domains.check(**a),
    "domains.delete": lambda a, c: c.mayfly.domains.delete(**a),
    "webhooks.create": lambda a, c: c.mayfly.webhooks.create(**a),
    "webhooks.list": lambda a, c: list(c.mayfly.webhooks.list(**a)),
    "webhooks.get": lambda a, c: c.mayfly.webhooks.get(a["id"]),
    "webhooks.update": lambda a, c: c.mayfly.webhooks.update(a.pop("id"), **a),
    "webhooks.delete": lambda a, c: c.mayfly.webhooks.delete(a["id"]),
    "webhooks.test": lambda a, c: c.mayfly.webhooks.test(a["id"]),
    "webhooks.pause": lambda a, c: c.mayfly.webhooks.pause(a["id"]),
    "webhooks.resume": lambda a, c: c.mayfly.webhooks.resume(a.pop("id"), **a),
    "webhooks.rotate_secret": lambda a, c: c.mayfly.webhooks.rotate_secret(a.pop("id"), **a),
    "webhooks.secret": lambda a, c: c.mayfly.webhooks.secret(a["id"]),
    "webhooks.deliveries": lambda a, c: list(c.mayfly.webhooks.deliveries(a.pop("id"), **a)),
    "webhooks.redeliver": lambda a, c: c.mayfly.webhooks.redeliver(a.pop("id"), a.pop("since"), **a),
    "deliveries.list": lambda a, c: list(c.mayfly.deliveries.list(**a)),
    "deliveries.get": lambda a, c: c.mayfly.deliveries.get(a["id"]),
    "deliveries.redeliver": lambda a, c: c.mayfly.deliveries.redeliver(a["id"]),
}

# What the files call otherwise: `from` is a word of the language, and a time has its own type here.
_ARGUMENTS = {
    "from": "from_",
    "timeout_seconds": "timeout",
    "wait_seconds": "wait",
    "ttl_seconds": "ttl",
    "overlap_seconds": "overlap",
}


def to_arguments(args: Args) -> Args:
    return {_ARGUMENTS.get(name, name): value for name, value in args.items()}
