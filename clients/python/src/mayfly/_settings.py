from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ._arguments import Seconds, check_count, check_seconds, refuse
from ._errors import AuthenticationError

DEFAULT_URL = "http://127.0.0.1:8025"
DEFAULT_RETRIES = 3
DEFAULT_TIMEOUT = 30.0

_KEY = re.compile(r"tkc?_[0-9A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Settings:
    # Not shown where the settings are: in a traceback, for instance.
    api_key: str = field(repr=False)
    url: str
    """Without a slash at its end."""
    timeout: float
    max_retries: int


def read_settings(api_key: str | None, url: str | None, timeout: Seconds, max_retries: int) -> Settings:
    """Arguments come before the environment, and the environment before the defaults."""
    return Settings(
        api_key=_read_key(os.environ.get("MAYFLY_API_KEY") if api_key is None else api_key),
        url=_read_url(os.environ.get("MAYFLY_URL", DEFAULT_URL) if url is None else url),
        timeout=check_seconds(timeout, "timeout"),
        max_retries=check_count(max_retries, "max_retries"),
    )


def _read_key(key: str | None) -> str:
    """Never shows the key that it refuses."""
    if key is None or key == "":
        advice = "Set MAYFLY_API_KEY, or give `api_key`. Keys are made in the dashboard under Settings, API keys."
        raise AuthenticationError(f"There is no API key. {advice}", code="missing_key")
    if isinstance(key, str) and _KEY.fullmatch(key):
        return key
    advice = "A key is tk_ or tkc_ and letters and digits, without blanks or quotes around it."
    raise AuthenticationError(f"This is not an API key. {advice}", code="invalid_key")


def _read_url(text: str) -> str:
    wrong = refuse("url", f"must be an address such as https://mail.example.com, and is {text!r}.")
    try:
        parts = urlsplit(text)
        # To read the port is to find out that it is none.
        is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != -1
    except (ValueError, AttributeError, TypeError):
        raise wrong from None
    if not is_address or re.search(r"\s", text):
        raise wrong
    if parts.username is not None or parts.password is not None:
        raise refuse("url", "must not hold a password: the key is enough.")
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")
