/* GPUs in runtime suspend, the calls that wake them, and the GPUs that a session knows; with the lock held. */
#include "power.h"

#include "control.h"

#include <string.h>

static bool woken[MOST_GPUS];
static unsigned wakes[MOST_GPUS];
static const char *wokenBy[MOST_GPUS];
static int counted;

bool parsePower(const char *verb, const char *rest, Control *into) {
    unsigned long long gpu;
    if (strcmp(verb, "init-wakes") == 0) {
        into->initWakes = true;
        return rest[0] == '\0';
    }
    if (!parseUnsigned(rest, MOST_GPUS - 1, &gpu)) {
        return false;
    }
    into->asleep[gpu] = true;
    return true;
}

void wake(const char *symbol, int gpu) {
    if (!control()->asleep[gpu]) {
        woken[gpu] = false;
    } else if (!woken[gpu]) {
        woken[gpu] = true;
        wakes[gpu]++;
        wokenBy[gpu] = symbol;
    }
}

void wakeByInit(const char *symbol) {
    for (int gpu = 0; gpu < control()->gpus && control()->initWakes; gpu++) {
        wake(symbol, gpu);
    }
}

unsigned wakesOf(int gpu) {
    return wakes[gpu];
}

const char *lastWokenBy(int gpu) {
    return wokenBy[gpu];
}

/* A GPU that comes or goes during a session changes neither its count nor its indices. */
void countGpus(void) {
    counted = control()->gpus;
}

int countedGpus(void) {
    return counted;
}

int standingOf(int gpu) {
    return gpu >= control()->gpus ? GPU_IS_LOST : control()->standing[gpu];
}
