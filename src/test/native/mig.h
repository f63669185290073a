/* MIG instances: handles of their own, which die with the instance. All of it with the lock held. */
#ifndef MIG_H
#define MIG_H

#include "control.h"

/* The instances of a GPU count on from the GPUs, so that statements and answers have them by one number. */
static inline int scopeOfInstance(int gpu, int slot) {
    return MOST_GPUS + gpu * MOST_SLOTS + slot;
}

static inline bool isInstance(int scope) {
    return scope >= MOST_GPUS;
}

/* The GPU of an instance; a GPU as it is. */
static inline int parentOf(int scope) {
    return isInstance(scope) ? (scope - MOST_GPUS) / MOST_SLOTS : scope;
}

/* The instance in a slot now, or with an id; NULL for none. */
const Instance *instanceIn(int scope);
const Instance *instanceWith(int gpu, unsigned gpuInstance);
bool isSplit(int gpu);

/* A handle is valid from the request until the instance ends, also when another takes its place. */
void grant(int scope);
bool isGranted(int scope);
void forgetGrants(void);
void forgetEnded(void);

bool parseInstance(const char *line, Control *into);
bool instanceDefault(int scope, const Call *call, const Out *out, char text[LONGEST_TEXT]);
bool splitDefault(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]);

#endif
