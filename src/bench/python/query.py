"""What a script with pynvml does to print thirty properties of every GPU: one line each, as nvidia-smi's CSV.

Usage: query.py ROUNDS; prints the CPU milliseconds of a round, start-up not counted.
"""

import sys
import time

import pynvml as nvml


def absent(getter, *arguments):
    try:
        return getter(*arguments)
    except nvml.NVMLError:
        return None


def cell(value, unit=""):
    return "[N/A]" if value is None else f"{value}{unit}"


def watts(milliwatts):
    return "[N/A]" if milliwatts is None else f"{milliwatts / 1000:.2f} W"


def mebibytes(count):
    return f"{count >> 20} MiB"


def line(handle, index, count, driver):
    memory = nvml.nvmlDeviceGetMemoryInfo(handle, version=nvml.nvmlMemory_v2)
    busy = nvml.nvmlDeviceGetUtilizationRates(handle)
    encoder = absent(nvml.nvmlDeviceGetEncoderUtilization, handle)
    decoder = absent(nvml.nvmlDeviceGetDecoderUtilization, handle)
    reasons = nvml.nvmlDeviceGetCurrentClocksThrottleReasons(handle)
    pci = nvml.nvmlDeviceGetPciInfo(handle)
    return ", ".join(
        [
            time.strftime("%Y/%m/%d %H:%M:%S.000"),
            str(index),
            str(count),
            nvml.nvmlDeviceGetName(handle),
            nvml.nvmlDeviceGetUUID(handle),
            pci.busId if isinstance(pci.busId, str) else pci.busId.decode(),
            cell(driver),
            cell(absent(nvml.nvmlDeviceGetVbiosVersion, handle)),
            f"P{nvml.nvmlDeviceGetPerformanceState(handle)}",
            cell(nvml.nvmlDeviceGetTemperature(handle, nvml.NVML_TEMPERATURE_GPU)),
            cell(absent(nvml.nvmlDeviceGetFanSpeed, handle), " %"),
            f"{busy.gpu} %",
            f"{busy.memory} %",
            cell(encoder and encoder[0], " %"),
            cell(decoder and decoder[0], " %"),
            mebibytes(memory.total),
            mebibytes(memory.reserved),
            mebibytes(memory.used),
            mebibytes(memory.free),
            watts(nvml.nvmlDeviceGetPowerUsage(handle)),
            watts(nvml.nvmlDeviceGetPowerManagementLimit(handle)),
            watts(nvml.nvmlDeviceGetEnforcedPowerLimit(handle)),
            cell(nvml.nvmlDeviceGetClockInfo(handle, nvml.NVML_CLOCK_GRAPHICS), " MHz"),
            cell(nvml.nvmlDeviceGetClockInfo(handle, nvml.NVML_CLOCK_SM), " MHz"),
            cell(nvml.nvmlDeviceGetClockInfo(handle, nvml.NVML_CLOCK_MEM), " MHz"),
            cell(nvml.nvmlDeviceGetMaxClockInfo(handle, nvml.NVML_CLOCK_SM), " MHz"),
            f"0x{reasons:016X}",
            cell(nvml.nvmlDeviceGetCurrPcieLinkGeneration(handle)),
            cell(nvml.nvmlDeviceGetCurrPcieLinkWidth(handle)),
            cell(absent(nvml.nvmlDeviceGetComputeMode, handle)),
        ]
    )


def main(rounds):
    nvml.nvmlInit()
    count = nvml.nvmlDeviceGetCount()
    driver = nvml.nvmlSystemGetDriverVersion()
    handles = [nvml.nvmlDeviceGetHandleByIndex(index) for index in range(count)]
    printed = 0
    begun = time.process_time()
    for _ in range(rounds):
        text = "\n".join(line(handle, index, count, driver) for index, handle in enumerate(handles))
        printed += len(text)
    spent = time.process_time() - begun
    nvml.nvmlShutdown()
    print(f"{spent / rounds * 1000:.6f} {printed // rounds}")


main(int(sys.argv[1]))
