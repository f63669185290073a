#include "getters.h"
#include "records.h"

TEXT_OF(nvmlDeviceGetName)
TEXT_OF(nvmlDeviceGetUUID)
TEXT_OF(nvmlDeviceGetSerial)
TEXT_OF(nvmlDeviceGetVbiosVersion)
TEXT_OF(nvmlDeviceGetInforomImageVersion)
TEXT_BY_1(nvmlDeviceGetInforomVersion)
TEXT_OF(nvmlDeviceGetBoardPartNumber)
NUMBER(nvmlDeviceGetBrand, unsigned)
NUMBER(nvmlDeviceGetArchitecture, unsigned)
TWO_NUMBERS(nvmlDeviceGetCudaComputeCapability, int, major, minor)
RECORD(nvmlDeviceGetPciInfo_v3, PciInfo, PCI_INFO)
VERSIONED(nvmlDeviceGetPciInfoExt, PciInfoExt, VERSION_WORD(PciInfoExt, 1u), PCI_INFO_EXT)
NUMBER(nvmlDeviceGetMinorNumber, unsigned)
NUMBER(nvmlDeviceGetIndex, unsigned)
NUMBER(nvmlDeviceGetModuleId, unsigned)
NUMBER(nvmlDeviceGetBoardId, unsigned)
NUMBER(nvmlDeviceGetMultiGpuBoard, unsigned)
NUMBER(nvmlDeviceGetNumGpuCores, unsigned)
NUMBER(nvmlDeviceGetMemoryBusWidth, unsigned)
NUMBER(nvmlDeviceGetComputeMode, unsigned)
NUMBER(nvmlDeviceGetPersistenceMode, unsigned)
NUMBER(nvmlDeviceGetAccountingMode, unsigned)
NUMBER(nvmlDeviceGetAccountingBufferSize, unsigned)
TWO_NUMBERS(nvmlDeviceGetGpuOperationMode, unsigned, current, pending)
TWO_NUMBERS(nvmlDeviceGetGspFirmwareMode, unsigned, isEnabled, defaultMode)
NUMBER(nvmlDeviceGetDisplayActive, unsigned)
NUMBER(nvmlDeviceGetDisplayMode, unsigned)
NUMBER(nvmlDeviceGetVirtualizationMode, unsigned)
NUMBER(nvmlDeviceGetHostVgpuMode, unsigned)
RECORD(nvmlDeviceGetGridLicensableFeatures_v4, GridLicensableFeatures, GRID_LICENSABLE_FEATURES)
RECORD(nvmlDeviceGetBBXTimeData_v1, BbxTimeData, BBX_TIME_DATA)
NUMBER(nvmlDeviceGetNumaNodeId, unsigned)
VERSIONED(nvmlDeviceGetAddressingMode, AddressingMode, VERSION_WORD(AddressingMode, 1u), ADDRESSING_MODE)
VERSIONED(nvmlDeviceGetPlatformInfo, PlatformInfo, VERSION_WORD(PlatformInfo, 2u), PLATFORM_INFO)
RECORD(nvmlDeviceGetHostname_v1, Hostname, HOSTNAME)

/* Each mode is a struct with a version word of its own. */
EXPORT int nvmlDeviceGetDramEncryptionMode(Handle device, DramEncryption *current, DramEncryption *pending) {
    if (current == NULL || pending == NULL) {
        Out outs[] = {{"current", NULL, UNSIGNED_32, sizeof(unsigned)}};
        return ASK("", .version = NULL);
    }
    unsigned word = VERSION_WORD(DramEncryption, 1u);
    Out outs[] = {{"current", &current->state, UNSIGNED_32, sizeof current->state},
                  {"pending", &pending->state, UNSIGNED_32, sizeof pending->state}};
    return ASK("", .version = current->version == word ? &pending->version : &current->version,
               .expectedVersion = word);
}

TWO_NUMBERS(nvmlDeviceGetMigMode, unsigned, currentMode, pendingMode)

/* The one text without a length: the caller has to bring 64 bytes. */
EXPORT int nvmlDeviceGetGspFirmwareVersion(Handle device, char *version) {
    Out outs[] = {{NULL, version, TEXT, 64}};
    return ASK("", .version = NULL);
}
TWO_NUMBERS(nvmlDeviceGetDriverModel_v2, unsigned, current, pending)
