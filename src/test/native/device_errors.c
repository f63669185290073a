/* ECC, retired pages and remapped rows. */
#include "getters.h"
#include "records.h"

NUMBER_BY_2(nvmlDeviceGetTotalEccErrors, unsigned long long)
NUMBER_BY_3(nvmlDeviceGetMemoryErrorCounter, unsigned long long)
TWO_NUMBERS(nvmlDeviceGetEccMode, unsigned, current, pending)
NUMBER(nvmlDeviceGetDefaultEccMode, unsigned)
VERSIONED(nvmlDeviceGetSramEccErrorStatus, SramEccErrorStatus, VERSION_WORD(SramEccErrorStatus, 1u),
          SRAM_ECC_ERROR_STATUS)
NUMBER(nvmlDeviceGetRetiredPagesPendingStatus, unsigned)
FOUR_NUMBERS(nvmlDeviceGetRemappedRows, unsigned, corrRows, uncRows, isPending, failureOccurred)
RECORD(nvmlDeviceGetRemappedRows_v2, RemappedRows, REMAPPED_ROWS)
VERSIONED(nvmlDeviceGetRepairStatus, RepairStatus, VERSION_WORD(RepairStatus, 1u), REPAIR_STATUS)
RECORD(nvmlDeviceGetUnrepairableMemoryFlag_v1, UnrepairableMemoryStatus, UNREPAIRABLE_MEMORY_STATUS)
RECORD(nvmlDeviceGetRowRemapperHistogram, RowRemapperHistogram, ROW_REMAPPER_HISTOGRAM)

/* The count goes in as the room and comes out as the number of pages; too little room answers with the number alone. */
static int retiredPages(Handle device, const Call *call, unsigned *pageCount, Long *addresses, Long *timestamps) {
    int gpu;
    int code = beginDeviceCall(call->symbol, device, &gpu);
    unsigned room = pageCount == NULL ? 0 : *pageCount;
    if (code == SUCCESS) {
        code = checkArguments(call);
    }
    if (code == SUCCESS && room > 0 && addresses == NULL) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = answer(gpu, call);
    }
    if (code == SUCCESS && *pageCount > room) {
        code = INSUFFICIENT_SIZE;
    }
    for (unsigned page = 0; code == SUCCESS && page < *pageCount; page++) {
        addresses[page] = 0x10000ULL * (page + 1);
        if (timestamps != NULL) {
            timestamps[page] = 1700000000ULL * 1000000 + page;
        }
    }
    return endCall(gpu, code);
}

EXPORT int nvmlDeviceGetRetiredPages(Handle device, unsigned cause, unsigned *pageCount, Long *addresses) {
    Out outs[] = {NAMED(pageCount)};
    SPELL("(%u)", cause);
    Call call = {.symbol = __func__, .arguments = given, .outs = outs, .outCount = 1};
    return retiredPages(device, &call, pageCount, addresses, NULL);
}

EXPORT int nvmlDeviceGetRetiredPages_v2(
        Handle device, unsigned cause, unsigned *pageCount, Long *addresses, Long *timestamps) {
    Out outs[] = {NAMED(pageCount)};
    SPELL("(%u)", cause);
    Call call = {.symbol = __func__, .arguments = given, .outs = outs, .outCount = 1};
    return retiredPages(device, &call, pageCount, addresses, timestamps);
}
