"""What one client can do, the other can, in the same words."""

from __future__ import annotations

import inspect
import re

import pytest

import mayfly

PAIRS = [name.removeprefix("Async") for name in mayfly.__all__ if name.startswith("Async")]
RENAMED = {"aclose": "close"}


def methods_of(kind: type) -> dict[str, inspect.Signature]:
    found = inspect.getmembers(kind, inspect.isfunction)
    public = [(name, method) for name, method in found if not name.startswith("_") or name == "__init__"]
    return {RENAMED.get(name, name): inspect.signature(method) for name, method in public}


def in_sync_words(text: object) -> str:
    words = re.sub(r"\bAsync(?=[A-Z])|\basync |\bawait ", "", str(text))
    return re.sub(r"httpx\.AsyncClient", "httpx.Client", words)


def test_there_are_pairs() -> None:
    assert len(PAIRS) == 10


@pytest.mark.parametrize("name", PAIRS)
def test_the_async_class_has_the_same_methods_arguments_and_words(name: str) -> None:
    sync, other = getattr(mayfly, name), getattr(mayfly, f"Async{name}")
    ours, theirs = methods_of(sync), methods_of(other)
    assert ours.keys() == theirs.keys()
    for method in ours:
        assert in_sync_words(theirs[method]) == str(ours[method]), method
        docs = [getattr(kind, method, None) or getattr(kind, f"a{method}") for kind in (sync, other)]
        assert in_sync_words(docs[1].__doc__) == str(docs[0].__doc__), method
