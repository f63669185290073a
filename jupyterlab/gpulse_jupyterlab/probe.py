"""The check whether a server is a gpulse that this extension can use."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urljoin, urlsplit

import anyio
import httpx

from . import __version__
from .states import Finding, Machine, State, finding
from .upstream import Reply, get

SECONDS = 4.0
"""Time for a configured gpulse to answer."""
LOCAL_SECONDS = 1.8
"""Time for a gpulse of this machine to answer: two are tried within the 5 s of the front end."""

_STATUS = "/api/v1/status"
_REPORT = "/api/v1/report"


async def probe(client: httpx.AsyncClient, address: str, token: str | None, seconds: float = SECONDS) -> Finding:
    """Returns what answers at an address: READY, or the reason why it cannot be used."""
    try:
        with anyio.fail_after(seconds):
            return await _probe(client, address, token)
    except (TimeoutError, httpx.TimeoutException):
        return finding("no-answer", address=address, seconds=f"{seconds:g}")
    except httpx.RemoteProtocolError:
        return finding("not-gpulse", address=address, status="none", type="no HTTP")
    except (httpx.HTTPError, httpx.InvalidURL):
        return finding("no-connection", address=address)


async def _probe(client: httpx.AsyncClient, address: str, token: str | None) -> Finding:
    reply = await get(client, address + _STATUS, token=token, seconds=SECONDS)
    result = _judge(address, reply, token)
    if result.state is not State.READY:
        return result
    report = await get(client, address + _REPORT, token=token, seconds=SECONDS)
    if report.status == 404:
        return finding("unsupported-version", address=address, version=result.version, extension=__version__)
    return result


def _judge(address: str, reply: Reply, token: str | None) -> Finding:
    if 300 <= reply.status < 400:
        return finding("redirect", address=address, location=_origin(address, reply.location))
    if reply.status == 401:
        return finding("token-refused" if token else "token-missing", address=address)
    if reply.status == 403 and reply.type == "application/problem+json":
        return finding("token-scope", address=address)
    body = reply.json() if reply.status == 200 and reply.type == "application/json" else None
    if not _is_status(body):
        return finding("not-gpulse", address=address, status=reply.status, type=reply.type or "no type")
    return replace(finding("ready", address=address, version=body["version"]), machine=_machine(body))


def _is_status(body: Any) -> bool:
    return (
        isinstance(body, dict)
        and isinstance(body.get("version"), str)
        and isinstance(body.get("rounds"), dict)
        and isinstance(body.get("gpus"), list)
    )


def _machine(body: dict[str, Any]) -> Machine:
    machine = body.get("machine")
    if not isinstance(machine, dict):
        return Machine()
    boot_id, namespace = machine.get("bootId"), machine.get("pidNamespace")
    return Machine(
        boot_id if isinstance(boot_id, str) else None,
        namespace if isinstance(namespace, int) else None,
    )


def _origin(address: str, location: str) -> str:
    parts = urlsplit(urljoin(address + "/", location))
    return f"{parts.scheme}://{parts.netloc}"
