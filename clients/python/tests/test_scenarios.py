"""The scenarios that every library runs, against a real server: clients/scenarios/README.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import NewClient
from support.scenario import Scenario

FOLDER = Path(__file__).parents[2] / "scenarios"
FILES = sorted(path for path in FOLDER.glob("*.json") if path.name != "webhook-signatures.json")


def test_there_are_scenarios() -> None:
    assert len(FILES) > 10


@pytest.mark.server
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario(file: Path, new_client: NewClient) -> None:
    Scenario(new_client).run(json.loads(file.read_text("utf-8"))["steps"])


@pytest.mark.server
@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"call": "inboxes.dream", "args": {}}, r"There is no call inboxes\.dream"),
        ({"call": "account", "args": {}, "maybe": 1}, "maybe"),
        ({"call": "account", "args": {}, "expect": {"plan": "free"}}, "plan"),
        ({"call": "account", "args": {}, "error": {}}, "no error"),
    ],
)
def test_the_runner_fails_where_it_should(step: dict[str, object], message: str, new_client: NewClient) -> None:
    with pytest.raises(AssertionError, match=message):
        Scenario(new_client).run([step])
