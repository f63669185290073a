"""Writes the Grafana boards of this folder: ``python3 deploy/grafana/boards.py``, after installing requirements.txt.

All expressions use series of ``/metrics?series=core``. A metric that these GPUs do not report is labelled as absent in
its panel (``noValue``). ``some`` marks panels about metrics that only some GPUs report; PrometheusIT demands data of
all others, except those about faults (``NONE``).
"""

from __future__ import annotations

import sys
from pathlib import Path

# Tests read all files of deploy/ as texts.
sys.dont_write_bytecode = True
from drawing import Board, Panel, written  # noqa: E402

FOLDER = Path(__file__).resolve().parent
NONE = "None"


def of_gpu(series: str, labels: str = "") -> str:
    """Returns the selector of a series of the chosen GPUs."""
    return f'gpulse_{series}{{job=~"$job",instance=~"$instance",gpu=~"$gpu"{labels and "," + labels}}}'


def of_machine(series: str, labels: str = "") -> str:
    """Returns the selector of a series of the chosen machines, also of those about no GPU."""
    return f'gpulse_{series}{{job=~"$job",instance=~"$instance"{labels and "," + labels}}}'


def rate(selector: str) -> str:
    """Returns the rate of a counter a second."""
    return f"rate({selector}[$__rate_interval])"


def gpus(series: str) -> dict[str, str]:
    """Returns the query with a line for each GPU."""
    return {"GPU {{gpu}}": of_gpu(f"gpu_{series}")}


def held_back(reason: str) -> str:
    """Returns the share of the time in which a reason lowered the clocks."""
    return rate(of_gpu(f"gpu_clocks_event_reasons_counters_{reason}_seconds_total"))


# Runtime suspend is no fault.
OK = "sum without (state) (" + of_gpu("gpu_state", 'state=~"OK|SLEEPING"') + ")"
ABOUT_OK = "A GPU in runtime suspend (SLEEPING) counts as OK."
ACTIVE = of_gpu("gpu_seconds_total", 'state="active"')
ALERTS = of_machine("insight_active") + " == 1"
TIME_BY_STATE = {"{{state}}": f"sum by (state) ({rate(of_gpu('gpu_seconds_total'))})"}
ABOUT_STATES = "GPUs by what their time goes to: active, held by an idle process, free, or not known."
ENERGY = f"sum by (instance) (increase({of_gpu('gpu_energy_joules_total')}[1d])) / 3.6e6"

