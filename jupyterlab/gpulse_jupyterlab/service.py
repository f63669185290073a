"""The connection of one Jupyter server to gpulse, shared by all handlers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import httpx

from .configuration import Configuration
from .find import Finder
from .start import Starter
from .states import Finding, State
from .upstream import Reply, get, new_client

T = TypeVar("T")

_READY_SECONDS = 5.0
_OTHER_SECONDS = 1.0


class Shared(Generic[T]):
    """A value that is computed at most once at a time, and kept for some seconds for all callers."""

    def __init__(self, compute: Callable[[], Awaitable[T]], seconds: Callable[[T], float]) -> None:
        self._compute = compute
        self._seconds = seconds
        self._task: asyncio.Task[T] | None = None
        self._valid_until = 0.0

    async def get(self) -> T:
        """Returns the kept value, or the next one; the computation goes on when a caller is cancelled."""
        task = self._task
        if task is None or (task.done() and self._is_over(task)):
            task = self._task = asyncio.ensure_future(self._run())
        return await asyncio.shield(task)

    def expire(self) -> None:
        """Forgets the kept value."""
        self._valid_until = 0.0

    async def close(self) -> None:
        """Cancels a running computation."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])

    def _is_over(self, task: asyncio.Task[T]) -> bool:
        return time.monotonic() >= self._valid_until or task.cancelled() or task.exception() is not None

    async def _run(self) -> T:
        value = await self._compute()
        self._valid_until = time.monotonic() + self._seconds(value)
        return value


class Service:
    """Knows the gpulse in use; must be used on one event loop.

    ``problem`` is the finding of an invalid configuration, None for a valid one.
    """

    def __init__(
        self, configuration: Configuration, problem: Finding | None = None, finder: Finder | None = None
    ) -> None:
        self.configuration = configuration
        self.client: httpx.AsyncClient = new_client(configuration.url)
        self._problem = problem
        self._starter = Starter(configuration)
        self._finder = finder or Finder(configuration, self.client, self._starter)
        self._found: Shared[Finding] = Shared(self._find, _seconds_of)

    async def found(self) -> Finding:
        """Returns the state of the connection, at most a few seconds old."""
        return await self._found.get()

    def expire(self) -> None:
        """Causes a new search at the next call of found()."""
        self._found.expire()

    async def refusal(self, found: Finding) -> Finding | None:
        """Returns why a found server must not be used any longer; None when it may be."""
        refused = await self._finder.refusal(found)
        if refused is not None:
            self.expire()
        return refused

    async def get(self, found: Finding, path: str, parameters: dict[str, str], seconds: float) -> Reply | None:
        """Returns the answer of a found gpulse with status 200, otherwise None.

        A failed connection or a refused token causes a new search.
        """
        if await self.refusal(found) is not None:
            return None
        token = self.configuration.token
        try:
            reply = await get(
                self.client, f"{found.address}{path}", token=token, seconds=seconds, parameters=parameters
            )
        except (TimeoutError, httpx.HTTPError):
            self.expire()
            return None
        if reply.status == 401:
            self.expire()
        return reply if reply.status == 200 else None

    async def close(self) -> None:
        """Ends all connections and releases the started gpulse."""
        await self._found.close()
        await self.client.aclose()
        self._starter.close()

    async def _find(self) -> Finding:
        return self._problem or await self._finder.find()


def _seconds_of(found: Finding) -> float:
    return _READY_SECONDS if found.state is State.READY else _OTHER_SECONDS
