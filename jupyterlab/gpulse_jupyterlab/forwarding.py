"""The parts of a request and of an answer that the proxy passes on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import unquote_plus, urljoin, urlsplit, urlunsplit

from .upstream import authorization

_REQUEST_HEADERS = (
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Content-Type",
    "If-Modified-Since",
    "If-None-Match",
    "Last-Event-ID",
)
# Cookies, credentials, CORS and connection headers, and those that act on the whole origin, are not in the list.
_RESPONSE_HEADERS = {
    "allow",
    "cache-control",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-security-policy",
    "content-security-policy-report-only",
    "content-type",
    "cross-origin-embedder-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "deprecation",
    "etag",
    "expires",
    "last-modified",
    "link",
    "permissions-policy",
    "pragma",
    "referrer-policy",
    "retry-after",
    "sunset",
    "vary",
    "x-accel-buffering",
    "x-content-type-options",
    "x-frame-options",
}
_OWN_RESPONSE_HEADERS = "gpulse-"
# Parameters with which a browser authenticates to Jupyter.
_SECRET_PARAMETERS = {"token", "_xsrf"}


def request_headers(headers: Mapping[str, str], token: str | None, prefix: str) -> dict[str, str]:
    """Returns the headers of the request to gpulse: those of the list in ASCII, the token and the prefix."""
    passed = {name: headers[name] for name in _REQUEST_HEADERS if name in headers and headers[name].isascii()}
    return {
        "Accept": "*/*",
        **passed,
        "Accept-Encoding": passed.get("Accept-Encoding", "identity"),
        "X-Forwarded-Prefix": prefix,
        **authorization(token),
    }


def response_headers(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Returns the headers of an answer that the browser receives, repeated ones included."""
    return [
        (name, value)
        for name, value in headers
        if name.lower() in _RESPONSE_HEADERS or name.lower().startswith(_OWN_RESPONSE_HEADERS)
    ]


def forwarded_query(query: str) -> str:
    """Returns the query without the secrets of Jupyter, otherwise unchanged."""
    parts = query.split("&")
    return "&".join(part for part in parts if unquote_plus(part.partition("=")[0]) not in _SECRET_PARAMETERS)


def rewritten_location(location: str, requested: str, address: str, prefix: str) -> str | None:
    """Returns a redirect of gpulse as a path below the prefix; None where it leaves gpulse.

    ``requested`` is the address that was redirected, ``address`` the base address of gpulse without a slash at its end.
    """
    try:
        target, base = urlsplit(urljoin(requested, location)), urlsplit(address)
        same = (target.scheme, target.hostname, _port(target)) == (base.scheme, base.hostname, _port(base))
    except ValueError:
        return None
    if not same or "\\" in location:
        return None
    path = target.path or "/"
    if not path.startswith(f"{prefix}/"):
        if not path.startswith(f"{base.path}/"):
            return None
        path = prefix + path[len(base.path) :]
    return urlunsplit(("", "", path, target.query, target.fragment))


def _port(parts: object) -> int | None:
    default = {"http": 80, "https": 443}.get(parts.scheme)  # type: ignore[attr-defined]
    return parts.port or default  # type: ignore[attr-defined]
