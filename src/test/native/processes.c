/* Who uses a GPU: the lists of processes, and how busy each keeps it. */
#include "control.h"
#include "mig.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The three generations of an entry; the driver writes as many bytes as control says, and not one more. */
typedef struct {
    unsigned pid, padding;
    unsigned long long usedGpuMemory;
    unsigned gpuInstanceId, computeInstanceId;
    unsigned long long usedGpuCcProtectedMemory;
} ProcessInfo;
_Static_assert(sizeof(ProcessInfo) == 32, "nvmlProcessDetail_v1_t");
_Static_assert(offsetof(ProcessInfo, gpuInstanceId) == 16, "nvmlProcessInfo_v1_t");
_Static_assert(offsetof(ProcessInfo, usedGpuCcProtectedMemory) == 24, "nvmlProcessInfo_v2_t");

typedef struct {
    unsigned pid;
    unsigned long long timeStamp;
    unsigned smUtil, memUtil, encUtil, decUtil;
} ProcessUtilizationSample;
_Static_assert(sizeof(ProcessUtilizationSample) == 32, "nvmlProcessUtilizationSample_t");

static const char *const LISTS[] = {"compute", "graphics", "mps"};
enum { COMPUTE, GRAPHICS, MPS };

void forgetProcesses(Control *of) {
    for (int gpu = 0; gpu < MOST_GPUS; gpu++) {
        free(of->users[gpu].processes);
        free(of->users[gpu].uses);
    }
}

static void *grown(void *entries, size_t count, size_t size) {
    return count % 64 == 0 ? realloc(entries, (count + 64) * size) : entries;
}

/* A number of 32 bits: sscanf would cut off what is wider, and take a sign. */
static bool parse32(const char *text, unsigned *number) {
    unsigned long long parsed;
    bool fits = parseUnsigned(text, UINT_MAX, &parsed);
    *number = fits ? (unsigned) parsed : 0;
    return fits;
}

static bool parseEntry(const char *line, Control *into) {
    char subject[16], list[9], pid[24], memory[24];
    Process process = {.list = 0};
    int end = 0;
    if (sscanf(line, "%15s %8s %23s %23s %n", subject, list, pid, memory, &end) != 4 || line[end] != '\0'
            || !parseSubject(subject, &process.scope) || !parse32(pid, &process.pid)) {
        return false;
    }
    while (process.list < (int) COUNT_OF(LISTS) && strcmp(list, LISTS[process.list]) != 0) {
        process.list++;
    }
    if (strcmp(memory, "unknown") == 0) {
        process.memory = ~0ULL;
    } else if (!parseUnsigned(memory, ~0ULL, &process.memory)) {
        return false;
    }
    Users *users = &into->users[parentOf(process.scope)];
    Process *processes = grown(users->processes, users->processCount, sizeof process);
    if (process.list == (int) COUNT_OF(LISTS) || processes == NULL) {
        return false;
    }
    users->processes = processes;
    users->processes[users->processCount++] = process;
    return true;
}

static bool parseUse(const char *line, Control *into) {
    ProcessUse use = {.pid = 0};
    char pid[24], shares[COUNT_OF(use.shares)][24];
    int gpu;
    int end = 0;
    unsigned long long stamp;
    int words = sscanf(line, "%d %23s %23s %23s %23s %23s %31s %n", &gpu, pid, shares[0], shares[1], shares[2],
                       shares[3], use.stamp, &end);
    bool valid = words == 7 && line[end] == '\0' && gpu >= 0 && gpu < MOST_GPUS && parse32(pid, &use.pid)
        && parseStamp(use.stamp, &stamp);
    for (size_t i = 0; valid && i < COUNT_OF(shares); i++) {
        valid = parse32(shares[i], &use.shares[i]);
    }
    ProcessUse *uses = valid ? grown(into->users[gpu].uses, into->users[gpu].useCount, sizeof use) : NULL;
    if (uses == NULL) {
        return false;
    }
    into->users[gpu].uses = uses;
    into->users[gpu].uses[into->users[gpu].useCount++] = use;
    return true;
}

static bool parseEntrySize(const char *line, Control *into) {
    int end = 0;
    return sscanf(line, "%d %n", &into->entrySize, &end) == 1 && line[end] == '\0'
        && (into->entrySize == 16 || into->entrySize == 24 || into->entrySize == 32);
}

