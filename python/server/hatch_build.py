"""Puts gpulse.jar and its libraries into the wheel, with the native libraries of Linux only."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MACHINES = {"x86_64": "linux-x86-64", "aarch64": "linux-aarch64"}
"""Names of a kind of machine: that of the kernel, and that of JNA."""

TAG = "py3-none-" + ".".join(f"manylinux_2_17_{machine}" for machine in MACHINES)

UNUSED = ("netty-resolver-dns-native-macos-",)
"""Libraries of other systems."""

NATIVE = (".so", ".dll", ".dylib", ".jnilib", ".a")


class GpulseJarHook(BuildHookInterface):
    """Adds the folder gpulse_server/app."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        jar = Path(os.environ.get("GPULSE_JAR") or Path(self.root, "../../target/gpulse.jar")).resolve()
        extracted = jar.with_suffix("")
        if not extracted.is_dir():
            raise FileNotFoundError(f"{extracted} is missing: build it with 'mvn package', or set GPULSE_JAR.")
        self.staging = tempfile.mkdtemp(prefix="gpulse-wheel-")
        app = Path(self.staging) / "app"
        copy(extracted, app)
        build_data["force_include"][str(app)] = "gpulse_server/app"
        build_data["pure_python"] = False
        build_data["tag"] = TAG

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "staging"):
            shutil.rmtree(self.staging)


def copy(extracted: Path, app: Path) -> None:
    """Copies the extracted form, for which Java can keep a start-up cache, without libraries of other systems."""
    shutil.copytree(extracted, app)
    for library in sorted((app / "lib").iterdir()):
        if library.name.startswith(UNUSED):
            library.unlink()
        elif library.name.startswith(("jna-", "sqlite-jdbc-", "netty-transport-native-epoll-")):
            move_native(library, app / "native")


def move_native(library: Path, native: Path) -> None:
    """Moves native libraries of Linux out of a jar, where a start would unpack them; removes those of other systems."""
    rest = library.with_suffix(".rest")
    with zipfile.ZipFile(library) as old, zipfile.ZipFile(rest, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            if not entry.filename.endswith(NATIVE):
                new.writestr(entry, old.read(entry))
                continue
            machine = machine_of(entry.filename)
            if machine:
                folder = native / machine
                folder.mkdir(parents=True, exist_ok=True)
                (folder / Path(entry.filename).name).write_bytes(old.read(entry))
    rest.rename(library)


def machine_of(name: str) -> str | None:
    """Returns the kind of machine that a native library in a jar is for, None where it is not one of ours."""
    for machine, jna in MACHINES.items():
        if name.startswith((f"com/sun/jna/{jna}/", f"org/sqlite/native/Linux/{machine}/")):
            return machine
        if name.startswith("META-INF/native/") and name.endswith(f"_{machine}.so"):
            return machine
    return None
