"""Tests the wheels, installed into the virtual environment of the build, and a real JupyterLab with them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from boards import check_boards
from downloads import locked, npm_package, python_packages
from wheels import CLIENT, LAB, ROOT, SERVER, documented_install, front_end

_PACKAGES = ("gpulse", "gpulse-client", "gpulse-jupyterlab")
_PROXY = "configurable-http-proxy@5.3.0"


def check(venv: Path, thorough: bool, trackers: bool) -> None:
    """Runs all tests; raises CalledProcessError for the first group that fails.

    ``thorough`` adds those of JupyterLab, ``trackers`` those with W&B, MLflow, TensorBoard, programs
    that call nvidia-smi, and a client of the Model Context Protocol.
    """
    with locked(venv.parent / "installed"):
        environment = {**os.environ, "PATH": f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}", "GPULSE_CACHE": "off"}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        install(venv, environment)
        for package in (CLIENT, SERVER, LAB):
            pytest(venv, package, environment)
        if trackers:
            found = (others(venv, "trackers"), others(venv, "nvidia-smi", "--no-deps"))
            path = os.pathsep.join(str(each) for each in found)
            pytest(venv, CLIENT / "tracker-tests", {**environment, "PYTHONPATH": path})
            pytest(venv, ROOT / "python/mcp-tests", {**environment, "PYTHONPATH": str(others(venv, "mcp"))})
        front_end(venv, "test")
        visit(venv, thorough, environment)
        check_boards(venv)
        if thorough:
            environment["PATH"] = f"{hub_proxy()}{os.pathsep}{environment['PATH']}"
            pytest(venv, LAB / "ui-tests", environment)


def install(venv: Path, environment: dict[str, str]) -> None:
    """Installs the wheels in place of those of the last build as README.md says; their dependencies are there."""
    subprocess.run([venv / "bin/pip", "uninstall", "--quiet", "--yes", *_PACKAGES], check=True)
    quietly = {**environment, "PIP_NO_INDEX": "1", "PIP_QUIET": "1"}
    subprocess.run(documented_install(), shell=True, cwd=ROOT, check=True, env=quietly)
    subprocess.run([venv / "bin/pip", "check"], check=True)


def pytest(venv: Path, folder: Path, environment: dict[str, str]) -> None:
    """Runs the Python tests of a folder against the installed packages."""
    print(f"jupyter: pytest of {folder.relative_to(ROOT)}", flush=True)
    command = [venv / "bin/pytest", "--quiet", "-p", "no:cacheprovider", "-o", "pythonpath=", "--durations=5"]
    subprocess.run(command, cwd=folder, check=True, env=environment)


def visit(venv: Path, thorough: bool, environment: dict[str, str]) -> None:
    """Runs the browser tests of JupyterLab and Notebook with the Playwright of the dashboard."""
    _browse(venv, environment, ["visit", *(["actions"] if thorough else [])], "--base-url=/user/anna/")
    if thorough:
        _browse(venv, environment, ["absent"], "--gpulse=none")
        _browse(venv, environment, ["notebook"], "--app=notebook", "--base-url=/user/anna/")


def _browse(venv: Path, environment: dict[str, str], names: list[str], *options: str) -> None:
    print(f"jupyter: browser tests {', '.join(names)}", flush=True)
    playwright = ROOT / "frontend/node_modules/@playwright/test/cli.js"
    browser = ["node", playwright, "test", "--reporter=list", "--config", LAB / "ui-tests", *names]
    command = [venv / "bin/python", LAB / "ui-tests/lab.py", *options, "--", *browser]
    subprocess.run(command, check=True, env=environment)


def others(venv: Path, name: str, *options: str) -> Path:
    """Returns the folder with programs of others that no other test needs, those of the requirements ``name``.txt."""
    return python_packages(venv, name, Path(__file__).with_name(f"{name}.txt"), *options)


def hub_proxy() -> Path:
    """Returns the folder of the program that JupyterHub needs in front of it."""
    return npm_package("hub", _PROXY) / "node_modules/.bin"
