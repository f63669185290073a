"""Makes the calls of one recorded round again and again, as a script with pynvml would.

Usage: round.py STEPS ROUNDS SAMPLES; prints the CPU microseconds of a round, one line a sample. A line of STEPS is one
call: how it is made, its symbol, then the handle and other numbers (plain), the handle and fields with their scopes
(fields), or the bytes of its answer and all arguments, of which those with an @ are places in the answer (bare).
"""

import ctypes
import sys
import time

import pynvml as nvml

# What has another name in pynvml, or wants memory from its caller.
OTHERWISE = {
    "nvmlDeviceGetMemoryInfo_v2": lambda handle: nvml.nvmlDeviceGetMemoryInfo(handle, version=nvml.nvmlMemory_v2),
    "nvmlDeviceGetGpuFabricInfoV": lambda handle: nvml.nvmlDeviceGetGpuFabricInfoV(
        handle, ctypes.byref(nvml.c_nvmlGpuFabricInfoV_t())
    ),
    "nvmlDeviceGetSramEccErrorStatus": lambda handle: nvml.nvmlDeviceGetSramEccErrorStatus(
        handle, ctypes.byref(nvml.c_nvmlEccSramErrorStatus_v1_t())
    ),
}


def bare(symbol, size, arguments):
    """For a list pynvml makes two calls, and an object of each record; here it is one call and no object."""
    memory = (ctypes.c_ubyte * size)()
    passed = [ctypes.byref(memory, number) if place else ctypes.c_ulonglong(number) for place, number in arguments]
    nvml._nvmlCheckReturn(nvml._nvmlGetFunctionPointer(symbol)(*passed))


def step(line):
    kind, symbol, number, *words = line.split()
    if kind == "bare":
        return bare, (symbol, int(number), [(word.startswith("@"), int(word.lstrip("@"))) for word in words])
    handle = ctypes.cast(int(number), nvml.c_nvmlDevice_t)
    if kind == "fields":
        return nvml.nvmlDeviceGetFieldValues, (handle, [tuple(map(int, word.split(":"))) for word in words])
    return OTHERWISE.get(symbol) or getattr(nvml, symbol), (handle, *map(int, words))


def take(steps):
    refused = 0
    for getter, arguments in steps:
        try:
            getter(*arguments)
        except nvml.NVMLError:
            refused += 1
    return refused


def main(file, rounds, samples):
    nvml._LoadNvmlLibrary()
    with open(file, encoding="utf-8") as lines:
        steps = [step(line) for line in lines]
    take(steps)
    for _ in range(samples):
        begun = time.process_time()
        for _ in range(rounds):
            take(steps)
        print(f"{(time.process_time() - begun) / rounds * 1e6:.3f}")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
