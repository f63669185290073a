from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from fake_gpulse import BOOT_ID, NAMESPACE, status
from gpulse.kernel import process_trees
from jupyter_client.provisioning import LocalProvisioner

from gpulse_jupyterlab import kernels as kernels_module
from gpulse_jupyterlab.configuration import Configuration
from gpulse_jupyterlab.kernels import Kernels
from gpulse_jupyterlab.processes import Local, innermost_pids
from gpulse_jupyterlab.service import Service
from gpulse_jupyterlab.usage import gpu_rows, kernel_gpus, severe_insights

GIB = 1 << 30
GPU = {
    "index": 1,
    "uuid": "GPU-1",
    "name": "H100",
    "idleSince": "2026-11-20T09:00:00Z",
    "values": {"utilization.gpu": 0, "memory.used": 14 * GIB, "memory.total": 80 * GIB},
}
SNAPSHOT = {"takenAt": "2026-11-20T10:00:00Z", "stale": False, "gpus": [GPU]}


class Managed:
    def __init__(self, provisioner):
        self.provisioner = provisioner


class KernelManager:
    """Has kernels by their ID: a PID, None for one without a process, a text for one of a gateway."""

    def __init__(self, **kernels):
        self.kernels = kernels

    def list_kernel_ids(self):
        return list(self.kernels)

    def get_kernel(self, identity):
        pid = self.kernels[identity]
        if isinstance(pid, str):
            return object()
        provisioner = LocalProvisioner()
        provisioner.pid = pid
        return Managed(provisioner)


def row(pid, memory=12 * GIB, **changes):
    values = {} if memory is None else {"process.memory.used": memory}
    return {"gpu": 1, "uuid": "GPU-1", "pid": pid, "startedAt": "2026-11-20T08:00:00Z", "values": values, **changes}


@pytest.fixture
def service(gpulse, jp_asyncio_loop):
    gpulse.answers["/api/v1/snapshot"] = SNAPSHOT
    gpulse.answers["/api/v1/insights"] = {"insights": [{"severity": s} for s in ("info", "warning", "critical")]}
    gpulse.answers["/api/v1/processes"] = [row(os.getpid())]

    async def new():
        return Service(Configuration(url=gpulse.address, token="t"))

    service = jp_asyncio_loop.run_until_complete(new())
    yield service
    jp_asyncio_loop.run_until_complete(service.close())


def kernels(service, local=None, **ids):
    return Kernels(service, KernelManager(**ids), local or Local(BOOT_ID, NAMESPACE))


async def test_lists_the_gpus_of_a_kernel(service, gpulse):
    source = kernels(service, a=os.getpid())
    body = await source.get()
    (kernel,) = body["kernels"]
    assert kernel == {
        "id": "a",
        "pid": os.getpid(),
        "state": "OK",
        "detail": None,
        "gpus": [
            {
                "index": 1,
                "uuid": "GPU-1",
                "name": "H100",
                "memoryUsed": 12 * GIB,
                "memoryTotal": 80 * GIB,
                "heldIdleSince": "2026-11-20T09:00:00Z",
                "busySince": None,
                "processes": [os.getpid()],
            }
        ],
    }
    assert (body["at"], body["stale"], body["state"], body["insights"]) == (SNAPSHOT["takenAt"], False, "READY", 2)
    assert body["gpus"] == gpu_rows(SNAPSHOT)
    await source.close()


async def test_all_kernels_and_clients_share_one_request(service, gpulse):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    source = kernels(service, a=os.getpid(), b=child.pid)
    first = await source.get()
    assert await source.get() is first
    (request,) = gpulse.seen("/api/v1/processes")
    pids = parse_qs(request.query)["pids"][0].split(",")
    assert {str(os.getpid()), str(child.pid)} <= set(pids)
    assert "pid-namespace" not in request.query
    assert request.headers["Authorization"] == "Bearer t"
    assert [len(kernel["gpus"]) for kernel in first["kernels"]] == [1, 0]
    child.communicate()
    await source.close()


async def test_many_processes_take_several_requests(service, gpulse, monkeypatch):
    monkeypatch.setattr(kernels_module, "process_trees", lambda roots: {1: set(range(10**6, 10**6 + 700))})
    await kernels(service, a=1).get()
    lines = [f"GET {request.uri} HTTP/1.1" for request in gpulse.seen("/api/v1/processes")]
    assert len(lines) == 3
    assert max(map(len, lines)) < 4096


