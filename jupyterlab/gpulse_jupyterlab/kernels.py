"""The kernels of this server, and the GPUs that their processes use."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from gpulse.kernel import process_trees
from jupyter_client.provisioning import LocalProvisioner

from .processes import Local, innermost_pids
from .service import Service, Shared
from .states import Finding, State
from .usage import gpu_rows, kernel_gpus, process_rows, severe_insights, snapshot_of

_SECONDS = 1.0
_INSIGHT_SECONDS = 10.0
_TIMEOUT_SECONDS = 2.0
# Keeps the request line below 4096 bytes, the limit of gpulse's HTTP server.
_PIDS_PER_REQUEST = 300
_METRICS = "utilization.gpu,memory.used,memory.total,processes.running"

REMOTE = "This kernel is not a process of the machine of Jupyter, so its GPUs are unknown."
OTHER_MACHINE = "gpulse at {address} monitors another machine than the one on which this kernel runs."
UNKNOWN_MACHINE = "gpulse at {address} does not know its machine, so the GPUs of this kernel are unknown."
NO_PROC = "Jupyter does not run on Linux, so the GPUs of this kernel are unknown."
NO_DATA = "gpulse did not list the processes on GPUs, so the GPUs of this kernel are unknown."
NOT_STARTED = "This kernel has no process yet."


@dataclass(frozen=True)
class Kernel:
    """A kernel of this server; ``pid`` is None without a local process."""

    id: str
    pid: int | None
    is_local: bool


class Kernels:
    """Computes the body of the kernels endpoint, at most once a second for all clients."""

    def __init__(self, service: Service, kernel_manager: Any, local: Local | None = None) -> None:
        self._service = service
        self._kernel_manager = kernel_manager
        self._local = local or Local.read()
        self._body: Shared[dict[str, object]] = Shared(self._compute, lambda _: _SECONDS)
        self._insights: Shared[int | None] = Shared(self._count_insights, lambda _: _INSIGHT_SECONDS)

    async def get(self) -> dict[str, object]:
        """Returns the body, at most a second old."""
        return await self._body.get()

    async def close(self) -> None:
        """Cancels a running computation."""
        await self._body.close()
        await self._insights.close()

    async def _compute(self) -> dict[str, object]:
        found = await self._service.found()
        kernels = self._list()
        trees = await asyncio.to_thread(process_trees, {kernel.pid for kernel in kernels if kernel.pid is not None})
        snapshot, processes, insights = await self._figures(found, sorted(set().union(*trees.values())))
        gpus = gpu_rows(snapshot)
        return {
            "at": snapshot.get("takenAt"),
            "stale": snapshot.get("stale") is not False,
            "state": found.state.value,
            "detail": found.detail,
            "kernels": [self._kernel(kernel, found, trees, snapshot, processes) for kernel in kernels],
            "gpus": gpus,
            "insights": insights,
        }

    def _list(self) -> list[Kernel]:
        kernels = []
        for identity in self._kernel_manager.list_kernel_ids():
            provisioner = getattr(self._kernel_manager.get_kernel(identity), "provisioner", None)
            if isinstance(provisioner, LocalProvisioner):
                kernels.append(Kernel(identity, provisioner.pid, is_local=True))
            else:
                kernels.append(Kernel(identity, None, is_local=False))
        return kernels

    async def _figures(
        self, found: Finding, pids: list[int]
    ) -> tuple[dict[str, Any], list[dict[str, Any]] | None, int | None]:
        if found.state is not State.READY:
            return {}, None, None
        snapshot, processes, insights = await asyncio.gather(
            self._get(found, "/api/v1/snapshot", {"metrics": _METRICS}),
            self._processes(found, pids),
            self._insights.get(),
        )
        return snapshot_of(snapshot), processes, insights

    def _kernel(
        self,
        kernel: Kernel,
        found: Finding,
        trees: dict[int, set[int]],
        snapshot: dict[str, Any],
        processes: list[dict[str, Any]] | None,
    ) -> dict[str, object]:
        state, detail = self._state(kernel, found, processes)
        own = [row for row in processes or [] if row["localPid"] in trees.get(kernel.pid or 0, ())]
        gpus = kernel_gpus(own, snapshot) if state == "OK" else []
        return {"id": kernel.id, "pid": kernel.pid, "state": state, "detail": detail, "gpus": gpus}

    def _state(self, kernel: Kernel, found: Finding, processes: object) -> tuple[str, str | None]:
        if not kernel.is_local:
            return "REMOTE", REMOTE
        if kernel.pid is None:
            return "UNKNOWN", NOT_STARTED
        if found.state is not State.READY:
            return "UNKNOWN", found.detail
        machine = self._machine(found)
        if machine is not None:
            return machine
        return ("OK", None) if processes is not None else ("UNKNOWN", NO_DATA)

    def _machine(self, found: Finding) -> tuple[str, str] | None:
        """Returns state and sentence where gpulse cannot know the processes of this machine; otherwise None."""
        machine = found.machine
        if self._local.boot_id is None or self._local.pid_namespace is None:
            return "UNKNOWN", NO_PROC
        if machine.boot_id is None or machine.pid_namespace is None:
            return "UNKNOWN", UNKNOWN_MACHINE.format(address=found.address)
        if machine.boot_id != self._local.boot_id:
            return "OTHER_MACHINE", OTHER_MACHINE.format(address=found.address)
        return None

    async def _processes(self, found: Finding, pids: list[int]) -> list[dict[str, Any]] | None:
        """Returns the rows of processes on GPUs with their PID here as ``localPid``; None when they are unknown."""
        if self._machine(found) is not None:
            return None
        rows: list[dict[str, Any]] = []
        for start in range(0, len(pids), _PIDS_PER_REQUEST):
            parameters = {"pids": ",".join(map(str, pids[start : start + _PIDS_PER_REQUEST]))}
            if found.machine.pid_namespace != self._local.pid_namespace:
                parameters["pid-namespace"] = str(self._local.pid_namespace)
            answer = process_rows(await self._get(found, "/api/v1/processes", parameters))
            if answer is None:
                return None
            rows += answer
        if found.machine.pid_namespace == self._local.pid_namespace:
            return [{**row, "localPid": row.get("pid")} for row in rows]
        by_innermost = await asyncio.to_thread(innermost_pids, pids)
        return [{**row, "localPid": by_innermost.get(row.get("namespacePid") or 0)} for row in rows]

    async def _count_insights(self) -> int | None:
        found = await self._service.found()
        return severe_insights(await self._get(found, "/api/v1/insights", {"state": "active"}))

    async def _get(self, found: Finding, path: str, parameters: dict[str, str]) -> Any:
        reply = await self._service.get(found, path, parameters, _TIMEOUT_SECONDS)
        return reply.json() if reply is not None else None
