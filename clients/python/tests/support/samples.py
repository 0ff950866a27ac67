"""Answers of the service, whole and valid."""

from __future__ import annotations

from typing import Any

INBOX: dict[str, Any] = {
    "id": "ibx_1",
    "address": "ann@mayfly.test",
    "label": None,
    "created_at": "2026-11-15T06:30:00.000Z",
    "expires_at": "2026-11-16T06:30:00.000Z",
    "last_message_at": None,
    "message_count": 3,
    "unread_count": 0,
    "stored_bytes": 0,
    "cursor": "c0",
}

_VERDICT: dict[str, Any] = {"result": "none", "domain": None, "info": None}

MESSAGE: dict[str, Any] = {
    "id": "msg_1",
    "inbox": "ann@mayfly.test",
    "inbox_id": "ibx_1",
    "seq": 1,
    "date": "2026-11-15T06:30:00.000Z",
    "from": "shop@example.com",
    "codes": [{"value": "493817", "confidence": 0.9, "source": "text", "superseded": False}],
    "links": [{"href": "https://shop.example/verify", "text": "Verify", "kind": "verify"}],
    "from_name": "Shop",
    "to": ["ann@mayfly.test"],
    "subject": "Your code",
    "size_bytes": 512,
    "seen": False,
    "claimed_at": None,
    "text": "493817",
    "html": "",
    "envelope": {"from": "bounce@example.com", "to": ["ann@mayfly.test"]},
    "cc": [],
    "reply_to": [],
    "message_id_header": None,
    "in_reply_to": None,
    "headers": [{"name": "Subject", "value": "Your code"}],
    "attachments": [],
    "auth": {
        "spf": {**_VERDICT, "identity": None, "client_ip": None},
        "dkim": {
            **_VERDICT,
            "selector": None,
            "signatures": [{**_VERDICT, "selector": "s", "algorithm": "rsa-sha256"}],
        },
        "dmarc": {**_VERDICT, "policy": None, "aligned": ["spf"]},
        "arc": {**_VERDICT, "instance": 0},
    },
    "tls": None,
    "encrypted": False,
    "timings": {"accepted_at": "2026-11-15T06:30:00.000Z", "stored_at": "2026-11-15T06:30:00.000Z"},
}

MAIL = {name: MESSAGE[name] for name in ("id", "from", "subject", "text", "html", "date")}

TIMED_OUT: dict[str, Any] = {"status": "timeout", "messages": [], "cursor": "c1", "near_misses": [], "refused": []}

RECEIVED: dict[str, Any] = {"status": "received", "messages": [MESSAGE], "cursor": "c2"}

DOMAIN: dict[str, Any] = {
    "domain": "mail.example.com",
    "state": "pending",
    "created_at": "2026-11-15T06:30:00.000Z",
    "verified_at": None,
    "lost_at": None,
    "checked_at": "2026-11-15T06:31:00.000Z",
    "next_check_at": "2026-11-15T06:32:00.000Z",
    "name_servers": ["ns1.example.com"],
    "records": [
        {
            "type": "MX",
            "host": "mail.example.com",
            "value": "mx.mayfly.test",
            "priority": 10,
            "found": [],
            "status": "missing",
            "hint": None,
            "purpose": "mail",
            "optional": False,
        }
    ],
}


def miss(message_id: str, *failed: str) -> dict[str, Any]:
    return {"id": message_id, "from": "a@b.c", "subject": message_id, "failed": list(failed) or ["subject"]}