async def test_another_pid_namespace_is_translated(service, gpulse, monkeypatch):
    gpulse.answers["/api/v1/processes"] = [row(31337, namespacePid=42), row(31338, namespacePid=None)]
    monkeypatch.setattr(kernels_module, "innermost_pids", lambda pids: {42: os.getpid()})
    (kernel,) = (await kernels(service, Local(BOOT_ID, 77), a=os.getpid()).get())["kernels"]
    assert [gpu["processes"] for gpu in kernel["gpus"]] == [[os.getpid()]]
    assert parse_qs(gpulse.seen("/api/v1/processes")[0].query)["pid-namespace"] == ["77"]


async def test_states_of_kernels_whose_gpus_are_unknown(service, gpulse):
    body = await kernels(service, Local("other", NAMESPACE), a=os.getpid(), b="remote", c=None).get()
    assert [(kernel["state"], kernel["gpus"]) for kernel in body["kernels"]] == [
        ("OTHER_MACHINE", []),
        ("REMOTE", []),
        ("UNKNOWN", []),
    ]
    assert all(kernel["detail"] for kernel in body["kernels"])
    assert gpulse.seen("/api/v1/processes") == []


@pytest.mark.parametrize("path", ["snapshot", "processes", "insights"])
@pytest.mark.parametrize("answer", [{"gpus": [{}], "insights": [1]}, {"gpus": 1, "insights": {}}, [{}], [1], 1])
async def test_answers_of_another_form_leave_figures_unknown(service, gpulse, path, answer):
    gpulse.answers[f"/api/v1/{path}"] = (200, {"Content-Type": "application/json"}, json.dumps(answer).encode())
    body = await kernels(service, a=os.getpid()).get()
    assert body["state"] == "READY"
    expected = {"snapshot": ("gpus", []), "insights": ("insights", None), "processes": ("kernels", "UNKNOWN")}
    key, value = expected[path]
    assert (body[key][0]["state"] if key == "kernels" else body[key]) == value


async def test_failed_requests_leave_figures_unknown(service, gpulse):
    for path in ("snapshot", "processes", "insights"):
        gpulse.answers[f"/api/v1/{path}"] = (503, {}, b"")
    body = await kernels(service, a=os.getpid()).get()
    assert (body["at"], body["stale"], body["gpus"], body["insights"]) == (None, True, [], None)
    assert (body["kernels"][0]["state"], body["kernels"][0]["detail"]) == ("UNKNOWN", kernels_module.NO_DATA)


async def test_a_gpulse_without_machine_is_unknown(service, gpulse):
    gpulse.answers["/api/v1/status"] = status(machine=None)
    body = await kernels(service, a=os.getpid()).get()
    assert body["kernels"][0]["state"] == "UNKNOWN"
    assert gpulse.address in body["kernels"][0]["detail"]


async def test_without_gpulse_the_state_has_the_reason(service, gpulse):
    gpulse.answers["/api/v1/status"] = (401, {}, b"")
    body = await kernels(service, a=os.getpid()).get()
    assert (body["state"], body["kernels"][0]["state"]) == ("UNAUTHORIZED", "UNKNOWN")
    assert body["kernels"][0]["detail"] == body["detail"]


async def test_the_endpoints_answer_in_jupyter(browser, gpulse):
    gpulse.answers["/api/v1/snapshot"] = SNAPSHOT
    answer = await browser.get("gpulse-jupyterlab/status")
    assert answer.json() == {
        "state": "READY",
        "detail": f"gpulse 0.1.0 answers at {gpulse.address}.",
        "parameters": {"reason": "ready", "address": gpulse.address, "version": "0.1.0"},
        "address": gpulse.address,
        "version": "0.1.0",
        "started": False,
    }
    assert answer.headers["Cache-Control"] == "no-store"
    body = (await browser.get("gpulse-jupyterlab/kernels")).json()
    assert (body["kernels"], body["gpus"][0]["name"], body["at"]) == ([], "H100", SNAPSHOT["takenAt"])
    assert os.environ["GPULSE_JUPYTER_PREFIX"] == "/a%40b/gpulse"
    assert (os.environ["GPULSE_URL"], os.environ["GPULSE_TOKEN"]) == (gpulse.address, "token-of-gpulse")


async def test_lists_a_real_kernel(browser, gpulse):
    pytest.importorskip("ipykernel")
    gpulse.answers["/api/v1/snapshot"] = SNAPSHOT
    local = Local.read()
    machine = {"bootId": local.boot_id, "pidNamespace": local.pid_namespace}
    gpulse.answers["/api/v1/status"] = status(machine=machine)
    gpulse.answers["/api/v1/processes"] = lambda request: [row(int(request.arguments["pids"][0].split(b",")[0]))]
    kernel = (await browser.post("api/kernels", json={})).json()["id"]
    (found,) = (await browser.get("gpulse-jupyterlab/kernels")).json()["kernels"]
    assert (found["id"], found["state"]) == (kernel, "OK")
    assert [gpu["processes"] for gpu in found["gpus"]] == [[found["pid"]]]
    assert b"ipykernel" in Path(f"/proc/{found['pid']}/cmdline").read_bytes()
    assert (await browser.delete(f"api/kernels/{kernel}")).status_code == 204


