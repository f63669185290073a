from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import make_java

from gpulse_server import cache, training
from gpulse_server.java import Java

MAKES = '#!/bin/sh\nfor a; do case $a in -XX:AOTCacheOutput=*) echo cache > "${a#*=}";; esac; done\n'


@pytest.fixture
def java(java_folder, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GPULSE_CACHE", raising=False)
    return Java(java_folder / "bin" / "java")


@pytest.fixture
def started(monkeypatch):
    """The trainings that were started."""
    calls: list[Path] = []
    monkeypatch.setattr(cache, "_start_training", lambda java, folder: calls.append(folder))
    return calls


def test_the_first_start_makes_it_and_the_second_uses_it(java, started):
    assert cache.use(java, True) == []
    [folder] = started
    (folder / cache.FILE).touch()
    assert cache.use(java, True)[0] == f"-XX:AOTCache={folder / cache.FILE}"
    assert len(started) == 1


@pytest.mark.parametrize("value", ["off", "OFF", "false", "0"])
def test_it_can_be_switched_off(java, started, monkeypatch, value):
    monkeypatch.setenv("GPULSE_CACHE", value)
    assert cache.use(java, True) == []
    assert not started
    assert not cache.root().exists()


def test_commands_that_serve_nothing_neither_make_nor_use_it(java, started):
    (cache.prepare(java) / cache.FILE).touch()
    assert cache.use(java, False) == []
    assert not started


def test_older_java_has_none(started, tmp_path):
    assert cache.use(Java(make_java(tmp_path / "21", "21.0.1") / "bin" / "java"), True) == []
    assert not started


def test_is_for_its_owner_only(java):
    folder = cache.prepare(java)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_open_to_others_is_not_used(java, started):
    folder = cache.prepare(java)
    (folder / cache.FILE).touch()
    folder.chmod(0o777)
    assert cache.use(java, True) == []
    assert not started


def test_a_link_is_not_used(java, started, tmp_path):
    folder = cache.prepare(java)
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert cache.use(java, True) == []
    assert not started


def test_a_home_that_cannot_be_written_to_prevents_no_start(java, started, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache.use(java, True) == []


def test_a_training_that_does_not_start_in_time_prevents_no_start(java, monkeypatch):
    def late(command, **_):
        raise subprocess.TimeoutExpired(command, 10)

    monkeypatch.setattr(cache.subprocess, "run", late)
    assert cache.use(java, True) == []


def test_training_imports_nothing_from_the_working_directory(java, monkeypatch, tmp_path):
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    (hostile / "gpulse_server.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')", encoding="utf-8")
    monkeypatch.chdir(hostile)
    monkeypatch.setenv("PYTHONPATH", str(Path(cache.__file__).parents[1]))
    cache._start_training(java, cache.prepare(java))
    assert not (tmp_path / "ran").exists()


def test_another_java_or_another_jar_has_another_folder(java, tmp_path):
    first = cache.prepare(java)
    os.utime(java.program, (1, 1))
    assert cache.prepare(java) != first


def test_training_puts_the_finished_cache_in_place(java):
    java.program.write_text(MAKES, encoding="utf-8")
    folder = cache.prepare(java)
    (folder / "training-killed").mkdir()
    training.train(str(java.program), folder)
    assert (folder / cache.FILE).read_text(encoding="utf-8") == "cache\n"
    assert (folder / cache.FILE).stat().st_mode & 0o777 == 0o600
    assert not list(folder.glob("training-*"))


def test_failed_training_is_not_repeated(java, started):
    java.program.write_text("#!/bin/sh\necho no space; exit 1\n", encoding="utf-8")
    folder = cache.prepare(java)
    training.train(str(java.program), folder)
    assert (folder / cache.FAILED).read_text(encoding="utf-8") == "no space\n"
    assert cache.use(java, True) == []
    assert not started


def test_caches_of_removed_installations_are_removed(java, tmp_path):
    folder = cache.prepare(java)
    gone, other, foreign = (cache.root() / name for name in ("gone", "other", "foreign"))
    for path in (gone, other, foreign):
        path.mkdir()
    (gone / cache.INSTALLATION).write_text(str(tmp_path / "removed"), encoding="utf-8")
    (other / cache.INSTALLATION).write_text(str(tmp_path), encoding="utf-8")
    training.remove_superseded(folder)
    assert not gone.exists()
    assert other.exists()
    assert foreign.exists()
