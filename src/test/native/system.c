#include "control.h"
#include "getters.h"
#include "power.h"
#include "records.h"
#include "session.h"

#include <string.h>
#include <strings.h>

static int init(const char *symbol) {
    Call call = {.symbol = symbol, .arguments = ""};
    int code = beginInit(symbol);
    if (code == SUCCESS) {
        code = codeOf(SYSTEM, &call);
    }
    if (code == SUCCESS) {
        initialise();
        wakeByInit(symbol);
    }
    return endCall(SYSTEM, code);
}

EXPORT int nvmlInit_v2(void) {
    return init(__func__);
}

EXPORT int nvmlInitWithFlags(unsigned flags) {
    (void) flags;
    return init(__func__);
}

/* Counted down whatever it answers: a caller that gives up a broken driver has given it up. */
EXPORT int nvmlShutdown(void) {
    Call call = {.symbol = __func__, .arguments = ""};
    int code = beginShutdown(__func__);
    if (code == SUCCESS) {
        code = codeOf(SYSTEM, &call);
    }
    release();
    return endCall(SYSTEM, code);
}

static int askForOne(const char *symbol, const Out *out) {
    return askSystem(&(Call) {.symbol = symbol, .arguments = "", .outs = out, .outCount = 1});
}

EXPORT int nvmlSystemGetDriverVersion(char *version, unsigned length) {
    return askForOne(__func__, &(Out) {NULL, version, TEXT, length});
}

/* Answers before init, like the real one since 535. */
EXPORT int nvmlSystemGetNVMLVersion(char *version, unsigned length) {
    Out out = {NULL, version, TEXT, length};
    Call call = {.symbol = __func__, .arguments = "", .outs = &out, .outCount = 1};
    int code = beginSystemCall(__func__, false);
    if (code == SUCCESS) {
        code = checkArguments(&call);
    }
    return endCall(SYSTEM, code == SUCCESS ? answer(SYSTEM, &call) : code);
}

EXPORT int nvmlSystemGetCudaDriverVersion(int *cudaDriverVersion) {
    return askForOne(__func__, &(Out) ONLY(cudaDriverVersion));
}

EXPORT int nvmlSystemGetCudaDriverVersion_v2(int *cudaDriverVersion) {
    return askForOne(__func__, &(Out) ONLY(cudaDriverVersion));
}

EXPORT int nvmlDeviceGetCount_v2(unsigned *deviceCount) {
    return askForOne(__func__, &(Out) ONLY(deviceCount));
}

EXPORT int nvmlGetExcludedDeviceCount(unsigned *deviceCount) {
    return askForOne(__func__, &(Out) ONLY(deviceCount));
}

EXPORT int nvmlSystemGetProcessName(unsigned pid, char *name, unsigned length) {
    Out out = {NULL, name, TEXT, length};
    SPELL("(%u)", pid);
    int code = askSystem(&(Call) {.symbol = __func__, .arguments = given, .outs = &out, .outCount = 1});
    return code == NOT_SUPPORTED ? NOT_FOUND : code;
}

EXPORT int nvmlSystemGetDriverBranch(DriverBranch *record, unsigned length) {
    size_t room = length < sizeof record->branch ? length : sizeof record->branch;
    Out out = {"branch", record == NULL ? NULL : record->branch, TEXT, room};
    return askSystem(&(Call) {.symbol = __func__, .arguments = "", .outs = &out, .outCount = 1,
                              .version = record == NULL ? NULL : &record->version,
                              .expectedVersion = VERSION_WORD(DriverBranch, 1u)});
}

EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, Handle *device) {
    int code = beginSystemCall(__func__, true);
    if (code == SUCCESS && (device == NULL || index >= (unsigned) countedGpus())) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = codeOf(SYSTEM, &(Call) {.symbol = __func__, .arguments = ""});
    }
    return endCall(SYSTEM, code == SUCCESS ? attach(__func__, (int) index, device) : code);
}

int gpuWith(const char *wanted, const char *symbol, const char *member) {
    Out out = {.member = member, .kind = TEXT};
    Call call = {.symbol = symbol, .arguments = "", .outs = &out, .outCount = 1};
    for (int gpu = 0; gpu < countedGpus(); gpu++) {
        char text[LONGEST_TEXT];
        if (textOf(gpu, &call, &out, text) && strcasecmp(text, wanted) == 0) {
            return gpu;
        }
    }
    return NO_GPU;
}

static int handleWith(
        const char *asked, const char *wanted, Handle *device, const char *symbol, const char *const *members) {
    int code = beginSystemCall(asked, true);
    if (code == SUCCESS && (wanted == NULL || device == NULL)) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = codeOf(SYSTEM, &(Call) {.symbol = asked, .arguments = ""});
    }
    if (code != SUCCESS) {
        return endCall(SYSTEM, code);
    }
    int gpu = gpuWith(wanted, symbol, members[0]);
    if (gpu == NO_GPU && members[0] != NULL) {
        gpu = gpuWith(wanted, symbol, members[1]);
    }
    return endCall(SYSTEM, gpu == NO_GPU ? NOT_FOUND : attach(asked, gpu, device));
}

EXPORT int nvmlDeviceGetHandleByUUID(const char *uuid, Handle *device) {
    static const char *const members[] = {NULL};
    return handleWith(__func__, uuid, device, "nvmlDeviceGetUUID", members);
}

EXPORT int nvmlDeviceGetHandleByPciBusId_v2(const char *pciBusId, Handle *device) {
    static const char *const members[] = {"busId", "busIdLegacy"};
    return handleWith(__func__, pciBusId, device, "nvmlDeviceGetPciInfo_v3", members);
}
