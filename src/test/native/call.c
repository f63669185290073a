#include "control.h"
#include "mig.h"
#include "power.h"
#include "session.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *busyWith[MOST_GPUS];
static int callsOn[MOST_GPUS];
static int waiting;   /* threads that wait for events */

EXPORT unsigned long long fakeCalls(const char *symbol) {
    pthread_mutex_lock(&lock);
    unsigned long long calls = callsOf(symbol);
    pthread_mutex_unlock(&lock);
    return calls;
}

/* Who waits for events is inside as well, but is counted apart: that is where such a thread belongs. */
EXPORT int fakeInside(void) {
    pthread_mutex_lock(&lock);
    int inside = threadsInside() - waiting;
    pthread_mutex_unlock(&lock);
    return inside;
}

EXPORT int fakeWaiting(void) {
    pthread_mutex_lock(&lock);
    int threads = waiting;
    pthread_mutex_unlock(&lock);
    return threads;
}

EXPORT unsigned fakeWakes(int gpu) {
    pthread_mutex_lock(&lock);
    unsigned wakes = wakesOf(gpu);
    pthread_mutex_unlock(&lock);
    return wakes;
}

/* The symbol of the call that woke the GPU last; NULL when none did. */
EXPORT const char *fakeWokenBy(int gpu) {
    pthread_mutex_lock(&lock);
    const char *symbol = lastWokenBy(gpu);
    pthread_mutex_unlock(&lock);
    return symbol;
}

static void napUnlocked(long long millis) {
    struct timespec length = {.tv_sec = (time_t) (millis / 1000), .tv_nsec = (long) (millis % 1000) * 1000000L};
    pthread_mutex_unlock(&lock);
    nanosleep(&length, NULL);
    pthread_mutex_lock(&lock);
    readControl();
}

static bool isHanging(int gpu) {
    return control()->everythingHangs || (gpu >= 0 && control()->hangs[gpu]);
}

static void waitWhileHanging(int gpu) {
    while (isHanging(gpu)) {
        napUnlocked(5);
    }
}

static void sleepAsTold(const char *symbol, int gpu) {
    const Statement *sleep = lastAbout(SLEEPING, gpu, symbol);
    if (sleep != NULL) {
        napUnlocked(sleep->number);
    }
}

/* What the driver as a whole says to any call, init included. */
static int driverStanding(void) {
    switch (control()->driver) {
        case DRIVER_UNLOADED:
            return DRIVER_NOT_LOADED;
        case DRIVER_MISMATCH:
            return LIB_RM_VERSION_MISMATCH;
        case DRIVER_UNKNOWN:
            return UNKNOWN;
        default:
            return SUCCESS;
    }
}

static int standing(bool needsInit) {
    int code = driverStanding();
    return code == SUCCESS && needsInit && !isInitialised() ? UNINITIALIZED : code;
}

int passMoment(void) {
    napUnlocked(2);
    waitWhileHanging(SYSTEM);
    return standing(true);
}

static void block(const char *symbol, int gpu) {
    sleepAsTold(symbol, gpu);
    waitWhileHanging(gpu);
}

static void begin(const char *symbol) {
    pthread_mutex_lock(&lock);
    readControl();
    enterLibrary(symbol);
}

static int proceed(const char *symbol, bool needsInit) {
    if (needsInit && !isInitialised()) {
        violation("%s without init", symbol);
    }
    block(symbol, SYSTEM);
    return standing(needsInit);
}

int beginSystemCall(const char *symbol, bool needsInit) {
    begin(symbol);
    return proceed(symbol, needsInit);
}

int beginWait(const char *symbol) {
    begin(symbol);
    waiting++;
    return proceed(symbol, true);
}

int endWait(int code) {
    waiting--;
    return endCall(SYSTEM, code);
}

int beginInit(const char *symbol) {
    int code = beginSystemCall(symbol, false);
    return code == SUCCESS && control()->driver == DRIVER_REFUSES ? NO_PERMISSION : code;
}

int beginShutdown(const char *symbol) {
    begin(symbol);
    if (!isInitialised()) {
        violation("%s without init", symbol);
    }
    if (threadsInside() > 1 && isLastSession()) {
        violation("%s while %d other threads are inside the library", symbol, threadsInside() - 1);
    }
    block(symbol, SYSTEM);
    return standing(false);
}

static int occupy(const char *symbol, Handle device) {
    int gpu = gpuOf(device);
    if (!isInitialised()) {
        violation("%s without init", symbol);
    } else if (gpu == NO_GPU && device != NULL) {
        violation("%s with a stale or unknown handle", symbol);
    }
    if (gpu == NO_GPU) {
        return gpu;
    }
    if (callsOn[gpu] > 0) {
        violation("two calls at once on GPU %d: %s while %s", gpu, symbol, busyWith[gpu]);
    }
    busyWith[gpu] = symbol;
    callsOn[gpu]++;
    wake(symbol, gpu);
    return gpu;
}

int beginCallOnAny(const char *symbol, Handle device, int *subject) {
    begin(symbol);
    int gpu = occupy(symbol, device);
    *subject = gpu;
    block(symbol, gpu);
    int code = standing(true);
    if (code != SUCCESS) {
        return code;
    }
    /* Asked again: much can have happened while the call was blocked. */
    code = gpuOf(device) == NO_GPU ? INVALID_ARGUMENT : standingOf(gpu);
    int slot = slotOfHandle(device);
    if (code != SUCCESS || slot < 0) {
        return code;
    }
    *subject = scopeOfInstance(gpu, slot);
    return isGranted(*subject) ? SUCCESS : INVALID_ARGUMENT;
}

int beginDeviceCall(const char *symbol, Handle device, int *gpu) {
    int code = beginCallOnAny(symbol, device, gpu);
    return code == SUCCESS && isInstance(*gpu) ? NOT_SUPPORTED : code;
}

/*
 * The first handle of a GPU in a session attaches it, which takes the GPU itself: this is where a hanging one hangs.
 * Later look-ups are answered by the library alone.
 */
int attach(const char *symbol, int gpu, Handle *device) {
    wake(symbol, gpu);
    sleepAsTold(symbol, gpu);
    if (!isAttached(gpu)) {
        waitWhileHanging(gpu);
    }
    int code = standing(true);
    if (code != SUCCESS) {
        return code;
    }
    Call call = {.symbol = symbol, .arguments = ""};
    int codes[] = {control()->deviceCode[gpu], standingOf(gpu), codeOf(gpu, &call)};
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        if (codes[i] != SUCCESS) {
            return codes[i];
        }
    }
    *device = handleOf(gpu);
    return SUCCESS;
}

int endCall(int gpu, int code) {
    if (gpu >= 0) {
        callsOn[parentOf(gpu)]--;
    }
    leaveLibrary();
    pthread_mutex_unlock(&lock);
    return code;
}
