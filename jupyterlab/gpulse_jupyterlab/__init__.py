"""JupyterLab extension of gpulse: its dashboards in JupyterLab, and the server part that reaches gpulse."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

try:
    __version__ = version("gpulse-jupyterlab")
except PackageNotFoundError:
    __version__ = "unknown"


def _jupyter_labextension_paths() -> list[dict[str, str]]:
    return [{"src": "labextension", "dest": "gpulse-jupyterlab"}]


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    from .app import GpulseJupyter

    return [{"module": "gpulse_jupyterlab", "app": GpulseJupyter}]
