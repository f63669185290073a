"""The version of the Python packages, from the pom.xml of the repository."""

from __future__ import annotations

import re
from pathlib import Path


def python_version(maven_version: str) -> str:
    """Returns the PEP 440 form of a Maven version; a snapshot becomes a development release."""
    return re.sub(r"-SNAPSHOT$", ".dev0", maven_version)


def read_version(pom: Path) -> str:
    """Returns the version of a pom.xml in PEP 440 form."""
    match = re.search(r"<artifactId>gpulse</artifactId>\s*<version>([^<]+)</version>", pom.read_text(encoding="utf-8"))
    if match is None:
        raise ValueError(f"{pom} has no version of gpulse.")
    return python_version(match.group(1))


def version() -> str:
    """Returns the version of this checkout."""
    return read_version(Path(__file__).resolve().parent.parent / "pom.xml")
