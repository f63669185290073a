/* Event sets: what is registered in them, and what they are told. */
#include "events.h"

#include "getters.h"
#include "power.h"
#include "records.h"
#include "session.h"

#include <stdint.h>
#include <string.h>
#include <time.h>

/* A handle is a prefix, the generation of the set and its place, so that one of a set that was freed is not known. */
static const uint64_t PREFIX = 0xE50000000000;

static EventSet sets[MOST_SETS];
static unsigned generations[MOST_SETS];
static size_t recorded;   /* lines of events that have been told */

static const void *handleOfSet(size_t place) {
    return (const void *) (uintptr_t) (PREFIX | (uint64_t) (generations[place] & 0xFFFFFF) << 16 | (place + 1) << 4);
}

EventSet *setOf(const char *symbol, const void *handle) {
    for (size_t i = 0; i < MOST_SETS; i++) {
        if (sets[i].alive && handle == handleOfSet(i)) {
            return &sets[i];
        }
    }
    violation("%s with an unknown event set", symbol);
    return NULL;
}

bool isUnattended(const char *symbol, const EventSet *set) {
    if (set->waiting > 0) {
        violation("%s during a wait on the event set", symbol);
    }
    return set->waiting == 0;
}

static void end(EventSet *set) {
    int waiting = set->waiting;
    *set = (EventSet) {.waiting = waiting};
    generations[set - sets]++;
}

void forgetSets(void) {
    for (size_t i = 0; i < MOST_SETS; i++) {
        if (sets[i].alive) {
            end(&sets[i]);
        }
    }
}

int setsLeftBehind(void) {
    int left = 0;
    for (size_t i = 0; i < MOST_SETS; i++) {
        left += sets[i].alive;
    }
    return left;
}

static bool isWanted(const EventSet *set, const Event *event) {
    if (!event->operational) {
        return (set->types[event->gpu] & event->type) != 0;
    }
    return set->operational[event->gpu] && event->level >= set->minLevel[event->gpu]
        && event->severity >= set->minSeverity[event->gpu];
}

/* A line is told once, to the sets that want it at this moment: what happens before a registration is not recorded. */
void recordEvents(const Control *now) {
    if (now->eventCount < recorded) {
        recorded = now->eventCount;
    }
    for (; recorded < now->eventCount; recorded++) {
        for (size_t i = 0; i < MOST_SETS; i++) {
            EventSet *set = &sets[i];
            if (set->alive && set->queued < MOST_QUEUED && isWanted(set, &now->events[recorded])) {
                set->queue[set->queued++] = now->events[recorded];
            }
        }
    }
}

static bool take(EventSet *set, bool both, Event *taken) {
    for (size_t i = 0; i < set->queued; i++) {
        if (both || !set->queue[i].operational) {
            *taken = set->queue[i];
            set->queued--;
            memmove(&set->queue[i], &set->queue[i + 1], (set->queued - i) * sizeof set->queue[0]);
            return true;
        }
    }
    return false;
}

static bool hasLost(const EventSet *set) {
    for (int gpu = 0; gpu < countedGpus(); gpu++) {
        if (standingOf(gpu) == GPU_IS_LOST && (set->types[gpu] != 0 || set->operational[gpu])) {
            return true;
        }
    }
    return false;
}

static long long nowMillis(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* An event first, then that a GPU is lost, which is said at once and each time; a set that has ended says nothing. */
static int state(EventSet *set, const void *handle, const Call *call, bool both, Event *taken) {
    if (!set->alive || handle != handleOfSet((size_t) (set - sets))) {
        return INVALID_ARGUMENT;
    }
    int code = codeOf(SYSTEM, call);
    if (code != SUCCESS) {
        return code;
    }
    if (take(set, both, taken)) {
        set->last = *taken;
        return SUCCESS;
    }
    return hasLost(set) ? GPU_IS_LOST : TIMED_OUT;
}

int waitOn(const char *symbol, const void *handle, unsigned millis, bool both, Event *taken) {
    Call call = {.symbol = symbol, .arguments = ""};
    EventSet *set = setOf(symbol, handle);
    if (set == NULL || !isUnattended(symbol, set)) {
        return INVALID_ARGUMENT;
    }
    long long deadline = nowMillis() + millis;
    set->last = (Event) {.gpu = NO_GPU};
    set->waiting++;
    int code = state(set, handle, &call, both, taken);
    while (code == TIMED_OUT && nowMillis() < deadline) {
        int driver = passMoment();
        code = driver == SUCCESS ? state(set, handle, &call, both, taken) : driver;
    }
    set->waiting--;
    return code;
}

EXPORT int nvmlEventSetCreate(const void **set) {
    int code = beginSystemCall(__func__, true);
    if (code == SUCCESS) {
        code = set == NULL ? INVALID_ARGUMENT : codeOf(SYSTEM, &(Call) {.symbol = __func__, .arguments = ""});
    }
    for (size_t i = 0; code == SUCCESS && i < MOST_SETS; i++) {
        if (!sets[i].alive && sets[i].waiting == 0) {
            sets[i] = (EventSet) {.alive = true, .last = {.gpu = NO_GPU}};
            *set = handleOfSet(i);
            return endCall(SYSTEM, SUCCESS);
        }
    }
    if (code == SUCCESS) {
        violation("%d event sets are in use and not freed", MOST_SETS);
        code = UNKNOWN;
    }
    return endCall(SYSTEM, code);
}

EXPORT int nvmlEventSetFree(const void *set) {
    int code = beginSystemCall(__func__, true);
    EventSet *known = code == SUCCESS ? setOf(__func__, set) : NULL;
    if (code == SUCCESS) {
        code = known != NULL && isUnattended(__func__, known) ? SUCCESS : INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        end(known);
    }
    return endCall(SYSTEM, code);
}

NUMBER(nvmlDeviceGetSupportedEventTypes, Long)

static unsigned long long supportedBy(int gpu) {
    Call call = {.symbol = "nvmlDeviceGetSupportedEventTypes", .arguments = ""};
    Out out = {.kind = UNSIGNED_64};
    char text[LONGEST_TEXT];
    unsigned long long types = 0;
    return textOf(gpu, &call, &out, text) && parseUnsigned(text, ~0ULL, &types) ? types : 0;
}

/* One type that is not supported, and none is registered. */
EXPORT int nvmlDeviceRegisterEvents(Handle device, unsigned long long eventTypes, const void *set) {
    int gpu;
    Call call = {.symbol = __func__, .arguments = ""};
    int code = beginDeviceCall(__func__, device, &gpu);
    EventSet *known = code == SUCCESS ? setOf(__func__, set) : NULL;
    if (code == SUCCESS) {
        code = known != NULL && isUnattended(__func__, known) ? codeOf(gpu, &call) : INVALID_ARGUMENT;
    }
    if (code == SUCCESS && (eventTypes & ~supportedBy(gpu)) != 0) {
        code = NOT_SUPPORTED;
    }
    if (code == SUCCESS) {
        known->types[gpu] |= eventTypes;
    }
    return endCall(gpu, code);
}

EXPORT int nvmlEventSetWait_v2(const void *set, EventData *data, unsigned timeoutms) {
    Event event = {.gpu = NO_GPU};
    int code = beginWait(__func__);
    if (code == SUCCESS) {
        code = data == NULL ? INVALID_ARGUMENT : waitOn(__func__, set, timeoutms, false, &event);
    }
    if (code == SUCCESS) {
        *data = (EventData) {handleOf(event.gpu), event.type, event.data, ~0u, ~0u};
    }
    return endWait(code);
}
