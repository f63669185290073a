"""The command ``gpulse free``, for this machine and for many."""

from __future__ import annotations

from typing import Any

import pytest
from fake import FakeServer, problem
from fleets import ENVIRONMENT, fleet, fleet_free, held, holder, member, place

from gpulse.free_command import run
from gpulse.kernel import boot_id
from gpulse.wanted import Wanted


@pytest.fixture(autouse=True)
def machine(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPULSE_URL", server.url)
    server.answers["status"] = {"machine": {"bootId": boot_id()}, "source": {"simulated": False, "reason": None}}
    server.answers["gpus/free"] = {
        "chosen": [{"index": 3, "uuid": "GPU-d"}, {"index": 0, "uuid": "GPU-a"}],
        "rejected": [{"index": 1, "uuid": "GPU-b", "reasons": ["A process uses it."]}],
    }
    server.answers["fleet"] = fleet(member("gpu-2"), member("gpu-3"))
    server.answers["fleet/free"] = fleet_free()


class Command:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, list[str], list[str]]:
        code = run(arguments)
        output = self.capsys.readouterr()
        return code, output.out.splitlines(), output.err.splitlines()


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


def test_prints_the_variables_for_this_machine(server: FakeServer, command: Command) -> None:
    line = "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-d,GPU-a"
    assert command("2", "--min-memory", "40GiB", "--model=H100") == (0, [line], [])
    assert server.parameters("gpus/free") == {"count": "2", "min-memory": "40GiB", "model": "H100"}


def test_prints_only_reasons_where_too_few_are_free(command: Command) -> None:
    shortage = ["3 GPUs were requested and 2 are free.", "GPU 1: A process uses it."]
    assert command("3") == (1, [], shortage)


def test_prints_no_variables_while_the_free_gpus_are_unknown(server: FakeServer, command: Command) -> None:
    unknown = "The latest round is 3600 s old: no GPU is known to be free now."
    server.answers["gpus/free"] = problem(503, unknown)
    code, printed, reasons = command()
    assert (code, printed) == (1, [])
    assert unknown in " ".join(reasons)


def test_prints_why_there_are_no_gpus(server: FakeServer, command: Command) -> None:
    reason = "The NVIDIA driver is not installed."
    server.answers["status"]["source"]["reason"] = reason
    server.answers["gpus/free"] = {"chosen": [], "rejected": []}
    assert command() == (1, [], ["1 GPU was requested and none is free.", reason])


def test_names_simulated_gpus_on_standard_error(server: FakeServer, command: Command) -> None:
    server.answers["status"]["source"]["simulated"] = True
    code, lines, notes = command("2")
    assert (code, len(lines), notes) == (0, 1, ["Simulated or recorded data, not of the GPUs of this machine."])


@pytest.mark.parametrize("boot", ["another", None])
def test_prints_no_line_for_another_machine(server: FakeServer, command: Command, boot: str | None) -> None:
    server.answers["status"]["machine"]["bootId"] = boot
    code, lines, (sentence,) = command("2")
    assert (code, lines) == (1, [])
    assert sentence.endswith("is not known to be on this machine: with --fleet the machine is printed too.")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["x"], "gpulse free expects a number of GPUs from 1 to 1024, not 'x'."),
        (["-1"], "gpulse free expects a number of GPUs from 1 to 1024, not '-1'."),
        (["65", "--fleet"], "gpulse free expects a number of GPUs from 1 to 64, not '65'."),
        (["1", "2"], "gpulse free: unrecognized arguments: 2"),
        (["--mod", "H100"], "gpulse free: unrecognized arguments: --mod"),
    ],
)
def test_refuses_wrong_arguments_without_a_request(
    server: FakeServer, command: Command, arguments: list[str], sentence: str
) -> None:
    code, lines, notes = command(*arguments)
    assert (code, lines, notes[0]) == (2, [], sentence)
    assert server.requests == []


def test_lists_the_machines_with_room_the_best_first(server: FakeServer, command: Command) -> None:
    other = "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=MIG-1/2,0"
    demo = member("node-17", url=None, answer="LOCAL", machine={"simulated": True})
    server.answers["fleet"] = fleet(demo, member("gpu-2"))
    ailing = place("node-17", url=None, environment=other, freeGpus=12, ailing=True)
    server.answers["fleet/free"] = fleet_free(place("gpu-2"), ailing)
    lines = [
        f"gpu-2    GPU 2, GPU 3  4 free                                         {ENVIRONMENT}",
        f"node-17  GPU 2, GPU 3  12 free; simulated; another GPU is in trouble  {other}",
    ]
    assert command("2", "--fleet", "--model", "H100") == (0, lines, [])
    assert server.parameters("fleet/free") == {"count": "2", "model": "H100"}


