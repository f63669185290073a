from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import httpx
import pytest
from fake_gpulse import FakeGpulse

pytest_plugins = ["pytest_jupyter.jupyter_server"]


@pytest.fixture(autouse=True)
def environment(tmp_path: Path) -> Iterator[None]:
    """Gives each test a runtime folder of its own and no variables of gpulse."""
    runtime = tmp_path / "run"
    runtime.mkdir()
    with mock.patch.dict(os.environ):
        for name in [name for name in os.environ if name.startswith("GPULSE_")]:
            del os.environ[name]
        os.environ["XDG_RUNTIME_DIR"] = str(runtime)
        yield


@pytest.fixture
def gpulse(jp_asyncio_loop) -> Iterator[FakeGpulse]:
    """A gpulse that answers."""

    async def new() -> FakeGpulse:
        return FakeGpulse()

    fake = jp_asyncio_loop.run_until_complete(new())
    yield fake
    fake.close()


@pytest.fixture
def extension_config(gpulse: FakeGpulse) -> dict[str, object]:
    """The configuration of the extension in the Jupyter server of a test."""
    return {"url": gpulse.address, "token": "token-of-gpulse"}


@pytest.fixture
def jp_server_config(extension_config):
    return {
        "ServerApp": {"jpserver_extensions": {"gpulse_jupyterlab": True}},
        "GpulseJupyter": extension_config,
    }


@pytest.fixture
def browser(jp_serverapp, http_server, jp_http_port, jp_auth_header, jp_asyncio_loop) -> Iterator[httpx.AsyncClient]:
    """A client with a login whose addresses are relative to the base URL of Jupyter."""
    address = f"http://127.0.0.1:{jp_http_port}{jp_serverapp.base_url}"
    client = httpx.AsyncClient(base_url=address, headers=jp_auth_header, timeout=20)
    yield client
    jp_asyncio_loop.run_until_complete(client.aclose())
