/* PCIe, NVLink and C2C. */
#include "getters.h"
#include "records.h"
#include "session.h"

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
NUMBER_BY_1(nvmlDeviceGetCpuAffinity, unsigned long long)

/* The first 64 processors or nodes are all that the tests have. */
EXPORT int nvmlDeviceGetMemoryAffinity(Handle device, unsigned size, unsigned long long *nodes, unsigned scope) {
    Out outs[] = {ONLY(nodes)};
    SPELL("(%u,%u)", size, scope);
    return ASK(given, .version = NULL);
}

/* The other GPU of a pair is spelt by its index. */
EXPORT int nvmlDeviceGetTopologyCommonAncestor(Handle device, Handle other, unsigned *level) {
    Out outs[] = {ONLY(level)};
    SPELL("(%d)", gpuOf(other));
    return ASK(given, .version = NULL);
}

EXPORT int nvmlDeviceGetP2PStatus(Handle device, Handle other, unsigned capability, unsigned *status) {
    Out outs[] = {ONLY(status)};
    SPELL("(%d,%u)", gpuOf(other), capability);
    return ASK(given, .version = NULL);
}

VERSIONED(nvmlDeviceGetNvlinkBwMode, NvlinkBwMode, VERSION_WORD(NvlinkBwMode, 1u), NVLINK_BW_MODE)
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
