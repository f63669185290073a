"""Compares the dashboards of NVDashboard and of gpulse in one JupyterLab, with the test driver.

    python3 jupyter.py [--here]

Prints one table. It builds the wheels and installs them with NVDashboard into the cache folder of the build;
``--here`` uses the packages of this Python.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent.parent
sys.path += [str(ROOT / "jupyterlab/ui-tests"), str(ROOT / "python/build")]
from lab import CONTROL, TOKEN, Machine, machine  # noqa: E402
from processes import answer  # noqa: E402
from relay import Relay  # noqa: E402

PEER = "jupyterlab-nvdashboard==0.15.0"
SECONDS = 10
STEPS = ("healthy", "hang", "lost", "dropped")


class Latency:
    """Requests Jupyter's own /api/status ten times a second until it is stopped; milliseconds, None for no answer."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}api/status"
        self._end = threading.Event()
        self._taken: list[float | None] = []
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self) -> str:
        """Returns median and maximum."""
        self._end.set()
        self._thread.join()
        known = [taken for taken in self._taken if taken is not None]
        failed = len(self._taken) - len(known)
        text = f"{statistics.median(known):.0f} / {max(known):.0f}" if known else "no answer"
        return text + (f", {failed} without an answer in 10 s" if failed else "")

    def _run(self) -> None:
        while not self._end.wait(0.1):
            start = time.perf_counter()
            answered = answer(self._url, TOKEN)
            self._taken.append((time.perf_counter() - start) * 1000 if answered else None)


def seconds_of(roots: list[int]) -> float:
    """Returns the CPU seconds of processes and their descendants."""
    import psutil

    total = 0.0
    for root in roots:
        for process in [psutil.Process(root), *psutil.Process(root).children(recursive=True)]:
            try:
                times = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            total += times.user + times.system
    return total


def measure(here: Machine, url: str, kind: str) -> dict[str, str]:
    """Drives the browser through the steps; returns the figures by their label."""
    relay = Relay(url.rstrip("/"))
    command = ["node", ROOT / "src/bench/node/jupyter.mjs", kind, f"{relay.address}/", TOKEN, str(SECONDS)]
    browser = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert browser.stdin
    assert browser.stdout
    figures = dict(json.loads(browser.stdout.readline()))
    running = here.processes._running
    roots = {"jupyter-lab": [running["jupyter"].pid], "Chromium and its driver": [browser.pid]}
    if "gpulse" in running:
        roots["gpulse"] = [running["gpulse"].pid]
    for step in STEPS:
        here.control.write_text(CONTROL + {"hang": "hang 1\n", "lost": "lose 1\n"}.get(step, ""), encoding="utf-8")
        if step == "dropped":
            relay.drop()
        latency = Latency(url)
        before, start = {name: seconds_of(pids) for name, pids in roots.items()}, time.perf_counter()
        received = relay.received_bytes
        browser.stdin.write(f"{step}\n")
        browser.stdin.flush()
        figures.update(json.loads(browser.stdout.readline()))
        if step == "healthy":
            taken = time.perf_counter() - start
            figures["bytes/s to the browser"] = f"{(relay.received_bytes - received) / taken:.0f}"
            for name, pids in roots.items():
                figures[f"CPU of {name}, %"] = f"{100 * (seconds_of(pids) - before[name]) / taken:.1f}"
        here.control.write_text(CONTROL, encoding="utf-8")
        figures[f"/api/status, {step}: p50 / max, ms"] = latency.stop()
    browser.stdin.close()
    browser.wait()
    relay.close()
    return figures


def _without(extension: str) -> str:
    return f"--ServerApp.jpserver_extensions={{'{extension}': False}}"


def prepared() -> Path:
    """Returns the Python with both dashboards; raises NotCheckedError where the registry does not answer."""
    from downloads import cache_folder, download, key, locked, once, python_registry_answers
    from wheels import REQUIREMENTS, build, tools

    wheels = build(tools() / "venv")
    folder = cache_folder() / f"peer-{key(sys.version, PEER, REQUIREMENTS)}"
    python = folder / "venv/bin/python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]

    def make() -> None:
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder / "venv"], check=True)
        command = [*install, "--requirement", str(REQUIREMENTS), PEER]
        download(command, lambda: python_registry_answers(python))

    with locked(folder):
        once(folder, make)
        subprocess.run([*install, "--no-deps", "--no-index", "--force-reinstall", *wheels], check=True)
    return python


def main() -> int:
    if "--here" in sys.argv:
        compare()
        return 0
    from downloads import NotCheckedError

    try:
        python = prepared()
    except NotCheckedError as e:
        print(f"jupyter: not measured ({e})")
        return 0
    return subprocess.run([python, __file__, "--here"], check=False).returncode


def compare() -> None:
    """Prints the table."""
    columns = {}
    for kind in ("NVDashboard", "gpulse"):
        with machine() as here:
            if kind == "gpulse":
                gpulse, token = here.start_gpulse(), str(here.folder / "gpulse-token")
                url = here.start_jupyter("lab", "/", _without("jupyterlab_nvdashboard"), GPULSE_URL=gpulse, GPULSE_TOKEN_FILE=token)
            else:
                url = here.start_jupyter("lab", "/", _without("gpulse_jupyterlab"))
            columns[kind] = measure(here, url, kind)
    labels = dict.fromkeys(label for figures in columns.values() for label in figures)
    print("| | " + " | ".join(columns) + " |\n|---|---|---|")
    for label in labels:
        print(f"| {label} | " + " | ".join(figures.get(label, "-") for figures in columns.values()) + " |")


if __name__ == "__main__":
    sys.exit(main())
