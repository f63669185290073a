"""Two Jupyter servers of one user on one machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from other_processes import PROGRAM, free_port, is_alive, starts, wait


class Jupyter:
    """A Jupyter server in a process of its own."""

    def __init__(self, folder, configuration):
        self.port = free_port()
        folder.mkdir()
        config = {
            "ServerApp": {"jpserver_extensions": {"gpulse_jupyterlab": True}, "port": self.port, "port_retries": 0},
            "IdentityProvider": {"token": "t"},
            "GpulseJupyter": configuration,
        }
        (folder / "jupyter_server_config.json").write_text(json.dumps(config))
        names = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", "--ip=127.0.0.1"],
            env={**os.environ, **dict.fromkeys(names, str(folder))},
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def status(self):
        """Returns the answer of the status endpoint; None while Jupyter does not listen."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/gpulse-jupyterlab/status")
        request.add_header("Authorization", "token t")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.URLError:
            return None

    def is_ready(self):
        status = self.status()
        return status if status and status["state"] == "READY" else None


@pytest.fixture
def servers(tmp_path):
    log = tmp_path / "starts"
    configuration = {"command": [sys.executable, str(PROGRAM), str(log)], "port": free_port()}
    found = [Jupyter(tmp_path / name, configuration) for name in ("one", "two")]
    yield log, *found
    for jupyter in found:
        jupyter.process.kill()
        jupyter.process.wait()


def test_a_started_gpulse_lives_as_long_as_a_server_that_uses_it(servers):
    log, one, two = servers
    first, second = wait(one.is_ready, 30), wait(two.is_ready, 30)
    assert (first["started"], second["started"]) == (True, True)
    assert first["address"] == second["address"]
    (started,) = starts(log)
    one.process.kill()
    one.process.wait()
    assert two.status()["state"] == "READY"
    assert is_alive(started["pid"])
    two.process.kill()
    wait(lambda: not is_alive(started["pid"]))
    assert len(starts(log)) == 1
