"""A notebook with every magic, executed against a gpulse with the test driver."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator

import httpx
import pytest
from lab import GPULSE_TOKEN, machine
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

import gpulse

GIB = 1024**3
WATTS = 300  # Below 1 Wh in a cell of a busy machine too, so that the energy is in joules.
# GPU 0 and 1 are used; on GPU 2 and 3 nothing runs and nothing is allocated.
CONTROL = f"""\
gpus 4
value * nvmlDeviceGetUtilizationRates.gpu 0
value * nvmlDeviceGetMemoryInfo_v2.used 0
value * nvmlDeviceGetFieldValues[197] growing:1000000000
value * nvmlDeviceGetFieldValues[198] growing:2000000000
value * nvmlDeviceGetTotalEnergyConsumption growing:{WATTS * 1000}
value * nvmlGpmQueryDeviceSupport.isSupportedDevice 1
value * nvmlGpmMetricsGet[2] 9
value 0 nvmlDeviceGetUtilizationRates.gpu 11
value 0 nvmlDeviceGetMemoryInfo_v2.used {10 * GIB}
value 1 nvmlDeviceGetUtilizationRates.gpu 22
value 1 nvmlDeviceGetMemoryInfo_v2.used {20 * GIB}
"""
FREE_UUIDS = {f"GPU-7f3c9a10-5d2e-4b61-9c8f-00000000000{index}" for index in (2, 3)}
ROUNDS = """\
from itertools import islice
import gpulse
with gpulse.connect() as client:
    rounds = len(list(islice(client.stream(metrics="utilization.gpu"), 6)))
rounds"""

RUN = """\
import gpulse
class Writer:
    def __init__(self):
        self.scalars = {}
    def add_scalar(self, name, value, *_):
        self.scalars[name] = value
    def add_text(self, *_):
        pass
    def flush(self):
        pass
writer = Writer()
with gpulse.run(writer, every=1):
    BLOCK
