from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gpulse import kernel
from gpulse.kernel import ProcessTreeWatch, boot_id, pid_namespace, process_tree


def proc(root: Path, pid: int, parent: int, name: str = "python") -> None:
    (root / str(pid)).mkdir()
    (root / str(pid) / "stat").write_text(f"{pid} ({name}) S {parent} 1 1")


def test_finds_all_descendants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_PROC", tmp_path)
    for pid, parent, name in [(1, 0, "init"), (10, 1, "jupyter"), (11, 10, "a ) S 1 ("), (12, 11, "x"), (20, 1, "y")]:
        proc(tmp_path, pid, parent, name)
    (tmp_path / "30").mkdir()
    (tmp_path / "self").mkdir()
    assert process_tree(10) == {10, 11, 12}


def test_collects_a_child_of_a_block() -> None:
    with ProcessTreeWatch() as watch, subprocess.Popen(["cat"], stdin=subprocess.PIPE) as child:
        watch.__exit__()
    assert watch.pids >= {os.getpid(), child.pid}


def test_knows_this_machine() -> None:
    assert pid_namespace() == os.stat("/proc/self/ns/pid").st_ino
    assert len(boot_id() or "") == 36


def test_knows_nothing_without_proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_PROC", tmp_path)
    assert boot_id() is None
    assert pid_namespace() is None