async def test_a_gpulse_that_hangs_does_not_block_jupyter(browser, gpulse):
    hanging = asyncio.Event()
    gpulse.answers["/api/v1/status"] = hanging
    requests = [asyncio.ensure_future(browser.get(f"gpulse-jupyterlab/{name}")) for name in ("status", "kernels")]
    await gpulse.request("/api/v1/status")
    assert (await browser.get("api/status")).status_code == 200
    assert not any(request.done() for request in requests)
    gpulse.answers["/api/v1/status"] = status()
    hanging.set()
    assert [request.status_code for request in await asyncio.gather(*requests)] == [200, 200]
    assert len(gpulse.seen("/api/v1/status")) == 1


@pytest.mark.parametrize("extension_config", [{"url": "localhost:8080"}])
async def test_an_invalid_configuration_is_a_state(browser):
    body = (await browser.get("gpulse-jupyterlab/status")).json()
    assert (body["state"], body["parameters"]["url"]) == ("INVALID_CONFIGURATION", "localhost:8080")


def test_memory_counts_a_process_once_and_is_none_when_a_part_is_unknown():
    def memory(*rows):
        return kernel_gpus([replace_pid(r) for r in rows], SNAPSHOT)[0]["memoryUsed"]

    def replace_pid(row):
        return {**row, "localPid": row["pid"]}

    assert memory(row(1, 5), row(1, 7), row(2, 1)) == 8
    assert memory(row(1, None), row(1, 7)) == 7
    assert memory(row(1, 5), row(2, None)) is None
    assert memory(row(1, 0)) == 0


@pytest.mark.parametrize(
    ("idle", "start", "expected"),
    [
        (None, "2026-11-20T08:00:00Z", None),
        ("2026-11-20T09:00:00Z", None, None),
        ("2026-11-20T09:00:00Z", "2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z"),
        ("2026-11-20T09:00:00Z", "2026-11-20T09:00:00.5Z", "2026-11-20T09:00:00.5Z"),
    ],
)
def test_idle_time_starts_with_the_process(idle, start, expected):
    snapshot = {"gpus": [{**GPU, "idleSince": idle}]}
    (gpu,) = kernel_gpus([{**row(1, startedAt=start), "localPid": 1}], snapshot)
    assert gpu["heldIdleSince"] == expected


def test_work_differs_from_idle_time_that_is_unknown():
    busy = {**GPU, "idleSince": None, "busySince": "2026-11-20T09:30:00Z"}
    alone = {"gpus": [{**busy, "values": {**GPU["values"], "processes.running": 1}}]}
    shared = {"gpus": [{**busy, "values": {**GPU["values"], "processes.running": 2}}]}
    own = [{**row(1, startedAt="2026-11-20T08:00:00Z"), "localPid": 1}]
    figures = [kernel_gpus(own, snapshot)[0] for snapshot in (alone, shared, {"gpus": []})]
    assert [gpu["heldIdleSince"] for gpu in figures] == [None, None, None]
    assert [gpu["busySince"] for gpu in figures] == ["2026-11-20T09:30:00Z", None, None]


def test_absent_figures_are_none():
    assert gpu_rows({"gpus": [{"index": 0, "uuid": None, "name": None, "values": {}}]}) == [
        {"index": 0, "uuid": None, "name": None, "utilization": None, "memoryUsed": None, "memoryTotal": None}
    ]
    assert (severe_insights(None), severe_insights({"insights": []})) == (None, 0)


def test_trees_contain_grandchildren():
    program = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(1, flush=True); input()'])"
    child = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()
    trees = process_trees({os.getpid(), child.pid})
    assert len(trees[child.pid]) == 2
    assert trees[child.pid] < trees[os.getpid()]
    child.communicate()


def test_innermost_pids_leave_ambiguous_ones_out(tmp_path):
    for pid, line in ((1, "NSpid:\t1"), (2, "NSpid:\t2\t7"), (3, "NSpid:\t3\t9"), (4, "NSpid:\t4\t9"), (5, "Pid: 5")):
        (tmp_path / str(pid)).mkdir()
        (tmp_path / str(pid) / "status").write_text(f"Name:\tx\n{line}\n")
    assert innermost_pids(range(1, 7), tmp_path) == {1: 1, 7: 2}
    assert Local.read().pid_namespace == os.stat("/proc/self/ns/pid").st_ino
