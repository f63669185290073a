#include "getters.h"
#include "records.h"

RECORD(nvmlDeviceGetMemoryInfo, Memory, MEMORY)
RECORD(nvmlDeviceGetConfComputeProtectedMemoryUsage, Memory, MEMORY)
VERSIONED(nvmlDeviceGetMemoryInfo_v2, MemoryV2, VERSION_WORD(MemoryV2, 2u), MEMORY_V2)
RECORD(nvmlDeviceGetBAR1MemoryInfo, Bar1Memory, BAR1_MEMORY)
RECORD(nvmlDeviceGetUtilizationRates, Utilization, UTILIZATION)
TWO_NUMBERS(nvmlDeviceGetEncoderUtilization, unsigned, utilization, samplingPeriodUs)
TWO_NUMBERS(nvmlDeviceGetDecoderUtilization, unsigned, utilization, samplingPeriodUs)
TWO_NUMBERS(nvmlDeviceGetJpgUtilization, unsigned, utilization, samplingPeriodUs)
TWO_NUMBERS(nvmlDeviceGetOfaUtilization, unsigned, utilization, samplingPeriodUs)
THREE_NUMBERS(nvmlDeviceGetEncoderStats, unsigned, sessionCount, averageFps, averageLatency)
RECORD(nvmlDeviceGetFBCStats, FbcStats, FBC_STATS)
