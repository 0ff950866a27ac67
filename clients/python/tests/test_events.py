from __future__ import annotations

import threading
from itertools import islice
from typing import Any

import pytest

from conftest import API_KEY, NewClient
from mayfly import (
    AuthenticationError,
    ConnectionError,
    Event,
    InboxCreated,
    Mayfly,
    MayflyError,
    MessageReceived,
)
from support.flaky_server import Behaviour, FlakyServer, Handler, gateway, problem, reset

pytestmark = pytest.mark.usefixtures("quick")

RECEIVED = (
    '{"inbox_id":"ibx_1","inbox":"ann@mayfly.test","message_id":"msg_1","from":"a@b.c","to":[],"subject":"mail %d ü",'
    '"received_at":"2026-11-15T06:30:00Z","size_bytes":1,"encrypted":false}'
)


def event(number: int) -> str:
    return f"id: {number}\nevent: message.received\ndata: {RECEIVED % number}\n\n"


def stream(place: str, numbers: list[int], end: str, more: str = "") -> Behaviour:
    """Sends these, some bytes at a time, and breaks off, ends, or stays."""

    def answer(handler: Handler) -> None:
        handler.begin(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})
        told = ": alive\n\n".join(map(event, numbers))
        data = f"retry: 10\nid: {place}\n\n{told}{more}".encode()
        for at in range(0, len(data), 7):
            piece = data[at : at + 7]
            handler.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        if end == "end":
            handler.wfile.write(b"0\r\n\r\n")
        elif end == "break":
            handler.hang_up()
        else:
            handler.server.closing.wait()

    return answer


def subject_of(told: Event) -> str:
    assert isinstance(told.data, MessageReceived)
    return f"{told.id} {told.data.subject}"


def test_a_stream_that_breaks_or_ends_is_taken_up_where_it_was(new_client: NewClient) -> None:
    behaviours = [
        stream("0", [1, 2], "break"),
        reset,
        gateway(503),
        stream("2", [3], "end"),
        stream("3", [], "end"),
        stream("3", [4, 5], "stay"),
    ]
    opened: list[str] = []
    with FlakyServer(*behaviours) as server:
        client = new_client(url=server.url, max_retries=0)
        with client.events(inbox="ann@mayfly.test", on_open=opened.append) as events:
            assert [subject_of(one) for one in islice(events, 5)] == [f"{n} mail {n} ü" for n in range(1, 6)]
        assert [seen.headers.get("last-event-id") for seen in server.seen] == [None, "2", "2", "2", "3", "3"]
        assert server.seen[0].query == {"inbox": "ann@mayfly.test"}
    assert opened == ["0", "2", "3", "3"]


def test_silence_is_a_broken_connection(new_client: NewClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mayfly._events.LONGEST_SILENCE", 0.1)
    with FlakyServer(stream("0", [1], "stay"), stream("1", [2], "stay")) as server:
        with new_client(url=server.url).events() as events:
            assert [subject_of(one) for one in islice(events, 2)] == ["1 mail 1 ü", "2 mail 2 ü"]
        assert server.seen[1].headers["last-event-id"] == "1"


def test_leaving_closes_the_connection(new_client: NewClient) -> None:
    gone = threading.Event()

    def watch(handler: Handler) -> None:
        handler.begin(200, {"content-type": "text/event-stream"})
        handler.write(f"id: 0\n\n{event(1)}")
        if handler.connection.recv(1) == b"":
            gone.set()

    with FlakyServer(watch) as server:
        events = new_client(url=server.url).events()
        assert subject_of(next(events)) == "1 mail 1 ü"
        events.close()
        assert gone.wait(20)
        assert list(events) == []


def test_what_cannot_be_reached_from_the_start_or_is_refused_later_is_an_error(new_client: NewClient) -> None:
    with FlakyServer(reset) as server:
        with pytest.raises(ConnectionError):
            next(new_client(url=server.url, max_retries=1).events())
        assert len(server.seen) == 2
    with FlakyServer(stream("0", [1], "break"), problem(401, "revoked_key")) as server:
        events = new_client(url=server.url).events()
        assert subject_of(next(events)) == "1 mail 1 ü"
        with pytest.raises(AuthenticationError):
            next(events)


def test_events_that_are_not_known_yet_are_given_as_they_came(new_client: NewClient) -> None:
    created = '{"inbox_id":"ibx_1","inbox":"a@b.c","created_at":"2026-11-15T06:30:00Z","colour":"red"}'
    more = f'event: inbox.created\ndata: {created}\n\nevent: inbox.dreamt\nid: 9\ndata: {{"of": 1}}\n\n'
    with FlakyServer(stream("0", [], "stay", more)) as server, new_client(url=server.url).events() as events:
        first, second = islice(events, 2)
        assert isinstance(first.data, InboxCreated)
        assert first.id == "0"
        assert second == Event("9", "inbox.dreamt", {"of": 1})


@pytest.mark.parametrize(
    ("more", "code"), [("data: not JSON\n\n", "unexpected_answer"), ("data: [1]\n\n", "unexpected_answer")]
)
def test_what_is_no_event_is_an_error(new_client: NewClient, more: str, code: str) -> None:
    with FlakyServer(stream("0", [], "stay", more)) as server:
        with pytest.raises(MayflyError) as caught:
            next(new_client(url=server.url).events())
        assert caught.value.code == code


def test_an_exception_in_on_open_is_the_callers_and_ends_the_stream() -> None:
    def fail(_: str) -> None:
        raise ZeroDivisionError

    behaviour: Any = stream("0", [1], "stay")
    with FlakyServer(behaviour) as server, Mayfly(API_KEY, url=server.url) as client:
        events = client.events(on_open=fail)
        with pytest.raises(ZeroDivisionError):
            next(events)
        assert list(events) == []
