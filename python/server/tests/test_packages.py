from __future__ import annotations

from importlib.metadata import requires, version

import pytest

OWN = ("gpulse-client", "gpulse-jupyterlab")


@pytest.mark.parametrize(("package", "needed"), [("gpulse", OWN), ("gpulse-jupyterlab", OWN[:1])])
def test_packages_of_gpulse_need_each_other_in_their_own_version(package: str, needed: tuple[str, ...]) -> None:
    own = {line.partition(";")[0].strip() for line in requires(package) or [] if line.startswith(OWN)}
    assert own == {f"{name}=={version(package)}" for name in needed}
