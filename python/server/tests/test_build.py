"""The command that builds the wheels, on machines that lack something."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(__file__).resolve().parents[2] / "build"


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with a node and an npm that record that they ran."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("node", "npm"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {name} >> '{tmp_path}/ran'\nexit 1\n")
        program.chmod(0o755)
    return folder


def run(command: str, path: Path, jar: Path) -> tuple[int, str]:
    """Returns the exit code and what is printed, with the programs of one folder."""
    environment = {**os.environ, "PATH": str(path), "GPULSE_JAR": str(jar), "XDG_CACHE_HOME": str(path / "cache")}
    arguments = [sys.executable, str(BUILD), command]
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("command", ["wheels", "check"])
def test_a_missing_jar_is_a_failure_before_anything_is_built(command: str, programs: Path, tmp_path: Path) -> None:
    code, printed = run(command, programs, tmp_path / "gpulse.jar")
    assert (code, printed) == (
        1,
        f"jupyter: failed: {tmp_path}/gpulse is missing: build it with 'mvn package', or set GPULSE_JAR\n",
    )
    assert not (tmp_path / "ran").exists()
    assert not (programs / "cache").exists()


@pytest.mark.parametrize("missing", ["node", "npm"])
def test_wheels_fail_and_a_check_succeeds_without_a_program(missing: str, programs: Path, tmp_path: Path) -> None:
    (tmp_path / "gpulse").mkdir()
    (programs / missing).unlink()
    reason = f"({missing} is not on the PATH)\n"
    assert run("wheels", programs, tmp_path / "gpulse.jar") == (1, f"jupyter: not built {reason}")
    assert run("check", programs, tmp_path / "gpulse.jar") == (0, f"jupyter: not checked {reason}")


@pytest.mark.parametrize(("command", "code"), [("wheels", 1), ("check", 0)])
def test_wheels_fail_and_a_check_succeeds_without_a_registry(
    command: str, code: int, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gpulse").mkdir()
    monkeypatch.setattr(sys, "argv", ["build", command])
    monkeypatch.setattr(sys, "path", [str(BUILD), *sys.path])
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv("GPULSE_JAR", str(tmp_path / "gpulse.jar"))
    import downloads
    import wheels

    def fail() -> Path:
        raise downloads.NotCheckedError("the registry does not answer")

    monkeypatch.setattr(wheels, "tools", fail)
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(BUILD), run_name="__main__")
    assert end.value.code == code


def test_a_build_without_wheels_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(BUILD), *sys.path])
    import wheels

    monkeypatch.setattr(wheels, "WHEELS", tmp_path / "wheels")
    monkeypatch.setattr(wheels, "front_end", lambda venv: None)
    monkeypatch.setattr(wheels.subprocess, "run", lambda *_, **__: None)
    with pytest.raises(subprocess.CalledProcessError):
        wheels.build(tmp_path)
