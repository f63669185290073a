/* The control file as read: what the tests want the driver to be now. All of it with the lock held. */
#ifndef CONTROL_H
#define CONTROL_H

#include "fake_nvml.h"

typedef enum { DRIVER_WORKS, DRIVER_UNLOADED, DRIVER_MISMATCH, DRIVER_REFUSES, DRIVER_UNKNOWN } Driver;

typedef enum { VALUE, CODE, SLEEP } Verb;

typedef struct {
    Verb verb;
    int scope;
    const char *source;
    const char *text;   /* of VALUE */
    long long number;   /* of CODE and SLEEP */
} Statement;

typedef struct {
    int list;
    int scope;   /* the GPU, or its instance */
    unsigned pid;
    unsigned long long memory;
} Process;

typedef struct {
    unsigned pid;
    unsigned shares[4];   /* SM, memory, encoder, decoder */
    char stamp[32];   /* read at the call: it can be "now" */
} ProcessUse;

/* The processes of a GPU. */
typedef struct {
    Process *processes;
    size_t processCount;
    ProcessUse *uses;
    size_t useCount;
} Users;

/* A value that the next answers have in place of the usual one. */
typedef struct {
    int scope;
    const char *source;
    unsigned times;
    const char *text;
} Glitch;

enum { MOST_GLITCHES = 64 };

/* Finds the last statement about a source without a search; see index.c. */
typedef struct {
    size_t *places;
    size_t size;
} Index;

enum { MOST_XIDS = 8 };

/* Something that the driver reports by itself. */
typedef struct {
    int gpu;
    bool operational;
    unsigned long long type, data;   /* of a classic one */
    char module[16];   /* and the rest: of an operational one */
    unsigned code, category, severity, level, attributes, groupAttributes;
    unsigned char groupIndex, groupSize;
    unsigned long long groupCursor, stamp;
    unsigned xids[MOST_XIDS];
    unsigned xidCount;
} Event;

typedef enum { OPERATIONAL_OFF, OPERATIONAL_ON, OPERATIONAL_REFUSED } Operational;

/* A MIG instance. One that takes the place of an earlier one is of another incarnation. */
typedef struct {
    int gpu, slot;
    unsigned gpuInstance, computeInstance, incarnation;
    char profile[32];
} Instance;

enum { MOST_INSTANCES = 128 };

typedef struct {
    int gpus;
    Driver driver;
    unsigned unloads;   /* how often the driver has gone: handles from before are stale */
    bool everythingHangs;
    bool hangs[MOST_GPUS];
    int standing[MOST_GPUS];   /* SUCCESS, GPU_IS_LOST or RESET_REQUIRED */
    int deviceCode[MOST_GPUS];
    Statement *statements;
    size_t count;
    Index index;
    Glitch glitches[MOST_GLITCHES];   /* in the order of their lines */
    size_t glitchCount;
    Instance instances[MOST_INSTANCES];
    size_t instanceCount;
    Users users[MOST_GPUS];
    int entrySize;   /* bytes that the newest lists write for a process; 0 for the usual */
    Event *events;   /* in the order of their lines */
    size_t eventCount;
    Operational operational;   /* whether the driver knows operational events */
    bool asleep[MOST_GPUS];   /* in runtime suspend until a call about it */
    bool initWakes;
    bool fieldsOf575;   /* fields 251-253 and 269-271 have each other's meaning */
} Control;

/* The state as last read. It stays the same between two readings, so that a call sees one file from begin to end. */
const Control *control(void);

/* Reads the file again when it has changed: as a call begins, and when it goes on after it has slept. */
void readControl(void);

/* parse.c */
void resetControl(Control *into);
bool parseLine(char *line, Control *into);

/* "GPU" or "GPU/SLOT": a GPU, or a MIG instance as in mig.h */
bool parseSubject(const char *text, int *scope);

/* processes.c */
void forgetProcesses(Control *of);
bool parseProcesses(const char *verb, const char *line, Control *into);

/* power.c */
bool parsePower(const char *verb, const char *rest, Control *into);

/* event_lines.c */
void forgetEvents(Control *of);
bool parseEvents(const char *verb, const char *line, Control *into);

/* index.c */
typedef enum { SETTING, SET_VALUE, SLEEPING } Aspect;   /* a value or a code; a value; a sleep */
void indexStatements(Control *of);
void forgetIndex(Control *of);

/* The last statement about a source that concerns a GPU, or the system; NULL for none. */
const Statement *lastAbout(Aspect aspect, int gpu, const char *source);

/* glitches.c */
bool addGlitch(const Glitch *glitch, Control *into);
void recountGlitches(const Control *now);
const char *takeGlitch(int gpu, const Call *call, const Out *out);

#endif
