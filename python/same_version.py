"""Dependencies of the packages of gpulse, in which packages of gpulse have the version of the package itself."""

from __future__ import annotations

from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

OWN = ("gpulse-client", "gpulse-jupyterlab")


class SameVersion(MetadataHookInterface):
    """Takes ``dependencies`` and ``optional-dependencies`` from its own table of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the dependencies of a package whose version is known."""
        version = metadata["version"]
        metadata["dependencies"] = _pinned(self.config["dependencies"], version)
        optional = self.config.get("optional-dependencies")
        if optional is not None:
            metadata["optional-dependencies"] = {name: _pinned(all_, version) for name, all_ in optional.items()}


def _pinned(dependencies: list[str], version: str) -> list[str]:
    return [f"{name}=={version}" if name in OWN else name for name in dependencies]
