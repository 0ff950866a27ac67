from __future__ import annotations

import random
from itertools import chain, pairwise

import pytest

from mayfly._event_stream_parser import EventStreamParser, StreamBlock

LINES = [
    *["retry: 2000", "id: a", ""],
    *[": alive", ""],
    *["id: b", "event: message.received", 'data: {"one":', "data: 1}", ""],
    *["id", "data:no blank", "unknown: field", ""],
    *["data", "retry: soon", ""],
    "",
]
BLOCKS = [
    StreamBlock("a", "message", None, 2.0),
    StreamBlock("b", "message.received", '{"one":\n1}', None),
    StreamBlock("", "message", "no blank", None),
    StreamBlock(None, "message", "", None),
]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_blocks_are_the_same_however_the_stream_is_cut(line_end: str) -> None:
    # With CR alone the last line end is seen with what comes next.
    text = line_end.join(LINES) + ("\r:" if line_end == "\r" else "")
    chance = random.Random(1)
    cuts = [[cut] for cut in range(len(text))] + [sorted(chance.sample(range(len(text)), 9)) for _ in range(300)]
    for places in [*cuts, list(range(len(text)))]:
        parser = EventStreamParser()
        bounds = [0, *places, len(text)]
        pieces = [text[start:end] for start, end in pairwise(bounds)]
        assert [block for piece in pieces for block in parser.push(piece)] == BLOCKS


def test_what_never_ends_is_not_kept() -> None:
    with pytest.raises(ValueError, match="not one of events"):
        list(EventStreamParser().push("x" * 2**21))
    parser = EventStreamParser()
    with pytest.raises(ValueError, match="not one of events"):
        list(chain.from_iterable(parser.push(f"data: {'x' * 1_000}\n") for _ in range(3_000)))
