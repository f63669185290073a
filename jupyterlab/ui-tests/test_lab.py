"""JupyterLab below a base URL, in front of a gpulse that requires a token, while GPUs and connections fail."""

from __future__ import annotations

import json
import re
import signal
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urljoin

import httpx
import pytest
from installed import start_lab
from lab import CONTROL, TOKEN, Machine, machine
from processes import answer, free_port
from relay import Relay

import gpulse

BASE_URL = "/user/anna/"
REQUESTS = 200
LAB = [sys.executable, "-m", "jupyterlab"]


class Lab:
    """JupyterLab and its gpulse."""

    def __init__(self, here: Machine) -> None:
        self.here = here
        self.gpulse = here.start_gpulse()
        token = str(here.folder / "gpulse-token")
        self.url = here.start_jupyter("lab", BASE_URL, GPULSE_URL=self.gpulse, GPULSE_TOKEN_FILE=token)
        self.proxy = f"{self.url}gpulse"
        self.http = httpx.Client(headers={"Authorization": f"token {TOKEN}"}, timeout=20)

    def write_driver(self, *lines: str) -> None:
        """Writes the healthy machine and further lines into the control file."""
        self.here.control.write_text(CONTROL + "".join(f"{line}\n" for line in lines), encoding="utf-8")

    def get(self, path: str) -> dict:
        """Returns JSON of gpulse through Jupyter."""
        return self.http.get(f"{self.proxy}{path}").raise_for_status().json()

    def states(self) -> list[str]:
        """Returns the states of the GPUs."""
        return [gpu["state"] for gpu in self.get("/api/v1/snapshot?metrics=utilization.gpu")["gpus"]]

    def until_state(self, gpu: int, state: str) -> None:
        """Waits until a GPU has this state."""
        self.here.processes.until(f"GPU {gpu} is {state}", lambda: self.states()[gpu] == state)

    def subscribers(self) -> int:
        """Returns how many streams gpulse has."""
        return self.get("/api/v1/status")["stream"]["subscribers"]


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with machine() as here:
        lab = Lab(here)
        with lab.http:
            yield lab


def assert_answers(lab: Lab, statement: str, state: str) -> None:
    """Fails unless Jupyter answers, and the other GPUs have new samples, while GPU 1 fails."""
    lab.write_driver(statement)
    lab.until_state(1, state)
    before = lab.get("/api/v1/snapshot?metrics=utilization.gpu")["sequence"]

    def milliseconds(_: int) -> float:
        start = time.perf_counter()
        lab.http.get(f"{lab.url}api/status").raise_for_status()
        return (time.perf_counter() - start) * 1000

    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(milliseconds, range(REQUESTS)))
    # The failure has not ended, so that none of these requests has waited for its end.
    print(f"{statement}: /api/status p50 {statistics.median(taken):.0f} ms, max {max(taken):.0f} ms")
    assert lab.states() == ["OK", state, "OK", "OK"]
    lab.here.processes.until(
        "the other GPUs have new samples",
        lambda: lab.get("/api/v1/snapshot?metrics=utilization.gpu")["sequence"] > before,
    )


def test_jupyter_answers_while_a_gpu_hangs(lab):
    assert_answers(lab, "hang 1", "STUCK")
    lab.write_driver()
    lab.until_state(1, "OK")


def test_a_dropped_connection_resumes_without_a_gap(lab):
    relay = Relay(lab.proxy)
    # Jupyter takes its own token as a bearer as well.
    with gpulse.connect(relay.address, TOKEN) as client, client.stream(metrics="utilization.gpu") as stream:
        sequences = [next(stream)["sequence"] for _ in range(2)]
        assert relay.drop() >= 1
        for _ in range(3):
            sequences.append(next(stream)["sequence"])
            assert stream.gap is None
    relay.close()
    assert sequences == list(range(sequences[0], sequences[0] + 5))


def test_aborted_streams_leave_none_at_gpulse(lab):
    streams = [lab.http.build_request("GET", f"{lab.proxy}/api/v1/stream") for _ in range(20)]
    opened = [lab.http.send(request, stream=True) for request in streams]
    lab.here.processes.until("gpulse has 20 streams", lambda: lab.subscribers() >= 20)
    for response in opened:
        response.close()
    lab.here.processes.until("gpulse has no stream", lambda: lab.subscribers() == 0)


def test_pages_and_their_files_are_below_the_base_url(lab):
    moved = lab.http.get(lab.proxy)
    assert moved.headers["Location"] == f"{BASE_URL}gpulse/"
    address = f"{lab.proxy}/GPU-Utilization?embed=1"
    page = lab.http.get(address).raise_for_status()
    base = urljoin(address, re.search(r'<base href="([^"]+)"', page.text).group(1))
    script = urljoin(base, re.search(r'<script[^>]+src="([^"]+)"', page.text).group(1))
    assert script.startswith(f"{lab.proxy}/")
    assert "javascript" in lab.http.get(script).raise_for_status().headers["Content-Type"]
    swagger = lab.http.get(f"{lab.proxy}/swagger-ui.html")
    assert swagger.headers["Location"].startswith(f"{BASE_URL}gpulse/")


def test_jupyter_answers_while_a_gpu_is_lost(lab):
    # This machine has no PCI device of it that could come back.
    assert_answers(lab, "lose 1", "LOST")


def test_a_sentence_is_shown_where_no_gpulse_runs():
    with machine() as here:
        url = here.start_jupyter("lab", "/", f"--GpulseJupyter.port={free_port()}", "--GpulseJupyter.autostart=False")
        status = json.loads(answer(f"{url}gpulse-jupyterlab/status", TOKEN) or b"")
        assert (status["state"], status["address"]) == ("NOT_FOUND", None)
        assert "start gpulse, or set GpulseJupyter.url" in status["detail"]
        headers = {"Authorization": f"token {TOKEN}", "Accept": "text/html"}
        page = httpx.get(f"{url}gpulse/GPU-Utilization", headers=headers)
        assert page.status_code == 502
        assert status["detail"] in page.text


def test_two_jupyter_servers_share_a_gpulse_until_both_are_killed():
    def ready(url: str) -> str | None:
        status = json.loads(answer(f"{url}gpulse-jupyterlab/status", TOKEN) or b"{}")
        return status["address"] if status.get("state") == "READY" and status["started"] else None

    with machine() as here:
        urls = [start_lab(here, name, LAB, here.env) for name in ("first", "second")]
        first, second = (here.processes.until("gpulse is started", lambda url=url: ready(url)) for url in urls)
        assert first == second
        here.processes.end("first", signal.SIGKILL)
        assert answer(f"{first}/api/v1/status")
        assert ready(urls[1]) == first
        here.processes.end("second", signal.SIGKILL)
        here.processes.until("gpulse ends", lambda: answer(f"{first}/api/v1/status") is None)
