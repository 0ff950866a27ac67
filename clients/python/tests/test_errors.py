from __future__ import annotations

import pickle
from datetime import datetime, timezone

import pytest

import mayfly
from mayfly import Fault, InvalidRequestError, NearMiss, RateLimitError, Refusal, WaitTimeout


def test_errors_cross_over_to_other_processes_whole() -> None:
    refusal = Refusal(at=datetime(2026, 1, 1, tzinfo=timezone.utc), from_="a@b.c", reason="552")
    for error in (
        InvalidRequestError("No.", code="invalid_request", status=400, errors=[Fault("/x", "is wrong")]),
        RateLimitError("Later.", code="rate_limited", status=429, request_id="req_1", retry_after=2.5),
        mayfly.ConnectionError("Gone.", code="broken"),
        WaitTimeout(address="a@b.c", timeout=1, cursor="c", near_misses=[NearMiss("m", ("has",))], refused=[refusal]),
    ):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert (str(copy), copy.__dict__) == (str(error), error.__dict__)


def test_the_language_s_own_names_catch_them() -> None:
    with pytest.raises(TimeoutError):
        raise WaitTimeout(address="a@b.c", timeout=1, cursor="c", near_misses=[], refused=[])
    with pytest.raises(OSError, match="Gone"):
        raise mayfly.ConnectionError("Gone.", code="broken")
    with pytest.raises(ValueError, match="No"):
        raise InvalidRequestError("No.", code="invalid_request")
    assert WaitTimeout.__module__ == "mayfly"


def test_what_a_sender_wrote_stays_on_its_line() -> None:
    miss = NearMiss("msg_1", ("subject",), "a@b.c", "one\ntwo")
    error = WaitTimeout(address="a@b.c", timeout=1, cursor="c", near_misses=[miss], refused=[])
    assert str(error).split("\n")[1:] == ['  came, but did not match subject: "one\\ntwo" from a@b.c']