MACHINE = Board(
    "gpulse-machine",
    "gpulse: one machine",
    "The GPUs of one machine, by gpulse.",
    many=False,
    rows={
        "State": [
            Panel("State", "none", {"GPU {{gpu}}: {{state}}": of_gpu("gpu_state") + " == 1"}, "names", 12),
            Panel("OK over time", "none", {"GPU {{gpu}}": OK}, "timeline", 12, about=ABOUT_OK),
            Panel(
                "Alerts",
                "none",
                {"": ALERTS},
                "table",
                16,
                absent=NONE,
                about="HELP.md explains each rule; /api/v1/insights has the sentence and the advice.",
            ),
            Panel("Xids since gpulse started", "none", {"": of_gpu("xid_errors_total")}, "table", 8, absent=NONE),
        ],
        "Work": [
            Panel("Utilization", "percentunit", gpus("utilization_ratio")),
            Panel("SM activity", "percentunit", gpus("activity_sm_ratio")),
            Panel("Tensor core activity", "percentunit", gpus("activity_tensor_ratio")),
            Panel("Memory bandwidth used", "percentunit", gpus("activity_dram_ratio")),
            Panel("Active, held and free", "none", TIME_BY_STATE, "stack", about=ABOUT_STATES),
            Panel("Processes", "none", gpus("processes_running")),
        ],
        "Memory, power and temperature": [
            Panel(
                "Memory",
                "bytes",
                {"GPU {{gpu}}": of_gpu("gpu_memory_used_bytes"), "GPU {{gpu}} total": of_gpu("gpu_memory_total_bytes")},
            ),
            Panel(
                "Power",
                "watt",
                {
                    "GPU {{gpu}}": of_gpu("gpu_power_draw_watts"),
                    "GPU {{gpu}} limit": of_gpu("gpu_enforced_power_limit_watts"),
                },
            ),
            Panel("Temperature", "celsius", gpus("temperature_celsius")),
            Panel("Temperature of the memory", "celsius", gpus("temperature_memory_celsius")),
            Panel("Degrees below the slowdown", "celsius", gpus("temperature_gpu_tlimit_celsius")),
            Panel("Fan", "percentunit", gpus("fan_speed_ratio"), some=True),
            Panel(
                "Clocks",
                "hertz",
                {
                    "GPU {{gpu}} SM": of_gpu("gpu_clocks_current_sm_hertz"),
                    "GPU {{gpu}} memory": of_gpu("gpu_clocks_current_memory_hertz"),
                },
            ),
            Panel(
                "Clocks held back",
                "percentunit",
                {
                    "GPU {{gpu}} power limit": held_back("sw_power_cap"),
                    "GPU {{gpu}} temperature": held_back("sw_thermal_slowdown"),
                    "GPU {{gpu}} temperature (hardware)": held_back("hw_thermal_slowdown"),
                    "GPU {{gpu}} power brake": held_back("hw_power_brake_slowdown"),
                },
                about="Share of the time in which a reason lowered the clocks.",
            ),
            Panel("Performance state", "none", gpus("pstate"), about="0 is P0, the fastest."),
        ],
        "Links and errors": [
            Panel(
                "PCIe",
                "Bps",
                {
                    "GPU {{gpu}} received": of_gpu("gpu_pcie_rx_bytes_per_second"),
                    "GPU {{gpu}} sent": of_gpu("gpu_pcie_tx_bytes_per_second"),
                },
            ),
            Panel(
                "NVLink",
                "Bps",
                {
                    "GPU {{gpu}} received": of_gpu("gpu_nvlink_rx_bytes_per_second"),
                    "GPU {{gpu}} sent": of_gpu("gpu_nvlink_tx_bytes_per_second"),
                },
            ),
            Panel(
                "NVLinks that are down",
                "none",
                {"GPU {{gpu}}": f"{of_gpu('gpu_nvlink_links')} - {of_gpu('gpu_nvlink_links_up')}"},
            ),
            Panel(
                "ECC errors since the driver was loaded",
                "none",
                {
                    "GPU {{gpu}} corrected": of_gpu("gpu_ecc_errors_corrected_volatile_total"),
                    "GPU {{gpu}} uncorrected": of_gpu("gpu_ecc_errors_uncorrected_volatile_total"),
                },
            ),
            Panel(
                "Remapped rows",
                "none",
                {
                    "GPU {{gpu}}": of_gpu("gpu_remapped_rows_uncorrectable_total"),
                    "GPU {{gpu}} pending": of_gpu("gpu_remapped_rows_pending"),
                    "GPU {{gpu}} failed": of_gpu("gpu_remapped_rows_failure"),
                },
                about="Replaced after uncorrectable errors. Pending ones need a reset, a failed one the vendor.",
            ),
            Panel("Retired pages pending", "none", gpus("retired_pages_pending"), some=True),
            Panel("PCIe replays a second", "none", {"GPU {{gpu}}": rate(of_gpu("gpu_pcie_replays_total"))}),
            Panel("Recovery action", "none", gpus("gpu_recovery_action"), some=True, about="0 is none."),
            Panel(
                "MIG instances: memory",
                "bytes",
                {"GPU {{gpu}} {{profile}} {{gpu_instance}}": of_gpu("mig_memory_used_bytes")},
                some=True,
            ),
        ],
        "Machine and gpulse": [
            Panel(
                "Processors",
                "percentunit",
                {
                    "busy": of_machine("host_cpu_utilization_ratio"),
                    "waiting for a disk": of_machine("host_cpu_iowait_ratio"),
                },
            ),
            Panel("Load", "none", {"1 min": of_machine("host_load_1m")}),
            Panel(
                "Memory of the machine",
                "bytes",
                {
                    "available": of_machine("host_memory_available_bytes"),
                    "total": of_machine("host_memory_total_bytes"),
                },
            ),
            Panel("GPUs on the PCI bus", "none", {"GPUs": of_machine("host_gpus_on_bus")}),
            Panel("Age of the latest round", "s", {"age": of_machine("snapshot_age_seconds")}),
            Panel("Rounds that failed a second", "none", {"failed": rate(of_machine("round_failures_total"))}),
        ],
    },
)

