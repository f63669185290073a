"""The answers of the API of gpulse; a test compares them with its OpenAPI document.

Instants are ISO-8601 in UTC, values are in the unit of the catalogue (`/api/v1/catalogue`). An answer can have more
fields than are listed here; a field can be missing in the answer of another version of gpulse.
"""

from __future__ import annotations

from typing import TypedDict


class Link(TypedDict):
    """One NVLink of a GPU; what is absent for all its links is only in `linksAbsent` of the GPU, if any."""

    absent: dict[str, str]
    facts: dict[str, str]
    link: int
    values: dict[str, float]


class GpuProcess(TypedDict):
    """A process, below the GPU that it uses."""

    absent: dict[str, str]
    facts: dict[str, str]
    group: str | None
    name: str | None
    pid: int
    startedAt: str | None
    type: str
    values: dict[str, float]


class _GpuLinks(TypedDict, total=False):
    linksAbsent: dict[str, str]


class Gpu(_GpuLinks):
    """A GPU: numbers, words and reasons of absence by catalogue key."""

    absent: dict[str, str]
    busySince: str | None
    facts: dict[str, str]
    idleSince: str | None
    index: int
    links: list[Link]
    name: str | None
    pciBusId: str | None
    processes: list[GpuProcess]
    processesOmitted: int
    sampledAt: str | None
    slowSampledAt: str | None
    state: str
    stateDetail: str | None
    stateSince: str
    uuid: str | None
    values: dict[str, float]


class ProcessOnGpu(TypedDict):
    """A process on one GPU, with the PID in the PID namespace of gpulse."""

    absent: dict[str, str]
    facts: dict[str, str]
    gpu: int
    group: str | None
    name: str | None
    namespacePid: int | None
    pid: int
    startedAt: str | None
    type: str
    uuid: str | None
    values: dict[str, float]


class Source(TypedDict):
    """The origin of the samples."""

    cudaVersion: str | None
    driverVersion: str | None
    kind: str
    nvmlVersion: str | None
    reason: str | None
    recordedAt: str | None
    simulated: bool


class Core(TypedDict):
    """A logical processor."""

    absent: dict[str, str]
    core: int
    values: dict[str, float]


class Disk(TypedDict):
    """A physical disk."""

    absent: dict[str, str]
    disk: str
    values: dict[str, float]


class Network(TypedDict):
    """A network interface."""

    absent: dict[str, str]
    network: str
    values: dict[str, float]


class HostProcess(TypedDict):
    """A busy process of the machine."""

    absent: dict[str, str]
    facts: dict[str, str]
    name: str
    pid: int
    values: dict[str, float]


class Host(TypedDict):
    """The machine of the GPUs."""

    absent: dict[str, str]
    cores: list[Core]
    disks: list[Disk]
    facts: dict[str, str]
    hostname: str
    networks: list[Network]
    processes: list[HostProcess]
    processesSampledAt: str | None
    values: dict[str, float]


class Snapshot(TypedDict):
    """One round of samples."""

    everyMillis: int
    gpus: list[Gpu]
    host: Host | None
    sequence: int
    source: Source
    stale: bool
    takenAt: str
    tookMillis: float
    view: str


class FreeGpu(TypedDict):
    """A GPU that is free."""

    index: int
    uuid: str | None


class RejectedGpu(TypedDict):
    """A GPU that is not free."""

    index: int
    reasons: list[str]
    uuid: str | None


class HeldFor(TypedDict):
    """For whom a GPU is held, and until when unless that is renewed."""

    holder: str
    until: str


class _GpuHold(TypedDict, total=False):
    hold: HeldFor | None
    users: list[str]


class GpuAvailability(_GpuHold):
    """A GPU with the facts that decide whether it is free; `hold` is missing where it is not held."""

    category: str
    index: int
    obstacles: list[str]
    since: str | None
    uuid: str | None


class _FreeNote(TypedDict, total=False):
    gpus: list[GpuAvailability]
    note: str | None


class FreeGpus(_FreeNote):
    """The GPUs that are free now."""

    alsoFree: list[FreeGpu]
    chosen: list[FreeGpu]
    rejected: list[RejectedGpu]
    requested: int
    windowSeconds: float


class Hold(TypedDict):
    """GPUs that are held for a program; those that it uses leave `gpus`, and the hold ends with the last one."""

    environment: str
    gpus: list[FreeGpu]
    holder: str
    id: str
    until: str


class MachineHolder(TypedDict):
    """A process on a GPU, or a job that has it reserved."""

    job: str | None
    program: str | None
    reserved: bool
    user: str | None


