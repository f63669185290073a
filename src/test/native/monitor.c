/* The performance monitor (GPM): samples that the caller holds, and figures over the time between two of them. */
#include "control.h"
#include "mig.h"
#include "getters.h"
#include "records.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_SAMPLES = 4 * MOST_GPUS };

typedef struct {
    bool allocated;
    int gpu;
    long long takenAt;
} Held;

static Held held[MOST_SAMPLES];

static long long nowNanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static Held *find(const char *symbol, const void *sample) {
    for (size_t i = 0; i < COUNT_OF(held); i++) {
        if (sample == &held[i] && held[i].allocated) {
            return &held[i];
        }
    }
    violation("%s with a sample that is not allocated", symbol);
    return NULL;
}

VERSIONED(nvmlGpmQueryDeviceSupport, GpmSupport, 1u, GPM_SUPPORT)

EXPORT int nvmlGpmSampleAlloc(void **gpmSample) {
    int code = beginSystemCall(__func__, true);
    if (code == SUCCESS && gpmSample == NULL) {
        code = INVALID_ARGUMENT;
    }
    for (size_t i = 0; code == SUCCESS && i < COUNT_OF(held); i++) {
        if (!held[i].allocated) {
            held[i] = (Held) {.allocated = true, .gpu = NO_GPU};
            *gpmSample = &held[i];
            return endCall(SYSTEM, SUCCESS);
        }
    }
    if (code == SUCCESS) {
        violation("%d samples are allocated and not freed", MOST_SAMPLES);
        code = UNKNOWN;
    }
    return endCall(SYSTEM, code);
}

EXPORT int nvmlGpmSampleFree(void *gpmSample) {
    int code = beginSystemCall(__func__, true);
    Held *sample = find(__func__, gpmSample);
    if (sample == NULL) {
        code = INVALID_ARGUMENT;
    } else {
        sample->allocated = false;
    }
    return endCall(SYSTEM, code);
}

EXPORT int nvmlGpmSampleGet(Handle device, void *gpmSample) {
    int gpu;
    Call call = {.symbol = __func__, .arguments = ""};
    int code = beginDeviceCall(__func__, device, &gpu);
    Held *sample = code == SUCCESS ? find(__func__, gpmSample) : NULL;
    if (code == SUCCESS) {
        code = sample == NULL ? INVALID_ARGUMENT : codeOf(gpu, &call);
    }
    if (code == SUCCESS) {
        sample->gpu = gpu;
        sample->takenAt = nowNanos();
    }
    return endCall(gpu, code);
}

/* The sample of a GPU instance, which all its compute instances share. */
EXPORT int nvmlGpmMigSampleGet(Handle device, unsigned gpuInstanceId, void *gpmSample) {
    int gpu;
    Call call = {.symbol = __func__, .arguments = ""};
    int code = beginDeviceCall(__func__, device, &gpu);
    Held *sample = code == SUCCESS ? find(__func__, gpmSample) : NULL;
    const Instance *instance = code == SUCCESS ? instanceWith(gpu, gpuInstanceId) : NULL;
    if (code == SUCCESS) {
        code = sample == NULL ? INVALID_ARGUMENT : codeOf(gpu, &call);
    }
    if (code == SUCCESS && instance == NULL) {
        code = NOT_FOUND;
    }
    if (code == SUCCESS) {
        sample->gpu = scopeOfInstance(gpu, instance->slot);
        sample->takenAt = nowNanos();
    }
    return endCall(gpu, code);
}

static int tell(int gpu, GpmMetric *metric) {
    SPELL("[%u]", metric->metricId);
    char text[LONGEST_TEXT];
    Out out = {.member = NULL, .kind = TEXT};
    Call call = {.symbol = "nvmlGpmMetricsGet", .arguments = given, .outs = &out, .outCount = 1};
    int code = codeOf(gpu, &call);
    if (code == SUCCESS && !textOf(gpu, &call, &out, text)) {
        code = NOT_SUPPORTED;
    }
    if (code == SUCCESS) {
        metric->value = strtod(text, NULL);
    }
    return code;
}

/* The driver refuses samples that are too close; who asks so has not waited. */
static int compare(const GpmMetrics *asked, const Held *earlier, const Held *later) {
    if (earlier == NULL || later == NULL || earlier->gpu == NO_GPU || earlier->gpu != later->gpu) {
        return INVALID_ARGUMENT;
    }
    if (later->takenAt - earlier->takenAt < 100 * 1000000LL) {
        violation("nvmlGpmMetricsGet over %lld ms", (later->takenAt - earlier->takenAt) / 1000000);
        return INVALID_ARGUMENT;
    }
    return asked->numMetrics > COUNT_OF(asked->metrics) ? INVALID_ARGUMENT : SUCCESS;
}

EXPORT int nvmlGpmMetricsGet(GpmMetrics *metricsGet) {
    int code = beginSystemCall(__func__, true);
    if (code == SUCCESS && metricsGet == NULL) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS && metricsGet->version != 1) {
        violation("%s with version %u instead of 1", __func__, metricsGet->version);
        code = ARGUMENT_VERSION_MISMATCH;
    }
    if (code != SUCCESS) {
        return endCall(SYSTEM, code);
    }
    const Held *earlier = find(__func__, metricsGet->sample1);
    code = compare(metricsGet, earlier, find(__func__, metricsGet->sample2));
    for (unsigned i = 0; code == SUCCESS && i < metricsGet->numMetrics; i++) {
        metricsGet->metrics[i].nvmlReturn = tell(earlier->gpu, &metricsGet->metrics[i]);
    }
    return endCall(SYSTEM, code);
}
