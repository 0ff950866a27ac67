from __future__ import annotations

import contextlib
import json as to_json
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Seen:
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: str


Behaviour = Callable[["Handler"], None]
"""What is done with one request."""


def json(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Behaviour:
    def answer(handler: Handler) -> None:
        handler.answer(status, to_json.dumps(value), {"content-type": "application/json", **(headers or {})})

    return answer


def problem(status: int, code: str, headers: Mapping[str, str] | None = None) -> Behaviour:
    detail = {"code": code, "detail": f"This is {code}.", "status": status, "request_id": "req_1", "errors": []}
    return json(detail, status, headers)


def gateway(status: int) -> Behaviour:
    """As a server in between answers that does not reach the service."""

    def answer(handler: Handler) -> None:
        handler.answer(status, "<h1>Sorry</h1>", {"content-type": "text/html"})

    return answer


def reset(handler: Handler) -> None:
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.hang_up()


def half(handler: Handler) -> None:
    """Promises more than it sends."""
    handler.begin(200, {"content-type": "application/json", "content-length": "1000"})
    handler.write('{"id":')
    handler.hang_up()


def slow(handler: Handler) -> None:
    """One byte at a time, without an end."""
    handler.begin(200, {"content-type": "application/json", "content-length": "100000"})
    with contextlib.suppress(OSError):
        while not handler.server.closing.wait(0.02):
            handler.write(" ")
    handler.hang_up()


def silent(handler: Handler) -> None:
    """Takes the request, and says nothing."""
    handler.server.closing.wait()
    handler.hang_up()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: FlakyServer

    def handle_any(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0"))).decode()
        url = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen.append(Seen(self.command, url.path, dict(parse_qsl(url.query)), headers, body))
        self.server.next_behaviour()(self)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any  # noqa: N815

    def answer(self, status: int, body: str, headers: Mapping[str, str]) -> None:
        data = body.encode()
        self.begin(status, {**headers, "content-length": str(len(data))})
        self.wfile.write(data)

    def begin(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def write(self, text: str) -> None:
        self.wfile.write(text.encode())

    def hang_up(self) -> None:
        self.close_connection = True
        # The file holds the socket open otherwise.
        self.rfile.close()
        self.connection.close()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Nobody reads it."""


class FlakyServer(ThreadingTCPServer):
    """A real server that does with each request what the test says, and with all that follow the last of it."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, *behaviours: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[Seen] = []
        self.closing = threading.Event()
        self._behaviours = list(behaviours)
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no error here."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def next_behaviour(self) -> Behaviour:
        return self._behaviours.pop(0) if len(self._behaviours) > 1 else self._behaviours[0]

    def __enter__(self) -> FlakyServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()