class _GpuHolders(TypedDict, total=False):
    holders: list[MachineHolder] | None


class MachineGpu(_GpuHolders):
    """A GPU of a machine in short; `holders` is missing without the scope `read-fleet`."""

    free: bool
    index: int
    memoryFree: float | None
    memoryTotal: float | None
    memoryUsed: float | None
    name: str | None
    power: float | None
    processes: float | None
    since: str | None
    state: str | None
    temperature: float | None
    use: str
    utilization: float | None
    uuid: str | None


class _AlertSentence(TypedDict, total=False):
    sentence: str | None


class MachineAlert(_AlertSentence):
    """An active alert of a machine; `sentence` is missing without the scope `read-fleet`."""

    gpus: list[int]
    rule: str
    severity: str
    short: str
    since: str | None


class MachineReport(TypedDict):
    """A machine in short."""

    ageMillis: int | None
    alerts: list[MachineAlert]
    driverVersion: str | None
    gpus: list[MachineGpu]
    instance: str
    name: str
    reason: str | None
    simulated: bool
    takenAt: str | None
    version: str | None


class FleetMachine(TypedDict):
    """One of the machines, and whether it answers; `url` is null for the machine of the gpulse that was requested, and
    for one without a gpulse. `origin` is `LOCAL`, `LIST` or `ENGINE`."""

    answer: str
    answeredAt: str | None
    exporter: str | None
    id: str
    machine: MachineReport | None
    name: str
    origin: str
    problem: str | None
    since: str | None
    tookMillis: float | None
    url: str | None
    usersKnown: bool


class FleetEngine(TypedDict):
    """A server of series, such as Prometheus; `problem` is also why its answer lacks something."""

    answer: str
    daySeconds: dict[str, float]
    problem: str | None
    since: str


class Fleet(TypedDict):
    """Machines and their GPUs; `engine` is null without one."""

    at: str
    configured: bool
    engine: FleetEngine | None
    gpus: dict[str, int]
    listProblem: str | None
    machines: list[FleetMachine]
    users: bool


class FleetPlace(TypedDict):
    """A machine with enough free GPUs."""

    ailing: bool
    chosen: list[FreeGpu]
    environment: str
    freeGpus: int
    name: str
    origin: str
    url: str | None


class FleetHeldGpu(MachineGpu):
    """A GPU that a process holds without using it."""

    machine: str
    origin: str
    url: str | None


class FleetFree(TypedDict):
    """Machines with enough free GPUs, the best first."""

    heldIdle: list[FleetHeldGpu]
    machines: list[FleetPlace]
    requested: int


class Mark(TypedDict):
    """A mark on the time line."""

    at: str
    gpus: list[int]
    id: int
    text: str


class InsightGpu(TypedDict):
    """A GPU of an insight."""

    index: int
    uuid: str | None


class InsightProcess(TypedDict):
    """The process of an insight."""

    name: str | None
    pid: int
    startedAt: str | None
    user: str | None


class Insight(TypedDict):
    """A finding of a rule."""

    advice: str
    cause: str
    gpus: list[InsightGpu]
    id: str
    process: InsightProcess | None
    rule: str
    sentence: str
    severity: str
    short: str
    since: str
    state: str
    until: str | None


class HistorySeries(TypedDict):
    """The values of one metric of one GPU, or of the machine; null where nothing was sampled."""

    avg: list[float | None]
    gpu: str | None
    index: int | None
    max: list[float | None]
    metric: str
    min: list[float | None]
    name: str | None
    unit: str


History = TypedDict(
    "History",
    {
        "from": "str",
        "series": "list[HistorySeries]",
        "simulated": "bool",
        "stepMillis": "int",
        "t": "list[int]",
        "tier": "str",
        "to": "str",
    },
)
"""Series of buckets."""


class GpuStatus(TypedDict):
    """The state of a GPU."""

    index: int
    state: str
    stateDetail: str | None
    stateSince: str
    uuid: str | None


class StatusSource(TypedDict):
    """The origin of the samples and its configuration."""

    cudaVersion: str | None
    driverVersion: str | None
    kind: str
    mode: str
    nvmlVersion: str | None
    reason: str | None
    recordedAt: str | None
    simulated: bool


class Machine(TypedDict):
    """Identity of the machine and of the PID namespace of gpulse; null when unknown."""

    bootId: str | None
    pidNamespace: int | None


class Status(TypedDict):
    """The state of gpulse."""

    gpus: list[GpuStatus]
    machine: Machine
    source: StatusSource
    startedAt: str
    uptimeSeconds: float
    version: str
