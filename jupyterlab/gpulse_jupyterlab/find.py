"""The search for a gpulse: the configured one, one of this machine, or a new one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import httpx
from gpulse import sockets
from gpulse.runtime import RuntimeFolderError, started_port

from .configuration import Configuration
from .probe import LOCAL_SECONDS, probe
from .start import Starter
from .states import Finding, State, finding


class Finder:
    """Looks for a gpulse each time it is called.

    A gpulse that was not configured must belong to this user, a system account or a trusted user, because its pages
    run in the origin of Jupyter.
    """

    def __init__(
        self,
        configuration: Configuration,
        client: httpx.AsyncClient,
        starter: Starter,
        read_tables: Callable[[], str] = sockets.read_tables,
    ) -> None:
        self._configuration = configuration
        self._client = client
        self._starter = starter
        self._read_tables = read_tables
        self._known: str | None = None
        self._answered: str | None = None

    async def find(self) -> Finding:
        """Returns the gpulse to use, or the reason why there is none; may start one.

        A server at the default port that does not answer is waited for when it has been a gpulse before.
        """
        configured = self._configuration.url
        if configured:
            return await probe(self._client, configured, self._configuration.token)
        started = await self._started()
        if started is not None:
            return started
        default = await self._default()
        if self._is_gpulse(default):
            return default
        result = await asyncio.to_thread(self._start)
        return default if default.state is State.NO_ANSWER and result.state is State.NOT_FOUND else result

    async def refusal(self, found: Finding) -> Finding | None:
        """Returns why the server at a found address must not be used now; None when it may be.

        Another program can take the port after the search, so that the owner is checked for each request.
        """
        if not found.local or found.address is None:
            return None
        port = int(found.address.rpartition(":")[2])
        uids = await asyncio.to_thread(sockets.owners, port, self._read_tables)
        if not uids:
            return finding("unknown-owner", address=found.address)
        users = sockets.untrusted(uids, self._configuration.trusted_users)
        return finding("foreign-user", address=found.address, user=users[0]) if users else None

    async def _started(self) -> Finding | None:
        """Returns the gpulse of the runtime folder; None where its port file is missing or was left over."""
        try:
            port = await asyncio.to_thread(started_port)
        except RuntimeFolderError:
            return None
        if port is None:
            return None
        here = _local(port)
        if await self.refusal(here) is not None:
            return None
        result = await probe(self._client, str(here.address), self._configuration.token, LOCAL_SECONDS)
        if result.state in (State.NOT_FOUND, State.NOT_GPULSE):
            return None
        silent = result.state is State.NO_ANSWER
        if not await asyncio.to_thread(self._starter.join, not silent):
            return finding("starting")
        if silent and result.address != self._answered:
            # The port is written before the first answer, which takes a second on a busy machine.
            return await asyncio.to_thread(self._starter.waiting)
        self._answered = result.address
        return replace(result, started=True, local=True)

    async def _default(self) -> Finding:
        """Returns what answers at the default port; the token is sent to trusted owners only."""
        here = _local(self._configuration.port)
        refused = await self.refusal(here)
        token = None if refused else self._configuration.token
        result = await probe(self._client, str(here.address), token, LOCAL_SECONDS)
        if not self._is_gpulse(result):
            return result
        self._known = here.address
        if refused is None:
            return replace(result, local=True)
        if result.state is State.UNAUTHORIZED and not self._configuration.token:
            return result
        return refused

    def _is_gpulse(self, result: Finding) -> bool:
        if result.state is State.NO_ANSWER:
            return result.address == self._known
        return result.state not in (State.NOT_FOUND, State.NOT_GPULSE)

    def _start(self) -> Finding:
        try:
            return self._starter.start()
        except RuntimeFolderError as e:
            return finding("runtime-folder", message=str(e))
        except OSError as e:
            return finding("runtime-folder", message=f"gpulse cannot be started: {e}.")


def _local(port: int) -> Finding:
    return replace(finding("starting"), address=f"http://127.0.0.1:{port}", local=True)