@pytest.mark.parametrize(
    "environment",
    [
        "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-c rm -rf,GPU-d",
        "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=$(id),GPU-d",
        "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-c,GPU-d\n",
        "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-c",
        "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=",
        "PATH=/tmp CUDA_VISIBLE_DEVICES=GPU-c,GPU-d",
    ],
)
def test_gives_a_shell_nothing_else_of_another_machine(server: FakeServer, command: Command, environment: str) -> None:
    server.answers["fleet/free"] = fleet_free(place("gpu-2", environment=environment))
    left_out = "gpu-2 was left out: gpulse reports no usable UUIDs of its GPUs."
    assert command("2", "--fleet") == (1, [], ["No machine has 2 free GPUs.", left_out])


def test_counts_the_machines_of_an_engine_that_have_no_samples(server: FakeServer, command: Command) -> None:
    gone = member("gpu-3", answer="SILENT", problem="The engine has no newer sample of it.", origin="ENGINE")
    server.answers["fleet"] = fleet(member("gpu-2"), gone, engine={"problem": "It did not answer within 10 s."})
    server.answers["fleet/free"] = fleet_free(place("gpu-2"))
    assert command("2", "--fleet")[2] == [
        "1 of the machines of the engine has no samples now.",
        "The engine (gpulse.fleet.prometheus-url): It did not answer within 10 s.",
    ]


def test_names_the_machines_that_do_not_answer(server: FakeServer, command: Command) -> None:
    silent = member("gpu-3:8080", answer="SILENT", problem="It did not answer within 3 s.", machine=None)
    waiting = member("gpu-4:8080", answer="WAITING", problem="It has not answered yet.", machine=None)
    server.answers["fleet"] = fleet(member("gpu-2"), silent, waiting, listProblem="gpu-5 is listed twice")
    server.answers["fleet/free"] = fleet_free(place("gpu-2"))
    code, lines, notes = command("2", "--fleet")
    assert (code, len(lines)) == (0, 1)
    assert notes == [
        "gpu-3:8080 has not answered since 2026-01-01 09:00 UTC (1 h 0 min): It did not answer within 3 s.",
        "gpu-4:8080 has not answered yet.",
        "The list of machines is an earlier one: gpu-5 is listed twice",
    ]


def test_names_who_holds_gpus_idle_where_no_machine_has_room(server: FakeServer, command: Command) -> None:
    notebook = holder("mchen", "python")
    server.answers["fleet/free"] = fleet_free(
        held_idle=[
            held("gpu-2", 4, notebook, notebook, holder(None, None, "280678")),
            held("node-17", 11, since=None),
            held("node-17", 12, holder("anna"), since="2026-01-01T10:00:09Z"),
        ]
    )
    assert command("--fleet", "--min-memory=40GiB", "--model=H100") == (
        1,
        [],
        [
            "No machine has a free GPU of the model H100 with 40GiB of free memory.",
            "Held idle:",
            "gpu-2    GPU 4   mchen, python; unknown user, job 280678  since 2026-01-01 09:14 UTC (46 min 0 s)",
            "node-17  GPU 11  –                                        since –",
            "node-17  GPU 12  anna                                     since 2026-01-01 10:00 UTC",
        ],
    )


def test_names_the_scope_that_users_require(server: FakeServer, command: Command) -> None:
    without_users = held("gpu-2", 4)
    del without_users["holders"]
    server.answers["fleet"] = fleet(member("gpu-2"), users=False)
    server.answers["fleet/free"] = fleet_free(held_idle=[without_users])
    _, _, notes = command("2", "--fleet")
    assert "read-fleet" in notes[-1]


def test_names_a_gpulse_that_has_no_list(server: FakeServer, command: Command) -> None:
    server.answers["fleet"] = fleet(member("gpu-2", url=None, answer="LOCAL"), configured=False)
    _, _, notes = command("2", "--fleet")
    assert (
        notes[-1]
        == f"The gpulse at {server.url} has no list of machines (gpulse.machines): only its own was considered."
    )


def test_an_older_gpulse_is_one_sentence(server: FakeServer, command: Command) -> None:
    for path in ("fleet", "fleet/free"):
        del server.answers[path]
    sentence = f"The gpulse at {server.url} is of another version and has no /api/v1/fleet/free: update it."
    assert command("2", "--fleet") == (1, [], [sentence])


@pytest.mark.parametrize("answer", [{}, {"machines": [None], "heldIdle": []}, {"machines": [{"name": 1}]}])
def test_another_form_of_the_answer_is_one_sentence(server: FakeServer, command: Command, answer: Any) -> None:
    server.answers["fleet/free"] = answer
    code, lines, (sentence,) = command("2", "--fleet")
    assert (code, lines) == (1, [])
    assert sentence.endswith("is of another version: its answer has another form.")


def test_spells_the_conditions_for_a_shell() -> None:
    assert str(Wanted(2, True, "40GiB", "H100 80GB")) == "2 --min-memory 40GiB --model 'H100 80GB'"
