from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake import FakeServer

import gpulse


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "GPULSE_URL",
        "GPULSE_TOKEN",
        "GPULSE_TOKEN_FILE",
        "GPULSE_TRUSTED_USERS",
        "GPULSE_JUPYTER_PREFIX",
        "JUPYTERHUB_SERVICE_PREFIX",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


@pytest.fixture
def server() -> Iterator[FakeServer]:
    fake = FakeServer()
    yield fake
    fake.close()


@pytest.fixture
def client(server: FakeServer) -> Iterator[gpulse.Client]:
    with gpulse.connect(server.url, timeout=5) as connected:
        yield connected
