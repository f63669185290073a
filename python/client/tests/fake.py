"""A server that answers as a test wants."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Answer = tuple[int, dict[str, str], bytes | Iterable[bytes]]


class FakeServer:
    """Answers by path below ``/api/v1/``; ``requests`` has what was received."""

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.requests: list[tuple[str, str, dict[str, list[str]], dict[str, str], bytes]] = []
        self.released = threading.Event()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                fake.handle(self)

            do_POST = do_PUT = do_DELETE = do_GET

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        # A thread that does not block it can take it from the code under test.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        self._server.serve_forever(poll_interval=0.01)

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        path = parts.path.removeprefix("/api/v1/")
        self.requests.append(
            (handler.command, path, parse_qs(parts.query, keep_blank_values=True), dict(handler.headers), body)
        )
        answer = self.answers.get(path, problem(404, f"There is nothing at {parts.path}; see the API."))
        if callable(answer):
            answer = answer(self.requests[-1])
        status, headers, content = answer if isinstance(answer, tuple) else as_json(answer)
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()
        with suppress(ConnectionError):  # The reader may leave.
            for part in [content] if isinstance(content, bytes) else content:
                handler.wfile.write(part)

    def hang(self, _: object) -> Answer:
        self.released.wait(10)
        return 500, {}, b""

    def methods(self) -> list[str]:
        """Returns the method and the path of each request that can change something."""
        return [f"{method} {path}" for method, path, _, _, _ in self.requests if method != "GET"]

    def parameters(self, path: str) -> dict[str, str]:
        return {key: values[0] for _, p, query, _, _ in self.requests if p == path for key, values in query.items()}

    def headers(self, index: int = -1) -> dict[str, str]:
        return self.requests[index][3]


def as_json(value: Any, status: int = 200) -> Answer:
    return status, {"Content-Type": "application/json"}, json.dumps(value).encode()


def problem(status: int, detail: str) -> Answer:
    return (
        status,
        {"Content-Type": "application/problem+json"},
        json.dumps({"status": status, "detail": detail}).encode(),
    )


def html(status: int = 200) -> Answer:
    return status, {"Content-Type": "text/html; charset=utf-8"}, b"<html><body>Sign in</body></html>"


def events(*items: tuple[str, Any]) -> Answer:
    """Returns an event stream that ends after the items; a snapshot has its sequence as the ID."""
    text = ""
    for name, data in items:
        identity = f"id:{data['sequence']}\n" if name == "snapshot" else ""
        text += f"{identity}event:{name}\ndata:{json.dumps(data)}\n\n"
    return 200, {"Content-Type": "text/event-stream"}, text.encode()


def in_turn(*answers: Any) -> Callable[[object], Any]:
    """Returns an answer that changes from request to request; the last one stays."""
    left = list(answers)

    def next_answer(request: object) -> Any:
        answer = left.pop(0) if len(left) > 1 else left[0]
        return answer(request) if callable(answer) else answer

    return next_answer
