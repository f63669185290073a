#include "control.h"
#include "mig.h"
#include "power.h"

#include <stdio.h>
#include <string.h>

/* A busy H100 80GB HBM3. Memory adds up: total = reserved + used + free, and the older call counts reserved as used. */
static const struct {
    const char *source;
    const char *text;
} BOARD[] = {
    {"nvmlDeviceGetName", "NVIDIA H100 80GB HBM3"},
    {"nvmlDeviceGetVbiosVersion", "96.00.74.00.01"},
    {"nvmlDeviceGetArchitecture", "9"},
    {"nvmlDeviceGetCudaComputeCapability.major", "9"},
    {"nvmlDeviceGetCudaComputeCapability.minor", "0"},
    {"nvmlDeviceGetPciInfo_v3.device", "0"},
    {"nvmlDeviceGetPciInfo_v3.pciDeviceId", "0x233010DE"},
    {"nvmlDeviceGetPciInfo_v3.pciSubSystemId", "0x16C110DE"},
    {"nvmlDeviceGetMemoryInfo.total", "85520809984"},
    {"nvmlDeviceGetMemoryInfo.free", "63542657024"},
    {"nvmlDeviceGetMemoryInfo.used", "21978152960"},
    {"nvmlDeviceGetMemoryInfo_v2.total", "85520809984"},
    {"nvmlDeviceGetMemoryInfo_v2.reserved", "503316480"},
    {"nvmlDeviceGetMemoryInfo_v2.free", "63542657024"},
    {"nvmlDeviceGetMemoryInfo_v2.used", "21474836480"},
    {"nvmlDeviceGetUtilizationRates.gpu", "53"},
    {"nvmlDeviceGetUtilizationRates.memory", "21"},
    {"nvmlDeviceGetTemperature(0)", "41"},
    {"nvmlDeviceGetPowerUsage", "367200"},
    {"nvmlDeviceGetPowerManagementLimit", "700000"},
    {"nvmlDeviceGetPowerManagementDefaultLimit", "700000"},
    {"nvmlDeviceGetPowerManagementLimitConstraints.minLimit", "200000"},
    {"nvmlDeviceGetPowerManagementLimitConstraints.maxLimit", "700000"},
    {"nvmlDeviceGetEnforcedPowerLimit", "700000"},
    {"nvmlDeviceGetTotalEnergyConsumption", "4213370912345"},
    {"nvmlDeviceGetClockInfo(0)", "1980"},
    {"nvmlDeviceGetClockInfo(1)", "1980"},
    {"nvmlDeviceGetClockInfo(2)", "2619"},
    {"nvmlDeviceGetClockInfo(3)", "1545"},
    {"nvmlDeviceGetMaxClockInfo(0)", "1980"},
    {"nvmlDeviceGetMaxClockInfo(1)", "1980"},
    {"nvmlDeviceGetMaxClockInfo(2)", "2619"},
    {"nvmlDeviceGetMaxClockInfo(3)", "1545"},
    {"nvmlDeviceGetPerformanceState", "0"},
    {"nvmlDeviceGetCurrentClocksEventReasons", "0x0"},
    {"nvmlDeviceGetCurrentClocksThrottleReasons", "0x0"},
    {"nvmlDeviceGetCurrPcieLinkGeneration", "5"},
    {"nvmlDeviceGetCurrPcieLinkWidth", "16"},
    {"nvmlDeviceGetMaxPcieLinkGeneration", "5"},
    {"nvmlDeviceGetMaxPcieLinkWidth", "16"},
    {"nvmlDeviceGetSupportedEventTypes", "0xFF8F"},
}, MACHINE[] = {
    {"nvmlSystemGetDriverVersion", "580.95.05"},
    {"nvmlSystemGetNVMLVersion", "13.580.95.05"},
    {"nvmlSystemGetCudaDriverVersion", "13000"},
    {"nvmlSystemGetCudaDriverVersion_v2", "13000"},
    {"nvmlGetExcludedDeviceCount", "0"},
};

/* Where GPUs sit in a machine with eight; the second eight are in the next PCI domain. */
static const unsigned BUSES[] = {0x1B, 0x43, 0x52, 0x61, 0x9D, 0xC3, 0xD1, 0xDF};

static void ownText(int gpu, size_t which, char text[LONGEST_TEXT]) {
    unsigned bus = BUSES[gpu % 8];
    int domain = gpu / 8;
    switch (which) {
        case 0:
            snprintf(text, LONGEST_TEXT, "GPU-7f3c9a10-5d2e-4b61-9c8f-0000000000%02x", (unsigned) gpu);
            break;
        case 1:
            snprintf(text, LONGEST_TEXT, "16540230%05d", gpu + 1);
            break;
        case 2:
            snprintf(text, LONGEST_TEXT, "%04X:%02X:00.0", (unsigned) domain, bus);
            break;
        case 3:
            snprintf(text, LONGEST_TEXT, "%08X:%02X:00.0", (unsigned) domain, bus);
            break;
        case 4:
            snprintf(text, LONGEST_TEXT, "%d", domain);
            break;
        case 5:
            snprintf(text, LONGEST_TEXT, "%u", bus);
            break;
        default:
            snprintf(text, LONGEST_TEXT, "%d", gpu);
            break;
    }
}

/* What differs between the GPUs of a machine. */
static bool ownDefault(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]) {
    static const char *const sources[] = {
        "nvmlDeviceGetUUID",
        "nvmlDeviceGetSerial",
        "nvmlDeviceGetPciInfo_v3.busIdLegacy",
        "nvmlDeviceGetPciInfo_v3.busId",
        "nvmlDeviceGetPciInfo_v3.domain",
        "nvmlDeviceGetPciInfo_v3.bus",
        "nvmlDeviceGetMinorNumber",
        "nvmlDeviceGetIndex",
    };
    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        if (names(call, out, sources[i])) {
            ownText(gpu, i, text);
            return true;
        }
    }
    return false;
}

bool defaultText(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]) {
    if (gpu == SYSTEM && names(call, out, "nvmlDeviceGetCount_v2")) {
        snprintf(text, LONGEST_TEXT, "%d", countedGpus());
        return true;
    }
    if (isInstance(gpu)) {
        return instanceDefault(gpu, call, out, text);
    }
    if (gpu >= 0 && splitDefault(gpu, call, out, text)) {
        return true;
    }
    size_t count = gpu == SYSTEM ? COUNT_OF(MACHINE) : COUNT_OF(BOARD);
    for (size_t i = 0; i < count; i++) {
        if (names(call, out, gpu == SYSTEM ? MACHINE[i].source : BOARD[i].source)) {
            snprintf(text, LONGEST_TEXT, "%s", gpu == SYSTEM ? MACHINE[i].text : BOARD[i].text);
            return true;
        }
    }
    return gpu >= 0 && ownDefault(gpu, call, out, text);
}
