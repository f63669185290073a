"""The server extension: its configuration and its handlers."""

from __future__ import annotations

import os

from jupyter_server.extension.application import ExtensionApp
from jupyter_server.utils import url_path_join
from traitlets import Bool, Int, List, Unicode

from . import __version__
from .configuration import DEFAULT_PORT, Configuration, ConfigurationError, resolve
from .handlers import KernelsHandler, StatusHandler
from .kernels import Kernels
from .proxy import ProxyHandler
from .service import Service

PREFIX_VARIABLE = "GPULSE_JUPYTER_PREFIX"
"""Environment variable of kernels with the path of the proxy."""


class GpulseJupyter(ExtensionApp):
    """Connects Jupyter to the gpulse of its machine."""

    name = "gpulse_jupyterlab"
    description = "Shows the GPUs of the machine, by gpulse."
    version = __version__

    url = Unicode(help="Address of gpulse; empty: GPULSE_URL, otherwise a gpulse of this machine.").tag(config=True)
    token = Unicode(help="Token for gpulse; empty: token_file, GPULSE_TOKEN or GPULSE_TOKEN_FILE.").tag(config=True)
    token_file = Unicode(help="File with the token for gpulse; only its owner may read it.").tag(config=True)
    command = List(
        Unicode(), help="Command that starts gpulse; empty: that of the package gpulse, otherwise gpulse on the PATH."
    ).tag(config=True)
    autostart = Bool(True, help="Whether gpulse is started when none runs on this machine.").tag(config=True)
    trusted_users = List(
        Unicode(), help="Users whose gpulse may be shown; its pages run in the origin of this Jupyter."
    ).tag(config=True)
    port = Int(DEFAULT_PORT, help="Port of this machine at which gpulse is looked for.").tag(config=True)

    def initialize_handlers(self) -> None:
        """Adds the handlers."""
        assert self.serverapp is not None
        self.service = self._new_service()
        self.kernels = Kernels(self.service, self.serverapp.kernel_manager)
        self._set_environment()
        self.handlers.extend(
            [
                (r"gpulse-jupyterlab/status", StatusHandler, {"service": self.service}),
                (r"gpulse-jupyterlab/kernels", KernelsHandler, {"kernels": self.kernels}),
                (r"gpulse(/.*)?", ProxyHandler, {"service": self.service}),
            ]
        )

    async def stop_extension(self) -> None:
        """Ends all connections when Jupyter stops."""
        await self.kernels.close()
        await self.service.close()

    def _new_service(self) -> Service:
        try:
            return Service(resolve(self, os.environ))
        except ConfigurationError as e:
            self.log.error(e.finding.detail)
            return Service(Configuration(), problem=e.finding)

    def _set_environment(self) -> None:
        """Sets the environment that kernels inherit; a found gpulse is not in it, since kernels find it as well."""
        assert self.serverapp is not None
        variables = self.service.configuration.for_kernels()
        if "GPULSE_TOKEN_FILE" in variables:
            os.environ.pop("GPULSE_TOKEN", None)
        os.environ.update(variables)
        os.environ[PREFIX_VARIABLE] = url_path_join(self.serverapp.base_url, "gpulse")
