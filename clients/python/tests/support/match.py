"""The `expect` of a step, as clients/scenarios/README.md has it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def check_match(actual: Any, wanted: Any, where: str) -> None:
    if isinstance(wanted, list):
        assert isinstance(actual, list), f"{where}: {actual!r} is no list"
        assert len(actual) == len(wanted), f"{where}: {actual!r}"
        for at, (one, expected) in enumerate(zip(actual, wanted, strict=True)):
            check_match(one, expected, f"{where}[{at}]")
    elif isinstance(wanted, dict):
        for name, expected in wanted.items():
            if name.startswith("$"):
                OPERATORS[name](actual, expected, f"{where} {name}")
            else:
                assert isinstance(actual, dict), f"{where}: {actual!r} is no object"
                assert name in actual, f"{where}: {actual!r} has no {name}"
                check_match(actual[name], expected, f"{where}.{name}")
    else:
        assert actual == wanted, f"{where}: {actual!r} is not {wanted!r}"
        assert isinstance(actual, bool) == isinstance(wanted, bool), f"{where}: {actual!r} is not {wanted!r}"


def does_match(actual: Any, wanted: Any) -> bool:
    try:
        check_match(actual, wanted, "")
    except AssertionError:
        return False
    return True


def _matches(actual: Any, wanted: Any, where: str) -> None:
    assert re.search(wanted, str(actual)), f"{where}: {actual!r} does not match {wanted}"


def _length(actual: Any, wanted: Any, where: str) -> None:
    assert len(actual) == wanted, f"{where}: {actual!r}"


def _at_least(actual: Any, wanted: Any, where: str) -> None:
    assert actual >= wanted, f"{where}: {actual!r} is less than {wanted!r}"


def _keys(actual: Any, wanted: Any, where: str) -> None:
    assert sorted(actual) == sorted(wanted), where


def _not(actual: Any, wanted: Any, where: str) -> None:
    assert not does_match(actual, wanted), f"{where}: {actual!r}"


def _includes(actual: Any, wanted: Any, where: str) -> None:
    for one in wanted:
        assert any(does_match(item, one) for item in actual), f"{where}: nothing in {actual!r} is like {one!r}"


OPERATORS: dict[str, Callable[[Any, Any, str], None]] = {
    "$matches": _matches,
    "$length": _length,
    "$at_least": _at_least,
    "$keys": _keys,
    "$not": _not,
    "$includes": _includes,
}
