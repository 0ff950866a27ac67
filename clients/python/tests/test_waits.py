"""Waits are made of several requests, and one in vain explains itself."""

from __future__ import annotations

from datetime import timedelta

import pytest

from conftest import NewClient
from mayfly import (
    RateLimitError,
    WaitTimeout,
)
from support.flaky_server import FlakyServer, json, problem, reset
from support.samples import MAIL, MESSAGE, RECEIVED, TIMED_OUT, miss

ANN = "ann@mayfly.test"

# On trio the same code runs as on asyncio: the scenarios and the events show that it does.
pytestmark = [
    pytest.mark.usefixtures("quick"),
    pytest.mark.parametrize("portal", ["sync", "asyncio"], indirect=True),
]


def test_a_long_wait_is_made_of_several(new_client: NewClient) -> None:
    first = json({**TIMED_OUT, "near_misses": [miss("msg_1")]})
    second = json({**TIMED_OUT, "cursor": "c2", "near_misses": [miss("msg_1"), miss("msg_2")]})
    with FlakyServer(first, second, json(RECEIVED)) as server:
        message = new_client(url=server.url).wait(ANN, subject="x", timeout=timedelta(minutes=2))
        assert (message.id, message.cursor) == ("msg_1", "c2")
        asked = [(seen.query["timeout"], seen.query.get("after"), seen.query["subject"]) for seen in server.seen]
        assert asked == [("55", None, "x"), ("55", "c1", "x"), ("55", "c2", "x")]


def test_a_wait_in_vain_tells_all_that_came(new_client: NewClient) -> None:
    refusal = {"at": "2026-11-15T06:30:01.896Z", "from": "shop@example.com", "reason": "552 5.3.4 too large"}
    first = json({**TIMED_OUT, "near_misses": [miss("msg_1")]})
    second = json({**TIMED_OUT, "cursor": "c9", "near_misses": [miss("msg_2")], "refused": [refusal]})
    with FlakyServer(first, second) as server, pytest.raises(TimeoutError) as caught:
        new_client(url=server.url).wait(ANN, timeout=0.3)
    error = caught.value
    assert isinstance(error, WaitTimeout)
    assert (error.cursor, error.timeout, [one.id for one in error.near_misses]) == ("c9", 0.3, ["msg_1", "msg_2"])
    assert str(error).split("\n") == [
        "No matching mail for ann@mayfly.test within 0.3 s.",
        '  came, but did not match subject: "msg_1" from a@b.c',
        '  came, but did not match subject: "msg_2" from a@b.c',
        "  was refused at 2026-11-15T06:30:01.896000+00:00, from shop@example.com: 552 5.3.4 too large",
    ]


def test_of_many_near_misses_the_latest_ten_are_told(new_client: NewClient) -> None:
    misses = [miss(f"msg_{number}") for number in range(12)]
    with FlakyServer(json({**TIMED_OUT, "near_misses": misses})) as server, pytest.raises(WaitTimeout) as caught:
        new_client(url=server.url).wait(ANN, timeout=0)
    assert [one.id for one in caught.value.near_misses] == [f"msg_{number}" for number in range(2, 12)]


def test_a_wait_of_no_time_only_looks(new_client: NewClient) -> None:
    with FlakyServer(reset, json(RECEIVED)) as server:
        assert new_client(url=server.url).wait(ANN, timeout=0).id == "msg_1"
        assert [seen.query["timeout"] for seen in server.seen] == ["0", "0"]
    with FlakyServer(reset, json([])) as server:
        assert new_client(url=server.url).get_mail(ANN) == []
        assert "wait" not in server.seen[1].query


def test_get_mail_waits_in_several_requests(new_client: NewClient) -> None:
    with FlakyServer(json([]), json([MAIL])) as server:
        (mail,) = new_client(url=server.url).get_mail(ANN, wait=120)
        assert mail.subject == "Your code"
        assert [seen.query["wait"] for seen in server.seen] == ["55", "55"]


def test_no_try_of_a_wait_begins_after_its_time(new_client: NewClient) -> None:
    with FlakyServer(problem(429, "too_many_waits", {"retry-after": "5"})) as server:
        with pytest.raises(RateLimitError):
            new_client(url=server.url).wait(ANN, timeout=1)
        assert len(server.seen) == 1


def test_a_superseded_code_comes_after_one_that_is_not(new_client: NewClient) -> None:
    old = {"value": "111111", "confidence": 0.9, "source": "text", "superseded": True}
    new = {**old, "value": "222222", "confidence": 0.5, "superseded": False}
    for codes, value in (([old, new], "222222"), ([old], "111111")):
        with FlakyServer(json({**RECEIVED, "messages": [{**MESSAGE, "codes": codes}]})) as server:
            assert new_client(url=server.url).code(ANN) == value
