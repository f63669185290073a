/* nvmlDeviceGetSamples: what the driver has sampled by itself, in a ring per kind. */
#include "control.h"
#include "getters.h"
#include "records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 64, U32 = 1 };

/* "STAMP=VALUE STAMP=VALUE", where a stamp may be "now": sampled as the call is made, each after the one before. */
static int parseRing(char *text, Sample ring[MOST_SAMPLES]) {
    int count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        Long number;
        if (value == NULL || count == MOST_SAMPLES || !parseUnsigned(value + 1, 0xffffffffULL, &number)) {
            return -1;
        }
        *value = '\0';
        memset(&ring[count], 0xA5, sizeof ring[count]);
        ring[count].sampleValue.narrow = (unsigned) number;
        if (!parseStamp(word, &ring[count].timeStamp)) {
            return -1;
        }
        ring[count].timeStamp += strncmp(word, "now", 3) == 0 ? (Long) count : 0;
        count++;
    }
    return count;
}

static int ringOf(int gpu, const Call *call, Sample ring[MOST_SAMPLES]) {
    char text[LONGEST_TEXT];
    int code = codeOf(gpu, call);
    if (code != SUCCESS) {
        return -code;
    }
    if (!textOf(gpu, call, &call->outs[0], text)) {
        return -NOT_SUPPORTED;
    }
    int count = parseRing(text, ring);
    if (count < 0) {
        violation("control file: samples that cannot be read for %s%s", call->symbol, call->arguments);
        return -UNKNOWN;
    }
    return count;
}

static int give(const Sample ring[], int count, Long lastSeen, unsigned *room, Sample *samples) {
    unsigned fresh = 0;
    for (int i = 0; i < count; i++) {
        fresh += ring[i].timeStamp > lastSeen;
    }
    if (fresh == 0) {
        return NOT_FOUND;
    }
    if (samples != NULL && fresh > *room) {
        return INSUFFICIENT_SIZE;
    }
    *room = fresh;
    for (int i = 0; samples != NULL && i < count; i++) {
        if (ring[i].timeStamp > lastSeen) {
            *samples++ = ring[i];
        }
    }
    return SUCCESS;
}

EXPORT int nvmlDeviceGetSamples(
        Handle device, unsigned type, Long lastSeenTimeStamp, unsigned *sampleValType, unsigned *sampleCount,
        Sample *samples) {
    int gpu;
    Sample ring[MOST_SAMPLES];
    Out outs[] = {{NULL, sampleValType, TEXT, LONGEST_TEXT}};
    SPELL("(%u)", type);
    Call call = {.symbol = __func__, .arguments = given, .outs = outs, .outCount = 1};
    int code = beginDeviceCall(__func__, device, &gpu);
    if (code == SUCCESS && (sampleValType == NULL || sampleCount == NULL)) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        int count = ringOf(gpu, &call, ring);
        *sampleValType = U32;
        code = count < 0 ? -count : give(ring, count, lastSeenTimeStamp, sampleCount, samples);
    }
    return endCall(gpu, code);
}
