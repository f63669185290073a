from __future__ import annotations

import os
from pathlib import Path

import pytest

STUB = """#!/bin/sh
printf '%s\\n' "$@" > "$STUB_FILE.part"
echo "pid=$$" >> "$STUB_FILE.part"
echo "arenas=$MALLOC_ARENA_MAX" > "$STUB_FILE.environment"
trap 'echo terminated; exit 143' TERM
mv "$STUB_FILE.part" "$STUB_FILE"
[ -z "$STUB_READS" ] || { read -r line; echo "read: $line"; }
"""


@pytest.fixture
def java_folder(tmp_path: Path) -> Path:
    """The folder of a Java that writes its arguments to STUB_FILE."""
    return make_java(tmp_path / "runtime", "25.0.2")


def make_java(folder: Path, version: str) -> Path:
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(STUB, encoding="utf-8")
    program.chmod(0o755)
    (folder / "release").write_text(f'JAVA_VERSION="{version}"\n', encoding="utf-8")
    return folder


@pytest.fixture
def environment(tmp_path: Path, java_folder: Path) -> dict[str, str]:
    """Environment of a command that runs the stub."""
    return {
        **os.environ,
        "GPULSE_JAVA": str(java_folder),
        "GPULSE_CACHE": "off",
        "STUB_FILE": str(tmp_path / "arguments"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
