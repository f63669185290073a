"""The texts about free GPUs of many machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .answers import Fleet, FleetFree, FleetHeldGpu, FleetMachine, FleetPlace, MachineHolder
from .client import Client
from .devices import variables
from .errors import GpulseError
from .listing import aligned
from .series import seconds_of
from .wanted import Wanted
from .words import DASH, duration


@dataclass(frozen=True)
class Found:
    """A line for each possible choice, the best first, and sentences about what is missing."""

    lines: Sequence[str]
    notes: Sequence[str]


def find_in_fleet(client: Client, wanted: Wanted) -> Found:
    """Returns the machines with enough free GPUs; without one, its notes list who holds GPUs idle."""
    free = client.fleet_free(wanted.count, min_memory=wanted.min_memory, model=wanted.model)
    fleet = client.fleet()
    try:
        simulated = {each["name"] for each in fleet["machines"] if each["machine"] and each["machine"]["simulated"]}
        usable = [place for place in free["machines"] if variables(place["environment"], wanted.count)]
        lines = aligned([_columns(place, place["name"] in simulated) for place in usable])
        unusable = [
            f"{each['name']} was left out: gpulse reports no usable UUIDs of its GPUs."
            for each in free["machines"]
            if each not in usable
        ]
        shortage = [] if lines else _shortage(free, fleet, wanted)
        return Found(lines, [*shortage, *unusable, *_gaps(client, fleet)])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise GpulseError(f"The gpulse at {client.url} is of another version: its answer has another form.") from None


def _columns(place: FleetPlace, simulated: bool) -> list[str]:
    remarks = [f"{place['freeGpus']} free"]
    remarks += ["simulated"] if simulated else []
    remarks += ["another GPU is in trouble"] if place["ailing"] else []
    gpus = ", ".join(f"GPU {gpu['index']}" for gpu in place["chosen"])
    return [place["name"], gpus, "; ".join(remarks), place["environment"]]


def _shortage(free: FleetFree, fleet: Fleet, wanted: Wanted) -> list[str]:
    gpus = "a free GPU" if wanted.count == 1 else f"{wanted.count} free GPUs"
    conditions = [f"of the model {wanted.model}"] if wanted.model else []
    conditions += [f"with {wanted.min_memory} of free memory"] if wanted.min_memory else []
    notes = [" ".join(["No machine has", gpus, *conditions]) + "."]
    held = free["heldIdle"]
    if held:
        notes += ["Held idle:", *aligned([_held(gpu, fleet["at"]) for gpu in held])]
    if held and not fleet["users"]:
        notes.append("Users of other machines are shown only to tokens with the scope `read-fleet`.")
    return notes


def _held(gpu: FleetHeldGpu, now: str) -> list[str]:
    holders = [_holder(each) for each in gpu.get("holders") or []]
    return [gpu["machine"], f"GPU {gpu['index']}", "; ".join(dict.fromkeys(holders)) or DASH, since(gpu["since"], now)]


def _holder(holder: MachineHolder) -> str:
    job = f"job {holder['job']}" if holder["job"] else None
    return ", ".join(word for word in (holder["user"] or "unknown user", holder["program"], job) if word)


def since(instant: str | None, now: str) -> str:
    """Returns since when something is so, with its age where that is known; both are instants of the API."""
    if instant is None:
        return f"since {DASH}"
    age = seconds_of(now) - seconds_of(instant)
    # The clock of another machine can be ahead.
    length = f" ({duration(age)})" if age >= 0 else ""
    return f"since {instant[:16].replace('T', ' ')} UTC{length}"


def _gaps(client: Client, fleet: Fleet) -> Iterator[str]:
    silent = [machine for machine in fleet["machines"] if machine["answer"] not in ("LOCAL", "OK")]
    for machine in silent:
        if machine.get("origin") != "ENGINE":
            yield _gap(machine, fleet["at"])
    gone = sum(machine.get("origin") == "ENGINE" for machine in silent)
    if gone:
        yield f"{gone} of the machines of the engine {'has' if gone == 1 else 'have'} no samples now."
    engine = fleet.get("engine")
    if engine and engine["problem"]:
        yield f"The engine (gpulse.fleet.prometheus-url): {engine['problem']}"
    if fleet["listProblem"]:
        yield f"The list of machines is an earlier one: {fleet['listProblem']}"
    if not fleet["configured"]:
        yield f"The gpulse at {client.url} has no list of machines (gpulse.machines): only its own was considered."


def _gap(machine: FleetMachine, now: str) -> str:
    if machine["answer"] == "WAITING":
        return f"{machine['name']} has not answered yet."
    return f"{machine['name']} has not answered {since(machine['since'], now)}: {machine['problem']}"
