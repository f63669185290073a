from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake import FakeServer, as_json, problem
from fleets import ENVIRONMENT, fleet, fleet_free, member, place
from reports import snapshot

import gpulse
from gpulse.kernel import boot_id

pytest.importorskip("IPython")
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: FakeServer) -> Iterator[Any]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("GPULSE_URL", server.url)
    server.answers["status"] = {"version": "1", "machine": {"bootId": boot_id(), "pidNamespace": 1}}
    server.answers["snapshot"] = snapshot(1, "2026-01-01T00:00:00Z")
    server.answers["processes"] = []
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    shell = InteractiveShell(config=config)
    gpulse.load_ipython_extension(shell)
    yield shell
    shell.restore_sys_module_state()


def run(shell: Any, cell: str) -> Any:
    return shell.run_cell(cell)


def test_lists_the_gpus_with_the_memory_of_this_kernel(
    shell: Any, server: FakeServer, capsys: pytest.CaptureFixture[str]
) -> None:
    own = {"uuid": "GPU-aaaa", "values": {"process.memory.used": 2**30}}
    server.answers["processes"] = [own, own, {"uuid": "GPU-aaaa", "values": {}}]
    run(shell, "%gpulse")
    assert "GPU 1  H100  90 %" in capsys.readouterr().out.splitlines()[0]
    run(shell, "%gpulse")
    assert "this kernel: 2.0 GiB" in capsys.readouterr().out


def test_lists_the_gpus_where_processes_are_unknown(
    shell: Any, server: FakeServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.answers["processes"] = problem(400, "Unknown parameter.")
    run(shell, "%gpulse")
    assert "this kernel" not in capsys.readouterr().out


def test_makes_a_mark(shell: Any, server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.answers["marks"] = as_json({"id": 1, "at": "2026-01-01T00:00:00Z", "text": "epoch 1", "gpus": []}, 201)
    run(shell, "%gpulse mark epoch 1")
    assert capsys.readouterr().out == "Marked 'epoch 1' at 2026-01-01T00:00:00Z.\n"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("mark epoch 1", "requires the scope `write`"),
        ("free x", "expects a number of GPUs from 1 to 1024, not 'x'"),
        ("free 0", "expects a number of GPUs"),
        ("free 65 --fleet", "expects a number of GPUs from 1 to 64, not '65'"),
        ("free --help", "unrecognized arguments: --help"),
        ("free 1 --memory 4GiB", "unrecognized arguments: --memory 4GiB"),
        ("free --model 'H100", "close the quotes"),
        ("free --model", "expected one argument"),
        ("free --fleet", "has no /api/v1/fleet/free: update it"),
        ("mark", "%gpulse mark TEXT"),
        ("nonsense", "%gpulse free [N]"),
    ],
)
def test_prints_a_sentence_without_a_traceback(
    shell: Any, server: FakeServer, capsys: pytest.CaptureFixture[str], line: str, sentence: str
) -> None:
    server.answers["marks"] = problem(403, "Forbidden.")
    result = run(shell, f"%gpulse {line}")
    output = capsys.readouterr()
    assert sentence in output.err
    assert "Traceback" not in output.out + output.err
    assert result.success


def test_lists_machines_with_free_gpus_and_sets_nothing(
    shell: Any, server: FakeServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    server.answers["fleet"] = fleet(member("gpu-2"), member("gpu-3", answer="WAITING", machine=None))
    server.answers["fleet/free"] = fleet_free(place("gpu-2"))
    run(shell, "%gpulse free 2 --fleet --model 'H100 80GB'")
    assert capsys.readouterr().out.splitlines() == [
        f"gpu-2  GPU 2, GPU 3  4 free  {ENVIRONMENT}",
        "gpu-3 has not answered yet.",
        "Nothing was set, as a kernel cannot move to another machine: run %gpulse free 2 --model 'H100 80GB' in a "
        "kernel on one of these machines.",
    ]
    assert "CUDA_VISIBLE_DEVICES" not in os.environ


def test_lists_no_machine_where_none_has_room(
    shell: Any, server: FakeServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.answers["fleet"] = fleet(member("gpu-2"))
    server.answers["fleet/free"] = fleet_free()
    run(shell, "%gpulse free 2 --fleet")
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", "No machine has 2 free GPUs.\n")


@pytest.mark.parametrize("cell", ["%gpulse", "%gpulse free", "%gpulse free --fleet", "%gpulse mark x", "%%gpulse\n1"])
def test_says_that_no_gpulse_answers(
    shell: Any, server: FakeServer, capsys: pytest.CaptureFixture[str], cell: str
) -> None:
    server.close()
    assert run(shell, cell).success
    output = capsys.readouterr()
    assert "No gpulse answers at" in output.out + output.err
    assert "Traceback" not in output.out + output.err


def test_runs_a_cell_whose_token_file_others_can_read(
    shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "token"
    file.write_text("x")
    file.chmod(0o644)
    monkeypatch.setenv("GPULSE_TOKEN_FILE", str(file))
    run(shell, "%%gpulse\na = 1")
    assert shell.user_ns["a"] == 1
    assert "Other users can read the token file" in capsys.readouterr().err


def test_runs_a_cell_and_reports_it(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, "%%gpulse\na = 6\n%precision 2\n!true\na * 7")
    output = capsys.readouterr().out
    assert shell.user_ns["_"] == 42
    assert "42" in output
    assert "too short for a mean" in output


def test_awaits_in_a_cell(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(shell, "%%gpulse\nimport asyncio\na = await asyncio.sleep(0, 6)\nawait asyncio.sleep(0, a * 7)")
    output = capsys.readouterr().out
    assert result.success
    assert shell.user_ns["_"] == 42
    assert output.index("42") < output.index("too short for a mean")


def test_reports_a_cell_that_raises_after_an_await(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(shell, "%%gpulse\nimport asyncio\nawait asyncio.sleep(0)\n1 / 0")
    output = capsys.readouterr().out
    assert isinstance(result.error_in_exec, ZeroDivisionError)
    assert output.index("too short for a mean") < output.index("ZeroDivisionError")
    assert "magics.py" not in output
    assert "cell_code.py" not in output
    assert "----> 3 1 / 0" in output


def test_refuses_an_await_where_it_is_switched_off(shell: Any) -> None:
    shell.autoawait = False
    assert isinstance(run(shell, "%%gpulse\nawait x").error_in_exec, SyntaxError)


def test_registers_the_transformation_once(shell: Any) -> None:
    gpulse.load_ipython_extension(shell)
    assert [type(each).__name__ for each in shell.input_transformers_post].count("AwaitCells") == 1


def test_shows_no_value_behind_a_semicolon(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    run(shell, "%%gpulse\n6 * 7;")
    assert "42" not in capsys.readouterr().out


def test_reports_a_cell_that_raises_and_raises(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(shell, "%%gpulse\nvalue = 0\n1 / value")
    output = capsys.readouterr().out
    assert isinstance(result.error_in_exec, ZeroDivisionError)
    assert output.index("too short for a mean") < output.index("ZeroDivisionError")
    assert "magics.py" not in output
    assert "----> 2 1 / value" in output


def test_passes_on_the_end_of_an_iterator(shell: Any) -> None:
    assert isinstance(run(shell, "%%gpulse\nnext(iter([]))").error_in_exec, StopIteration)


def test_runs_no_cell_with_a_syntax_error(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(shell, "%%gpulse\na = 1\nb = =")
    assert isinstance(result.error_in_exec, SyntaxError)
    assert "a" not in shell.user_ns
