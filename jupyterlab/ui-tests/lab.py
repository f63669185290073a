"""Runs a command against a real JupyterLab with gpulse and the test driver.

    python lab.py [--app=lab|notebook] [--gpulse=own|extension|none] [--base-url=/user/anna/] -- COMMAND...

``own``: a gpulse that requires a token is started first; ``extension``: the extension starts it; ``none``: it must not
start one. COMMAND gets these variables:

GPULSE_LAB_URL          address of JupyterLab, with the base URL and a slash at its end
GPULSE_LAB_TOKEN        token of JupyterLab
GPULSE_LAB_NOTEBOOKS    root folder of the notebooks
GPULSE_DRIVER_CONTROL   control file of the test driver, see src/test/native/README.md
GPULSE_DIRECT_URL       address of gpulse itself (only with ``own``)
GPULSE_DIRECT_TOKEN     token of gpulse itself (only with ``own``)
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from processes import Processes, answer, free_port, isolated

ROOT = Path(__file__).resolve().parent.parent.parent
OUTPUT = ROOT / "target/jupyter"
TOKEN = "token-of-jupyter"
GPULSE_TOKEN = "token-of-gpulse-0123456789abcdef"

# Four GPUs with 11, 22, 33, 44 % utilization, 10, 20, 30, 40 GiB of used memory, and equal rates of PCIe and NVLink.
CONTROL = (
    "gpus 4\n"
    "value * nvmlDeviceGetFieldValues[197] growing:1000000000\n"
    "value * nvmlDeviceGetFieldValues[198] growing:2000000000\n"
    "value * nvmlDeviceGetFieldValues[91] 1\n"
    "value * nvmlDeviceGetNvLinkState(0) 1\n"
    "value * nvmlDeviceGetFieldValues[138] growing:3000000\n"
    "value * nvmlDeviceGetFieldValues[139] growing:5000000\n"
) + "".join(
    f"value {i} nvmlDeviceGetUtilizationRates.gpu {11 * (i + 1)}\n"
    f"value {i} nvmlDeviceGetMemoryInfo_v2.used {10 * (i + 1) * 1024**3}\n"
    for i in range(4)
)


@dataclass
class Machine:
    """A folder with the test driver and all files of one run."""

    folder: Path
    processes: Processes
    env: dict[str, str]

    @property
    def control(self) -> Path:
        """Control file of the driver."""
        return self.folder / "driver/driver.control"

    @property
    def notebooks(self) -> Path:
        """Root folder of Jupyter."""
        return self.folder / "notebooks"

    def start_gpulse(self, *options: str) -> str:
        """Starts the installed gpulse, which requires a token for everything; returns its address."""
        port = free_port()
        token = self.folder / "gpulse-token"
        token.write_text(GPULSE_TOKEN, encoding="utf-8")
        token.chmod(0o600)
        command = [sys.executable, "-m", "gpulse_server", f"--server.port={port}", *options]
        command += [f"--gpulse.history.dir={self.folder / 'history'}", f"--gpulse.security.tokens.test.file={token}"]
        command += ["--gpulse.security.tokens.test.scopes=read,write"]
        self.processes.start("gpulse", command, self.env, self.folder)
        address = f"http://127.0.0.1:{port}"
        self.processes.until("gpulse is ready", lambda: answer(f"{address}/actuator/health/readiness"))
        return address

    def start_jupyter(self, app: str, base_url: str, *options: str, **variables: str) -> str:
        """Starts JupyterLab or Notebook; returns its address with a slash at its end."""
        port = free_port()
        command = [sys.executable, "-m", "jupyterlab" if app == "lab" else "notebook"]
        command += ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
        command += [f"--IdentityProvider.token={TOKEN}", f"--ServerApp.base_url={base_url}"]
        command += [f"--ServerApp.root_dir={self.notebooks}", *options]
        self.processes.start("jupyter", command, {**self.env, **variables}, self.notebooks)
        address = f"http://127.0.0.1:{port}{base_url}"
        self.processes.until("Jupyter answers", lambda: answer(f"{address}api/status", TOKEN))
        return address


def driver_library() -> Path:
    """Returns the test driver, compiled anew where one of its sources is newer."""
    library = OUTPUT / "libnvidia-ml.so.1"
    folder = ROOT / "src/test/native"
    newest = max(path.stat().st_mtime for path in folder.iterdir())
    if not library.exists() or library.stat().st_mtime < newest:
        OUTPUT.mkdir(parents=True, exist_ok=True)
        flags = ["-std=c11", "-O1", "-fPIC", "-shared", "-pthread", "-fvisibility=hidden"]
        sources = sorted(str(path) for path in folder.glob("*.c"))
        subprocess.run(["cc", *flags, "-o", f"{library}.new", *sources, "-ldl"], check=True)
        os.replace(f"{library}.new", library)
    return library


@contextmanager
def machine(control: str = CONTROL) -> Iterator[Machine]:
    """A machine with the test driver; ends its processes, and keeps their logs in target/jupyter/logs."""
    library = driver_library()
    logs = OUTPUT / "logs"
    shutil.rmtree(logs, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="gpulse-lab-") as name:
        folder = Path(name)
        env = isolated(folder)
        for part in ("driver", "notebooks", "config/labconfig"):
            (folder / part).mkdir(parents=True)
        shutil.copy2(library, folder / "driver")
        (folder / "driver/driver.control").write_text(control, encoding="utf-8")
        # Its question about news is above the status bar.
        disabled = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
        (folder / "config/labconfig/page_config.json").write_text(json.dumps(disabled), encoding="utf-8")
        env["LD_LIBRARY_PATH"] = str(folder / "driver")
        processes = Processes(logs)
        try:
            yield Machine(folder, processes, env)
        finally:
            processes.close()


def prepare(here: Machine, app: str, gpulse: str, base_url: str) -> dict[str, str]:
    """Starts what COMMAND needs; returns its variables."""
    variables: dict[str, str] = {}
    if gpulse == "own":
        address = here.start_gpulse()
        variables = {"GPULSE_DIRECT_URL": address, "GPULSE_DIRECT_TOKEN": GPULSE_TOKEN}
        url = here.start_jupyter(app, base_url, GPULSE_URL=address, GPULSE_TOKEN_FILE=str(here.folder / "gpulse-token"))
    else:
        start = gpulse == "extension"
        options = [f"--GpulseJupyter.port={free_port()}", f"--GpulseJupyter.autostart={start}"]
        url = here.start_jupyter(app, base_url, *options)
    return {
        **variables,
        "GPULSE_LAB_URL": url,
        "GPULSE_LAB_TOKEN": TOKEN,
        "GPULSE_LAB_NOTEBOOKS": str(here.notebooks),
        "GPULSE_DRIVER_CONTROL": str(here.control),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--app", choices=("lab", "notebook"), default="lab")
    parser.add_argument("--gpulse", choices=("own", "extension", "none"), default="own")
    parser.add_argument("--base-url", default="/")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    with machine() as here:
        variables = prepare(here, arguments.app, arguments.gpulse, arguments.base_url)
        done = subprocess.run(arguments.command, env={**os.environ, **variables}, check=False)
        if done.returncode:
            print(here.processes.logs(), file=sys.stderr)
        return done.returncode


if __name__ == "__main__":
    sys.exit(main())
