"""Free GPUs for a program that starts, held until it uses them."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, cast

from .answers import FreeGpu, FreeGpus, Hold
from .client import Client
from .devices import VISIBLE, environment, reasons, shortage, variables
from .errors import GpulseError
from .kernel import process_tree
from .sockets import user_name
from .stream import is_retried, pause
from .waiting import Shortage
from .wanted import Wanted

_HOLD_SECONDS = 60
_RENEWALS = 3
_RENEW_SECONDS = _HOLD_SECONDS / _RENEWALS
_NOT_HELD = "Nothing is held, which requires the scope `write`: another program can take these GPUs first."
_ENDED = "has ended, and no process of this program is known there: other programs can use what was held."
_AGAIN = "Trying again as long as it waits."
_FORBIDDEN, _NOT_FOUND, _CONFLICT = 403, 404, 409


@dataclass(frozen=True)
class Given:
    """GPUs for a program, with the variables with which CUDA uses them; ``hold`` is None where nothing holds them."""

    gpus: Sequence[FreeGpu]
    variables: dict[str, str]
    hold: Hold | None

    def __str__(self) -> str:
        names = ", ".join(f"GPU {gpu['index']}" for gpu in self.gpus)
        return f"{names}: {VISIBLE}={self.variables[VISIBLE]}"


class Request:
    """A request for free GPUs, with a wait until there are enough; its sentences go to ``notify``."""

    def __init__(
        self,
        client: Client,
        wanted: Wanted,
        notify: Callable[[str], None],
        wait_seconds: float = 0,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._client = client
        self._count = wanted.count
        self._conditions: dict[str, Any] = {"min_memory": wanted.min_memory, "model": wanted.model}
        self._holder: dict[str, Any] = {"holder": _holder(user_name(os.getuid())), "seconds": _HOLD_SECONDS}
        self._holds = True
        self._notify = notify
        self._wait = wait_seconds
        self._clock = clock
        self._sleep = sleep
        self._failures = 0
        self._warned = False
        self._reported: object = None

    def take(self) -> Given:
        """Returns GPUs that are held, or free ones where the token does not permit a hold.

        Raises GpulseError where there are too few, or still too few after the wait.
        """
        end = self._clock() + self._wait
        while True:
            try:
                return self._answer(end - self._clock())
            except GpulseError as e:
                if e.status == _FORBIDDEN and self._holds:
                    self._holds = False
                    self._notify(_NOT_HELD)
                    continue
                seconds = pause(self._failures)
                if not self._wait or not is_retried(e) or self._clock() + seconds >= end:
                    raise
                self._warn(e)
            self._failures += 1
            self._sleep(seconds)

    def _warn(self, error: GpulseError) -> None:
        if not self._warned:
            self._warned = True
            self._notify(f"{error} {_AGAIN}")

    def _answer(self, seconds: float) -> Given:
        if not self._wait:
            return self._answer_now()
        with closing(self._events(f"{max(1, round(seconds))}s")) as events:
            for name, answer in events:
                self._failures = 0
                found = self._read(name, answer)
                if found is not None:
                    return found
        raise GpulseError(f"The gpulse at {self._client.url} ended the connection.")

    def _read(self, name: str, answer: dict[str, Any]) -> Given | None:
        try:
            if name == "hold":
                return self._held(cast(Hold, answer))
            if name == "free":
                return self._free(cast(FreeGpus, answer))
            if name == "expired":
                self._require(cast(FreeGpus, answer))
                raise GpulseError("The wait is over: other requests came first.", _CONFLICT)
            if name == "waiting":
                self._report(Shortage(self._count, cast(FreeGpus, answer)))
        except (KeyError, TypeError, ValueError, AttributeError):
            sentence = f"The gpulse at {self._client.url} is of another version: its answer has another form."
            raise GpulseError(sentence, _CONFLICT) from None
        return None

    def _answer_now(self) -> Given:
        if not self._holds:
            return self._free(self._client.free(self._count, **self._conditions))
        try:
            hold = self._client.hold(self._count, **self._holder, **self._conditions)
        except GpulseError as e:
            if e.status != _CONFLICT:
                raise
            self._require(self._client.free(self._count, **self._conditions))
            raise  # Enough are free by now.
        return self._held(hold)

    def _events(self, wait: str) -> Generator[tuple[str, dict[str, Any]], None, None]:
        if self._holds:
            return self._client.wait_for_hold(self._count, wait=wait, **self._holder, **self._conditions)
        return self._client.wait_for_free(self._count, wait=wait, **self._conditions)

    def _report(self, found: Shortage) -> None:
        if found.key != self._reported:
            self._reported = found.key
            self._notify(found.sentence())

    def _held(self, hold: Hold) -> Given:
        return self._given(hold.get("gpus") or [], str(hold.get("environment")), hold)

    def _free(self, free: FreeGpus) -> Given:
        chosen = self._require(free)
        return self._given(chosen, environment(chosen), None)

    def _require(self, free: FreeGpus) -> Sequence[FreeGpu]:
        chosen = free.get("chosen") or []
        if len(chosen) < self._count:
            raise GpulseError("\n".join([f"{shortage(self._count, len(chosen))}.", *reasons(free)]), _CONFLICT)
        return chosen

    def _given(self, gpus: Sequence[FreeGpu], text: str, hold: Hold | None) -> Given:
        found = variables(text, self._count)
        if found is None:
            if hold is not None:
                HeldGpus(self._client, hold, self._notify).release()
            raise GpulseError(f"The gpulse at {self._client.url} reports no usable UUIDs of its GPUs.", _CONFLICT)
        return Given(gpus, found, hold)


def _holder(name: str) -> str:
    """Returns a user name as gpulse accepts it: a domain can be before it."""
    return re.sub(r"[^\w.@-]", "_", name)[:64]


class HeldGpus:
    """Renews a hold in a thread until processes are on all its GPUs, or it has ended."""

    def __init__(
        self, client: Client, hold: Hold, notify: Callable[[str], None], wait: Callable[[float], bool] | None = None
    ) -> None:
        """Creates it; ``wait`` waits for some seconds and returns whether the hold was released meanwhile.

        The sentence about a hold that ends before its GPUs are used goes to ``notify``.
        """
        self._client = client
        self._id = str(hold.get("id"))
        self._gpus = hold.get("gpus") or []
        self._notify = notify
        self.ended = False
        """Whether nothing is held any longer."""
        self._released = threading.Event()
        self._wait = wait or self._released.wait
        self._thread = threading.Thread(target=self.renew, name="gpulse-hold", daemon=True)

    def start(self) -> None:
        """Starts the thread; without one, the hold ends by itself."""
        with suppress(RuntimeError):
            self._thread.start()

    def release(self) -> None:
        """Ends the hold unless it has ended; without an answer, or where that is interrupted, it ends by itself."""
        self._released.set()
        if not self.ended:
            self.ended = True
            with suppress(GpulseError, KeyboardInterrupt):
                self._client.release(self._id)

    def renew(self) -> None:
        """Renews the hold until it ends; a gpulse that does not answer is tried again while the hold can last."""
        failures = 0
        while not self.ended and not self._wait(_RENEW_SECONDS):
            try:
                self._gpus = self._client.renew(self._id, _HOLD_SECONDS).get("gpus") or []
                failures, self.ended = 0, not self._gpus
            except GpulseError as e:
                failures += 1
                if e.status == _NOT_FOUND or failures > _RENEWALS:
                    self._end(failures)

    def _end(self, failures: int) -> None:
        """Reports GPUs that this program does not use: a hold ends with the use of the last one as well."""
        with suppress(KeyError, TypeError):  # An answer of another version.
            try:
                used = {process["gpu"] for process in self._client.processes(pids=process_tree())}
            except GpulseError:
                if failures <= _RENEWALS:
                    return  # The next renewal fails as well.
                used = set()
            unused = [f"GPU {gpu['index']}" for gpu in self._gpus if gpu["index"] not in used]
            if unused and not self._released.is_set():
                self._notify(f"The hold of {', '.join(unused)} {_ENDED}")
        self.ended = True
