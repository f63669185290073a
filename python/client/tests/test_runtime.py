from __future__ import annotations

import os
from pathlib import Path

import pytest

from gpulse import runtime
from gpulse.runtime import RuntimeFolderError, runtime_folder, started_port


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path


def test_creates_the_folder_for_its_owner_only(base: Path) -> None:
    folder = runtime_folder()
    assert folder == base / "gpulse"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert runtime_folder() == folder


@pytest.mark.parametrize("value", [None, "", "relative", "/no/such/directory"])
def test_uses_the_temporary_directory_without_a_session_directory(
    value: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "_temporary", lambda: tmp_path)
    if value is None:
        monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    else:
        monkeypatch.setenv("XDG_RUNTIME_DIR", value)
    assert runtime_folder() == tmp_path / f"gpulse-{os.getuid()}"


def test_uses_no_session_directory_of_another_user(base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_temporary", lambda: tmp_path)
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    with pytest.raises(RuntimeFolderError, match=f"{tmp_path}/gpulse-{other} belongs to the user"):
        runtime_folder()
    assert not (base / "gpulse").exists()


def test_refuses_a_link(base: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (base / "gpulse").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RuntimeFolderError, match="is a link; remove it"):
        runtime_folder()


def test_refuses_a_file(base: Path) -> None:
    (base / "gpulse").write_text("")
    with pytest.raises(RuntimeFolderError, match="is not a directory"):
        runtime_folder()


@pytest.mark.parametrize("mode", [0o755, 0o710, 0o702])
def test_refuses_a_folder_that_is_open_to_others(base: Path, mode: int) -> None:
    runtime_folder().chmod(mode)
    with pytest.raises(RuntimeFolderError, match=f"open to other users \\(mode {mode:04o}\\)"):
        runtime_folder()


def test_reports_a_folder_that_cannot_be_created(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", fail)
    with pytest.raises(RuntimeFolderError, match="cannot be created: Permission denied"):
        runtime_folder()


@pytest.mark.parametrize(
    ("text", "port"),
    [("18250\n", 18250), ("65535", 65535), ("0", None), ("65536", None), ("", None), ("-1", None), ("8080x", None)],
)
def test_reads_the_port_file(base: Path, text: str, port: int | None) -> None:
    (runtime_folder() / runtime.PORT).write_text(text)
    assert started_port() == port


def test_has_no_port_without_a_port_file(base: Path) -> None:
    assert started_port() is None
