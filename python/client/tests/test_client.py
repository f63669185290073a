from __future__ import annotations

import builtins
import json
import os
from datetime import datetime, timezone
from typing import Any

import pytest
from fake import FakeServer, as_json, problem

from gpulse import Client, GpulseError
from gpulse.kernel import boot_id, pid_namespace

HISTORY = {
    "stepMillis": 1000,
    "t": [1000, 2000],
    "series": [
        {
            "gpu": "GPU-a",
            "index": 0,
            "metric": "utilization.gpu",
            "unit": "%",
            "min": [1, None],
            "avg": [2, None],
            "max": [3, None],
        }
    ],
}


def test_asks_for_processes_in_the_namespace_of_this_process(server: FakeServer, client: Client) -> None:
    server.answers["status"] = {"version": "1", "machine": {"bootId": boot_id(), "pidNamespace": 1}}
    server.answers["processes"] = []
    client.processes(pids=[os.getpid(), 7])
    assert server.parameters("processes") == {"pids": f"{os.getpid()},7", "pid-namespace": str(pid_namespace())}


def test_requests_many_processes_in_parts(server: FakeServer, client: Client) -> None:
    server.answers["status"] = {"version": "1", "machine": None}
    server.answers["processes"] = lambda request: as_json([{"pid": request[2]["pids"][0].count(",") + 1}])
    assert client.processes(pids=range(1, 701)) == [{"pid": 300}, {"pid": 300}, {"pid": 100}]
    assert client.processes(pids=[]) == []


@pytest.mark.parametrize(
    "machine", [None, {"bootId": "another", "pidNamespace": 1}, {"bootId": None, "pidNamespace": None}]
)
def test_sends_no_namespace_to_another_machine(server: FakeServer, client: Client, machine: object) -> None:
    server.answers["status"] = {"version": "1", "machine": machine}
    server.answers["processes"] = []
    client.processes(pids=[7])
    assert server.parameters("processes") == {"pids": "7"}


@pytest.mark.parametrize(
    ("machine", "same"),
    [({"bootId": boot_id()}, True), ({"bootId": "another"}, False), ({"bootId": None}, None), (None, None)],
)
def test_recognizes_its_own_machine(server: FakeServer, client: Client, machine: object, same: bool | None) -> None:
    server.answers["status"] = {"version": "1", "machine": machine}
    assert client.same_machine() is same


def test_requests_a_report_to_the_millisecond(server: FakeServer, client: Client) -> None:
    server.answers["report"] = {"gpus": []}
    client.report(datetime(2026, 1, 1, tzinfo=timezone.utc), 1767225601.5, gpus=[0, "GPU-a"])
    assert server.parameters("report") == {"from": "1767225600000", "to": "1767225601500", "gpus": "0,GPU-a"}


def test_marks_the_time_line(server: FakeServer, client: Client) -> None:
    server.answers["marks"] = as_json({"id": 1, "at": "2026-01-01T00:00:00Z", "text": "epoch 1", "gpus": [0]}, 201)
    assert client.mark("epoch 1", gpus=0)["id"] == 1
    assert json.loads(server.requests[-1][4]) == {"text": "epoch 1", "gpus": ["0"]}


def test_finds_free_gpus_of_many_machines(server: FakeServer, client: Client) -> None:
    server.answers["fleet/free"] = {"requested": 2, "machines": [], "heldIdle": []}
    server.answers["fleet"] = {"machines": [{"name": "gpu-1"}]}
    assert client.fleet_free(2, min_memory="40GiB", model="H100")["machines"] == []
    assert server.parameters("fleet/free") == {"count": "2", "min-memory": "40GiB", "model": "H100"}
    assert client.fleet()["machines"][0]["name"] == "gpu-1"


def test_names_the_scope_that_a_mark_requires(server: FakeServer, client: Client) -> None:
    server.answers["marks"] = problem(403, "Forbidden.")
    with pytest.raises(GpulseError, match="requires the scope `write`"):
        client.mark("epoch 1")


def test_returns_the_history_as_a_frame(server: FakeServer, client: Client) -> None:
    pandas = pytest.importorskip("pandas")
    server.answers["history"] = HISTORY
    frame = client.history(["utilization.gpu"], range="1m", points=2)
    assert server.parameters("history") == {"metrics": "utilization.gpu", "range": "1m", "points": "2"}
    assert list(frame.columns) == ["time", "gpu", "index", "metric", "unit", "min", "avg", "max"]
    assert frame["avg"][0] == 2
    assert pandas.isna(frame["avg"][1])


@pytest.mark.parametrize("gpus", [(), (None,), (0, None)])
def test_a_frame_has_the_same_types_for_any_rows(
    server: FakeServer, client: Client, gpus: tuple[int | None, ...]
) -> None:
    pytest.importorskip("pandas")
    values: dict[str, Any] = {"metric": "m", "unit": "", "min": [None], "avg": [None], "max": [None]}
    server.answers["history"] = {"t": [1000], "series": [{"gpu": None, "index": gpu, **values} for gpu in gpus]}
    types = client.history().dtypes.astype(str)
    assert types["time"].endswith(", UTC]")
    assert list(types[["index", "min", "avg", "max"]]) == ["Int64", "float64", "float64", "float64"]


def test_returns_the_history_as_rows_without_pandas(
    server: FakeServer, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = builtins.__import__

    def without_pandas(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name == "pandas":
            raise ImportError
        return original(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    server.answers["history"] = HISTORY
    first, second = client.history()
    assert first["time"] == datetime(1970, 1, 1, 0, 0, 1, tzinfo=timezone.utc)
    assert (first["min"], first["avg"], first["max"]) == (1, 2, 3)
    assert second["avg"] is None


def test_reports_a_history_of_another_version(server: FakeServer, client: Client) -> None:
    server.answers["history"] = {"series": [{"avg": 1}]}
    with pytest.raises(GpulseError, match="does not answer as this version of gpulse"):
        client.history()
