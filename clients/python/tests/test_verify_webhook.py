from __future__ import annotations

import hashlib
import hmac
import json
import math
from datetime import datetime, timedelta, timezone
from email.message import Message as HttpHeaders
from pathlib import Path
from typing import Any

import httpx
import pytest

from mayfly import InvalidRequestError, MessageReceived, WebhookVerificationError, verify_webhook

FILE = Path(__file__).parents[2] / "scenarios" / "webhook-signatures.json"
VECTORS: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["vectors"]
FIRST = VECTORS[0]


def test_there_are_vectors() -> None:
    assert len(VECTORS) > 20


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['name']}: {vector['result']}")
def test_vector(vector: dict[str, Any]) -> None:
    def verify() -> str:
        options: Any = {"now": vector["now"], "tolerance": vector["tolerance_seconds"]}
        return verify_webhook(vector["body"], vector["headers"], vector["secrets"], **options).event

    if vector["result"] == "valid":
        assert verify() == json.loads(vector["body"])["event"]
    else:
        with pytest.raises(WebhookVerificationError) as caught:
            verify()
        assert caught.value.code == vector["result"]


def test_headers_and_bodies_come_in_every_form_that_frameworks_have() -> None:
    (secret,) = FIRST["secrets"]
    as_server = HttpHeaders()
    for name, value in FIRST["headers"].items():
        as_server[name] = value
    forms: list[Any] = [FIRST["headers"], httpx.Headers(FIRST["headers"]), as_server]
    raw = FIRST["body"].encode()
    moment = datetime.fromtimestamp(FIRST["now"], timezone.utc)
    for headers in forms:
        for body in (FIRST["body"], raw, bytearray(raw), memoryview(raw)):
            event = verify_webhook(body, headers, secret, now=moment, tolerance=timedelta(minutes=5))
            assert isinstance(event.data, MessageReceived)
            assert event.data.message_id == "msg_0123456789abcdef1"
            assert event.delivery_id == "dlv_0123456789abcdef1"
    assert verify_webhook(raw, FIRST["headers"], secret, tolerance=math.inf).event == "message.received"


def test_a_secret_or_a_body_that_cannot_be_right_is_a_mistake_of_the_receiver() -> None:
    nothing: Any = None
    for secret in ("", "secret", "whsec_*", "whsec_a", "tk_1", "whsec_ü", nothing or [5]):
        with pytest.raises(InvalidRequestError, match="whole secret"):
            verify_webhook(FIRST["body"], FIRST["headers"], secret)
    with pytest.raises(InvalidRequestError, match="Do not parse it before"):
        verify_webhook(json.loads(FIRST["body"]), FIRST["headers"], FIRST["secrets"])


@pytest.mark.parametrize(
    "body", ["", "[]", "5", "{}", "\udcff", '{"event":"x","delivery_id":"y","timestamp":"z"}', "[" * 99_999]
)
def test_what_is_signed_and_says_nothing_is_refused(body: str) -> None:
    (secret,) = FIRST["secrets"]
    raw = body.encode("utf-8", "surrogatepass")
    headers = {"X-Service-Signature": f"sha256={hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest()}"}
    with pytest.raises(WebhookVerificationError) as caught:
        verify_webhook(body, headers, secret)
    assert caught.value.code == "malformed"
