"""The version of the Python packages, from the pom.xml of the repository."""

from __future__ import annotations

import re
from pathlib import Path

POM = Path(__file__).resolve().parent.parent / "pom.xml"


def python_version(maven_version: str) -> str:
    """Returns the PEP 440 form of a Maven version; a snapshot becomes a development release."""
    return re.sub(r"-SNAPSHOT$", ".dev0", maven_version)


def read_version(pom: Path) -> str:
    """Returns the version of a pom.xml in PEP 440 form."""
    return python_version(_maven_version(pom))


def _maven_version(pom: Path) -> str:
    match = re.search(r"<artifactId>gpulse</artifactId>\s*<version>([^<]+)</version>", pom.read_text(encoding="utf-8"))
    if match is None:
        raise ValueError(f"{pom} has no version of gpulse.")
    return match.group(1)


def version() -> str:
    """Returns the version of this checkout in PEP 440 form."""
    return read_version(POM)


def npm_version() -> str:
    """Returns the version of this checkout in the form of npm, which is that of Maven."""
    return _maven_version(POM)
