"""The plugin as a project has it: found by its entry point, in a run of pytest of its own."""

from __future__ import annotations

import os

import pytest

from mayfly import Mayfly

pytestmark = pytest.mark.server

TESTS = """
import pytest

LINES = "From: shop@example.com\\r\\nSubject: Code\\r\\n\\r\\nYour code is 204816"

def test_mails_a_code(inbox, mayfly):
    mayfly.inject(inbox.address, LINES)
    assert inbox.code(timeout=20) == "204816"
    assert inbox.get().label.endswith("::test_mails_a_code")

def test_has_an_inbox_of_its_own(inbox):
    assert inbox.get_mail() == []
    assert list(inbox.messages()) == []

def test_may_delete_it_itself(inbox):
    inbox.delete()

def test_fails(inbox):
    assert False

@pytest.mark.anyio
async def test_async(async_inbox, inbox, async_mayfly):
    assert async_inbox.address == inbox.address
    await async_inbox.inject(LINES)
    assert await async_inbox.code(timeout=20) == "204816"
    assert (await async_mayfly.account()).plan == "team"
    assert [message.subject async for message in async_inbox.messages()] == ["Code"]

class TestOptions:
    @pytest.fixture
    def inbox_options(self):
        return {"address": "plugin@mayfly.test", "label": "mine"}

    def test_options(self, inbox):
        assert inbox.address == "plugin@mayfly.test"
        assert inbox.get().label == "mine"
"""


def test_inboxes_live_as_long_as_their_tests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    with Mayfly() as mayfly:
        before = {inbox.address for inbox in mayfly.inboxes.list()}
        result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-W", "error")
        # Once for asyncio and once for trio.
        result.assert_outcomes(passed=6, failed=1)
        assert {inbox.address for inbox in mayfly.inboxes.list()} == before


def test_without_a_key_the_error_says_what_to_do(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAYFLY_API_KEY")
    pytester.makepyfile("def test_it(inbox): pass\ndef test_other(): pass")
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*AuthenticationError: There is no API key. Set MAYFLY_API_KEY*"])


def test_options_of_the_client_come_from_a_fixture(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    key = os.environ["MAYFLY_API_KEY"]
    monkeypatch.delenv("MAYFLY_API_KEY")
    pytester.makeconftest(
        f'import pytest\n@pytest.fixture(scope="session")\ndef mayfly_options(): return {{"api_key": "{key}"}}'
    )
    pytester.makepyfile('def test_it(mayfly): assert mayfly.account().plan == "team"')
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)
