"""The endpoints that the front end requests."""

from __future__ import annotations

import json

from jupyter_server.auth.decorator import authorized

from .access import SameOriginHandler
from .kernels import Kernels
from .service import Service


class _JsonHandler(SameOriginHandler):
    SUPPORTED_METHODS = ("GET",)

    def send(self, body: dict[str, object]) -> None:
        """Sends a body that is not cached."""
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps(body))


class StatusHandler(_JsonHandler):
    """State of the connection to gpulse."""

    def initialize(self, service: Service) -> None:
        """Sets the connection to gpulse."""
        self._service = service

    @authorized(action="read")
    async def get(self) -> None:
        """Sends the state."""
        self.send((await self._service.found()).as_json())


class KernelsHandler(_JsonHandler):
    """The kernels of this server with the GPUs that they use."""

    def initialize(self, kernels: Kernels) -> None:
        """Sets the source of the figures."""
        self._kernels = kernels

    @authorized(action="read")
    async def get(self) -> None:
        """Sends the kernels."""
        self.send(await self._kernels.get())
