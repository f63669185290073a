"""Requests of the extension itself to gpulse, each with a limit of time and size."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import anyio
import httpx

_MAXIMUM_BYTES = 16 * 1024 * 1024


def new_client(url: str | None) -> httpx.AsyncClient:
    """Returns a client that keeps no cookies, follows no redirects and ignores proxy settings of the environment.

    Certificates are loaded only for a configured https address.
    """
    client = httpx.AsyncClient(
        timeout=httpx.Timeout(None, connect=3),
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=15),
        trust_env=False,
        verify=url is not None and url.startswith("https:"),
    )
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client


def authorization(token: str | None) -> dict[str, str]:
    """Returns the header that presents a token; empty without a token."""
    return {"Authorization": f"Bearer {token}"} if token else {}


class Reply:
    """A complete answer of a server."""

    def __init__(self, response: httpx.Response, body: bytes) -> None:
        self.status: int = response.status_code
        self.type: str = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        self.location: str = response.headers.get("Location", "")
        self.challenge: str = response.headers.get("WWW-Authenticate", "")
        self.body: bytes = body

    def json(self) -> Any:
        """Returns the parsed body, or None where it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


async def get(
    client: httpx.AsyncClient,
    address: str,
    *,
    token: str | None,
    seconds: float,
    parameters: Mapping[str, str] | None = None,
) -> Reply:
    """Returns the answer to a GET request.

    Raises TimeoutError when it is not complete within the time, httpx.HTTPError when the connection fails or
    the answer is too large.
    """
    with anyio.fail_after(seconds):
        return await _get(client, address, token, parameters)


async def _get(
    client: httpx.AsyncClient, address: str, token: str | None, parameters: Mapping[str, str] | None
) -> Reply:
    headers = {"Accept": "application/json", "Accept-Encoding": "identity", **authorization(token)}
    async with client.stream("GET", address, params=parameters, headers=headers) as response:
        body = b""
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > _MAXIMUM_BYTES:
                raise httpx.DecodingError("The answer is too large.")
        return Reply(response, body)
