/* Heat, fans, power and clocks. */
#include "getters.h"
#include "records.h"

NUMBER_BY_1(nvmlDeviceGetTemperature, unsigned)
CHOSEN(nvmlDeviceGetTemperatureV, Temperature, VERSION_WORD(Temperature, 1u), sensorType, TEMPERATURE)
VERSIONED(nvmlDeviceGetMarginTemperature, MarginTemperature, VERSION_WORD(MarginTemperature, 1u), MARGIN_TEMPERATURE)
NUMBER_BY_1(nvmlDeviceGetTemperatureThreshold, unsigned)
NUMBER(nvmlDeviceGetNumFans, unsigned)
NUMBER(nvmlDeviceGetFanSpeed, unsigned)
NUMBER_BY_1(nvmlDeviceGetFanSpeed_v2, unsigned)
NUMBER_BY_1(nvmlDeviceGetTargetFanSpeed, unsigned)
CHOSEN(nvmlDeviceGetFanSpeedRPM, FanSpeedInfo, VERSION_WORD(FanSpeedInfo, 1u), fan, FAN_SPEED_INFO)
NUMBER(nvmlDeviceGetPowerUsage, unsigned)
NUMBER(nvmlDeviceGetPowerManagementMode, unsigned)
NUMBER(nvmlDeviceGetPowerManagementLimit, unsigned)
NUMBER(nvmlDeviceGetPowerManagementDefaultLimit, unsigned)
TWO_NUMBERS(nvmlDeviceGetPowerManagementLimitConstraints, unsigned, minLimit, maxLimit)
NUMBER(nvmlDeviceGetEnforcedPowerLimit, unsigned)
NUMBER(nvmlDeviceGetPowerSource, unsigned)
NUMBER(nvmlDeviceGetTotalEnergyConsumption, unsigned long long)
NUMBER_BY_1(nvmlDeviceGetClockInfo, unsigned)
NUMBER_BY_1(nvmlDeviceGetMaxClockInfo, unsigned)
NUMBER_BY_1(nvmlDeviceGetApplicationsClock, unsigned)
NUMBER_BY_1(nvmlDeviceGetDefaultApplicationsClock, unsigned)
NUMBER_BY_1(nvmlDeviceGetMaxCustomerBoostClock, unsigned)
NUMBER_BY_2(nvmlDeviceGetClock, unsigned)

/* Two members go in: the clock and the performance state. */
EXPORT int nvmlDeviceGetClockOffsets(Handle device, ClockOffset *record) {
    Out outs[] = {CLOCK_OFFSET(MEMBER)};
    SPELL("(%u,%u)", record == NULL ? 0 : record->type, record == NULL ? 0 : record->pstate);
    return ASK(given, .version = record == NULL ? NULL : &record->version,
               .expectedVersion = VERSION_WORD(ClockOffset, 1u), .argumentsOptional = true);
}

NUMBER(nvmlDeviceGetPerformanceState, unsigned)
NUMBER(nvmlDeviceGetCurrentClocksEventReasons, unsigned long long)
NUMBER(nvmlDeviceGetCurrentClocksThrottleReasons, unsigned long long)
NUMBER(nvmlDeviceGetSupportedClocksEventReasons, unsigned long long)
NUMBER(nvmlDeviceGetSupportedClocksThrottleReasons, unsigned long long)
RECORD_BY_1(nvmlDeviceGetViolationStatus, ViolationTime, VIOLATION_TIME)
