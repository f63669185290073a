"""Programs that call nvidia-smi, run with the shell file in its place: their numbers are those of gpulse."""

from __future__ import annotations

import importlib.util
import json
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as Xml
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

import pytest
from demo import Demo

_Found = TypeVar("_Found")
_ATTEMPTS = 50
_MIB = 2**20


class Machine:
    """The demo, and an environment in which the shell file is the command nvidia-smi."""

    def __init__(self, gpus: Demo, folder: Path) -> None:
        self._client = gpus.client
        (folder / "nvidia-smi").symlink_to(Path(str(files("gpulse"))) / "nvidia-smi")
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "GPULSE_URL": gpus.client.url}

    def output(self, *command: str) -> str:
        """Returns the standard output of a command."""
        return subprocess.run(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True
        ).stdout

    @contextmanager
    def evaluating(self, expression: str) -> Iterator[Callable[[], Any]]:
        """Yields a function that evaluates an expression in a Python that has imported its module.

        setuptools has distutils, which Python 3.12 lacks.
        """
        module = expression.partition(".")[0]
        each = f"print(json.dumps({expression}, default=vars), flush=True)"
        script = f"import json, sys, setuptools, {module}\nfor _ in sys.stdin: {each}"
        command = [sys.executable, "-W", "ignore", "-c", script]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        with subprocess.Popen(command, env=self.environment, **pipes) as process:

            def evaluate() -> Any:
                process.stdin.write("\n")
                process.stdin.flush()
                return json.loads(process.stdout.readline())

            evaluate()
            yield evaluate
            process.stdin.close()

    def within_a_round(self, run: Callable[[], _Found]) -> tuple[_Found, list[dict[str, Any]], list[dict[str, Any]]]:
        """Returns a result, with the GPUs and the processes of the only round in which it was made."""
        for _ in range(_ATTEMPTS):
            before = self._client.snapshot()
            processes = self._client.processes()
            found = run()
            if self._client.snapshot()["sequence"] == before["sequence"]:
                return found, before["gpus"], processes
        raise AssertionError(f"No round was long enough in {_ATTEMPTS} attempts.")


@pytest.fixture
def machine(gpus: Demo, tmp_path: Path) -> Machine:
    return Machine(gpus, tmp_path)


def value(item: dict[str, Any], key: str) -> Any:
    return item["values"].get(key)


def mib(item: dict[str, Any], key: str) -> int:
    return round(value(item, key) / _MIB)


def whole(item: dict[str, Any], key: str) -> float:
    """Returns a number as nvidia-smi prints it, NaN where it prints [N/A]."""
    found = value(item, key)
    return math.nan if found is None else found


def test_gputil(machine: Machine) -> None:
    with machine.evaluating("GPUtil.getGPUs()") as evaluate:
        found, gpus, _ = machine.within_a_round(evaluate)
    assert [(each["id"], each["uuid"], each["name"]) for each in found] == [
        (gpu["index"], gpu["uuid"], gpu["name"]) for gpu in gpus
    ]
    assert [(each["memoryTotal"], each["memoryUsed"], each["memoryFree"]) for each in found] == [
        (mib(gpu, "memory.total"), mib(gpu, "memory.used"), mib(gpu, "memory.free")) for gpu in gpus
    ]
    for each, gpu in zip(found, gpus, strict=True):
        assert each["load"] * 100 == pytest.approx(whole(gpu, "utilization.gpu"), nan_ok=True)
        assert each["temperature"] == pytest.approx(whole(gpu, "temperature.gpu"), nan_ok=True)


def test_nvsmi(machine: Machine) -> None:
    with machine.evaluating("nvsmi.__name__ and [list(nvsmi.get_gpus()), list(nvsmi.get_gpu_processes())]") as evaluate:
        found, gpus, processes = machine.within_a_round(evaluate)
    assert [(each["id"], each["uuid"], each["mem_used"], each["mem_free"]) for each in found[0]] == [
        (str(gpu["index"]), gpu["uuid"], mib(gpu, "memory.used"), mib(gpu, "memory.free")) for gpu in gpus
    ]
    for each, gpu in zip(found[0], gpus, strict=True):
        assert each["gpu_util"] == pytest.approx(whole(gpu, "utilization.gpu"), nan_ok=True)
    assert processes
    expected = {(each["pid"], str(each["gpu"])) for each in processes if each["type"] != "GRAPHICS"}
    assert {(each["pid"], each["gpu_id"]) for each in found[1]} == expected


