"""The client on a system that is not Linux, such as a laptop that reads the gpulse of a server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from fake import FakeServer, problem

TOKEN = "token-of-sixteen-letters"
BEFORE = """
import json, httpx, httpx_sse, pathlib, IPython.core.magic, IPython.display
import without_posix
without_posix.remove_posix()
"""
READ = """
import gpulse
from gpulse.magics import GpulseMagics
with gpulse.connect() as client:
    client.gpus(), client.processes(pids=[7])
    report = [client.gpus()[0]["uuid"], client.same_machine(), client.insights()]
GpulseMagics(None).gpulse("")
print(json.dumps(report))
"""


def run(script: str, **environment: str) -> Any:
    """Returns what a script prints last, as JSON."""
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]), **environment}
    done = subprocess.run(
        [sys.executable, "-c", BEFORE + script], env=variables, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout.splitlines()[-1])


def test_every_module_is_imported() -> None:
    names = run("print(json.dumps(without_posix.import_all('gpulse')))")
    assert {"gpulse.free", "gpulse.run_command", "gpulse.sockets", "gpulse.runtime", "gpulse.magics"} <= set(names)


def test_reads_the_gpulse_of_another_machine(server: FakeServer, tmp_path: Path) -> None:
    gpu = {"index": 0, "uuid": "GPU-1", "name": "NVIDIA H200", "state": "OK", "values": {}, "absent": {}}
    server.answers.update(
        gpus=[gpu],
        processes=[],
        insights={"insights": []},
        status={"machine": {"bootId": "5e1f", "pidNamespace": 1}},
        snapshot={"gpus": [gpu], "source": {}},
    )
    # Windows gives every file this mode.
    token = tmp_path / "token"
    token.write_text(TOKEN)
    token.chmod(0o666)
    assert run(READ, GPULSE_URL=server.url, GPULSE_TOKEN_FILE=str(token)) == ["GPU-1", None, []]
    assert {headers.get("Authorization") for _, _, _, headers, _ in server.requests} == {f"Bearer {TOKEN}"}
    assert "pid-namespace" not in server.parameters("processes")


def test_names_the_status_of_a_refusal(server: FakeServer) -> None:
    server.answers["gpus"] = problem(401, "A token is required.")
    script = """
import gpulse
try:
    gpulse.connect().gpus()
except gpulse.GpulseError as e:
    print(json.dumps(e.status))
"""
    assert run(script, GPULSE_URL=server.url) == 401


def test_gives_the_token_to_no_local_server_whose_owner_is_not_known() -> None:
    script = """
import gpulse
from gpulse.endpoint import find_endpoint
print(json.dumps(find_endpoint("http://gpu7").token))
try:
    found = find_endpoint().token
except gpulse.GpulseError as e:
    found = str(e)
print(json.dumps(found))
"""
    assert "does not show who owns the server at http://127.0.0.1:8080" in run(script, GPULSE_TOKEN=TOKEN)
    assert run(script) is None


def test_measures_a_cell_without_a_list_of_processes() -> None:
    script = """
import os
from gpulse.kernel import ProcessTreeWatch
with ProcessTreeWatch() as watch:
    pass
print(json.dumps(watch.pids == {os.getpid()}))
"""
    assert run(script) is True


def test_starts_no_program_with_signals_that_it_cannot_pass() -> None:
    script = """
import sys
from gpulse.run_command import run
sys.stderr = sys.stdout
print(json.dumps(run([sys.executable])))
"""
    assert run(script) == 1
