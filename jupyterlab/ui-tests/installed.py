"""What a user installs: the wheels of this build with their dependencies, in a new virtual environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from lab import ROOT, TOKEN, Machine
from processes import answer, free_port

sys.path.append(str(ROOT / "python/build"))
from wheels import documented_install  # noqa: E402

WHEELS = ROOT / "target/wheels"
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


def install(folder: Path, download: Callable[[list[str]], None]) -> Path:
    """Installs the packages as README.md says and returns the folder of their commands; ``download`` runs a command."""
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    commands = folder / "venv/bin"
    # Packages of the same names on the registry must not replace the wheels.
    wheels = [wheel.name.split("-") for wheel in sorted(WHEELS.glob("*.whl"))]
    constraints = folder / "constraints.txt"
    constraints.write_text("".join(f"{name}=={version}\n" for name, version, *_ in wheels), encoding="utf-8")
    variables = [f"PATH={commands}{os.pathsep}{os.environ['PATH']}", f"PIP_CONSTRAINT={constraints}"]
    download(["env", f"--chdir={ROOT}", *variables, "sh", "-c", documented_install()])
    return commands


def environment(here: Machine, commands: Path, driver: bool) -> dict[str, str]:
    """Returns the environment of a user with an empty home folder and nothing that configures Jupyter or gpulse."""
    kept = {"LD_LIBRARY_PATH": here.env["LD_LIBRARY_PATH"]} if driver else {}
    home = here.folder / f"home-{'with' if driver else 'without'}-driver"
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700, parents=True)
    path = f"{commands}{os.pathsep}{_SYSTEM_PATH}"
    return {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "XDG_RUNTIME_DIR": str(runtime), **kept}


def start_lab(here: Machine, name: str, program: list[str], env: dict[str, str]) -> str:
    """Starts JupyterLab, which starts gpulse; returns its address."""
    port = free_port()
    options = ["--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0"]
    options += [f"--IdentityProvider.token={TOKEN}", f"--ServerApp.root_dir={here.notebooks}"]
    # Port 8080 can be in use on this machine.
    options.append(f"--GpulseJupyter.port={free_port()}")
    here.processes.start(name, [*program, *options], env, here.notebooks)
    address = f"http://127.0.0.1:{port}/"
    here.processes.until("Jupyter answers", lambda: answer(f"{address}api/status", TOKEN))
    return address
