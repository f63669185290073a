"""A server that answers as gpulse, for tests in one process."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPServerRequest
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler

BOOT_ID = "5e1f1f2c-0000-4000-8000-000000000001"
NAMESPACE = 4026531836
COMPRESSED = gzip.compress(b"figures " * 500)


def status(**changes: Any) -> dict[str, Any]:
    """Returns a body of /api/v1/status."""
    machine = {"bootId": BOOT_ID, "pidNamespace": NAMESPACE}
    return {"version": "0.1.0", "rounds": {}, "gpus": [], "machine": machine, **changes}


class FakeGpulse:
    """Keeps the requests it received, and the number of streams that are open."""

    def __init__(self) -> None:
        self.requests: list[HTTPServerRequest] = []
        self.streams = 0
        self.changed = asyncio.Condition()
        self.answers: dict[str, Any] = {"/api/v1/status": status(), "/api/v1/report": (400, {}, b"{}")}
        self._socket = bind_sockets(0, "127.0.0.1")[0]
        self.port = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._server = HTTPServer(Application([(r".*", _Handler, {"fake": self})]))
        self._server.add_socket(self._socket)

    def close(self) -> None:
        """Stops listening."""
        self._server.stop()

    def seen(self, path: str) -> list[HTTPServerRequest]:
        """Returns the requests of a path."""
        return [request for request in self.requests if request.path == path]

    async def request(self, path: str) -> HTTPServerRequest:
        """Waits for a request of a path, and returns it."""
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(lambda: self.seen(path)), 10)
        return self.seen(path)[0]

    async def stream_count(self, number: int) -> None:
        """Waits until so many streams are open."""
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(lambda: self.streams == number), 10)


class _Handler(RequestHandler):
    SUPPORTED_METHODS = ("GET", "HEAD", "POST", "DELETE")

    def initialize(self, fake: FakeGpulse) -> None:
        self.fake = fake
        self.left = asyncio.Event()

    async def get(self) -> None:
        path = self.request.path
        async with self.fake.changed:
            self.fake.requests.append(self.request)
            self.fake.changed.notify_all()
        if isinstance(self.fake.answers.get(path), asyncio.Event):
            await self.fake.answers[path].wait()
        if path == "/stream":
            await self._stream()
        elif path == "/hang":
            await self.left.wait()
        elif path == "/broken":
            self.set_header("Content-Length", "1000")
            self.write(b"part")
            await self.flush()
            self.request.connection.close()  # type: ignore[union-attr]
            self._finished = True
        else:
            self._answer(path)

    head = post = delete = get

    def compute_etag(self) -> None:
        return None

    def on_connection_close(self) -> None:
        self.left.set()

    def _answer(self, path: str) -> None:
        answer = self.fake.answers.get(path, (200, {"Content-Type": "text/plain"}, b"ok"))
        if callable(answer):
            answer = answer(self.request)
        if isinstance(answer, (dict, list)):
            answer = (200, {"Content-Type": "application/json"}, json.dumps(answer).encode())
        code, headers, body = answer
        self.set_status(code)
        for name, values in headers.items():
            self.clear_header(name)
            for value in [values] if isinstance(values, str) else values:
                self.add_header(name, value)
        if self.request.method != "HEAD":
            self.write(body)

    async def _stream(self) -> None:
        await self._count(1)
        self.set_header("Content-Type", "text/event-stream")
        self.write(b"data: 1\n\n")
        await self.flush()
        await self.left.wait()
        self._finished = True
        await self._count(-1)

    async def _count(self, change: int) -> None:
        async with self.fake.changed:
            self.fake.streams += change
            self.fake.changed.notify_all()