print({name: writer.scalars[name] for name in sorted(writer.scalars) if name.startswith("gpulse/summary/")})"""


class Notebook:
    """A notebook whose cells run one after another in one kernel."""

    def __init__(self, client: NotebookClient) -> None:
        self._client = client
        self.pid: int = client.km.provisioner.pid

    def run(self, source: str) -> list[dict]:
        """Returns the outputs of a cell; raises CellExecutionError where it fails."""
        cell = new_code_cell(source)
        self._client.nb.cells.append(cell)
        return self._client.execute_cell(cell, len(self._client.nb.cells) - 1).outputs

    def text(self, source: str) -> str:
        """Returns the only output of a cell as text; output to stderr fails."""
        (output,) = self.run(source)
        assert output.get("name") != "stderr", output
        return output.get("text") or output["data"]["text/plain"]


@pytest.fixture(scope="module")
def notebook() -> Iterator[tuple[Notebook, gpulse.Client]]:
    """The notebook, whose kernel has 12 GiB on GPU 1, and a client of its gpulse."""
    with machine(CONTROL) as here:
        address = here.start_gpulse()
        variables = {
            "GPULSE_URL": address,
            "GPULSE_TOKEN_FILE": str(here.folder / "gpulse-token"),
            "GPULSE_JUPYTER_PREFIX": "/user/anna/gpulse",
            "PATH": f"{sys.prefix}/bin:{here.env['PATH']}",
        }
        client = NotebookClient(new_notebook(), kernel_name="python3", timeout=60)
        with client.setup_kernel(env={**here.env, **variables}), gpulse.connect(address, GPULSE_TOKEN) as own:
            found = Notebook(client)
            here.control.write_text(f"{CONTROL}process 1 compute {found.pid} {12 * GIB}\n", encoding="utf-8")
            here.processes.until("gpulse sees the kernel", lambda: own.processes(pids=[found.pid]))
            found.run("%load_ext gpulse")
            yield found, own


def test_the_list_has_the_values_of_the_driver_and_the_memory_of_the_kernel(notebook):
    kernel, _ = notebook
    first, second, third, _ = kernel.text("%gpulse").strip().splitlines()
    columns = re.split(r"\s{2,}", second)
    assert re.split(r"\s{2,}", first)[:4] == ["GPU 0", "H100 80GB HBM3", "11 %", "10.0 / 79.6 GiB"]
    assert columns[:4] == ["GPU 1", "H100 80GB HBM3", "22 %", "20.0 / 79.6 GiB"]
    assert columns[-2:] == ["1 process", "this kernel: 12.0 GiB"]
    assert re.split(r"\s{2,}", third)[2:4] == ["0 %", "0.0 / 79.6 GiB"]
    assert third.endswith("no process")


def test_a_mark_is_on_the_time_line_of_gpulse(notebook):
    kernel, client = notebook
    assert kernel.text("%gpulse mark epoch 1").startswith("Marked 'epoch 1' at ")
    headers = {"Authorization": f"Bearer {GPULSE_TOKEN}"}
    marks = httpx.get(f"{client.url}/api/v1/marks", headers=headers).json()
    assert "epoch 1" in [mark["text"] for mark in marks["marks"]]


def test_a_free_gpu_is_set_by_uuid(notebook):
    kernel, _ = notebook
    sentence = kernel.text("%gpulse free 1")
    found = kernel.text("import os; print(os.environ['CUDA_VISIBLE_DEVICES'])").strip()
    assert found in FREE_UUIDS
    assert f"CUDA_VISIBLE_DEVICES={found}" in sentence


def test_a_cell_reports_the_figures_of_the_driver(notebook):
    kernel, _ = notebook
    value, report = kernel.run(f"%%gpulse\n{ROUNDS}")
    assert value["data"]["text/plain"] == "6"
    text = report["data"]["text/plain"]
    found = re.match(r"GPU 1 was busy 22 % of ([\d.]+) s \(peak 22 %\)\.\n", text)
    assert found, text
    assert "SM active 9 % (peak 9 %)" in text
    assert "Peak memory 12.0 GiB" in text
    assert "PCIe to GPU 2.0 GB/s" in text
    assert "Throttled 0 s" in text
    # Exact to the round on both sides.
    joules = int(re.search(r"Energy (\d+) J", text).group(1))
    assert WATTS * 2 < joules < WATTS * (float(found.group(1)) + 2)
    html = report["data"]["text/html"]
    assert "GPU 1 was busy 22 %" in html
    assert "<svg" in html


def test_a_run_has_the_figures_of_the_kernel(notebook):
    kernel, _ = notebook
    block = ROUNDS.replace("\n", "\n    ")
    figures = ast.literal_eval(kernel.text(RUN.replace("BLOCK", block)))
    found = {name.removeprefix("gpulse/summary/gpu1/"): value for name, value in figures.items()}
    assert found["memory_bytes"] == 12 * GIB
    assert (found["utilization"], found["sm_active"]) == (22, 9)
    assert found["energy_joules"] == pytest.approx(WATTS * found["energy_seconds"], rel=0.01)
    assert (found["shared_seconds"], found["throttled_seconds"]) == (0, 0)
    assert "gpulse/" not in "".join(found)


def test_a_short_cell_has_no_figures(notebook):
    kernel, _ = notebook
    (report,) = kernel.run("%%gpulse\npass")
    assert "too short for a mean" in report["data"]["text/plain"]


def test_a_cell_awaits(notebook):
    kernel, _ = notebook
    value, report = kernel.run("%%gpulse\nimport asyncio\nawait asyncio.sleep(0, 42)")
    assert value["data"]["text/plain"] == "42"
    assert "too short for a mean" in report["data"]["text/plain"]


def test_a_panel_is_live_below_jupyter_and_has_the_present_values(notebook):
    kernel, _ = notebook
    (panel,) = kernel.run('gpulse.panel("util", gpus=[0])')
    still = panel["data"]["text/plain"]
    assert re.search(r"GPU 0 +11 % +10\.0 GiB of 79\.6 GiB", still), still
    assert "GPU 1" not in still
    html = panel["data"]["text/html"]
    assert 'data="/user/anna/gpulse/?embed=1&amp;panel=util&amp;gpus=0"' in html
    assert "<td" in html


def test_a_magic_without_gpulse_is_one_sentence(notebook):
    kernel, _ = notebook
    kernel.run("import os; url = os.environ['GPULSE_URL']; os.environ['GPULSE_URL'] = 'http://127.0.0.1:9'")
    (output,) = kernel.run("%gpulse")
    kernel.run("os.environ['GPULSE_URL'] = url")
    assert output["name"] == "stderr"
    assert output["text"].startswith("No gpulse answers at http://127.0.0.1:9: start one")
    assert len(output["text"].splitlines()) == 1
