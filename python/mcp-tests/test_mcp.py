"""A client of the Model Context Protocol lists and calls the tools of a real gpulse with the GPUs of the demo."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

_JAR = Path(os.environ.get("GPULSE_JAR") or Path(__file__).resolve().parents[2] / "target/gpulse.jar").resolve()
_MODES = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}
_CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "gpu_status": ({}, "8, NVIDIA H100 80GB HBM3. Class, utilization, memory used/total, users:"),
    "find_free_gpus": ({"count": 1}, "of 1 requested are free"),
    "why_slow": ({"gpus": 0}, "hecked"),
    "gpu_history": ({"metrics": "memory.used", "gpus": 0, "range": "10m"}, "GPU 0 memory.used, GiB: minimum "),
    "what_happened": ({"range": "12h"}, "What happened on "),
    "job_report": ({}, "job_report with its id as job"),
    "mark": ({"text": "epoch 12"}, "The mark is stored."),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("gpulse")
    options = ["--gpulse.source=demo", "--server.port=0", "--gpulse.exit-with-parent=true"]
    command = ["java", "-jar", str(_JAR.with_suffix("") / _JAR.name), *options]
    environment = {**os.environ, "HOME": str(folder), "XDG_STATE_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, cwd=folder, **pipes) as server:
        try:
            written = False
            found = ""
            for line in server.stdout:
                match = re.search(r"Dashboard (http://localhost:\d+)", line)
                found = match[1] if match else found
                written = written or "Wrote a simulated past" in line
                if found and written:
                    break
            yield f"{found}/mcp"
        finally:
            server.kill()


@pytest.mark.parametrize("mode", _MODES)
def test_a_client_lists_and_calls_every_tool(address: str, mode: str) -> None:
    version, answers = asyncio.run(_call_all(address, mode))

    assert version == _MODES[mode]
    assert list(answers) == list(_CALLS)
    for name, (failed, text) in answers.items():
        assert not failed, f"{name}: {text}"
        assert text.startswith("Simulated: these GPUs do not exist.\n"), name
        assert _CALLS[name][1] in text, f"{name}: {text}"
    assert len(answers["gpu_status"][1]) <= 1500


@pytest.mark.parametrize("mode", _MODES)
def test_a_wrong_argument_is_a_sentence_for_the_agent(address: str, mode: str) -> None:
    async def call() -> tuple[bool, str]:
        async with Client(address, mode=mode) as client:
            result = await client.call_tool("find_free_gpus", {"count": 0})
            return result.is_error, result.content[0].text

    failed, text = asyncio.run(call())

    assert failed
    assert text.startswith("count does not fit ")


async def _call_all(address: str, mode: str) -> tuple[str, dict[str, tuple[bool, str]]]:
    answers = {}
    async with Client(address, mode=mode) as client:
        for tool in (await client.list_tools()).tools:
            result = await client.call_tool(tool.name, _CALLS[tool.name][0])
            answers[tool.name] = (bool(result.is_error), result.content[0].text)
        return client.protocol_version, answers
