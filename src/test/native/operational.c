/* GPU operational events, which drivers tell since 615, and the contexts of the last one. */
#include "events.h"
#include "records.h"

#include <stdio.h>
#include <string.h>

/* What such a call says before it is looked at. */
static int beginning(const char *symbol, int code) {
    if (code != SUCCESS) {
        return code;
    }
    switch (control()->operational) {
        case OPERATIONAL_OFF:
            return FUNCTION_NOT_FOUND;
        case OPERATIONAL_REFUSED:
            return NO_PERMISSION;
        default:
            return codeOf(SYSTEM, &(Call) {.symbol = symbol, .arguments = ""});
    }
}

static int beginOperational(const char *symbol) {
    return beginning(symbol, beginSystemCall(symbol, true));
}

EXPORT int nvmlEventSetRegisterGpuOperationalEvents_v1(const void *set, OperationalConfig *config) {
    int code = beginOperational(__func__);
    EventSet *known = code == SUCCESS ? setOf(__func__, set) : NULL;
    if (code == SUCCESS && (known == NULL || config == NULL || !isUnattended(__func__, known))) {
        code = INVALID_ARGUMENT;
    }
    int gpu = code == SUCCESS ? gpuWith(config->uuid, "nvmlDeviceGetUUID", NULL) : NO_GPU;
    if (code == SUCCESS && gpu == NO_GPU) {
        violation("%s with the unknown UUID '%.95s'", __func__, config->uuid);
        code = NOT_FOUND;
    }
    if (code == SUCCESS) {
        code = control()->standing[gpu];
    }
    if (code == SUCCESS) {
        known->operational[gpu] = true;
        known->minLevel[gpu] = config->minLogLevel;
        known->minSeverity[gpu] = config->minSeverity;
    }
    return endCall(SYSTEM, code);
}

static void tell(const Event *event, OperationalWait *wait) {
    *wait = (OperationalWait) {
        .timeoutMs = wait->timeoutMs,
        .dataType = event->operational,
        .eventType = event->type,
        .eventData = event->data,
        .groupCursor = event->groupCursor,
        .timestampUsec = event->stamp,
        .gpuInstanceId = ~0u,
        .computeInstanceId = ~0u,
        .severity = event->severity,
        .categoryId = event->category,
        .moduleEventCode = event->code,
        .scope = 1,
        .logLevel = event->level,
        .attributes = event->attributes,
        .groupAttributes = event->groupAttributes,
        .groupSize = event->groupSize,
        .groupIndex = event->groupIndex,
    };
    char uuid[LONGEST_TEXT];
    Out out = {.kind = TEXT};
    if (textOf(event->gpu, &(Call) {.symbol = "nvmlDeviceGetUUID", .arguments = ""}, &out, uuid)) {
        snprintf(wait->uuid, sizeof wait->uuid, "%.95s", uuid);
    }
    memcpy(wait->sourceModule, event->module, sizeof wait->sourceModule);
}

EXPORT int nvmlEventSetWait_v3(const void *set, OperationalWait *wait) {
    Event event = {.gpu = NO_GPU};
    int code = beginning(__func__, beginWait(__func__));
    if (code == SUCCESS) {
        code = wait == NULL ? INVALID_ARGUMENT : waitOn(__func__, set, wait->timeoutMs, true, &event);
    }
    if (code == SUCCESS) {
        tell(&event, wait);
    }
    return endWait(code);
}

/* The last event of the set, which a wait that is in progress has taken away already. */
static int beginContext(const char *symbol, const void *set, const void *into, const Event **last) {
    int code = beginOperational(symbol);
    EventSet *known = code == SUCCESS ? setOf(symbol, set) : NULL;
    if (code == SUCCESS && (known == NULL || into == NULL || !isUnattended(symbol, known))) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS && (known->last.gpu == NO_GPU || !known->last.operational)) {
        violation("%s without an operational event", symbol);
        code = NOT_FOUND;
    }
    *last = code == SUCCESS ? &known->last : NULL;
    return code;
}

/* One that nobody can read, then one for each Xid. */
EXPORT int nvmlEventSetGetContextCount_v1(const void *set, unsigned *count) {
    const Event *last;
    int code = beginContext(__func__, set, count, &last);
    if (code == SUCCESS) {
        *count = 1 + last->xidCount;
    }
    return endCall(SYSTEM, code);
}

EXPORT int nvmlEventSetGetContextInfo_v1(const void *set, ContextInfo *info) {
    const Event *last;
    int code = beginContext(__func__, set, info, &last);
    if (code == SUCCESS && info->index > last->xidCount) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        bool xid = info->index > 0;
        *info = (ContextInfo) {info->index, xid, xid ? 0x8001 : 0x9001, xid ? 240 : 48, 1};
    }
    return endCall(SYSTEM, code);
}

EXPORT int nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1(const void *set, LegacyXid *xid) {
    const Event *last;
    int code = beginContext(__func__, set, xid, &last);
    if (code == SUCCESS && (xid->index == 0 || xid->index > last->xidCount)) {
        violation("%s of context %u, which is none", __func__, xid->index);
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        xid->xidCode = last->xids[xid->index - 1];
    }
    return endCall(SYSTEM, code);
}
