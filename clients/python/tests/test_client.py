from __future__ import annotations

import logging

import httpx
import pytest

from conftest import API_KEY, NewClient
from mayfly import (
    InvalidRequestError,
    Mayfly,
    MayflyError,
)
from support.flaky_server import FlakyServer, gateway, json
from support.samples import DOMAIN, INBOX, MESSAGE

# On trio the same code runs as on asyncio: the scenarios and the events show that it does.
both_clients = pytest.mark.parametrize("portal", ["sync", "asyncio"], indirect=True)


def test_a_client_of_ones_own_is_not_made_to_follow_redirects_or_closed() -> None:
    with FlakyServer(lambda handler: handler.answer(307, "", {"location": "/x"})) as server:
        with httpx.Client(follow_redirects=True, headers={"x-mine": "1"}) as http_client:
            with Mayfly(API_KEY, url=server.url, http_client=http_client) as client, pytest.raises(MayflyError):
                client.account()
            assert not http_client.is_closed
        assert [seen.path for seen in server.seen] == ["/v1/account"]
        assert server.seen[0].headers["x-mine"] == "1"


@both_clients
def test_what_a_newer_service_adds_does_no_harm(new_client: NewClient) -> None:
    newer = {**MESSAGE, "mood": "good", "links": [{"href": "x", "text": "", "kind": "celebrate", "rank": 1}]}
    with FlakyServer(json(newer)) as server:
        kind: str = new_client(url=server.url).messages.get("msg_1").links[0].kind
        assert kind == "celebrate"


@both_clients
def test_domains(new_client: NewClient) -> None:
    page = {"data": [DOMAIN], "next_cursor": None}
    answers = [json(DOMAIN, 201), json(page), json(DOMAIN), json({**DOMAIN, "state": "verified"})]
    with FlakyServer(*answers, lambda handler: handler.begin(204, {})) as server:
        domains = new_client(url=server.url).domains
        assert domains.create("mail.example.com").records[0].status == "missing"
        assert [one.domain for one in domains.list()] == ["mail.example.com"]
        assert domains.get("mail.example.com").verified_at is None
        assert domains.check("mail.example.com").state == "verified"
        domains.delete("mail.example.com")
        path = "/v1/domains/mail.example.com"
        assert [(seen.method, seen.path) for seen in server.seen] == [
            ("POST", "/v1/domains"),
            ("GET", "/v1/domains"),
            ("GET", path),
            ("POST", f"{path}/check"),
            ("DELETE", path),
        ]
        assert server.seen[0].body == '{"domain":"mail.example.com"}'


@both_clients
def test_lists_are_read_as_far_as_one_goes(new_client: NewClient) -> None:
    first = json({"data": [INBOX, INBOX], "next_cursor": "n1"})
    with FlakyServer(first, json({"data": [INBOX], "next_cursor": None})) as server:
        inboxes = new_client(url=server.url).inboxes
        assert len(list(inboxes.list(page_size=2))) == 3
        assert [(seen.query["limit"], seen.query.get("cursor")) for seen in server.seen] == [("2", None), ("2", "n1")]
        (page,) = inboxes.list(cursor="n9").pages()
        assert (page.next_cursor, server.seen[2].query["cursor"]) == (None, "n9")


@both_clients
@pytest.mark.usefixtures("quick")
def test_other_options_on_the_same_connections(new_client: NewClient) -> None:
    with FlakyServer(gateway(503)) as server:
        client = new_client(url=server.url)
        with pytest.raises(MayflyError):
            client.with_options(max_retries=0).account()
        assert len(server.seen) == 1
        with pytest.raises(InvalidRequestError):
            client.with_options(timeout=-1)


@both_clients
def test_any_other_call(new_client: NewClient) -> None:
    with FlakyServer(json({"data": [1]})) as server:
        client = new_client(url=f"{server.url}/base/")
        assert client.request("GET", "/v1/plans", query={"x": True}) == {"data": [1]}
        assert (server.seen[0].path, server.seen[0].query) == ("/base/v1/plans", {"x": "true"})


@both_clients
@pytest.mark.usefixtures("quick")
def test_the_debug_log_has_every_try_and_no_secret(new_client: NewClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
    answer = {"secret": secret, "previous_secret": None, "previous_expires_at": None}
    with FlakyServer(gateway(503), json(answer)) as server:
        client = new_client(url=server.url)
        shown = client.webhooks.secret("whk_1")
    assert shown.secret == secret
    path = "/v1/webhooks/whk_1/secret"
    ours = [record.getMessage() for record in caplog.records if record.name == "mayfly"]
    assert [line.split(",")[0].split(" in ")[0].split(" after ")[0] for line in ours] == [
        f"GET {path}",
        f"GET {path}: 503",
        f"GET {path}: http_503",
        f"GET {path}",
        f"GET {path}: 200",
    ]
    everything = "\n".join([record.getMessage() for record in caplog.records] + [repr(client), repr(shown)])
    assert API_KEY not in everything
    assert secret not in everything
