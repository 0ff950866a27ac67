"""A server that breaks in every way: what is safe succeeds, what is not is not repeated, and errors have types."""

from __future__ import annotations

import builtins
import logging
from datetime import timedelta
from typing import Any

import pytest

import mayfly
from conftest import NewClient
from mayfly import (
    AuthenticationError,
    ConnectionError,
    InvalidRequestError,
    MayflyError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
)
from support.flaky_server import FlakyServer, Handler, gateway, half, json, problem, reset, silent, slow
from support.samples import INBOX, RECEIVED

ANN = "ann@mayfly.test"

waiting = json({"code": "rate_limited", "detail": "Slow down."}, 429, {"retry-after": "0"})

TROUBLES = {
    "reset": reset,
    "half": half,
    "429": waiting,
    "502": gateway(502),
    "503": gateway(503),
    "504": gateway(504),
}

# On trio the same code runs as on asyncio: the scenarios and the events show that it does.
pytestmark = [
    pytest.mark.usefixtures("quick"),
    pytest.mark.parametrize("portal", ["sync", "asyncio"], indirect=True),
]


@pytest.fixture(params=TROUBLES)
def trouble(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_what_is_safe_to_repeat_succeeds_in_the_end(new_client: NewClient, trouble: str) -> None:
    with FlakyServer(TROUBLES[trouble], TROUBLES[trouble], json(INBOX)) as server:
        assert new_client(url=server.url).inboxes.get(ANN).message_count == 3
        assert len(server.seen) == 3


def test_what_makes_something_is_repeated_under_one_idempotency_key(new_client: NewClient, trouble: str) -> None:
    with FlakyServer(TROUBLES[trouble], TROUBLES[trouble], json(INBOX, 201)) as server:
        new_client(url=server.url).inboxes.create(label="x")
        keys = [seen.headers["idempotency-key"] for seen in server.seen]
        assert len(keys) == 3
        assert len(set(keys)) == 1
        assert len(keys[0]) == 32
        assert {seen.body for seen in server.seen} == {'{"label":"x"}'}


def test_a_claiming_wait_is_repeated_only_where_nothing_can_have_been_claimed(
    new_client: NewClient, trouble: str
) -> None:
    with FlakyServer(TROUBLES[trouble], json(RECEIVED)) as server:
        client = new_client(url=server.url)
        if trouble == "429":
            assert client.wait(ANN, claim=True).id == "msg_1"
            assert [seen.query["claim"] for seen in server.seen] == ["true", "true"]
        else:
            with pytest.raises(MayflyError):
                client.wait(ANN, claim=True)
            assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("behaviour", "kind", "expected"),
    [
        (reset, ConnectionError, {"code": "broken", "status": None}),
        (half, ConnectionError, {"code": "broken"}),
        (gateway(503), MayflyError, {"code": "http_503", "status": 503}),
        (problem(503, "unavailable"), MayflyError, {"code": "unavailable", "status": 503, "request_id": "req_1"}),
        (waiting, RateLimitError, {"code": "rate_limited", "status": 429, "retry_after": 0.0}),
    ],
)
def test_retries_end_with_the_last_error(
    new_client: NewClient, behaviour: Any, kind: type[MayflyError], expected: dict[str, Any]
) -> None:
    with FlakyServer(behaviour) as server:
        with pytest.raises(kind) as caught:
            new_client(url=server.url, max_retries=1).account()
        assert type(caught.value) is kind
        assert {name: getattr(caught.value, name) for name in expected} == expected
        assert len(server.seen) == 2


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "invalid_request", InvalidRequestError),
        (401, "revoked_key", AuthenticationError),
        (403, "plan_required", PermissionDeniedError),
        (404, "not_found", NotFoundError),
        (409, "conflict", MayflyError),
        (422, "foreign_domain", InvalidRequestError),
        (500, "internal", MayflyError),
    ],
)
def test_what_would_be_answered_the_same_again_is_not_repeated(
    new_client: NewClient, status: int, code: str, kind: type[MayflyError]
) -> None:
    with FlakyServer(problem(status, code)) as server:
        with pytest.raises(kind) as caught:
            new_client(url=server.url).account()
        error = caught.value
        assert (error.status, error.code, error.request_id, str(error)) == (status, code, "req_1", f"This is {code}.")
        assert len(server.seen) == 1


