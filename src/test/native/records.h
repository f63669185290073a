/* The structs that are answered, with what the compiler must agree to: a test that reads them wrongly has to fail. */
#ifndef RECORDS_H
#define RECORDS_H

#include <stddef.h>

typedef unsigned long long Long;

#define VERSION_WORD(Struct, number) ((unsigned) sizeof(Struct) | (number) << 24)

typedef struct {
    char busIdLegacy[16];
    unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
} PciInfo;
_Static_assert(sizeof(PciInfo) == 68, "nvmlPciInfo_t");
#define PCI_INFO(M) M(busIdLegacy) M(domain) M(bus) M(device) M(pciDeviceId) M(pciSubSystemId) M(busId)

typedef struct {
    unsigned version, domain, bus, device, pciDeviceId, pciSubSystemId, baseClass, subClass;
    char busId[32];
} PciInfoExt;
_Static_assert(VERSION_WORD(PciInfoExt, 1u) == 0x01000040, "nvmlPciInfoExt_v1_t");
#define PCI_INFO_EXT(M) \
    M(domain) M(bus) M(device) M(pciDeviceId) M(pciSubSystemId) M(baseClass) M(subClass) M(busId)

typedef struct {
    unsigned version, value;
} AddressingMode;
_Static_assert(VERSION_WORD(AddressingMode, 1u) == 0x01000008, "nvmlDeviceAddressingMode_v1_t");
#define ADDRESSING_MODE(M) M(value)

typedef struct {
    unsigned version;
    unsigned char ibGuid[16], chassisSerialNumber[16], slotNumber, trayIndex, hostId, peerType, moduleId;
} PlatformInfo;
_Static_assert(VERSION_WORD(PlatformInfo, 2u) == 0x0200002c, "nvmlPlatformInfo_v2_t");
#define PLATFORM_INFO(M) M(ibGuid) M(chassisSerialNumber) M(slotNumber) M(trayIndex) M(hostId) M(peerType) M(moduleId)

typedef struct {
    unsigned version;
    char branch[80];
} DriverBranch;
_Static_assert(VERSION_WORD(DriverBranch, 1u) == 0x01000054, "nvmlSystemDriverBranchInfo_v1_t");

typedef struct {
    Long total, free, used;
} Memory;
_Static_assert(sizeof(Memory) == 24, "nvmlMemory_t");
#define MEMORY(M) M(total) M(free) M(used)

typedef struct {
    unsigned version;
    Long total, reserved, free, used;
} MemoryV2;
_Static_assert(VERSION_WORD(MemoryV2, 2u) == 0x02000028, "nvmlMemory_v2_t");
#define MEMORY_V2(M) M(total) M(reserved) M(free) M(used)

typedef struct {
    Long bar1Total, bar1Free, bar1Used;
} Bar1Memory;
_Static_assert(sizeof(Bar1Memory) == 24, "nvmlBAR1Memory_t");
#define BAR1_MEMORY(M) M(bar1Total) M(bar1Free) M(bar1Used)

typedef struct {
    unsigned gpu, memory;
} Utilization;
_Static_assert(sizeof(Utilization) == 8, "nvmlUtilization_t");
#define UTILIZATION(M) M(gpu) M(memory)

typedef struct {
    unsigned sessionsCount, averageFPS, averageLatency;
} FbcStats;
_Static_assert(sizeof(FbcStats) == 12, "nvmlFBCStats_t");
#define FBC_STATS(M) M(sessionsCount) M(averageFPS) M(averageLatency)

typedef struct {
    unsigned version, sensorType;
    int temperature;
} Temperature;
_Static_assert(VERSION_WORD(Temperature, 1u) == 0x0100000c, "nvmlTemperature_v1_t");
#define TEMPERATURE(M) M(temperature)

typedef struct {
    unsigned version;
    int marginTemperature;
} MarginTemperature;
_Static_assert(VERSION_WORD(MarginTemperature, 1u) == 0x01000008, "nvmlMarginTemperature_v1_t");
#define MARGIN_TEMPERATURE(M) M(marginTemperature)

typedef struct {
    unsigned version, fan, speed;
} FanSpeedInfo;
_Static_assert(VERSION_WORD(FanSpeedInfo, 1u) == 0x0100000c, "nvmlFanSpeedInfo_v1_t");
#define FAN_SPEED_INFO(M) M(speed)

