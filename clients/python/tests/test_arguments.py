from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.message import EmailMessage
from typing import Any, cast

import httpx
import pytest

from conftest import API_KEY
from mayfly import AuthenticationError, InvalidRequestError, Mayfly
from support.samples import INBOX

ANN = "ann@mayfly.test"


def fail(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"{request.url} was asked")


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAYFLY_API_KEY", raising=False)
    monkeypatch.delenv("MAYFLY_URL", raising=False)


NOTHING, FIVE, TEXT = cast("Any", None), cast("Any", 5), cast("Any", "30s")
REFUSALS: list[tuple[Callable[[Mayfly], Any], str, str]] = [
    (lambda m: m.get_mail("ann"), "invalid_address", r"^'ann' is not an e-mail address\. Give it as name@domain\.$"),
    (lambda m: m.get_mail("Ann <ann@mayfly.test>"), "invalid_address", "name@domain"),
    (lambda m: m.get_mail("ann@mayfly.test, bob@mayfly.test"), "invalid_address", "name@domain"),
    (lambda m: m.get_mail("ann@mayfly.test\n"), "invalid_address", "name@domain"),
    (lambda m: m.get_mail("ann@mayfly.test/../keys"), "invalid_address", "name@domain"),
    (lambda m: m.get_mail("\ud800@mayfly.test"), "invalid_address", "name@domain"),
    (lambda m: m.get_mail(f"{'a' * 600}@mayfly.test"), "invalid_address", "name@domain"),
    (lambda m: m.get_mail(ANN, limit=0), "invalid_request", "^`limit`"),
    (lambda m: m.get_mail(ANN, limit=True), "invalid_request", "^`limit`"),
    (lambda m: m.get_mail(ANN, wait=-1), "invalid_request", "^`wait` must be seconds or a timedelta"),
    (lambda m: m.get_mail(ANN, since=datetime(2026, 1, 1)), "invalid_request", r"^`since` .*timezone\.utc"),
    (lambda m: m.get_mail(ANN, since=FIVE), "invalid_request", "^`since` must be a datetime"),
    (lambda m: m.wait("@mayfly.test"), "invalid_address", "name@domain"),
    (lambda m: m.wait(ANN, timeout=-5), "invalid_request", r"^`timeout` .* and is -5\.$"),
    (lambda m: m.wait(ANN, timeout=timedelta(seconds=-5)), "invalid_request", "^`timeout`"),
    (lambda m: m.wait(ANN, timeout=TEXT), "invalid_request", "^`timeout`"),
    (lambda m: m.wait_many(ANN, 0), "invalid_request", "^`count`"),
    (lambda m: m.wait_many(ANN, 2, claim=True), "invalid_request", "one at a time"),
    (lambda m: m.code(ANN, timeout=float("nan")), "invalid_request", "^`timeout`"),
    (lambda m: m.link(ANN, timeout=-1), "invalid_request", "^`timeout`"),
    (lambda m: m.inboxes.create(address="x"), "invalid_address", "name@domain"),
    (lambda m: m.inboxes.create(ttl=0.5), "invalid_request", "^`ttl` must be whole seconds"),
    (lambda m: m.inboxes.create(domain="a b"), "invalid_request", "^`domain`"),
    (lambda m: m.inboxes.create(idempotency_key="ü"), "invalid_request", "^`idempotency_key` must be printable"),
    (lambda m: m.inboxes.list(page_size=0), "invalid_request", "^`page_size`"),
    (lambda m: m.inboxes.get(NOTHING), "invalid_address", "^None is not"),
    (lambda m: m.messages.get(""), "invalid_request", "^`id` must be the id of one"),
    (lambda m: m.messages.get(".."), "invalid_request", "^`id` must be the id of one"),
    (lambda m: m.messages.attachment("msg_1", -1), "invalid_request", "^`index`"),
    (lambda m: m.webhooks.create("example.com"), "invalid_request", "^`url` must be an address"),
    (lambda m: m.webhooks.create("https://e.com", inbox_filter="x"), "invalid_address", "name@domain"),
    (lambda m: m.domains.create(""), "invalid_request", "^`domain` must be the name of a domain"),
    (lambda m: m.domains.get(".."), "invalid_request", "^`domain`"),
    (lambda m: m.inbox("x"), "invalid_address", "name@domain"),
    (lambda m: m.inject(ANN, NOTHING), "invalid_request", "^`message` must be the source"),
    (lambda m: m.events(inbox="x"), "invalid_address", "name@domain"),
    (lambda m: m.events(last_event_id="a\nb"), "invalid_request", "^`last_event_id`"),
    (lambda m: m.request("GET", "v1/account"), "invalid_request", "^`path` must begin with a slash"),
    (lambda m: m.request(NOTHING, "/v1/account"), "invalid_request", "^`method`"),
]


