/* PCIe, NVLink and C2C. */
#include "getters.h"
#include "records.h"

NUMBER(nvmlDeviceGetCurrPcieLinkGeneration, unsigned)
NUMBER(nvmlDeviceGetCurrPcieLinkWidth, unsigned)
NUMBER(nvmlDeviceGetMaxPcieLinkGeneration, unsigned)
NUMBER(nvmlDeviceGetGpuMaxPcieLinkGeneration, unsigned)
NUMBER(nvmlDeviceGetMaxPcieLinkWidth, unsigned)
NUMBER(nvmlDeviceGetPcieLinkMaxSpeed, unsigned)
NUMBER(nvmlDeviceGetPcieSpeed, unsigned)
NUMBER_BY_1(nvmlDeviceGetPcieThroughput, unsigned)
NUMBER(nvmlDeviceGetPcieReplayCounter, unsigned)
NUMBER_BY_1(nvmlDeviceGetNvLinkState, unsigned)
NUMBER_BY_1(nvmlDeviceGetNvLinkVersion, unsigned)
NUMBER_BY_2(nvmlDeviceGetNvLinkCapability, unsigned)
RECORD_BY_1(nvmlDeviceGetNvLinkRemotePciInfo_v2, PciInfo, PCI_INFO)
NUMBER_BY_1(nvmlDeviceGetNvLinkRemoteDeviceType, unsigned)
NUMBER_BY_2(nvmlDeviceGetNvLinkErrorCounter, unsigned long long)
TWO_NUMBERS_BY_2(nvmlDeviceGetNvLinkUtilizationCounter, unsigned long long, rxcounter, txcounter)
RECORD(nvmlDeviceGetC2cModeInfoV, C2cModeInfo, C2C_MODE_INFO)

/* The struct is chosen by its version word. */
EXPORT int nvmlDeviceGetGpuFabricInfoV(Handle device, FabricInfo3 *record) {
    unsigned newer = VERSION_WORD(FabricInfo3, 3u);
    if (record != NULL && record->version == newer) {
        Out outs[] = {FABRIC_INFO(MEMBER) MEMBER(healthSummary)};
        return ASK("", .version = &record->version, .expectedVersion = newer);
    }
    Out outs[] = {FABRIC_INFO(MEMBER)};
    return ASK("", .version = record == NULL ? NULL : &record->version,
               .expectedVersion = VERSION_WORD(FabricInfo, 2u));
}
