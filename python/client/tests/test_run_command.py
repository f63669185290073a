"""The command ``gpulse run``."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from fake import FakeServer, as_json, problem
from given import CHOSEN, by_method, free, gpu, hold, stream
from reports import gpu as gpu_report
from reports import report

from gpulse import Client, holds, program_report, run_command
from gpulse.kernel import boot_id
from gpulse.program import Foreground
from gpulse.run import Recorder
from gpulse.run_command import run
from gpulse.run_options import parse_run
from gpulse.wanted import Wanted

PRINT = 'echo "$CUDA_DEVICE_ORDER $CUDA_VISIBLE_DEVICES"'
RELEASED = (204, {}, b"")
GIVEN = "gpulse: GPU 3, GPU 0: CUDA_VISIBLE_DEVICES=GPU-d,GPU-a"


@pytest.fixture(autouse=True)
def machine(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GPULSE_URL", server.url)
    server.answers["status"] = {"machine": {"bootId": boot_id()}, "source": {"simulated": False}}
    server.answers["holds"] = as_json(hold(), 201)
    server.answers["holds/h1"] = by_method(PUT=hold(), DELETE=RELEASED)
    server.answers["report"] = report(gpu_report())


class Command:
    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self.capfd = capfd

    def __call__(self, *arguments: str) -> tuple[int, str, list[str]]:
        code = run(arguments)
        output = self.capfd.readouterr()
        return code, output.out, output.err.splitlines()

    def failure(self, *arguments: str) -> list[str]:
        """Returns the lines of a failure before the program."""
        code, out, lines = self(*arguments, "--", "sh", "-c", PRINT)
        assert (code, out) == (1, "")
        return lines


@pytest.fixture
def command(capfd: pytest.CaptureFixture[str]) -> Command:
    return Command(capfd)


def test_starts_the_program_on_the_gpus_and_releases_them(server: FakeServer, command: Command) -> None:
    code, out, lines = command("--gpus=2", "--no-report", "--", "sh", "-c", f"{PRINT}; exit 7")
    assert (code, out, lines) == (7, "PCI_BUS_ID GPU-d,GPU-a\n", [GIVEN])
    assert server.methods() == ["POST holds", "DELETE holds/h1"]
    assert "report" not in [path for _, path, _, _, _ in server.requests]
    assert "CUDA_VISIBLE_DEVICES" not in os.environ


def test_the_program_has_the_environment(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OF_THE_USER", "here")
    assert command("--gpus=2", "--no-report", "--", "sh", "-c", "echo $OF_THE_USER")[1] == "here\n"


def test_renews_the_hold_while_the_program_lives(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pipe = tmp_path / "renewed"
    os.mkfifo(pipe)

    def renewed(_: Any) -> Any:
        pipe.write_text("once", encoding="utf-8")
        return hold(gpus=[])

    monkeypatch.setattr(holds, "_RENEW_SECONDS", 0)
    server.answers["holds/h1"] = by_method(PUT=renewed, DELETE=RELEASED)
    assert command("--gpus=2", "--no-report", "--", "timeout", "20", "cat", str(pipe)) == (0, "once", [GIVEN])
    assert server.methods()[:2] == ["POST holds", "PUT holds/h1"]


def test_reports_that_the_hold_ended_before_the_program_used_the_gpus(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pipe = tmp_path / "reported"
    os.mkfifo(pipe)
    printed = run_command._print

    def reported(line: str) -> None:
        printed(line)
        if "hold" in line:
            pipe.write_text("once", encoding="utf-8")

    monkeypatch.setattr(run_command, "_print", reported)
    monkeypatch.setattr(holds, "_RENEW_SECONDS", 0)
    server.answers["holds/h1"] = problem(404, "There is no such hold.")
    server.answers["processes"] = []
    code, out, lines = command("--gpus=2", "--no-report", "--", "timeout", "20", "cat", str(pipe))
    assert (code, out) == (0, "once")
    assert [line.split(",")[1] for line in lines[1:]] == [" GPU 0 has ended"]


def test_passes_the_conditions_and_the_address_on(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPULSE_URL", "http://127.0.0.1:1")
    server.answers["holds"] = stream(("hold", hold()))
    conditions = ["--gpus", "2", "--min-memory", "40GiB", "--model", "H100", "--wait", "2h"]
    assert command(*conditions, "--url", server.url, "--no-report", "true")[0] == 0
    found = server.parameters("holds")
    assert [found[name] for name in ("count", "min-memory", "model", "wait")] == ["2", "40GiB", "H100", "7200s"]


def test_prints_the_report_at_the_end(server: FakeServer, command: Command) -> None:
    code, out, lines = command("--gpus=2", "--", "sh", "-c", "echo $$; exit 3")
    assert code == 3
    assert lines[0] == GIVEN
    assert lines[1].startswith("gpulse: The program took ")
    assert lines[2].startswith("gpulse: GPU 1: utilization 59 %, ")
    assert lines[3].startswith("gpulse: GPU 1, most of the time: A kernel ran 45 % of the time only")
    assert out.strip() in server.parameters("report")["pids"].split(",")


def test_a_program_shorter_than_a_round_has_no_figures(server: FakeServer, command: Command) -> None:
    server.answers["report"] = report(rounds=0)
    _, _, lines = command("--gpus=2", "true")
    assert "; nothing is known of " in lines[1]


def test_waits_with_a_line_about_who_uses_the_gpus(server: FakeServer, command: Command) -> None:
    anna = free(gpu(1, "PROCESSES", users=["anna"]), chosen=CHOSEN[:1])
    server.answers["holds"] = stream(("waiting", anna), ("waiting", anna), ("hold", hold()))
    code, _, lines = command("--gpus=2", "--wait=30m", "--no-report", "--", "true")
    assert (code, lines[1:]) == (0, [GIVEN])
    assert lines[0].startswith("gpulse: 2 GPUs were requested and 1 is free; waiting. GPU 1: anna, since 2026-01-01")


def test_does_not_start_the_program_without_enough_gpus(server: FakeServer, command: Command) -> None:
    server.answers["holds"] = problem(409, "2 requested, 1 free.")
    server.answers["gpus/free"] = free(gpu(1, "PROCESSES"), chosen=CHOSEN[:1])
    shortage = ["gpulse: 2 GPUs were requested and 1 is free.", "gpulse: GPU 1: A process uses it."]
    assert command.failure("--gpus=2") == shortage
    assert server.methods() == ["POST holds"]


def test_starts_the_program_without_a_hold_where_the_token_only_reads(server: FakeServer, command: Command) -> None:
    server.answers["holds"] = problem(403, "This requires the scope `write`.")
    server.answers["gpus/free"] = free(chosen=CHOSEN)
    code, out, lines = command("--gpus=2", "--no-report", "--", "sh", "-c", PRINT)
    assert (code, out) == (0, "PCI_BUS_ID GPU-d,GPU-a\n")
    assert [line.split(",")[0] for line in lines] == ["gpulse: Nothing is held", "gpulse: GPU 3"]
    assert server.methods() == ["POST holds"]


def test_is_one_sentence_without_a_gpulse(server: FakeServer, command: Command) -> None:
    server.close()
    sentence = f"No gpulse answers at {server.url}: start one with `gpulse`, or set GPULSE_URL to the address of one."
    assert command.failure("--wait=2h") == [f"gpulse: {sentence}"]


def test_refuses_simulated_gpus(server: FakeServer, command: Command) -> None:
    server.answers["status"]["source"]["simulated"] = True
    sentence = "gpulse: gpulse shows simulated or recorded GPUs, which CUDA cannot use: the program was not started."
    assert command.failure() == [sentence]
    assert server.methods() == []


def test_refuses_another_machine(server: FakeServer, command: Command) -> None:
    server.answers["status"]["machine"]["bootId"] = "another"
    (line,) = command.failure()
    assert line.endswith("is not known to be on this machine: the program was not started.")


@pytest.mark.parametrize("value", ["0", ""])
def test_does_not_replace_what_the_user_set(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", value)
    sentence = f"gpulse: CUDA_VISIBLE_DEVICES is already set to {value!r}: gpulse run does not replace that."
    assert command.failure() == [sentence]
    assert server.requests == []


def test_refuses_a_system_that_cannot_pass_signals(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("signal.sigtimedwait")
    assert command.failure() == ["gpulse: gpulse run needs Linux."]


def test_a_program_that_is_missing_is_known_before_the_wait(
    server: FakeServer, command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "train.py"
    file.touch(0o600)
    assert command("no-such-program") == (
        127,
        "",
        ["gpulse: no-such-program cannot be started: No such file or directory."],
    )
    assert command(str(file)) == (126, "", [f"gpulse: {file} cannot be started: Permission denied."])
    assert server.requests == []


@pytest.mark.parametrize(("content", "code"), [("#!/no/such/shell\n", 127), ("\x7fELF", 126)])
def test_releases_the_gpus_where_the_program_cannot_be_started(
    server: FakeServer, command: Command, tmp_path: Path, content: str, code: int
) -> None:
    file = tmp_path / "program"
    file.write_text(content)
    file.chmod(0o700)
    found, _, lines = command("--gpus=2", str(file))
    assert (found, lines[0], len(lines)) == (code, GIVEN, 2)
    assert lines[1].startswith(f"gpulse: {file} cannot be started: ")
    assert server.methods() == ["POST holds", "DELETE holds/h1"]


def test_a_gpulse_that_ends_does_not_disturb_the_program(server: FakeServer, command: Command) -> None:
    def then_gone(_: Any) -> Any:
        server.close()
        return as_json(hold(), 201)

    server.answers["holds"] = then_gone
    code, out, lines = command("--gpus=2", "--", "sh", "-c", f"{PRINT}; exit 5")
    assert (code, out) == (5, "PCI_BUS_ID GPU-d,GPU-a\n")
    assert "; nothing is known of " in lines[1]
    assert lines[2].startswith("gpulse: No gpulse answers at ")


def test_a_report_that_takes_too_long_is_one_sentence(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answers["report"] = server.hang
    monkeypatch.setattr(sys.modules["gpulse.run"], "END_SECONDS", 0)
    code, _, lines = command("--gpus=2", "--", "sh", "-c", "exit 5")
    assert (code, lines[1:]) == (5, ["gpulse: gpulse did not answer in time: there is no report."])


def test_an_interrupt_while_it_waits_is_130(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gpulse.run_command.Request.take", interrupt)
    assert command("--wait=2h", "--", "true") == (130, "", [])


def test_prints_that_a_signal_did_not_reach_the_program(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    def start(*arguments: Any) -> int:
        signal.pthread_kill(threading.get_ident(), signal.SIGHUP)
        return started(*arguments)

    started = Foreground.start
    monkeypatch.setattr(Foreground, "start", start)
    monkeypatch.setattr(os, "kill", refuse)
    sentence = "gpulse: SIGHUP could not be passed to the program, which runs as another user."
    assert command("--gpus=2", "--no-report", "true") == (0, "", [GIVEN, sentence])


def test_an_interrupt_before_the_program_releases_the_gpus(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gpulse.run_command._print", interrupt)
    assert command("--gpus=2", "true")[0] == 130
    assert server.methods() == ["POST holds", "DELETE holds/h1"]


def test_a_gpulse_that_hangs_does_not_delay_the_end_by_the_release(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_answer(request: httpx.Request) -> httpx.Response:
        given.update(request.extensions["timeout"])
        raise httpx.ReadTimeout("hangs")

    given: dict[str, float] = {}
    server.answers["holds/h1"] = by_method(DELETE=RELEASED)
    released = Client.release

    def release(client: Client, identity: str) -> None:
        client._transport._client._transport = httpx.MockTransport(without_answer)
        released(client, identity)

    monkeypatch.setattr(Client, "release", release)
    assert command("--gpus=2", "--no-report", "true") == (0, "", [GIVEN])
    assert set(given.values()) == {2.0}


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_after_the_end_keeps_the_exit_code(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def interrupt() -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.Signals[name])

    def released(_: object) -> Any:
        interrupt()
        return RELEASED

    def lines(found: program_report.ProgramReport) -> list[str]:
        interrupt()
        return report_lines(found)

    report_lines = program_report.ProgramReport.lines
    monkeypatch.setattr(program_report.ProgramReport, "lines", lines)
    server.answers["holds/h1"] = by_method(DELETE=released)
    code, _, printed = command("--gpus=2", "--", "sh", "-c", "exit 5")
    assert (code, printed[0], len(printed)) == (5, GIVEN, 4)
    assert server.methods() == ["POST holds", "DELETE holds/h1"]


def test_releases_the_gpus_before_the_report(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: list[list[str]] = []
    monkeypatch.setattr(run_command, "_print", lambda _: printed.append(server.methods()))
    command("--gpus=2", "true")
    released = ["POST holds", "DELETE holds/h1"]
    assert printed == [released[:1], *[released] * 3]


def test_the_time_of_the_program_is_that_without_the_release(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[list[str]] = []
    stop = Recorder.stop

    def stopping(recorder: Recorder) -> tuple[float, float]:
        stopped.append(server.methods())
        return stop(recorder)

    monkeypatch.setattr(Recorder, "stop", stopping)
    command("--gpus=2", "true")
    assert stopped[0] == ["POST holds"]


def test_a_terminal_that_is_gone_does_not_disturb_the_program(
    server: FakeServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.EIO, "")

    monkeypatch.setattr(sys, "stderr", Gone())
    assert command("--gpus=2", "--", "sh", "-c", "exit 5")[0] == 5
    assert server.methods() == ["POST holds", "DELETE holds/h1"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "gpulse run: the program is missing"),
        (["--gpus", "2", "--"], "gpulse run: the program is missing"),
        (["--gpus=x", "true"], "gpulse run expects a number of GPUs from 1 to 1024, not 'x'."),
        (["--gpus=0", "true"], "gpulse run expects a number of GPUs from 1 to 1024, not '0'."),
        (["--gpu=1", "true"], "gpulse run: unrecognized arguments: --gpu=1"),
        *(
            ([f"--wait={wait}", "true"], f"gpulse run: --wait expects a time of at most 24h, such as 2h, not '{wait}'.")
            for wait in ("", "2", "25h", "1441m", "2 h", "-1s", "1h30m", "٣s")
        ),
    ],
)
def test_refuses_wrong_arguments(server: FakeServer, command: Command, arguments: list[str], sentence: str) -> None:
    code, _, lines = command(*arguments)
    assert (code, lines[0]) == (2, sentence)
    assert server.requests == []


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("30m", 1800), ("24h", 86_400), ("0s", 0)])
def test_reads_the_wait(text: str, seconds: int) -> None:
    assert parse_run(["--wait", text, "true"]).wait_seconds == seconds


def test_the_program_begins_after_the_options() -> None:
    for arguments in (["--gpus", "2", "--no-report", "--"], ["--gpus=2", "--no-report"]):
        found = parse_run([*arguments, "python", "train.py", "--gpus", "4", "--", "-x"])
        assert found.command == ["python", "train.py", "--gpus", "4", "--", "-x"]
        assert (found.wanted, found.report) == (Wanted(2), False)


def test_has_a_help(command: Command, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(["--help"])
    assert ended.value.code == 0
    assert "gflow or Slurm" in capfd.readouterr().out
