/* Who uses a GPU: the lists of processes, and how busy each keeps it. */
#include "control.h"

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
    free(of->processes);
    free(of->uses);
}

static void *grown(void *entries, size_t count, size_t size) {
    return count % 64 == 0 ? realloc(entries, (count + 64) * size) : entries;
}

static bool parseEntry(const char *line, Control *into) {
    char list[9], memory[24];
    Process process = {.gpu = 0};
    int end = 0;
    if (sscanf(line, "%d %8s %u %23s %n", &process.gpu, list, &process.pid, memory, &end) != 4 || line[end] != '\0') {
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
    Process *processes = grown(into->processes, into->processCount, sizeof process);
    if (process.gpu < 0 || process.list == (int) COUNT_OF(LISTS) || processes == NULL) {
        return false;
    }
    into->processes = processes;
    into->processes[into->processCount++] = process;
    return true;
}

static bool parseUse(const char *line, Control *into) {
    ProcessUse use = {.gpu = 0};
    int end = 0;
    int words = sscanf(line, "%d %u %u %u %u %u %llu %n", &use.gpu, &use.pid, &use.shares[0], &use.shares[1],
                       &use.shares[2], &use.shares[3], &use.stamp, &end);
    ProcessUse *uses = words == 7 && line[end] == '\0' ? grown(into->uses, into->useCount, sizeof use) : NULL;
    if (uses == NULL) {
        return false;
    }
    into->uses = uses;
    into->uses[into->useCount++] = use;
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

static unsigned countOf(int gpu, int list) {
    unsigned count = 0;
    for (size_t i = 0; i < control()->processCount; i++) {
        count += control()->processes[i].gpu == gpu && control()->processes[i].list == list;
    }
    return count;
}

static void write(int gpu, int list, size_t size, char *infos) {
    for (size_t i = 0; i < control()->processCount; i++) {
        const Process *process = &control()->processes[i];
        if (process->gpu == gpu && process->list == list) {
            ProcessInfo info = {.pid = process->pid, .usedGpuMemory = process->memory, .gpuInstanceId = ~0u,
                                .computeInstanceId = ~0u};
            memcpy(infos, &info, size);
            infos += size;
        }
    }
}

/* The count goes in as the room and comes out as the number of processes, also when there is too little room. */
static int list(const char *symbol, Handle device, unsigned *infoCount, void *infos, int which) {
    int gpu;
    Call call = {.symbol = symbol, .arguments = ""};
    int code = beginDeviceCall(symbol, device, &gpu);
    if (code == SUCCESS && (infoCount == NULL || (*infoCount > 0 && infos == NULL))) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = codeOf(gpu, &call);
    }
    if (code == SUCCESS) {
        unsigned room = *infoCount;
        bool newest = strcmp(symbol + strlen(symbol) - 3, "_v3") == 0;
        *infoCount = countOf(gpu, which);
        code = *infoCount > room ? INSUFFICIENT_SIZE : SUCCESS;
        if (code == SUCCESS) {
            write(gpu, which, newest && control()->entrySize != 0 ? (size_t) control()->entrySize : 24, infos);
        }
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
    unsigned room = *count;
    *count = 0;
    for (size_t i = 0; i < control()->useCount; i++) {
        const ProcessUse *use = &control()->uses[i];
        if (use->gpu != gpu || use->stamp <= lastSeen) {
            continue;
        }
        if (into != NULL && *count < room) {
            into[*count] = (ProcessUtilizationSample) {use->pid, use->stamp, use->shares[0], use->shares[1],
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
