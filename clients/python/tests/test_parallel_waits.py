"""200 waits at once on one client: one pool, and nothing is left behind."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest

from mayfly import AsyncMayfly, Mayfly

WAITS = 200
ROUNDS = 2
MIB = 1024**2

pytestmark = pytest.mark.server

ADDRESSES = [f"waiter-{number}@mayfly.test" for number in range(WAITS)]


def code_of(round_number: int, at: int) -> str:
    return f"{round_number}00{100 + at}"


def mail(code: str) -> str:
    return f"From: a@example.com\r\nSubject: code\r\n\r\nYour code is {code}\r\n"


def open_sockets() -> int:
    return len(list(filter(_is_socket, os.listdir("/proc/self/fd"))))


def _is_socket(descriptor: str) -> bool:
    try:
        return os.readlink(f"/proc/self/fd/{descriptor}").startswith("socket:")
    except FileNotFoundError:
        # The one that the folder was read with.
        return False


def memory() -> int:
    resident = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(resident) * os.sysconf("SC_PAGESIZE")


def wait_until(look: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not look():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Measures:
    """What there is after the first round, and whether later ones have added to it."""

    def __init__(self) -> None:
        self._sockets = open_sockets()
        self._objects = self._memory = 0

    def after_round(self, number: int) -> None:
        sockets = open_sockets() - self._sockets
        assert sockets <= WAITS + 10, f"{sockets} sockets"
        gc.collect()
        objects, resident = len(gc.get_objects()), memory()
        if number == 1:
            self._objects, self._memory = objects, resident
        waits = (number - 1) * WAITS
        # Less than one object for each wait is nothing of a wait.
        assert objects - self._objects <= waits / 2, f"{objects - self._objects} objects more after {waits} waits"
        grown = (resident - self._memory) / MIB
        assert grown < 10, f"{grown} MiB more after {waits} waits"


def test_in_threads() -> None:
    sockets, threads = open_sockets(), threading.active_count()
    measures = Measures()
    with Mayfly() as mayfly:
        for number in range(1, ROUNDS + 1):
            _round_in_threads(mayfly, number)
            measures.after_round(number)
    # Fewer, where something of an earlier test has ended meanwhile.
    assert open_sockets() <= sockets
    assert threading.active_count() <= threads


def _round_in_threads(mayfly: Mayfly, number: int) -> None:
    with ThreadPoolExecutor(WAITS) as pool:
        cursors = list(pool.map(lambda address: mayfly.inboxes.create(address=address).cursor, ADDRESSES))
        codes = [
            pool.submit(mayfly.code, address, after=after, timeout=50)
            for address, after in zip(ADDRESSES, cursors, strict=True)
        ]
        wait_until(lambda: mayfly.account().usage.open_waits == WAITS)
        for at, address in enumerate(ADDRESSES):
            mayfly.inject(address, mail(code_of(number, at)))
        assert [code.result() for code in codes] == [code_of(number, at) for at in range(WAITS)]


def test_in_tasks() -> None:
    sockets = open_sockets()
    asyncio.run(_run_in_tasks())
    assert open_sockets() <= sockets


async def _run_in_tasks() -> None:
    # After the event loop has made the sockets that it has for itself.
    measures, sockets = Measures(), open_sockets()
    async with AsyncMayfly() as mayfly:
        for number in range(1, ROUNDS + 1):
            await _round_in_tasks(mayfly, number)
            measures.after_round(number)
            assert len(asyncio.all_tasks()) == 1
        await _cancel_round(mayfly)
        assert len(asyncio.all_tasks()) == 1
    assert open_sockets() <= sockets


async def _begin(mayfly: AsyncMayfly) -> list[asyncio.Task[str]]:
    inboxes = await asyncio.gather(*(mayfly.inboxes.create(address=address) for address in ADDRESSES))
    waits: list[Any] = [mayfly.code(one.address, after=one.cursor, timeout=50) for one in inboxes]
    tasks = [asyncio.create_task(wait) for wait in waits]
    await _until_so_many_wait(mayfly, WAITS)
    return tasks


async def _round_in_tasks(mayfly: AsyncMayfly, number: int) -> None:
    codes = await _begin(mayfly)
    for at, address in enumerate(ADDRESSES):
        await mayfly.inject(address, mail(code_of(number, at)))
    assert await asyncio.gather(*codes) == [code_of(number, at) for at in range(WAITS)]


async def _cancel_round(mayfly: AsyncMayfly) -> None:
    """Waits that nobody wants any more end at the service, too."""
    codes = await _begin(mayfly)
    for task in codes:
        task.cancel()
    results = await asyncio.gather(*codes, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results)
    await _until_so_many_wait(mayfly, 0)


async def _until_so_many_wait(mayfly: AsyncMayfly, count: int) -> None:
    with anyio.fail_after(60):
        while (await mayfly.account()).usage.open_waits != count:  # noqa: ASYNC110 - the service is asked
            await asyncio.sleep(0.02)
