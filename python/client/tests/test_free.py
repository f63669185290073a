from __future__ import annotations

import errno
import json
import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from fake import FakeServer

from gpulse import Client, GpulseError, free
from gpulse.free import take_free, too_late
from gpulse.kernel import boot_id
from gpulse.runtime import GIVEN, runtime_folder
from gpulse.wanted import Wanted

NOW = 1000.0


@pytest.fixture(autouse=True)
def machine(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setattr(free, "_set_here", None)
    monkeypatch.setattr(free, "_read_maps", lambda: "")
    server.answers["status"] = {"version": "1", "machine": {"bootId": boot_id(), "pidNamespace": 1}}
    server.answers["snapshot"] = {"source": {"simulated": False}}
    server.answers["gpus/free"] = {
        "chosen": [{"index": 3, "uuid": "GPU-d"}, {"index": 0, "uuid": "GPU-a"}],
        "alsoFree": [],
        "rejected": [{"index": 1, "uuid": "GPU-b", "reasons": ["A process uses it."]}],
    }


def test_passes_the_conditions_on(server: FakeServer, client: Client) -> None:
    take_free(client, Wanted(1, min_memory="40GiB", model="H100"), lambda: NOW)
    assert server.parameters("gpus/free") == {"count": "1024", "min-memory": "40GiB", "model": "H100"}


def test_sets_indexes_where_gpus_share_a_uuid(server: FakeServer, client: Client) -> None:
    shared = [{"index": 1, "uuid": "GPU-a@0000:01"}, {"index": 0, "uuid": "GPU-a@0000:00"}]
    server.answers["gpus/free"]["chosen"] = shared
    assert take_free(client, Wanted(2), lambda: NOW) == "GPU 1, GPU 0: CUDA_VISIBLE_DEVICES=1,0"


def given(entries: Any) -> None:
    (runtime_folder() / GIVEN).write_text(entries if isinstance(entries, str) else json.dumps(entries))


def refusal(client: Client, count: int = 1) -> str:
    with pytest.raises(GpulseError) as error:
        take_free(client, Wanted(count), lambda: NOW)
    assert "CUDA_VISIBLE_DEVICES" not in os.environ
    return str(error.value)


def test_sets_the_devices_by_uuid(client: Client) -> None:
    assert take_free(client, Wanted(2), lambda: NOW) == "GPU 3, GPU 0: CUDA_VISIBLE_DEVICES=GPU-d,GPU-a"
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "GPU-d,GPU-a"
    assert os.environ["CUDA_DEVICE_ORDER"] == "PCI_BUS_ID"


def test_does_not_take_what_another_kernel_was_given(client: Client) -> None:
    given({"GPU-d": {"pid": 1, "at": NOW - 59}})
    assert take_free(client, Wanted(1), lambda: NOW).startswith("GPU 0:")
    saved = json.loads((runtime_folder() / GIVEN).read_text())
    assert saved == {"GPU-d": {"pid": 1, "at": NOW - 59}, "GPU-a": {"pid": os.getpid(), "at": NOW}}


def test_takes_what_was_given_long_ago_or_to_this_kernel(client: Client) -> None:
    given({"GPU-d": {"pid": 1, "at": NOW - 60}, "GPU-a": {"pid": os.getpid(), "at": NOW}})
    assert take_free(client, Wanted(2), lambda: NOW).startswith("GPU 3, GPU 0:")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"GPU-d": 1}', '{"GPU-d": {"at": "x"}}'])
def test_ignores_a_damaged_file(client: Client, content: str) -> None:
    given(content)
    assert take_free(client, Wanted(1), lambda: NOW).startswith("GPU 3:")


def test_explains_a_shortage(client: Client) -> None:
    given({"GPU-a": {"pid": 1, "at": NOW}})
    assert refusal(client, 2).splitlines() == [
        "2 GPUs were requested and 1 is free: nothing was set.",
        "GPU 0: another kernel of yours was given it in the last minute.",
        "GPU 1: A process uses it.",
    ]


def test_can_be_repeated_in_a_kernel(client: Client) -> None:
    take_free(client, Wanted(2), lambda: NOW)
    assert take_free(client, Wanted(1), lambda: NOW + 1).startswith("GPU 3:")


def test_does_not_replace_what_the_user_set(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    with pytest.raises(GpulseError, match="already set to '0'"):
        take_free(client, Wanted(1), lambda: NOW)
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "0"


def test_does_not_take_simulated_gpus(server: FakeServer, client: Client) -> None:
    server.answers["snapshot"] = {"source": {"simulated": True}}
    assert "simulated" in refusal(client)


@pytest.mark.parametrize("machine", [{"bootId": "another"}, None])
def test_does_not_take_gpus_of_another_machine(server: FakeServer, client: Client, machine: object) -> None:
    server.answers["status"] = {"version": "1", "machine": machine}
    assert "is not known to be on this machine" in refusal(client)


def test_does_not_use_a_runtime_folder_that_is_open_to_others(client: Client) -> None:
    runtime_folder().chmod(0o777)
    assert "is open to other users" in refusal(client)


def test_sets_nothing_where_the_disk_is_full(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(free.json, "dump", full)
    assert "cannot be written: No space left on device; nothing was set" in refusal(client)


def test_does_not_follow_a_link(client: Client) -> None:
    (runtime_folder() / GIVEN).symlink_to("/dev/null")
    assert "cannot be opened" in refusal(client)


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


def test_says_that_it_is_too_late(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = SimpleNamespace(cuda=SimpleNamespace(is_initialized=lambda: True))
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert "Too late: torch has already initialized CUDA in this kernel; restart the kernel" in refusal(client)
