from __future__ import annotations

from typing import Any
from urllib.parse import quote

from .._arguments import check_domain, refuse
from .._call import Call, ListCall, Method, Query, nothing, path_of, read_json, read_model
from .._models.account import Account
from .._models.decode import decode
from .._models.domain import Domain
from .._models.key import CreatedKey, Key, KeyScope


def get_account() -> Call[Account]:
    return Call("GET", "/v1/account", read_model(Account))


def create_key(name: str, *, scope: KeyScope | None, idempotency_key: str | None) -> Call[CreatedKey]:
    body = {"name": name} if scope is None else {"name": name, "scope": scope}
    return Call("POST", "/v1/keys", read_model(CreatedKey), json=body, idempotency_key=idempotency_key)


def list_keys(*, page_size: int | None, cursor: str | None) -> ListCall[Key]:
    return ListCall("/v1/keys", lambda item: decode(Key, item), {}, page_size, cursor)


def revoke_key(key_id: str) -> Call[None]:
    return Call("DELETE", path_of("keys", key_id), nothing)


def create_domain(domain: str, *, idempotency_key: str | None) -> Call[Domain]:
    body = {"domain": check_domain(domain)}
    return Call("POST", "/v1/domains", read_model(Domain), json=body, idempotency_key=idempotency_key)


def list_domains(*, page_size: int | None, cursor: str | None) -> ListCall[Domain]:
    return ListCall("/v1/domains", lambda item: decode(Domain, item), {}, page_size, cursor)


def get_domain(domain: str) -> Call[Domain]:
    return Call("GET", _domain_path(domain), read_model(Domain))


def check_domain_now(domain: str, *, idempotency_key: str | None) -> Call[Domain]:
    path = f"{_domain_path(domain)}/check"
    return Call("POST", path, read_model(Domain), idempotency_key=idempotency_key)


def delete_domain(domain: str) -> Call[None]:
    return Call("DELETE", _domain_path(domain), nothing)


def any_call(method: Method, path: str, *, query: Query | None, json: object, idempotency_key: str | None) -> Call[Any]:
    if not isinstance(path, str) or not path.startswith("/"):
        raise refuse("path", f"must begin with a slash, as in /v1/account, and is {path!r}.")
    if method not in ("GET", "POST", "PATCH", "DELETE"):
        raise refuse("method", f"must be GET, POST, PATCH or DELETE, and is {method!r}.")
    read = read_json(lambda value: value)
    return Call(method, path, read, query=query or {}, json=json, idempotency_key=idempotency_key)


def _domain_path(domain: str) -> str:
    return f"/v1/domains/{quote(check_domain(domain), safe='')}"
