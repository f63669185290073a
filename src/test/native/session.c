#include "session.h"

#include "control.h"
#include "events.h"
#include "mig.h"
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

bool isLastSession(void) {
    return initCount <= 1;
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
    forgetGrants();
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

/* The bits that the GPU leaves free: a slot plus 1. */
static uint64_t bitsOf(int slot) {
    uint64_t number = (uint64_t) (slot + 1);
    return (number & 0xF) | number >> 4 << 11;
}

static int slotOf(uint64_t handle) {
    return (int) ((handle & 0xF) | (handle >> 11 & 0x1F) << 4) - 1;
}

Handle handleOfInstance(int gpu, int slot) {
    return (Handle) ((uintptr_t) handleOf(gpu) | (uintptr_t) bitsOf(slot));
}

int slotOfHandle(Handle device) {
    return slotOf((uint64_t) (uintptr_t) device);
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
    int gpu = (int) ((handle >> 4) & 0x7F) - 1;
    uint64_t own = generation() | (uint64_t) (gpu + 1) << 4 | bitsOf(slotOf(handle));
    bool known = gpu >= 0 && gpu < countedGpus() && handle == own && slotOf(handle) < MOST_SLOTS;
    return known && attached[gpu] ? gpu : NO_GPU;
}