typedef struct {
    unsigned version, type, pstate;
    int clockOffsetMHz, minClockOffsetMHz, maxClockOffsetMHz;
} ClockOffset;
_Static_assert(VERSION_WORD(ClockOffset, 1u) == 0x01000018, "nvmlClockOffset_v1_t");
#define CLOCK_OFFSET(M) M(clockOffsetMHz) M(minClockOffsetMHz) M(maxClockOffsetMHz)

typedef struct {
    Long referenceTime, violationTime;
} ViolationTime;
_Static_assert(sizeof(ViolationTime) == 16, "nvmlViolationTime_t");
#define VIOLATION_TIME(M) M(referenceTime) M(violationTime)

typedef struct {
    unsigned version;
    Long aggregateUncParity, aggregateUncSecDed, aggregateCor, volatileUncParity, volatileUncSecDed, volatileCor;
    Long aggregateUncBucketL2, aggregateUncBucketSm, aggregateUncBucketPcie, aggregateUncBucketMcu;
    Long aggregateUncBucketOther;
    unsigned bThresholdExceeded;
} SramEccErrorStatus;
_Static_assert(VERSION_WORD(SramEccErrorStatus, 1u) == 0x01000068, "nvmlEccSramErrorStatus_v1_t");
#define SRAM_ECC_ERROR_STATUS(M) \
    M(aggregateUncParity) M(aggregateUncSecDed) M(aggregateCor) M(volatileUncParity) M(volatileUncSecDed) \
    M(volatileCor) M(aggregateUncBucketL2) M(aggregateUncBucketSm) M(aggregateUncBucketPcie) \
    M(aggregateUncBucketMcu) M(aggregateUncBucketOther) M(bThresholdExceeded)

typedef struct {
    unsigned corrActiveRemaps, corrInactiveRemaps, uncActiveRemaps, uncInactiveRemaps, bPending, bFailureOccurred;
} RemappedRows;
_Static_assert(sizeof(RemappedRows) == 24, "nvmlRemappedRowsInfo_v2_t");
#define REMAPPED_ROWS(M) \
    M(corrActiveRemaps) M(corrInactiveRemaps) M(uncActiveRemaps) M(uncInactiveRemaps) M(bPending) M(bFailureOccurred)

typedef struct {
    unsigned max, high, partial, low, none;
} RowRemapperHistogram;
_Static_assert(sizeof(RowRemapperHistogram) == 20, "nvmlRowRemapperHistogramValues_t");
#define ROW_REMAPPER_HISTOGRAM(M) M(max) M(high) M(partial) M(low) M(none)

typedef struct {
    unsigned version, bChannelRepairPending, bTpcRepairPending;
} RepairStatus;
_Static_assert(VERSION_WORD(RepairStatus, 1u) == 0x0100000c, "nvmlRepairStatus_v1_t");
#define REPAIR_STATUS(M) M(bChannelRepairPending) M(bTpcRepairPending)

typedef struct {
    unsigned bUnrepairableMemory;
} UnrepairableMemoryStatus;
_Static_assert(sizeof(UnrepairableMemoryStatus) == 4, "nvmlUnrepairableMemoryStatus_v1_t");
#define UNREPAIRABLE_MEMORY_STATUS(M) M(bUnrepairableMemory)

typedef struct {
    unsigned timeRun;
} BbxTimeData;
_Static_assert(sizeof(BbxTimeData) == 4, "nvmlBBXTimeData_v1_t");
#define BBX_TIME_DATA(M) M(timeRun)

typedef struct {
    unsigned year;
    unsigned short month, day, hour, min, sec;
    unsigned char status;
} GridLicenseExpiry;

typedef struct {
    unsigned featureCode, featureState;
    char licenseInfo[128], productName[128];
    unsigned featureEnabled;
    GridLicenseExpiry licenseExpiry;
} GridLicensableFeature;
_Static_assert(sizeof(GridLicensableFeature) == 284, "nvmlGridLicensableFeature_t");

typedef struct {
    int isGridLicenseSupported;
    unsigned licensableFeaturesCount;
    GridLicensableFeature gridLicensableFeatures[3];
} GridLicensableFeatures;
_Static_assert(sizeof(GridLicensableFeatures) == 860, "nvmlGridLicensableFeatures_t");
#define GRID_LICENSABLE_FEATURES(M) \
    M(isGridLicenseSupported) M(licensableFeaturesCount) M(gridLicensableFeatures[0].featureState) \
    M(gridLicensableFeatures[0].productName)

