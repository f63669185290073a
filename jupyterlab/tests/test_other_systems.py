"""The extension on a system that is not Linux, such as a laptop that shows the gpulse of a server."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from gpulse_jupyterlab.kernels import NO_PROC

CLIENT_TESTS = Path(__file__).resolve().parents[2] / "python/client/tests"
BEFORE = """
import asyncio, json, anyio._backends._asyncio, httpx, httpx_sse, IPython.core.magic, IPython.display
import jupyter_client.provisioning, jupyter_server.extension.application, jupyter_server.base.handlers
import without_posix
without_posix.remove_posix()
"""
FIND = """
from gpulse_jupyterlab.configuration import Configuration
from gpulse_jupyterlab.kernels import Kernel, Kernels
from gpulse_jupyterlab.service import Service
from gpulse_jupyterlab.usage import gpu_rows


class Here(Kernels):
    def _list(self):
        return [Kernel("a", 7, is_local=True)]


async def main():
    remote, alone = Service(Configuration(url=URL)), Service(Configuration(port=1))
    found = [(await service.found()).as_json() for service in (remote, alone)]
    body = await Here(remote, None).get()
    for service in (remote, alone):
        await service.close()
    print(json.dumps([*found, body]))

asyncio.run(main())
"""


async def run(script: str) -> object:
    """Returns what a script prints last, as JSON."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(CLIENT_TESTS), *sys.path])}
    pipe = asyncio.subprocess.PIPE
    program = [sys.executable, "-c", BEFORE + script]
    child = await asyncio.create_subprocess_exec(*program, env=environment, stdout=pipe, stderr=pipe)
    output, errors = await child.communicate()
    assert child.returncode == 0, errors.decode()
    return json.loads(output.splitlines()[-1])


async def test_every_module_is_imported():
    names = await run("print(json.dumps(without_posix.import_all('gpulse_jupyterlab')))")
    assert {"gpulse_jupyterlab.start", "gpulse_jupyterlab.app", "gpulse_jupyterlab.supervise"} <= set(names)


async def test_shows_the_gpulse_of_another_machine_and_starts_none(gpulse):
    gpu = {"index": 0, "uuid": "GPU-1", "values": {"utilization.gpu": 7}}
    gpulse.answers["/api/v1/snapshot"] = {"stale": False, "gpus": [gpu]}
    remote, alone, body = await run(FIND.replace("URL", repr(gpulse.address)))
    assert (remote["state"], alone["parameters"]["reason"]) == ("READY", "not-linux")
    assert (body["gpus"][0]["utilization"], body["kernels"][0]["detail"]) == (7, NO_PROC)
