from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from demo import Demo, demo

# The programs read these when they are imported: they need no login, send nothing and write files.
os.environ.update(
    WANDB_MODE="offline",
    WANDB_SILENT="true",
    WANDB_CONSOLE="off",
    WANDB_ERROR_REPORTING="false",
    WANDB_DISABLE_GIT="true",
    MLFLOW_ALLOW_FILE_STORE="true",
    MLFLOW_DISABLE_TELEMETRY="true",
)


@pytest.fixture(scope="session")
def gpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with demo(tmp_path_factory.mktemp("gpulse")) as started:
        yield started
