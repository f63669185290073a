from __future__ import annotations

import pytest

from gpulse_jupyterlab.forwarding import forwarded_query, rewritten_location
from gpulse_jupyterlab.proxy import is_safe

ADDRESS = "http://127.0.0.1:8080"
PREFIX = "/user/anna/gpulse"


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("/swagger-ui/index.html", f"{PREFIX}/swagger-ui/index.html"),
        ("index.html?a=1#b", f"{PREFIX}/api/index.html?a=1#b"),
        (f"{ADDRESS}/login?continue=x", f"{PREFIX}/login?continue=x"),
        ("//127.0.0.1:8080/a", f"{PREFIX}/a"),
        (f"{PREFIX}/swagger-ui/index.html", f"{PREFIX}/swagger-ui/index.html"),
        ("http://127.0.0.1:8081/a", None),
        ("https://127.0.0.1:8080/a", None),
        ("//elsewhere.example/a", None),
        ("javascript:alert(1)", None),
        ("/\\elsewhere.example", None),
        ("http://[", None),
    ],
)
def test_redirects_stay_below_the_prefix(location, expected):
    assert rewritten_location(location, f"{ADDRESS}/api/v1", ADDRESS, PREFIX) == expected


def test_redirects_stay_below_a_configured_path():
    address = "https://gpus.example/box1"
    assert rewritten_location("/box1/a", f"{address}/b", address, PREFIX) == f"{PREFIX}/a"
    assert rewritten_location("https://gpus.example:443/box1/a", f"{address}/b", address, PREFIX) == f"{PREFIX}/a"
    assert rewritten_location("/box2/a", f"{address}/b", address, PREFIX) is None


def test_the_query_loses_secrets_only():
    assert forwarded_query("a=%2B+1&token=x&b&%74oken=y&_xsrf=z&tokens=1") == "a=%2B+1&b&tokens=1"
    assert forwarded_query("") == ""


@pytest.mark.parametrize("path", ["/", "/a/", "/api/v1/gpus/GPU-1", "/a%20b", "/a..b", "/%E6%98%BE", "/a%252e"])
def test_plain_paths_are_safe(path):
    assert is_safe(path)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a",
        "//host/",
        "/a//b",
        "/..",
        "/a/../b",
        "/.",
        "/%2e%2e/b",
        "/%2E./b",
        "/..;x/b",
        "/..%2fb",
        "/a%5cb",
        "/a%0d%0a",
    ],
)
def test_paths_that_may_leave_gpulse_are_not_safe(path):
    assert not is_safe(path)
