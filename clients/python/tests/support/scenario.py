from __future__ import annotations

import dataclasses
import os
import re
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from functools import cache
from typing import Any

from mayfly import (
    AuthenticationError,
    ConnectionError,
    InvalidRequestError,
    Mayfly,
    MayflyError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    WaitTimeout,
    WebhookVerificationError,
)
from support.match import check_match
from support.scenario_calls import CALLS, Context, to_arguments

Step = dict[str, Any]

STEP_FIELDS = {"call", "args", "as", "key", "save", "expect", "error", "during", "parallel", "check"}

ERROR_TYPES: dict[str, type[MayflyError]] = {
    "authentication": AuthenticationError,
    "permission_denied": PermissionDeniedError,
    "not_found": NotFoundError,
    "invalid_request": InvalidRequestError,
    "rate_limit": RateLimitError,
    "connection": ConnectionError,
    "wait_timeout": WaitTimeout,
    "webhook_verification": WebhookVerificationError,
}

KEYS = {
    "owner": "MAYFLY_API_KEY",
    "other": "MAYFLY_TEST_OTHER_KEY",
    "free": "MAYFLY_TEST_FREE_KEY",
    "nobody": "MAYFLY_TEST_NOBODY_KEY",
}


class Scenario:
    """One run of a scenario: its steps share what they save."""

    def __init__(self, new_client: Callable[..., Mayfly]) -> None:
        # One for each key, for the whole of it.
        self._client_of = cache(lambda key: new_client(api_key=key))
        self._saved: dict[str, Any] = {"unique": uuid.uuid4().hex, "receiver": os.environ["MAYFLY_TEST_RECEIVER"]}

    def run(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self._take(step)

    def _take(self, step: Step) -> None:
        unknown = step.keys() - STEP_FIELDS
        assert not unknown, f"A step has {unknown}, which this runner does not know."
        where = str(step)[:200]
        if "parallel" in step:
            with ThreadPoolExecutor(len(step["parallel"])) as threads:
                list(threads.map(self.run, step["parallel"]))
        elif "check" in step:
            check_match(self._fill(step["check"]), self._fill(step["expect"]), where)
        else:
            self._call(step, where)

    def _call(self, step: Step, where: str) -> None:
        assert step["call"] in CALLS, f"There is no call {step['call']}."
        key = self._fill(step["key"]) if "key" in step else os.environ[KEYS[step.get("as", "owner")]]
        client = self._client_of(key)
        context = Context(client, lambda: self.run(step.get("during", [])))
        arguments = to_arguments(self._fill(step.get("args", {})))
        try:
            result = to_wire(CALLS[step["call"]](arguments, context))
        except MayflyError as error:
            if "error" not in step:
                raise
            result = _seen(error)
            check_match(result, self._fill(step["error"]), where)
        else:
            assert "error" not in step, f"{where}: no error, but {result!r}"
        if "save" in step:
            self._saved[step["save"]] = result
        if "expect" in step:
            check_match(result, self._fill(step["expect"]), where)

    def _fill(self, value: Any) -> Any:
        """Puts what was saved where `${name.path}` stands. A text that is nothing else becomes the value itself."""
        if isinstance(value, str):
            whole = re.fullmatch(r"\$\{([^}]+)\}", value)
            if whole:
                return self._read(whole[1])
            return re.sub(r"\$\{([^}]+)\}", lambda found: str(self._read(found[1])), value)
        if isinstance(value, list):
            return [self._fill(item) for item in value]
        if isinstance(value, dict):
            return {name: self._fill(item) for name, item in value.items()}
        return value

    def _read(self, path: str) -> Any:
        at: Any = self._saved
        for name in path.split("."):
            at = at[int(name)] if isinstance(at, list) else at[name]
        return at


def _seen(error: MayflyError) -> Any:
    names = [name for name, kind in ERROR_TYPES.items() if isinstance(error, kind)]
    return {**to_wire(error.__dict__), "type": names[0] if names else "other", "message": str(error)}


def to_wire(value: Any) -> Any:
    """Files name fields as the service does."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name.rstrip("_"): getattr(value, field.name) for field in dataclasses.fields(value)}
        return to_wire(fields)
    if isinstance(value, dict):
        return {name: to_wire(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_wire(item) for item in value]
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value