bool parseProcesses(const char *verb, const char *line, Control *into) {
    if (strcmp(verb, "process") == 0) {
        return parseEntry(line, into);
    }
    if (strcmp(verb, "process-use") == 0) {
        return parseUse(line, into);
    }
    return strcmp(verb, "process-entry-size") == 0 && parseEntrySize(line, into);
}

/* How many processes there are, of which as many are written as there is room for. */
static unsigned write(const Users *users, int subject, int list, size_t size, unsigned room, char *infos) {
    unsigned count = 0;
    for (size_t i = 0; i < users->processCount; i++) {
        const Process *process = &users->processes[i];
        if (process->list != list || (isInstance(subject) && process->scope != subject)) {
            continue;
        }
        if (count < room) {
            const Instance *instance = instanceIn(process->scope);
            ProcessInfo info = {.pid = process->pid, .usedGpuMemory = process->memory,
                                .gpuInstanceId = instance == NULL ? ~0u : instance->gpuInstance,
                                .computeInstanceId = instance == NULL ? ~0u : instance->computeInstance};
            memcpy(infos + count * size, &info, size);
        }
        count++;
    }
    return count;
}

/* The count goes in as the room and comes out as the number of processes, also when there is too little room. */
static int list(const char *symbol, Handle device, unsigned *infoCount, void *infos, int which) {
    int gpu;
    Call call = {.symbol = symbol, .arguments = ""};
    int code = beginCallOnAny(symbol, device, &gpu);
    if (code == SUCCESS && (infoCount == NULL || (*infoCount > 0 && infos == NULL))) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = codeOf(gpu, &call);
    }
    if (code == SUCCESS) {
        unsigned room = *infoCount;
        bool newest = strcmp(symbol + strlen(symbol) - 3, "_v3") == 0;
        size_t size = newest && control()->entrySize != 0 ? (size_t) control()->entrySize : 24;
        *infoCount = write(&control()->users[parentOf(gpu)], gpu, which, size, room, infos);
        code = *infoCount > room ? INSUFFICIENT_SIZE : SUCCESS;
    }
    return endCall(gpu, code);
}

#define PROCESS_LIST(symbol, which) \
    EXPORT int symbol(Handle device, unsigned *infoCount, void *infos) { \
        return list(__func__, device, infoCount, infos, which); \
    }

PROCESS_LIST(nvmlDeviceGetComputeRunningProcesses_v2, COMPUTE)
PROCESS_LIST(nvmlDeviceGetComputeRunningProcesses_v3, COMPUTE)
PROCESS_LIST(nvmlDeviceGetGraphicsRunningProcesses_v2, GRAPHICS)
PROCESS_LIST(nvmlDeviceGetGraphicsRunningProcesses_v3, GRAPHICS)
PROCESS_LIST(nvmlDeviceGetMPSComputeRunningProcesses_v2, MPS)
PROCESS_LIST(nvmlDeviceGetMPSComputeRunningProcesses_v3, MPS)

/* Samples that are newer than the newest that the caller has seen; without one, nothing is found. */
static int newer(int gpu, ProcessUtilizationSample *into, unsigned *count, unsigned long long lastSeen) {
    const Users *users = &control()->users[gpu];
    unsigned room = *count;
    *count = 0;
    for (size_t i = 0; i < users->useCount; i++) {
        const ProcessUse *use = &users->uses[i];
        unsigned long long stamp;
        if (!parseStamp(use->stamp, &stamp) || stamp <= lastSeen) {
            continue;
        }
        if (into != NULL && *count < room) {
            into[*count] = (ProcessUtilizationSample) {use->pid, stamp, use->shares[0], use->shares[1],
                                                       use->shares[2], use->shares[3]};
        }
        (*count)++;
    }
    return *count == 0 ? NOT_FOUND : into == NULL || *count > room ? INSUFFICIENT_SIZE : SUCCESS;
}

EXPORT int nvmlDeviceGetProcessUtilization(
        Handle device, ProcessUtilizationSample *utilization, unsigned *processSamplesCount,
        unsigned long long lastSeenTimeStamp) {
    int gpu;
    Call call = {.symbol = __func__, .arguments = ""};
    int code = beginDeviceCall(__func__, device, &gpu);
    if (code == SUCCESS && processSamplesCount == NULL) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = codeOf(gpu, &call);
    }
    if (code == SUCCESS) {
        code = newer(gpu, utilization, processSamplesCount, lastSeenTimeStamp);
    }
    return endCall(gpu, code);
}
