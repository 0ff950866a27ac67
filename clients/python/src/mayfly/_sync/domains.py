from __future__ import annotations

from .._calls import account as calls
from .._models.domain import Domain
from .driver import Driver
from .listing import Listing


class Domains:
    """Domains of your own: `mayfly.domains`."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def create(self, domain: str, *, idempotency_key: str | None = None) -> Domain:
        """Adds a domain, and gives the records to set at your DNS. One that you have already is given back."""
        return self._driver.call(calls.create_domain(domain, idempotency_key=idempotency_key))

    def list(self, *, page_size: int | None = None, cursor: str | None = None) -> Listing[Domain]:
        """All of them, read in pages of `page_size`, 1 to 100."""
        return Listing(self._driver, calls.list_domains(page_size=page_size, cursor=cursor))

    def get(self, domain: str) -> Domain:
        """How it was when it was last checked."""
        return self._driver.call(calls.get_domain(domain))

    def check(self, domain: str, *, idempotency_key: str | None = None) -> Domain:
        """Looks at its records now."""
        return self._driver.call(calls.check_domain_now(domain, idempotency_key=idempotency_key))

    def delete(self, domain: str) -> None:
        """Takes no more mail for it."""
        self._driver.call(calls.delete_domain(domain))
