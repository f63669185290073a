from __future__ import annotations

import re
from importlib.metadata import entry_points, requires, version
from pathlib import Path

import pytest

OWN = ("gpulse-client", "gpulse-jupyterlab")


@pytest.mark.parametrize(("package", "needed"), [("gpulse", OWN), ("gpulse-jupyterlab", OWN[:1])])
def test_packages_of_gpulse_need_each_other_in_their_own_version(package: str, needed: tuple[str, ...]) -> None:
    own = {line.partition(";")[0].strip() for line in requires(package) or [] if line.startswith(OWN)}
    assert own == {f"{name}=={version(package)}" for name in needed}


def test_one_package_owns_the_command() -> None:
    # pip removes the file with either of two packages that own it.
    found = entry_points(group="console_scripts", name="gpulse")
    assert [(each.value, each.dist.name) for each in found if each.dist] == [("gpulse.command:main", "gpulse-client")]


def test_no_text_installs_gpulse_from_a_registry_where_it_is_not_published() -> None:
    root = Path(__file__).resolve().parents[3]
    texts = [root / "README.md", *root.glob("python/*/README.md"), root / "jupyterlab/README.md"]
    texts += [*root.glob("python/*/gpulse*/*.py"), *root.glob("jupyterlab/gpulse_jupyterlab/*.py")]
    texts += root.glob("jupyterlab/src/*.ts")
    found = [(path.name, command) for path in texts for command in installs(path.read_text(encoding="utf-8"))]
    assert [name for name, command in found if "--find-links" not in command] == []
    assert {"README.md"} == {name for name, _ in found}


def installs(text: str) -> list[str]:
    return re.findall(r"pip install [^\n`]*gpulse[^\n`]*", text)
