from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "version.py"
pytestmark = pytest.mark.skipif(not SOURCE.exists(), reason="only in a checkout")


@pytest.mark.parametrize(
    ("maven", "python"), [("0.1.0-SNAPSHOT", "0.1.0.dev0"), ("1.2.3", "1.2.3"), ("2.0.0-rc1", "2.0.0-rc1")]
)
def test_turns_a_maven_version_into_a_python_version(tmp_path: Path, maven: str, python: str) -> None:
    spec = importlib.util.spec_from_file_location("version", SOURCE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pom = tmp_path / "pom.xml"
    pom.write_text(
        "<parent><artifactId>spring</artifactId><version>4.1.1</version></parent>\n"
        f"<artifactId>gpulse</artifactId>\n    <version>{maven}</version>"
    )
    assert module.read_version(pom) == python
