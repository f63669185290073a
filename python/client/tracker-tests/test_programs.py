"""The figures of a process in the files of W&B, MLflow and TensorBoard, written and read by these programs."""

from __future__ import annotations

import json
import struct
import warnings
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any

import mlflow
import pytest
import wandb
from demo import Demo, demo
from tensorboardX import SummaryWriter
from tensorboardX.proto.event_pb2 import Event
from wandb.proto.wandb_internal_pb2 import Record

import gpulse


class Block:
    """A block that is logged for the process of the demo."""

    def __init__(self, gpus: Demo, target: Any) -> None:
        self._logged: Queue[bool] = Queue()
        self._run = gpulse.run(target, every=1, pids=[gpus.pid], client=gpus.client)
        tracker = self._run._recorder._tracker
        self._run._recorder._tracker = SimpleNamespace(row=tracker.row, finish=tracker.finish, log=self._log)
        self._log_to = tracker.log

    def __enter__(self) -> Block:
        self.run = self._run.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._run.__exit__(*error)

    def wait(self) -> None:
        """Waits until figures were logged twice: the second time began after this call."""
        while not self._logged.empty():
            self._logged.get()
        for _ in range(2):
            self._logged.get(timeout=60)

    def _log(self, *arguments: Any) -> None:
        self._log_to(*arguments)
        self._logged.put(True)


def test_wandb_has_the_figures_and_keeps_the_steps_of_the_training(gpus: Demo, tmp_path: Path) -> None:
    with wandb.init(project="test", dir=tmp_path) as tracked, Block(gpus, wandb) as block:
        for step in (5, 6):
            tracked.log({"loss": 1 / step}, step=step)
            block.wait()
    wandb.teardown()  # Ends the process that writes the file.
    rows, summary = read_wandb(next(tmp_path.glob("wandb/offline-run-*/*.wandb")))
    assert [(row["_step"], row["loss"]) for row in rows] == [(5, 1 / 5), (6, 1 / 6)]
    assert all(row[f"gpulse/{gpus.gpu}/memory_bytes"] > 0 for row in rows)
    found = {name: value for name, value in summary.items() if name.startswith("gpulse/summary")}
    assert found == {**block.run.summary, "gpulse/summary": block.run.text}
    assert {name.split("/")[2] for name in block.run.summary} == {gpus.gpu}


@pytest.mark.parametrize("kind", ["module", "run", "client"])
def test_mlflow_has_the_figures(gpus: Demo, tmp_path: Path, kind: str) -> None:
    mlflow.set_tracking_uri(f"file:{tmp_path}/runs")
    client = mlflow.MlflowClient()
    with mlflow.start_run() as active:
        run_id = active.info.run_id
        with Block(gpus, {"module": mlflow, "run": active, "client": (client, run_id)}[kind]) as block:
            block.wait()
    data = client.get_run(run_id).data
    found = {name: value for name, value in data.metrics.items() if name.startswith("gpulse/summary/")}
    assert found == block.run.summary
    assert data.tags["gpulse/summary"] == block.run.text
    history = client.get_metric_history(run_id, f"gpulse/{gpus.gpu}/memory_bytes")
    assert len(history) >= 2
    assert all(metric.value > 0 for metric in history)
    assert len(client.search_runs(["0"])) == 1


def test_tensorboard_has_the_figures(gpus: Demo, tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path)) as writer, Block(gpus, writer) as block:
        block.wait()
    values = list(read_events(next(tmp_path.glob("events.out.*"))))
    scalars = {value.tag: value.simple_value for value in values}
    assert {name: scalars[name] for name in block.run.summary} == pytest.approx(block.run.summary)
    assert scalars[f"gpulse/{gpus.gpu}/memory_bytes"] > 0
    text = next(value.tensor.string_val[0].decode() for value in values if value.tag.startswith("gpulse/summary/text"))
    assert text == block.run.text.replace("\n", "\n\n")


def test_a_killed_gpulse_is_one_warning(tmp_path: Path) -> None:
    with demo(tmp_path) as gpus, SummaryWriter(str(tmp_path)) as writer, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        with Block(gpus, writer) as block:
            block.wait()
            gpus.kill()
    assert len([each for each in warned if "gpulse.run()" in str(each.message)]) == 1
    assert "nothing is known of" in block.run.text
    assert block.run.summary[f"gpulse/summary/{gpus.gpu}/missing_seconds"] > 0


def read_wandb(file: Path) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Returns the rows and the summary of a run; the file is a log as of LevelDB, in blocks of 32 KiB."""
    rows, summary = [], {}
    data, at, record = file.read_bytes(), 7, b""
    while at + 7 <= len(data):
        rest = 32768 - at % 32768
        if rest < 7:
            at += rest
            continue
        _, length, kind = struct.unpack_from("<IHB", data, at)
        record += data[at + 7 : at + 7 + length]
        at += 7 + length
        if kind in (1, 4):
            found = Record.FromString(record)
            record = b""
            if found.WhichOneof("record_type") == "history":
                rows.append(items(found.history.item))
            summary |= items(found.summary.update)
    return rows, summary


def items(found: Any) -> dict[str, Any]:
    return {item.key or "/".join(item.nested_key): json.loads(item.value_json) for item in found}


def read_events(file: Path) -> Iterator[Any]:
    """Yields the values of the records of an event file: a length, its checksum, an event and its checksum."""
    data, at = file.read_bytes(), 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        yield from Event.FromString(data[at + 12 : at + 12 + length]).summary.value
        at += 12 + length + 4
