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
    int gpu;
    int list;
    unsigned pid;
    unsigned long long memory;
} Process;

typedef struct {
    int gpu;
    unsigned pid;
    unsigned shares[4];   /* SM, memory, encoder, decoder */
    unsigned long long stamp;
} ProcessUse;

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
    Process *processes;
    size_t processCount;
    ProcessUse *uses;
    size_t useCount;
    int entrySize;   /* bytes that the newest lists write for a process; 0 for the usual */
    Event *events;   /* in the order of their lines */
    size_t eventCount;
    Operational operational;   /* whether the driver knows operational events */
    bool asleep[MOST_GPUS];   /* in runtime suspend until a call about it */
    bool initWakes;
    bool fieldsOf575;   /* fields 251-253 and 269-271 have each other's meaning */
} Control;

/* The present state; re-read when the file has changed. */
const Control *control(void);

/* parse.c */
void resetControl(Control *into);
bool parseLine(char *line, Control *into);

/* processes.c */
void forgetProcesses(Control *of);
bool parseProcesses(const char *verb, const char *line, Control *into);

/* power.c */
bool parsePower(const char *verb, const char *rest, Control *into);

/* event_lines.c */
void forgetEvents(Control *of);
bool parseEvents(const char *verb, const char *line, Control *into);

bool inScope(const Statement *statement, int gpu);

#endif
