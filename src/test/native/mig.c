#include "mig.h"

#include "getters.h"
#include "records.h"
#include "session.h"

#include <stdio.h>
#include <string.h>

enum { USUAL_SLOTS = 7 };

/* For each slot: 1 more than the incarnation that was handed out; 0 for none. */
static unsigned granted[MOST_GPUS][MOST_SLOTS];

static unsigned *grantOf(int scope) {
    return &granted[parentOf(scope)][(scope - MOST_GPUS) % MOST_SLOTS];
}

const Instance *instanceIn(int scope) {
    const Control *now = control();
    for (size_t i = 0; i < now->instanceCount; i++) {
        if (scopeOfInstance(now->instances[i].gpu, now->instances[i].slot) == scope) {
            return &now->instances[i];
        }
    }
    return NULL;
}

const Instance *instanceWith(int gpu, unsigned gpuInstance) {
    const Control *now = control();
    for (size_t i = 0; i < now->instanceCount; i++) {
        if (now->instances[i].gpu == gpu && now->instances[i].gpuInstance == gpuInstance) {
            return &now->instances[i];
        }
    }
    return NULL;
}

static int slotsOf(int gpu) {
    int slots = 0;
    for (size_t i = 0; i < control()->instanceCount; i++) {
        const Instance *instance = &control()->instances[i];
        slots = instance->gpu == gpu && instance->slot >= slots ? instance->slot + 1 : slots;
    }
    return slots == 0 || slots > USUAL_SLOTS ? slots : USUAL_SLOTS;
}

bool isSplit(int gpu) {
    return slotsOf(gpu) > 0;
}

void grant(int scope) {
    *grantOf(scope) = instanceIn(scope)->incarnation + 1;
}

bool isGranted(int scope) {
    const Instance *instance = instanceIn(scope);
    return instance != NULL && *grantOf(scope) == instance->incarnation + 1;
}

void forgetGrants(void) {
    memset(granted, 0, sizeof granted);
}

void forgetEnded(void) {
    for (int scope = MOST_GPUS; scope < scopeOfInstance(MOST_GPUS, 0); scope++) {
        if (*grantOf(scope) != 0 && !isGranted(scope)) {
            *grantOf(scope) = 0;
        }
    }
}

/* "GPU/SLOT GI CI PROFILE INCARNATION" */
bool parseInstance(const char *line, Control *into) {
    Instance instance = {.gpu = 0};
    char subject[16];
    int end = 0;
    int words = sscanf(line, "%15s %u %u %31s %u %n", subject, &instance.gpuInstance, &instance.computeInstance,
                       instance.profile, &instance.incarnation, &end);
    int scope;
    if (words != 5 || line[end] != '\0' || !parseSubject(subject, &scope) || !isInstance(scope)
            || into->instanceCount == MOST_INSTANCES) {
        return false;
    }
    instance.gpu = parentOf(scope);
    instance.slot = (scope - MOST_GPUS) % MOST_SLOTS;
    into->instances[into->instanceCount++] = instance;
    return true;
}

bool instanceDefault(int scope, const Call *call, const Out *out, char text[LONGEST_TEXT]) {
    const Instance *instance = instanceIn(scope);
    if (instance == NULL) {
        return false;
    }
    if (names(call, out, "nvmlDeviceGetName")) {
        snprintf(text, LONGEST_TEXT, "NVIDIA H100 80GB HBM3 MIG %s", instance->profile);
    } else if (names(call, out, "nvmlDeviceGetUUID")) {
        /* The same place has the same one again. */
        snprintf(text, LONGEST_TEXT, "MIG-7f3c9a10-5d2e-5b61-9c8f-%06x%03x%03x", (unsigned) instance->gpu,
                 instance->gpuInstance, instance->computeInstance);
    } else if (names(call, out, "nvmlDeviceGetGpuInstanceId")) {
        snprintf(text, LONGEST_TEXT, "%u", instance->gpuInstance);
    } else if (names(call, out, "nvmlDeviceGetComputeInstanceId")) {
        snprintf(text, LONGEST_TEXT, "%u", instance->computeInstance);
    } else {
        return false;
    }
    return true;
}

/* What a GPU answers once it is split. */
bool splitDefault(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]) {
    if (names(call, out, "nvmlDeviceGetMaxMigDeviceCount")) {
        snprintf(text, LONGEST_TEXT, "%d", slotsOf(gpu));
        return true;
    }
    bool mode = names(call, out, "nvmlDeviceGetMigMode.currentMode") || names(call, out, "nvmlDeviceGetMigMode.pendingMode");
    if (mode && isSplit(gpu)) {
        strcpy(text, "1");
    }
    return mode && isSplit(gpu);
}

NUMBER(nvmlDeviceGetMaxMigDeviceCount, unsigned)
NUMBER(nvmlDeviceGetGpuInstanceId, unsigned)
NUMBER(nvmlDeviceGetComputeInstanceId, unsigned)
RECORD(nvmlDeviceGetAttributes_v2, DeviceAttributes, DEVICE_ATTRIBUTES)

EXPORT int nvmlDeviceGetMigDeviceHandleByIndex(Handle device, unsigned index, Handle *migDevice) {
    int gpu;
    Call call = {.symbol = __func__, .arguments = ""};
    int code = beginDeviceCall(__func__, device, &gpu);
    if (code == SUCCESS && (migDevice == NULL || index >= (unsigned) slotsOf(gpu))) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = codeOf(gpu, &call);
    }
    if (code == SUCCESS && instanceIn(scopeOfInstance(gpu, (int) index)) == NULL) {
        code = NOT_FOUND;
    }
    if (code == SUCCESS) {
        grant(scopeOfInstance(gpu, (int) index));
        *migDevice = handleOfInstance(gpu, (int) index);
    }
    return endCall(gpu, code);
}
