"""The proxy from Jupyter's address to gpulse."""

from __future__ import annotations

import asyncio
import json
import re
from html import escape
from http.client import responses
from typing import Any
from urllib.parse import unquote, urlsplit

import anyio
import httpx
from jupyter_server.auth.decorator import authorized
from jupyter_server.utils import url_path_join
from tornado import web
from tornado.iostream import StreamClosedError

from .access import SameOriginHandler
from .forwarding import forwarded_query, request_headers, response_headers, rewritten_location
from .service import Service
from .states import Finding, State

MAXIMUM_BODY_BYTES = 1024 * 1024
"""Largest body of a request that is passed on."""

_HEADER_SECONDS = 60
_RETRY_SECONDS = "2"


class ProxyHandler(SameOriginHandler):
    """Passes a request to the gpulse in use and streams its answer.

    The server is never chosen by the request. Cookies and credentials of the browser are not passed on.
    """

    SUPPORTED_METHODS = ("GET", "HEAD", "POST", "DELETE")

    def initialize(self, service: Service) -> None:
        """Sets the connection to gpulse."""
        self._service = service
        self._task: asyncio.Future[None] | None = None
        self._starting = False

    def set_default_headers(self) -> None:
        """Sets none, since Jupyter's Content-Security-Policy would be added to that of gpulse."""

    def compute_etag(self) -> None:
        """Returns None; the ETag is that of gpulse."""

    @authorized(action="read")
    async def get(self, path: str | None) -> None:
        """Passes a GET request on."""
        await self._pass_on()

    @authorized(action="read")
    async def head(self, path: str | None) -> None:
        """Passes a HEAD request on."""
        await self._pass_on()

    @authorized(action="write")
    async def post(self, path: str | None) -> None:
        """Passes a POST request on."""
        await self._pass_on()

    @authorized(action="write")
    async def delete(self, path: str | None) -> None:
        """Passes a DELETE request on."""
        await self._pass_on()

    def on_connection_close(self) -> None:
        """Cancels the request to gpulse when the client leaves."""
        if self._task is not None:
            self._task.cancel()

    async def _pass_on(self) -> None:
        prefix = url_path_join(self.base_url, "gpulse")
        path = self.request.path[len(prefix) :]
        if not path:
            query = f"?{self.request.query}" if self.request.query else ""
            self.redirect(f"{prefix}/{query}")
            return
        if not is_safe(path) or not _is_valid(f"{path}{self.request.query}"):
            raise web.HTTPError(400, "The address is invalid, or its path may leave gpulse.")
        if len(self.request.body) > MAXIMUM_BODY_BYTES:
            raise web.HTTPError(413, f"The body is larger than {MAXIMUM_BODY_BYTES} bytes.")
        self._task = asyncio.ensure_future(self._exchange(prefix, path))
        try:
            await self._task
        except asyncio.CancelledError:
            self._abort()

    async def _exchange(self, prefix: str, path: str) -> None:
        found = await self._service.found()
        if found.state is State.STARTING:
            self._wait(found)
            return
        if found.state is not State.READY:
            self._fail(502, found.detail, found)
            return
        refused = await self._service.refusal(found)
        if refused is not None:
            self._fail(502, refused.detail, refused)
            return
        try:
            with anyio.fail_after(_HEADER_SECONDS):
                response = await self._send(found, prefix, path)
        except TimeoutError:
            self._fail(504, f"gpulse at {found.address} did not answer within {_HEADER_SECONDS} s.", found)
        except httpx.HTTPError:
            self._service.expire()
            await self._explain(found)
        else:
            try:
                await self._relay(response, found, prefix)
            finally:
                await response.aclose()

    async def _explain(self, found: Finding) -> None:
        """Reports that there is no connection to a gpulse that was found before; a started one may be restarting."""
        now = await self._service.found() if found.started else found
        if now.state is State.STARTING:
            self._wait(now)
        else:
            self._fail(502, f"gpulse at {found.address} cannot be reached: check that it runs.", found)

    def _wait(self, starting: Finding) -> None:
        """Reports a gpulse that starts, which is a state: a page tries again by itself, a program gets a 503."""
        self._starting = True
        self.set_header("Retry-After", _RETRY_SECONDS)
        if self.is_navigation():
            self.set_header("Refresh", _RETRY_SECONDS)
        self._fail(200 if self.is_navigation() else 503, starting.detail, starting)

    def _log(self) -> None:
        """Logs the request, but not that gpulse is starting, which is no error of Jupyter."""
        if self._starting:
            self.log.debug("gpulse is starting: %s %s", self.request.method, self.request.path)
        else:
            super()._log()

    async def _send(self, found: Finding, prefix: str, path: str) -> httpx.Response:
        query = forwarded_query(self.request.query)
        base = urlsplit(str(found.address))
        target = base.path + path + (f"?{query}" if query else "")
        url = httpx.URL(str(found.address)).copy_with(raw_path=target.encode("latin-1"))
        headers = request_headers(self.request.headers, self._service.configuration.token, prefix)
        content = self.request.body or None
        request = self._service.client.build_request(str(self.request.method), url, headers=headers, content=content)
        return await self._service.client.send(request, stream=True)

    async def _relay(self, response: httpx.Response, found: Finding, prefix: str) -> None:
        refused = await self._service.refusal(found)
        if refused is not None:
            self._fail(502, refused.detail, refused)
            return
        location = response.headers.get("Location")
        if location is not None:
            rewritten = rewritten_location(location, str(response.request.url), str(found.address), prefix)
            if rewritten is None:
                self._fail(502, f"gpulse at {found.address} redirects to another server, which is not followed.", found)
                return
            self.set_header("Location", rewritten)
        if response.status_code == 401:
            self._service.expire()
        self._start_answer(response)
        try:
            await self.flush()
            async for chunk in response.aiter_raw():
                self.write(chunk)
                await self.flush()
        except (httpx.HTTPError, StreamClosedError):
            self._abort()
        else:
            self.finish()

    def _start_answer(self, response: httpx.Response) -> None:
        self.set_status(response.status_code, response.reason_phrase or None)
        self.clear_header("Content-Type")
        for name, value in response_headers(response.headers.multi_items()):
            self.add_header(name, value)
        length = response.headers.get("Content-Length")
        if self.request.method == "HEAD" and length:
            self.set_header("Content-Length", length)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Sends a problem, as gpulse does."""
        error = kwargs.get("exc_info", (None, None))[1]
        detail = error.log_message if isinstance(error, web.HTTPError) else None
        self._fail(status_code, detail or f"{responses.get(status_code, 'Error')}.")

    def _fail(self, status: int, detail: str, found: Finding | None = None) -> None:
        self.set_status(status)
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'self'")
        if self.is_navigation():
            self.set_header("Content-Type", "text/html; charset=utf-8")
            self.finish(f"<!doctype html><title>gpulse</title><p>{escape(detail)}</p>")
            return
        self.set_header("Content-Type", "application/problem+json")
        body = {"type": "about:blank", "title": responses[status], "status": status, "detail": detail}
        if found is not None:
            body.update(state=found.state.value, address=found.address)
        self.finish(json.dumps(body))

    def _abort(self) -> None:
        """Closes the connection, so that the client does not take a part of an answer for the whole."""
        self._finished = True
        connection = self.request.connection
        if connection is not None:
            connection.close()  # type: ignore[attr-defined]


def _is_valid(target: str) -> bool:
    return re.fullmatch(r"[!-~]*", target) is not None and "#" not in target


def is_safe(path: str) -> bool:
    """Returns whether a path stays below the address of gpulse, however a server decodes it."""
    decoded = unquote(path)
    if not path.startswith("/") or re.search(r"%2f|%5c", path, re.IGNORECASE):
        return False
    if re.search(r"[\\\x00-\x1f\x7f]", decoded):
        return False
    segments = [segment.partition(";")[0] for segment in decoded.split("/")]
    return not any(segment in (".", "..") for segment in segments) and "" not in segments[1:-1]
