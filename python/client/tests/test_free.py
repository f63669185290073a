from __future__ import annotations

import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from fake import FakeServer, in_turn, problem
from given import hold

from gpulse import Client, GpulseError, free, holds
from gpulse.free import take_free, too_late
from gpulse.holds import HeldGpus
from gpulse.kernel import boot_id
from gpulse.sockets import user_name
from gpulse.wanted import Wanted


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> list[HeldGpus]:
    """The holds of the kernel, which no thread renews."""
    started: list[HeldGpus] = []
    monkeypatch.setattr(HeldGpus, "start", lambda held: started.append(held))
    monkeypatch.setattr(holds, "_RENEW_SECONDS", 0)
    return started


@pytest.fixture(autouse=True)
def machine(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setattr(free, "_taken", None)
    monkeypatch.setattr(free, "_held", None)
    monkeypatch.setattr(free, "_read_maps", lambda: "")
    server.answers["status"] = {"machine": {"bootId": boot_id()}, "source": {"simulated": False}}
    server.answers["holds"] = hold()
    server.answers["gpus/free"] = {
        "chosen": [{"index": 3, "uuid": "GPU-d"}, {"index": 0, "uuid": "GPU-a"}],
        "alsoFree": [],
        "rejected": [{"index": 1, "uuid": "GPU-b", "reasons": ["A process uses it."]}],
    }


def test_passes_the_conditions_on(server: FakeServer, client: Client) -> None:
    take_free(client, Wanted(2, min_memory="40GiB", model="H100"))
    found = server.parameters("holds")
    assert (found["count"], found["min-memory"], found["model"]) == ("2", "40GiB", "H100")


def test_sets_indexes_where_gpus_share_a_uuid(server: FakeServer, client: Client) -> None:
    server.answers["holds"] = hold(environment="CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=1,0")
    assert take_free(client, Wanted(2)).endswith(": CUDA_VISIBLE_DEVICES=1,0")


def refusal(client: Client, count: int = 1) -> str:
    with pytest.raises(GpulseError) as error:
        take_free(client, Wanted(count))
    assert "CUDA_VISIBLE_DEVICES" not in os.environ
    return str(error.value)


def test_sets_the_devices_by_uuid(client: Client) -> None:
    assert take_free(client, Wanted(2)) == "GPU 3, GPU 0: CUDA_VISIBLE_DEVICES=GPU-d,GPU-a"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "GPU-d,GPU-a"
    assert os.environ["CUDA_DEVICE_ORDER"] == "PCI_BUS_ID"


def test_holds_the_gpus_while_the_kernel_lives(server: FakeServer, client: Client, kept: list[HeldGpus]) -> None:
    take_free(client, Wanted(2))
    assert server.parameters("holds") == {"count": "2", "seconds": "60", "holder": user_name(os.getuid())}
    server.answers["holds/h1"] = in_turn(hold(), hold(gpus=[]))
    kept[0].renew()
    assert server.methods() == ["POST holds", "PUT holds/h1", "PUT holds/h1"]


def test_prints_that_nothing_is_held_without_the_scope(
    server: FakeServer, client: Client, kept: list[HeldGpus]
) -> None:
    server.answers["holds"] = problem(403, "This requires the scope `write`.")
    sentence, note = take_free(client, Wanted(2)).splitlines()
    assert sentence == "GPU 3, GPU 0: CUDA_VISIBLE_DEVICES=GPU-d,GPU-a"
    assert note.startswith("Nothing is held")
    assert kept == []


@pytest.mark.parametrize("status", [403, 409])
def test_explains_a_shortage(server: FakeServer, client: Client, status: int) -> None:
    server.answers["holds"] = problem(status, "3 requested, 2 free.")
    assert refusal(client, 3).splitlines() == [
        "3 GPUs were requested and 2 are free.",
        "GPU 1: A process uses it.",
        "Nothing was set.",
    ]


def test_releases_what_the_kernel_held_before_when_it_has_others(server: FakeServer, client: Client) -> None:
    server.answers["holds/h1"] = (204, {}, b"")
    take_free(client, Wanted(2))
    server.answers["holds"] = problem(403, "This requires the scope `write`.")
    take_free(client, Wanted(2, model="H100"))
    take_free(client, Wanted(2, model="H100"))
    assert server.methods() == ["POST holds", "POST holds", "DELETE holds/h1", "POST holds"]


def test_releases_an_earlier_hold_after_another_one(server: FakeServer, client: Client, kept: list[HeldGpus]) -> None:
    server.answers["holds/h1"] = (204, {}, b"")
    take_free(client, Wanted(2))
    server.answers["holds"] = hold(id="h2")
    take_free(client, Wanted(2, model="H100"))
    assert server.methods() == ["POST holds", "POST holds", "DELETE holds/h1"]
    assert [held.ended for held in kept] == [True, False]


def test_keeps_what_the_kernel_holds_where_the_same_is_requested(
    server: FakeServer, client: Client, kept: list[HeldGpus], monkeypatch: pytest.MonkeyPatch
) -> None:
    take_free(client, Wanted(2))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES")
    sentences = ["GPU 3, GPU 0: CUDA_VISIBLE_DEVICES=GPU-d,GPU-a", "This kernel holds them already."]
    assert take_free(client, Wanted(2)).splitlines() == sentences
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "GPU-d,GPU-a"
    assert server.methods() == ["POST holds"]
    kept[0].ended = True
    assert take_free(client, Wanted(2)).splitlines() == sentences[:1]
    assert server.methods() == ["POST holds", "POST holds"]


def test_renews_after_the_client_of_the_magic_is_closed(
    server: FakeServer, client: Client, kept: list[HeldGpus]
) -> None:
    server.answers["holds/h1"] = hold(gpus=[])
    take_free(client, Wanted(2))
    client.close()
    kept[0].renew()
    assert server.methods() == ["POST holds", "PUT holds/h1"]


def test_keeps_what_the_kernel_holds_where_there_are_too_few_others(server: FakeServer, client: Client) -> None:
    take_free(client, Wanted(2))
    server.answers["holds"] = problem(409, "3 requested, 2 free.")
    with pytest.raises(GpulseError) as error:
        take_free(client, Wanted(3))
    sentence = "Nothing was set. The earlier GPUs of this kernel stay set and count as held; a restart releases them."
    assert str(error.value).splitlines()[-1] == sentence
    assert server.methods() == ["POST holds", "POST holds"]
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "GPU-d,GPU-a"


def test_what_the_kernel_does_not_hold_does_not_count_as_held(server: FakeServer, client: Client) -> None:
    server.answers["holds"] = problem(403, "This requires the scope `write`.")
    take_free(client, Wanted(2))
    with pytest.raises(GpulseError) as error:
        take_free(client, Wanted(3))
    sentence = "Nothing was set. The earlier GPUs of this kernel stay set; a restart releases them."
    assert str(error.value).splitlines()[-1] == sentence


def test_prints_that_a_hold_ended(
    server: FakeServer, client: Client, kept: list[HeldGpus], capsys: pytest.CaptureFixture[str]
) -> None:
    take_free(client, Wanted(2))
    server.answers["processes"] = []
    server.answers["holds/h1"] = problem(404, "There is no such hold.")
    kept[0].renew()
    assert capsys.readouterr().err.startswith("gpulse: The hold of GPU 3, GPU 0 has ended, and no process ")


def test_does_not_replace_what_the_user_set(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    with pytest.raises(GpulseError, match="already set to '0'"):
        take_free(client, Wanted(1))
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"


def test_does_not_take_simulated_gpus(server: FakeServer, client: Client) -> None:
    server.answers["status"]["source"]["simulated"] = True
    assert "simulated" in refusal(client)


@pytest.mark.parametrize("other", [{"bootId": "another"}, None])
def test_does_not_take_gpus_of_another_machine(server: FakeServer, client: Client, other: object) -> None:
    server.answers["status"]["machine"] = other
    assert "is not known to be on this machine" in refusal(client)


@pytest.mark.parametrize(
    ("modules", "maps", "reason"),
    [
        ({}, "", None),
        ({"torch": SimpleNamespace(cuda=SimpleNamespace(is_initialized=lambda: False))}, "", None),
        ({"torch": SimpleNamespace()}, "", None),
        ({"torch": SimpleNamespace(cuda=SimpleNamespace(is_initialized=lambda: True))}, "", "torch has already"),
        ({"cupy": SimpleNamespace()}, "7f0 r-xp /usr/lib/libcuda.so.580.95\n", "loaded in this kernel by cupy"),
        ({}, "7f0 r-xp /usr/lib/libcuda.so.1\n", "loaded in this kernel"),
        ({"torch": SimpleNamespace()}, "7f0 r-xp /usr/lib/libcudart.so.12\n", None),
    ],
)
def test_knows_when_it_is_too_late(modules: dict[str, Any], maps: str, reason: str | None) -> None:
    found = too_late(modules, maps)
    assert found is None if reason is None else found is not None and reason in found


def test_prints_that_it_is_too_late(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = SimpleNamespace(cuda=SimpleNamespace(is_initialized=lambda: True))
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert "Too late: torch has already initialized CUDA in this kernel; restart the kernel" in refusal(client)
