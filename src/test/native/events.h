/* Event sets; with the lock held. */
#ifndef EVENTS_H
#define EVENTS_H

#include "control.h"

enum { MOST_SETS = 8, MOST_QUEUED = 64 };

typedef struct {
    bool alive;
    int waiting;   /* threads */
    unsigned long long types[MOST_GPUS];   /* that are registered for a GPU */
    bool operational[MOST_GPUS];
    unsigned minLevel[MOST_GPUS], minSeverity[MOST_GPUS];
    Event queue[MOST_QUEUED];
    size_t queued;
    Event last;   /* that was told; its contexts can be asked for until the next wait */
} EventSet;

/* The control file was read: lines of events that are new are recorded in the sets that they are registered in. */
void recordEvents(const Control *now);

/* Sets do not outlive the session. */
void forgetSets(void);

int setsLeftBehind(void);

/* The set of a handle; NULL, and a violation, for one that is not a set of this session. */
EventSet *setOf(const char *symbol, const void *handle);

/* Whether nobody waits on the set; a violation when somebody does. */
bool isUnattended(const char *symbol, const EventSet *set);

/* Waits for the next event, of both kinds or of the classic one only, and takes it out of the set. */
int waitOn(const char *symbol, const void *handle, unsigned millis, bool both, Event *taken);

#endif
