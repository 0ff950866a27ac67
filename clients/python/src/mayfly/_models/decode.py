from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Convert = Callable[[Any], Any]


class UnexpectedShapeError(ValueError):
    """Something else than the service has answered."""


def decode(model: type[T], value: object) -> T:
    """A dataclass from the JSON of the service."""
    custom = getattr(model, "_decode", None)
    if custom is not None:
        return custom(value)  # type: ignore[no-any-return]
    fields = as_object(value, model.__name__)
    plan = _plan(model)  # type: ignore[arg-type]
    found = {name: convert(fields[key]) for name, key, convert, _ in plan if key in fields}
    missing = [key for name, key, _, needed in plan if needed and name not in found]
    if missing:
        raise UnexpectedShapeError(f"{model.__name__} has no {', '.join(missing)}")
    return model(**found)


def as_object(value: object, what: str) -> Mapping[str, Any]:
    if isinstance(value, dict):
        return value
    raise UnexpectedShapeError(f"{what} is no object")


@cache
def _plan(model: type[Any]) -> tuple[tuple[str, str, Convert, bool], ...]:
    """For each field: its name, its name in JSON, how it is read, and whether it must be there."""
    hints = get_type_hints(model)
    return tuple(
        # `from` is a word of the language, so that the field is `from_`.
        (field.name, field.name.rstrip("_"), _converter(hints[field.name]), field.default is dataclasses.MISSING)
        for field in dataclasses.fields(model)
    )


def _converter(hint: Any) -> Convert:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        (inner,) = (one for one in arguments if one is not type(None))
        convert = _converter(inner)
        return lambda value: None if value is None else convert(value)
    if origin is tuple:
        item = _converter(arguments[0])
        return lambda value: tuple(item(one) for one in _as_list(value))
    if hint is datetime:
        return read_moment
    if dataclasses.is_dataclass(hint):
        return lambda value: decode(hint, value)  # type: ignore[arg-type]
    return lambda value: value


def _as_list(value: object) -> list[Any]:
    if isinstance(value, list):
        return value
    raise UnexpectedShapeError(f"{value!r} is no list")


def read_moment(value: object) -> datetime:
    """ISO 8601 in UTC, of which Python 3.10 does not know the Z."""
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00"))  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        raise UnexpectedShapeError(f"{value!r} is no moment") from None
