"""A real JupyterHub: the login of the hub alone opens gpulse."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from lab import Machine, machine
from processes import answer, free_port

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def hub() -> Iterator[tuple[Machine, str]]:
    """A hub in front of a gpulse that requires a token; its address."""
    with machine() as here:
        gpulse = here.start_gpulse()
        ports = {f"GPULSE_HUB_{name}": str(free_port()) for name in ("PORT", "API_PORT", "PROXY_PORT")}
        token = {"GPULSE_URL": gpulse, "GPULSE_TOKEN_FILE": str(here.folder / "gpulse-token")}
        env = {**here.env, **ports, **token, "GPULSE_HUB_FOLDER": str(here.folder)}
        here.processes.start(
            "hub", [sys.executable, "-m", "jupyterhub", "-f", HERE / "hub_config.py"], env, here.folder
        )
        address = f"http://127.0.0.1:{ports['GPULSE_HUB_PORT']}"
        here.processes.until("the hub answers", lambda: answer(f"{address}/hub/login"))
        yield here, address


@contextmanager
def login(address: str) -> Iterator[httpx.Client]:
    """A browser that is signed in to the hub."""
    with httpx.Client(base_url=address, follow_redirects=True, timeout=60) as client:
        client.get("/hub/login")
        form = {"username": "anna", "password": "password", "_xsrf": client.cookies["_xsrf"]}
        assert client.post("/hub/login", data=form).is_success
        yield client


def test_the_login_of_the_hub_opens_gpulse(hub):
    here, address = hub
    with login(address) as anna:
        anna.get("/hub/spawn")

        def opened() -> bool:
            page = anna.get("/user/anna/lab", headers={"Sec-Fetch-Mode": "navigate"})
            return page.is_success and page.url.path == "/user/anna/lab"

        here.processes.until("JupyterLab is open", opened)
        path = "/user/anna/gpulse/api/v1/status"
        same_origin = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
        found = anna.get(path, headers=same_origin, follow_redirects=False)
        assert found.status_code == 200, found.text
        assert found.json()["version"]
        stranger = httpx.get(f"{address}{path}", follow_redirects=False)
        assert stranger.status_code in {302, 403}
        other = anna.get(path, headers={"Sec-Fetch-Site": "cross-site"}, follow_redirects=False)
        assert other.status_code == 403