def test_pynvidiasmi(machine: Machine) -> None:
    keys = ["index", "utilization.gpu", "memory.used", "temperature.gpu"]
    with machine.evaluating(f"pynvidiasmi.query({keys})") as evaluate:
        found, gpus, _ = machine.within_a_round(evaluate)
    assert [each["index"] for each in found] == [gpu["index"] for gpu in gpus]
    assert [each["memory.used"] for each in found] == [mib(gpu, "memory.used") for gpu in gpus]
    for key in ("utilization.gpu", "temperature.gpu"):
        numbers = [math.nan if each[key] == "[N/A]" else each[key] for each in found]
        assert numbers == pytest.approx([whole(gpu, key) for gpu in gpus], nan_ok=True)


def test_nvgpu_reads_the_table(machine: Machine) -> None:
    with machine.evaluating("nvgpu.gpu_info()") as evaluate:
        found, gpus, _ = machine.within_a_round(evaluate)
    assert [(each["index"], each["type"], each["uuid"], each["mem_used"], each["mem_total"]) for each in found] == [
        (str(gpu["index"]), gpu["name"], gpu["uuid"], mib(gpu, "memory.used"), mib(gpu, "memory.total")) for gpu in gpus
    ]


def test_nvidia_htop_reads_the_table(machine: Machine) -> None:
    spec = importlib.util.find_spec("nvgpu")
    program = Path(spec.origin).parents[1] / "bin/nvidia-htop.py"
    command = (sys.executable, str(program), "--meter")
    found, gpus, processes = machine.within_a_round(lambda: machine.output(*command))
    meters = re.findall(r"^\|[^|]*\| \[\|* *\] ?\|", found, re.MULTILINE)
    assert processes
    assert len(meters) == sum("utilization.gpu" in gpu["values"] for gpu in gpus)
    rows = re.findall(r"^\|\s+(\d+)\s+(\d+)\s+\S*\s+(\d+)MiB ", found, re.MULTILINE)
    assert {(int(gpu), int(pid), int(used)) for gpu, pid, used in rows} == {
        (each["gpu"], each["pid"], mib(each, "process.memory.used")) for each in processes
    }


def texts(gpu: Xml.Element, path: str) -> str:
    return gpu.findtext(path) or ""


def check_document(document: str, gpus: list[dict[str, Any]]) -> None:
    """Checks what Telegraf and Netdata (both in Go) read of `nvidia-smi -q -x`."""
    assert re.search(r'<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v1[123]\.dtd">', document)
    root = Xml.fromstring(document)
    assert root.tag == "nvidia_smi_log"
    assert root.findtext("driver_version")
    found = root.findall("gpu")
    assert [texts(each, "uuid") for each in found] == [gpu["uuid"] for gpu in gpus]
    for each, gpu in zip(found, gpus, strict=True):
        assert each.get("id", "").endswith(gpu["pciBusId"][-10:].upper())
        for path, key, unit, scale in _ELEMENTS:
            number = value(gpu, key)
            if number is None:
                assert texts(each, path) == "N/A", path
                continue
            printed, _, of = texts(each, path).partition(" ")
            assert (path, float(printed), of) == (path, pytest.approx(number / scale, abs=_half(printed)), unit)
        assert re.fullmatch(r"P\d+|N/A", texts(each, "performance_state"))
        assert re.fullmatch(r"\d+x|N/A", texts(each, "pci/pci_gpu_link_info/link_widths/max_link_width"))


def _half(printed: str) -> float:
    """Returns the error of a number that was rounded to its decimals."""
    return 0.51 * 0.1 ** len(printed.partition(".")[2])


_ELEMENTS = (
    ("fb_memory_usage/total", "memory.total", "MiB", _MIB),
    ("fb_memory_usage/used", "memory.used", "MiB", _MIB),
    ("fb_memory_usage/free", "memory.free", "MiB", _MIB),
    ("utilization/gpu_util", "utilization.gpu", "%", 1),
    ("utilization/memory_util", "utilization.memory", "%", 1),
    ("temperature/gpu_temp", "temperature.gpu", "C", 1),
    ("clocks/sm_clock", "clocks.current.sm", "MHz", 1),
    ("fan_speed", "fan.speed", "%", 1),
    ("gpu_power_readings/average_power_draw", "power.draw.average", "W", 1),
    ("gpu_power_readings/instant_power_draw", "power.draw.instant", "W", 1),
)


def test_telegraf_and_netdata_read_the_xml(machine: Machine) -> None:
    check_document(*machine.within_a_round(lambda: machine.output("nvidia-smi", "-q", "-x"))[:2])


def test_netdata_reads_one_document_after_another(machine: Machine) -> None:
    command = ["nvidia-smi", "-q", "-x", "-l", "1"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, env=machine.environment, **pipes) as process:
        for _ in range(2):
            lines = []
            while not lines or lines[-1] != "</nvidia_smi_log>":
                lines.append(process.stdout.readline().rstrip("\n"))
            start = lines.index("<nvidia_smi_log>")
            assert len(Xml.fromstring("\n".join(lines[start:])).findall("gpu")) > 0
        process.terminate()
