from __future__ import annotations

from datetime import datetime
from xml.etree import ElementTree

import pytest
from fake import FakeServer
from reports import snapshot

import gpulse
from gpulse import GpulseError


@pytest.fixture(autouse=True)
def address(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPULSE_URL", server.url)
    server.answers["snapshot"] = snapshot(1, "2026-01-01T00:00:00Z")


def data(panel: gpulse.Panel) -> str | None:
    return ElementTree.fromstring(panel._repr_html_()).get("data")


@pytest.mark.parametrize(
    ("prefix", "hub", "base"),
    [
        ("/lab/gpulse", None, "/lab"),
        ("/gpulse", None, ""),
        (None, "/user/anna/", "/user/anna"),
        (None, "/", ""),
        ("/a/gpulse", "/b/", "/a"),
    ],
)
def test_is_below_the_prefix_of_jupyter(
    monkeypatch: pytest.MonkeyPatch, prefix: str | None, hub: str | None, base: str
) -> None:
    for name, value in (("GPULSE_JUPYTER_PREFIX", prefix), ("JUPYTERHUB_SERVICE_PREFIX", hub)):
        if value is not None:
            monkeypatch.setenv(name, value)
    assert data(gpulse.panel("util", gpus=[0, 2])) == f"{base}/gpulse/?embed=1&panel=util&gpus=0%2C2"


def test_is_at_gpulse_itself_without_jupyter(server: FakeServer) -> None:
    panel = gpulse.panel("all", page="/GPU-Memory", range="5m", theme="dark")
    assert data(panel) == f"{server.url}/GPU-Memory?embed=1&panel=all&range=5m&theme=dark"


def test_has_a_still_picture_with_its_time(server: FakeServer) -> None:
    panel = gpulse.panel("util", gpus=1)
    time = datetime.fromisoformat("2026-01-01T00:00:00+00:00").astimezone().strftime("%Y-%m-%d %H:%M:%S")
    still = "".join(ElementTree.fromstring(panel._repr_html_()).itertext())
    assert still == f"gpulse at {time}GPU 190 %12.0 GiB of 80.0 GiB––"
    assert repr(panel).splitlines() == [f"gpulse at {time}", "GPU 1   90 %   12.0 GiB of 80.0 GiB   –   –"]
    assert server.parameters("snapshot")["gpus"] == "1"


def test_says_in_place_of_the_picture_that_no_gpulse_answers(server: FakeServer) -> None:
    server.close()
    assert "No gpulse answers at" in gpulse.panel("util")._repr_html_()


@pytest.mark.parametrize(("name", "page"), [("util", "//other.example"), ("util", "http://x"), ('"><script>', "/")])
def test_refuses_an_invalid_page_or_name(name: str, page: str) -> None:
    with pytest.raises(GpulseError, match="A panel has a page"):
        gpulse.panel(name, page=page)
