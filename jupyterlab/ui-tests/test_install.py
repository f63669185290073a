"""A user with Python and nothing else: ``pip install 'gpulse[jupyterlab]'``, ``jupyter lab``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from installed import environment, install, start_lab
from lab import ROOT, TOKEN, Machine, machine
from processes import answer

sys.path.append(str(ROOT / "python/build"))
from downloads import NotCheckedError, download, python_registry_answers  # noqa: E402

NO_DRIVER = "No GPU found: the NVIDIA driver is not installed"


@pytest.fixture(scope="module")
def here() -> Iterator[tuple[Machine, Path]]:
    """A machine with the test driver, and the commands that pip installed."""
    with machine() as found:

        def downloaded(command: list[str]) -> None:
            download(command, lambda: python_registry_answers(Path(sys.executable)))

        try:
            yield found, install(found.folder, downloaded)
        except NotCheckedError as e:
            pytest.skip(f"jupyter: not checked ({e})")


@pytest.fixture(scope="module")
def user(here) -> tuple[Machine, Path, dict[str, str]]:
    """A user of a machine without a driver."""
    found, commands = here
    return found, commands, environment(found, commands, driver=False)


def output(user, *command: str) -> str:
    """Returns what a command prints; fails where it fails."""
    _, commands, env = user
    done = subprocess.run(
        [commands / command[0], *command[1:]], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_installed_packages_fit(user):
    assert "No broken requirements found." in output(user, "pip", "check")


def test_jupyterlab_and_its_server_know_the_extension(user):
    listed = output(user, "jupyter", "labextension", "list")
    (line,) = (line for line in listed.splitlines() if "gpulse-jupyterlab" in line)
    assert "enabled" in line
    assert "OK" in line
    listed = output(user, "jupyter", "server", "extension", "list")
    line = next(line for line in listed.splitlines() if "gpulse_jupyterlab " in line and "OK" in line)
    assert output(user, "pip", "show", "gpulse-jupyterlab").split("Version: ")[1].split()[0] in line


def test_the_command_has_its_own_java(user):
    assert output(user, "gpulse", "--version").startswith("gpulse 0.")


def test_the_doctor_reports_a_missing_driver_and_the_installed_command(user):
    _, commands, env = user
    report = subprocess.run([commands / "gpulse", "doctor"], env=env, capture_output=True, text=True).stdout
    assert "The NVIDIA driver is not installed" in report
    assert "gpulse --gpulse.source=demo" in report
    assert "gpulse.jar" not in report


def visit(url: str, spec: str, **variables: str) -> None:
    """Runs a browser test against a JupyterLab."""
    playwright = ROOT / "frontend/node_modules/@playwright/test/cli.js"
    command = ["node", playwright, "test", "--reporter=list", "--config", ROOT / "jupyterlab/ui-tests", spec]
    env = {**os.environ, "GPULSE_LAB_URL": url, "GPULSE_LAB_TOKEN": TOKEN, **variables}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout


def ready(url: str) -> dict | None:
    """Returns the state of the connection once gpulse answers."""
    status = json.loads(answer(f"{url}gpulse-jupyterlab/status", TOKEN) or b"{}")
    return status if status.get("state") == "READY" else None


def test_without_a_driver_each_dashboard_shows_a_sentence(user):
    found, commands, env = user
    url = start_lab(found, "lab-without-driver", [str(commands / "jupyter"), "lab"], env)
    status = found.processes.until("gpulse is started", lambda: ready(url))
    assert status["started"]
    visit(url, "sentence.spec.ts", GPULSE_SENTENCE=NO_DRIVER)
    found.processes.end("lab-without-driver")


def test_the_dashboards_show_a_gpulse_that_jupyter_started_and_ends_after_kill_9(here):
    found, commands = here
    env = environment(found, commands, driver=True)
    url = start_lab(found, "lab-with-driver", [str(commands / "jupyter"), "lab"], env)
    status = found.processes.until("gpulse is started", lambda: ready(url))
    assert status["started"]
    visit(url, "visit.spec.ts", GPULSE_DRIVER_CONTROL=str(found.control), GPULSE_LAB_NOTEBOOKS=str(found.notebooks))
    found.processes.end("lab-with-driver", signal.SIGKILL)
    found.processes.until("gpulse ends", lambda: answer(f"{status['address']}/api/v1/status") is None)
