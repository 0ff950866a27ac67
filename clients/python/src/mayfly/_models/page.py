from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Part of a list."""

    data: tuple[T, ...]
    next_cursor: str | None
    """None on the last page."""
