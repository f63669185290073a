"""HTTP requests to one gpulse, and their failures as sentences."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import httpx

from .endpoint import Endpoint
from .errors import GpulseError

CONNECT_SECONDS = 3.0
READ_SECONDS = 10.0
MAX_QUERY = 65_000
"""Letters of the longest query that is sent; the limits of gpulse are smaller, that of httpx is larger."""
EXIT_CODE = "Gpulse-Exit-Code"
"""Header with the exit code of a program whose output the answer is, where that is not 0."""
_MAX_BYTES = 64 * 1024 * 1024
_API = "/api/v1/"


class Transport:
    """Sends requests to one gpulse: no proxy of the environment, no redirect, bounded in time and size."""

    def __init__(self, endpoint: Endpoint, read_seconds: float = READ_SECONDS) -> None:
        headers = {"Accept": "application/json", "User-Agent": "gpulse-client"}
        if endpoint.token:
            headers["Authorization"] = f"Bearer {endpoint.token}"
        self.url = endpoint.url
        self._authorized = endpoint.token is not None
        self._read_seconds = read_seconds
        timeout = httpx.Timeout(read_seconds, connect=min(CONNECT_SECONDS, read_seconds))
        self._client = httpx.Client(headers=headers, timeout=timeout, trust_env=False, follow_redirects=False)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def get(self, path: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """Returns the JSON at a path below ``/api/v1/``; parameters that are None are left out."""
        return self._json("GET", path, params=_without_none(parameters))

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Sends a JSON body and returns the JSON of the answer."""
        return self._json("POST", path, json=_without_none(body))

    def send(self, method: str, path: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """Sends a request without a body and returns the JSON of the answer, None where it has no content."""
        return self._json(method, path, params=_without_none(parameters))

    @contextmanager
    def stream(
        self,
        path: str,
        parameters: Mapping[str, Any],
        headers: Mapping[str, str],
        silence_seconds: float,
        method: str = "GET",
    ) -> Iterator[httpx.Response]:
        """Opens an answer without end, which breaks off after ``silence_seconds`` without a byte."""
        timeout = httpx.Timeout(silence_seconds, connect=CONNECT_SECONDS)
        with (
            self._failures(),
            self._client.stream(
                method, self.url + _API + path, params=_without_none(parameters), headers=headers, timeout=timeout
            ) as response,
        ):
            self._check(response, path, "text/event-stream")
            yield response

    @contextmanager
    def output(self, path: str, arguments: Sequence[str], silence_seconds: float | None) -> Iterator[httpx.Response]:
        """Opens the output of a program for a terminal: a text, of any status for which gpulse gives an exit code."""
        timeout = httpx.Timeout(silence_seconds, connect=CONNECT_SECONDS)
        query = "&".join(f"arg={quote(os.fsencode(argument), safe='')}" for argument in arguments)
        if len(query) > MAX_QUERY:
            raise GpulseError("The request is too long.", 414)
        url = f"{self.url}{_API}{path}?{query}"
        with (
            self._failures(),
            self._client.stream(
                "GET", url, headers={"Accept": "*/*", "Accept-Encoding": "identity"}, timeout=timeout
            ) as response,
        ):
            if EXIT_CODE not in response.headers:
                self._check(response, path, "text/plain", "application/xml")
            yield response

    def _json(self, method: str, path: str, **request: Any) -> Any:
        with self._failures(), self._client.stream(method, self.url + _API + path, **request) as response:
            if response.status_code == httpx.codes.NO_CONTENT:
                return None
            self._check(response, path, "application/json")
            try:
                return json.loads(self._read(response))
            except ValueError:
                raise self._not_gpulse("the answer is not valid JSON", response.status_code) from None

    def _check(self, response: httpx.Response, path: str, *expected: str) -> None:
        status = response.status_code
        if response.is_redirect:
            raise self._not_gpulse("it redirects elsewhere", status)
        if status >= 400:
            raise self._problem(response, path)
        found = _type(response)
        if found not in expected:
            raise self._not_gpulse(f"the answer is {_kind(found)}", status)

    def _problem(self, response: httpx.Response, path: str) -> GpulseError:
        status = response.status_code
        if status == 401:
            action = "check GPULSE_TOKEN" if self._authorized else "set GPULSE_TOKEN or GPULSE_TOKEN_FILE"
            problem = "does not accept this token" if self._authorized else "requires a token"
            return GpulseError(f"The gpulse at {self.url} {problem}: {action}.", status)
        detail = self._detail(response)
        if status == 403 and detail is not None:
            return GpulseError(f"The gpulse at {self.url} does not permit this: {detail}", status)
        if detail is None:
            return self._not_gpulse(f"the answer is {_kind(_type(response))} with the status {status}", status)
        if status == 404 and detail.startswith("There is nothing at"):
            return GpulseError(
                f"The gpulse at {self.url} is of another version and has no {_API}{path}: update it.", status
            )
        return GpulseError(detail, status)

    def _detail(self, response: httpx.Response) -> str | None:
        if _type(response) not in ("application/problem+json", "application/json"):
            return None
        try:
            problem = json.loads(self._read(response))
        except ValueError:
            return None
        sentence = problem.get("detail") or problem.get("title") if isinstance(problem, dict) else None
        return sentence if isinstance(sentence, str) else None

    def _read(self, response: httpx.Response) -> bytes:
        end = time.monotonic() + self._read_seconds
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > _MAX_BYTES:
                raise self._not_gpulse("the answer is too large", response.status_code)
            if time.monotonic() > end:
                raise httpx.ReadTimeout("deadline")
        return bytes(body)

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except httpx.ConnectError:
            raise GpulseError(
                f"No gpulse answers at {self.url}: start one with `gpulse`, or set GPULSE_URL to the address of one."
            ) from None
        except httpx.TimeoutException:
            raise GpulseError(
                f"The server at {self.url} does not answer in time: check that gpulse runs there."
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL) as e:
            raise GpulseError(f"The connection to {self.url} failed: {e or type(e).__name__}.") from None

    def _not_gpulse(self, found: str, status: int) -> GpulseError:
        return GpulseError(
            f"The server at {self.url} does not answer as gpulse ({found}): set GPULSE_URL to the address of gpulse.",
            status,
        )


def _without_none(values: Mapping[str, Any] | None) -> dict[str, Any]:
    return {key: value for key, value in (values or {}).items() if value is not None}


def _type(response: httpx.Response) -> str:
    return str(response.headers.get("Content-Type", "")).partition(";")[0].strip().lower()


def _kind(content_type: str) -> str:
    if content_type == "text/html":
        return "a web page"
    return f"of the type {content_type}" if content_type else "without a type"