def test_a_deletion_whose_answer_was_lost_has_happened_when_the_thing_is_gone(new_client: NewClient) -> None:
    with FlakyServer(reset, problem(404, "not_found")) as server:
        client = new_client(url=server.url)
        client.inboxes.delete(ANN)
        with pytest.raises(NotFoundError):
            client.inboxes.delete(ANN)
    with FlakyServer(waiting, problem(404, "not_found")) as server, pytest.raises(NotFoundError):
        new_client(url=server.url).inboxes.delete(ANN)


def test_a_creation_that_is_still_under_way_is_asked_for_again(new_client: NewClient) -> None:
    with FlakyServer(reset, problem(409, "in_progress"), json(INBOX, 201)) as server:
        assert new_client(url=server.url).inboxes.create().id == "ibx_1"
        assert len(server.seen) == 3


def test_retry_after_is_obeyed_and_a_long_one_is_told_instead(
    new_client: NewClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "mayfly")
    with FlakyServer(problem(429, "rate_limited", {"retry-after": "1"}), json(INBOX)) as server:
        new_client(url=server.url).inboxes.get(ANN)
    (line,) = [record.getMessage() for record in caplog.records if "tried again" in record.msg]
    assert float(line.split()[-2]) >= 1
    with FlakyServer(problem(429, "rate_limited", {"retry-after": "600"})) as server:
        with pytest.raises(RateLimitError) as caught:
            new_client(url=server.url).account()
        assert caught.value.retry_after == 600
        assert len(server.seen) == 1


@pytest.mark.parametrize("behaviour", [slow, silent])
def test_slow_bytes_and_silence_end_with_the_time_out(new_client: NewClient, behaviour: Any) -> None:
    with FlakyServer(behaviour) as server:
        with pytest.raises(ConnectionError, match=r"has not answered in full within 0\.15 s") as caught:
            new_client(url=server.url, timeout=timedelta(milliseconds=150), max_retries=1).account()
        assert caught.value.code == "timeout"
        assert len(server.seen) == 2


def test_nobody_there_even_a_claiming_wait_is_tried_again(
    new_client: NewClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "mayfly")
    with FlakyServer(silent) as server:
        url = server.url
    with pytest.raises(builtins.ConnectionError, match=rf"^{url} cannot be reached \(.*MAYFLY_URL\.$") as caught:
        new_client(url=url, max_retries=1).wait(ANN, claim=True)
    assert isinstance(caught.value, mayfly.ConnectionError)
    assert caught.value.code == "unreachable"
    assert len([record for record in caplog.records if ", try " in record.msg]) == 2


def test_a_redirect_is_told_and_not_followed(new_client: NewClient) -> None:
    """The key stays where it is."""
    with FlakyServer(json(INBOX)) as elsewhere:

        def redirect(handler: Handler) -> None:
            handler.answer(307, "", {"location": f"{elsewhere.url}/v1/account"})

        with FlakyServer(redirect) as server:
            own = new_client(url=server.url)
            with pytest.raises(MayflyError, match="Give the final address") as caught:
                own.account()
            assert (caught.value.code, caught.value.status) == ("redirected", 307)
        assert elsewhere.seen == []


@pytest.mark.parametrize("body", ["[]", "null", '{"id":"acc_1"}', "[" * 100_000])
def test_an_answer_that_is_not_the_services_is_told_as_such(new_client: NewClient, body: str) -> None:
    for behaviour in (gateway(200), lambda handler: handler.answer(200, body, {})):
        with FlakyServer(behaviour) as server:
            with pytest.raises(MayflyError, match="Is `url` the address of a Mayfly server") as caught:
                new_client(url=server.url).account()
            assert caught.value.code == "unexpected_answer"
