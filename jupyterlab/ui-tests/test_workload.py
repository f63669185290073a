"""A kernel of a real Jupyter server, as gpulse reports it when the test driver has its process."""

from __future__ import annotations

import httpx
import psutil
from lab import CONTROL, GPULSE_TOKEN, TOKEN, Machine, machine

GIB = 1024**3
FOLDER = "climate"
NAME = "données.ipynb"
COMMANDS_TOKEN = "token-with-commands-0123456789abcdef"


def start_gpulse(here: Machine) -> str:
    """Starts gpulse with a second token, whose clients see command lines."""
    token = here.folder / "commands-token"
    token.write_text(COMMANDS_TOKEN, encoding="utf-8")
    token.chmod(0o600)
    return here.start_gpulse(
        "--gpulse.processes.command-line=authenticated",
        "--gpulse.processes.proc=/proc/.",  # In a container too the PIDs of the test driver are those of this /proc.
        f"--gpulse.security.tokens.commands.file={token}",
        "--gpulse.security.tokens.commands.scopes=read,read-commands",
    )


def open_notebook(url: str) -> str:
    """Starts the kernel of a notebook as JupyterLab does; returns its id."""
    session = {"path": f"{FOLDER}/{NAME}", "type": "notebook", "name": NAME, "kernel": {"name": "python3"}}
    answer = httpx.post(f"{url}api/sessions", headers={"Authorization": f"token {TOKEN}"}, json=session, timeout=60)
    return str(answer.raise_for_status().json()["kernel"]["id"])


def pid_of(kernel: str) -> int | None:
    """Returns the process with the kernel's connection file as argument."""
    for process in psutil.process_iter(["cmdline"]):
        if any(argument.endswith(f"kernel-{kernel}.json") for argument in process.info["cmdline"] or ()):
            return process.pid
    return None


def workload(address: str, token: str, pid: int) -> dict | None:
    """Returns the workload of a process; None while gpulse has none."""
    headers = {"Authorization": f"Bearer {token}"}
    processes = httpx.get(f"{address}/api/v1/processes?pids={pid}", headers=headers).raise_for_status().json()
    return processes[0].get("workload") if processes else None


def test_a_kernel_has_its_notebook_for_clients_that_see_command_lines():
    with machine() as here:
        (here.notebooks / FOLDER).mkdir()
        address = start_gpulse(here)
        kernel = open_notebook(here.start_jupyter("lab", "/user/anna/"))
        pid = here.processes.until("the kernel runs", lambda: pid_of(kernel))
        here.control.write_text(f"{CONTROL}process 1 compute {pid} {12 * GIB}\n", encoding="utf-8")
        found = here.processes.until("gpulse has the kernel", lambda: workload(address, COMMANDS_TOKEN, pid))
        assert {key: value for key, value in found.items() if value} == {
            "kind": "KERNEL",
            "id": kernel,
            "name": str(here.notebooks / FOLDER / NAME),
            "evidence": "kernel-file",
        }
        assert workload(address, GPULSE_TOKEN, pid) == {**found, "name": None}