@pytest.mark.parametrize(("call", "code", "message"), REFUSALS)
def test_what_is_certainly_wrong_is_refused_before_any_request(
    call: Callable[[Mayfly], Any], code: str, message: str
) -> None:
    with httpx.Client(transport=httpx.MockTransport(fail)) as http_client:
        client = Mayfly(API_KEY, http_client=http_client)
        with pytest.raises(InvalidRequestError, match=message) as caught:
            call(client)
    assert (caught.value.code, caught.value.status, len(caught.value.errors)) == (code, None, 1)


def test_what_the_service_may_take_is_left_to_the_service() -> None:
    asked: list[httpx.Request] = []

    def take(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, json=[] if request.method == "GET" else {**INBOX, "id": "msg_1"})

    with httpx.Client(transport=httpx.MockTransport(take)) as http_client:
        client = Mayfly(API_KEY, url="http://mayfly.test", http_client=http_client)
        for address in ("a+tag@mayfly.test", '"odd name"@mayfly.test', "büro@bücher.example", "a@b"):
            assert client.get_mail(address) == []
        assert str(asked[0].url) == "http://mayfly.test/getMail?email=a%2Btag%40mayfly.test"
        client.get_mail("a@b", since=datetime(2026, 1, 1, 2, tzinfo=timezone(timedelta(hours=1))))
        assert asked[-1].url.params["since"] == "2026-01-01T01:00:00.000Z"
        client.inboxes.create(ttl=timedelta(minutes=5))
        assert asked[-1].content == b'{"ttl_seconds":300}'
        client.inboxes.update("a/b@c", label=None)
        assert (asked[-1].url.raw_path, asked[-1].content) == (b"/v1/inboxes/a%2Fb%40c", b'{"label":null}')
        client.inboxes.update("a@b", ttl=None)
        assert asked[-1].content == b'{"ttl_seconds":null}'
        mail = EmailMessage()
        mail["Subject"] = "Grüße"
        mail.set_content("hello")
        for message in (mail, "Subject: x\r\n\r\nü", b"Subject: x\r\n\r\n\xff"):
            assert client.inject("a@b", message) == "msg_1"
        assert b"\r\n\r\nhello\r\n" in asked[-3].content
        assert asked[-2].content.endswith("ü".encode())
        assert asked[-1].headers["content-type"] == "message/rfc822"
        assert asked[-1].headers["user-agent"].startswith("mayfly-python/")


def test_arguments_come_before_the_environment_and_the_environment_before_the_defaults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def url_of(client: Mayfly) -> str:
        client.close()
        return repr(client)

    assert url_of(Mayfly(API_KEY)) == "Mayfly(url='http://127.0.0.1:8025')"
    monkeypatch.setenv("MAYFLY_API_KEY", API_KEY)
    monkeypatch.setenv("MAYFLY_URL", "https://mail.example.com/api/")
    assert url_of(Mayfly()) == "Mayfly(url='https://mail.example.com/api')"
    assert url_of(Mayfly(url="http://localhost:1/")) == "Mayfly(url='http://localhost:1')"


def test_without_a_key_nothing_begins_and_a_wrong_one_is_not_shown() -> None:
    with pytest.raises(AuthenticationError, match="MAYFLY_API_KEY") as caught:
        Mayfly()
    assert caught.value.code == "missing_key"
    for wrong in ("sk_secret", f"{API_KEY}\n", f" {API_KEY}", '"tk_1"'):
        with pytest.raises(AuthenticationError) as caught:
            Mayfly(wrong)
        assert caught.value.code == "invalid_key"
        assert wrong not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"url": "mail.example.com"}, "^`url` must be an address such as https"),
        ({"url": "ftp://mail.example.com"}, "^`url` must be an address"),
        ({"url": "http://mail.example.com:port"}, "^`url` must be an address"),
        ({"url": "http://mail example.com"}, "^`url` must be an address"),
        ({"url": 5}, "^`url` must be an address"),
        ({"url": "https://ann:secret@mail.example.com"}, "must not hold a password"),
        ({"timeout": -1}, r"^`timeout` must be seconds or a timedelta, zero or more, and is -1\.$"),
        ({"timeout": float("nan")}, "and is nan"),
        ({"timeout": True}, "^`timeout`"),
        ({"max_retries": 1.5}, "^`max_retries` must be a whole number"),
    ],
)
def test_settings_that_cannot_work_are_refused_with_a_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        Mayfly(API_KEY, **options)