typedef struct {
    unsigned version, bIsBest;
    unsigned char bwMode;
} NvlinkBwMode;
_Static_assert(VERSION_WORD(NvlinkBwMode, 1u) == 0x0100000c, "nvmlNvlinkGetBwMode_v1_t");
#define NVLINK_BW_MODE(M) M(bIsBest) M(bwMode)

typedef struct {
    unsigned isC2cEnabled;
} C2cModeInfo;
_Static_assert(sizeof(C2cModeInfo) == 4, "nvmlC2cModeInfo_v1_t");
#define C2C_MODE_INFO(M) M(isC2cEnabled)

typedef struct {
    unsigned version;
    unsigned char clusterUuid[16];
    unsigned status, cliqueId;
    unsigned char state;
    unsigned healthMask;
} FabricInfo;
_Static_assert(VERSION_WORD(FabricInfo, 2u) == 0x02000024, "nvmlGpuFabricInfo_v2_t");
#define FABRIC_INFO(M) M(clusterUuid) M(status) M(cliqueId) M(state) M(healthMask)

typedef struct {
    unsigned version;
    unsigned char clusterUuid[16];
    unsigned status, cliqueId;
    unsigned char state;
    unsigned healthMask;
    unsigned char healthSummary;
} FabricInfo3;
_Static_assert(VERSION_WORD(FabricInfo3, 3u) == 0x03000028, "nvmlGpuFabricInfo_v3_t");

typedef struct {
    char value[64];
} Hostname;
#define HOSTNAME(M) M(value)

typedef struct {
    unsigned version, state;
} DramEncryption;
_Static_assert(VERSION_WORD(DramEncryption, 1u) == 0x01000008, "nvmlDramEncryptionInfo_v1_t");

/* The performance monitor's structs carry a plain 1 as their version. */
typedef struct {
    unsigned version, isSupportedDevice;
} GpmSupport;
_Static_assert(sizeof(GpmSupport) == 8, "nvmlGpmSupport_t");
#define GPM_SUPPORT(M) M(isSupportedDevice)

typedef struct {
    unsigned metricId;
    int nvmlReturn;
    double value;
    const char *shortName, *longName, *unit;
} GpmMetric;
_Static_assert(sizeof(GpmMetric) == 40, "nvmlGpmMetric_t");

typedef struct {
    unsigned version, numMetrics;
    void *sample1, *sample2;
    GpmMetric metrics[333];
} GpmMetrics;
_Static_assert(sizeof(GpmMetrics) == 13344, "nvmlGpmMetricsGet_t");

typedef struct {
    const void *device;
    Long eventType, eventData;
    unsigned gpuInstanceId, computeInstanceId;
} EventData;
_Static_assert(sizeof(EventData) == 32, "nvmlEventData_t");

/* Operational events: their structs have no version word, their names are those of driver 615. */
typedef struct {
    char uuid[96];
    unsigned minLogLevel, minSeverity;
} OperationalConfig;
_Static_assert(sizeof(OperationalConfig) == 104, "the config of operational events");

typedef struct {
    unsigned timeoutMs, dataType;
    char uuid[96], sourceModule[16];
    Long eventType, eventData, groupCursor, instanceId, timestampUsec, traceId;
    unsigned gpuInstanceId, computeInstanceId, severity, categoryId, moduleEventCode, scope, originator;
    unsigned moduleInstance, chipletId, logLevel, attributes, groupCperSize, groupAttributes;
    unsigned char groupSize, groupIndex;
} OperationalWait;
_Static_assert(sizeof(OperationalWait) == 224, "what nvmlEventSetWait_v3 fills");
_Static_assert(offsetof(OperationalWait, eventType) == 120, "eventType");
_Static_assert(offsetof(OperationalWait, timestampUsec) == 152, "timestampUsec");
_Static_assert(offsetof(OperationalWait, severity) == 176, "severity");
_Static_assert(offsetof(OperationalWait, attributes) == 208, "attributes");
_Static_assert(offsetof(OperationalWait, groupIndex) == 221, "groupIndex");

typedef struct {
    unsigned index, nvmlType, sourceType, dataSize;
    unsigned short dataFormatVersion;
} ContextInfo;
_Static_assert(sizeof(ContextInfo) == 20, "the info of a context");

typedef struct {
    unsigned index, xidCode;
} LegacyXid;
_Static_assert(sizeof(LegacyXid) == 8, "the Xid of a context");

typedef struct {
    Long timeStamp;
    union {
        double real;
        unsigned narrow;
        Long wide;
    } sampleValue;
} Sample;
_Static_assert(sizeof(Sample) == 16, "nvmlSample_t");

#endif
