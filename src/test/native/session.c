#include "session.h"

#include "control.h"
#include "events.h"
#include "power.h"

#include <stdint.h>
#include <string.h>

/* A handle is a prefix, the session and the GPU; wider than 32 bits, so that one kept in an int is not known again. */
static const uint64_t PREFIX = 0xFE0000000000;

static unsigned initCount;
static unsigned sessions;
static bool attached[MOST_GPUS];

bool isInitialised(void) {
    return initCount > 0;
}

void initialise(void) {
    if (initCount == 0) {
        countGpus();
    }
    initCount++;
}

static void forgetHandles(void) {
    sessions++;
    memset(attached, 0, sizeof attached);
    forgetSets();
}

void release(void) {
    if (initCount > 0 && --initCount == 0) {
        if (setsLeftBehind() > 0) {
            violation("the session ends with %d event sets that were not freed", setsLeftBehind());
        }
        forgetHandles();
    }
}

static uint64_t generation(void) {
    static unsigned unloads;
    if (unloads != control()->unloads) {
        unloads = control()->unloads;
        forgetHandles();
    }
    return PREFIX | (uint64_t) (sessions & 0xFFFFFF) << 16;
}

Handle handleOf(int gpu) {
    uint64_t start = generation();
    attached[gpu] = true;
    return (Handle) (uintptr_t) (start | (uint64_t) (gpu + 1) << 4);
}

bool isAttached(int gpu) {
    generation();
    return attached[gpu];
}

int gpuOf(Handle device) {
    uint64_t handle = (uint64_t) (uintptr_t) device;
    int gpu = (int) ((handle & 0xFFFF) >> 4) - 1;
    bool known = gpu >= 0 && gpu < countedGpus() && handle == (generation() | (uint64_t) (gpu + 1) << 4);
    return known && attached[gpu] ? gpu : NO_GPU;
}