FLEET = Board(
    "gpulse-fleet",
    "gpulse: all machines",
    "Machines with GPUs, by gpulse.",
    many=True,
    rows={
        "Now": [
            Panel("Machines", "none", {"": f"count({of_machine('up')} == 1)"}, "number", 4),
            Panel("GPUs", "none", {"": f"count({OK})"}, "number", 4),
            Panel(
                "GPUs that are not OK",
                "percentunit",
                {"": f"1 - sum({OK}) / count({OK})"},
                "number",
                4,
                red=0.0001,
                about=ABOUT_OK,
            ),
            Panel("GPUs active", "none", {"": f"sum({rate(ACTIVE)})"}, "number", 4),
            Panel("Power", "watt", {"": f"sum({of_gpu('gpu_power_draw_watts')})"}, "number", 4),
            Panel("Alerts", "none", {"{{severity}}": f"count by (severity) ({ALERTS})"}, "number", 4, absent=NONE),
            Panel(
                "Utilization by machine and GPU",
                "percentunit",
                {"": f"max by (instance, gpu) ({of_gpu('gpu_utilization_ratio')})"},
                "matrix",
                12,
            ),
            Panel("Machines that do not answer", "none", {"": 'up{job=~"$job"} == 0'}, "table", 12, absent=NONE),
            Panel("All alerts", "none", {"": ALERTS}, "table", 24, absent=NONE),
        ],
        "Use": [
            Panel("Active, held and free", "none", TIME_BY_STATE, "stack", 12, about=ABOUT_STATES),
            Panel(
                "Utilization by machine",
                "percentunit",
                {"{{instance}}": f"avg by (instance) ({of_gpu('gpu_utilization_ratio')})"},
                width=12,
            ),
            Panel(
                "Memory used by machine",
                "percentunit",
                {
                    "{{instance}}": f"sum by (instance) ({of_gpu('gpu_memory_used_bytes')})"
                    f" / sum by (instance) ({of_gpu('gpu_memory_total_bytes')})"
                },
                width=12,
            ),
            Panel(
                "Free GPUs by machine",
                "none",
                {"{{instance}}": "sum by (instance) (" + rate(of_gpu("gpu_seconds_total", 'state="free"')) + ")"},
                width=12,
            ),
        ],
        "Power and energy": [
            Panel(
                "Power by machine",
                "watt",
                {"{{instance}}": f"sum by (instance) ({of_gpu('gpu_power_draw_watts')})"},
                "stack",
                12,
            ),
            Panel(
                "Energy by day",
                "kwatth",
                {"{{instance}}": ENERGY},
                "days",
                12,
                about="Each bar is the 24 hours before it, in UTC.",
            ),
        ],
        "Health": [
            Panel(
                "Highest temperatures",
                "celsius",
                {"{{instance}} GPU {{gpu}}": f"topk(10, {of_gpu('gpu_temperature_celsius')})"},
                "bars",
                12,
            ),
            Panel(
                "Least degrees below the slowdown",
                "celsius",
                {"{{instance}} GPU {{gpu}}": f"bottomk(10, {of_gpu('gpu_temperature_gpu_tlimit_celsius')})"},
                "bars",
                12,
            ),
            Panel(
                "GPUs that are not OK",
                "percentunit",
                {"{{instance}}": f"1 - sum by (instance) ({OK}) / count by (instance) ({OK})"},
                width=12,
                about=ABOUT_OK,
            ),
            Panel(
                "Alerts by severity",
                "none",
                {"{{severity}}": f"count by (severity) ({ALERTS})"},
                "stack",
                12,
                absent=NONE,
            ),
        ],
    },
)


def main(arguments: list[str]) -> int:
    """Writes the boards, or with ``--check`` compares them with the files."""
    differing = []
    for board in (MACHINE, FLEET):
        file = FOLDER / f"{board.name}.json"
        if "--check" not in arguments:
            file.write_text(written(board), encoding="utf-8")
        elif file.read_text(encoding="utf-8") != written(board):
            differing.append(file.name)
    if differing:
        print(f"{', '.join(differing)}: not what deploy/grafana/boards.py writes; run it", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
