#include "control.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    unsigned long long number;
    char text[LONGEST_TEXT];
} Native;

static bool isTail(const char *rest, const char *arguments, const char *member) {
    size_t length = strlen(arguments);
    if (strncmp(rest, arguments, length) != 0) {
        return false;
    }
    rest += length;
    return member == NULL ? *rest == '\0' : *rest == '.' && strcmp(rest + 1, member) == 0;
}

/* The part of the source behind the symbol, NULL when it is about another one. */
static const char *behindSymbol(const Call *call, const char *source) {
    size_t length = strlen(call->symbol);
    return strncmp(source, call->symbol, length) == 0 ? source + length : NULL;
}

bool names(const Call *call, const Out *out, const char *source) {
    const char *rest = behindSymbol(call, source);
    return rest != NULL
        && (isTail(rest, call->arguments, out->member) || (call->argumentsOptional && isTail(rest, "", out->member)));
}

/* The longest source: a symbol, its numbers and a member. */
enum { LONGEST_SOURCE = 256 };

static const Statement *later(const Statement *one, const Statement *other) {
    return one == NULL || (other != NULL && other > one) ? other : one;
}

/* The last statement about an answer of a call, or about the call as a whole. */
static const Statement *lastOf(Aspect aspect, int gpu, const Call *call, const Out *out) {
    char source[LONGEST_SOURCE];
    const char *member = out == NULL || out->member == NULL ? "" : out->member;
    const char *dot = member[0] == '\0' ? "" : ".";
    snprintf(source, sizeof source, "%s%s%s%s", call->symbol, call->arguments, dot, member);
    const Statement *last = lastAbout(aspect, gpu, source);
    if (call->argumentsOptional || out == NULL) {
        snprintf(source, sizeof source, "%s%s%s", call->symbol, dot, member);
        last = later(last, lastAbout(aspect, gpu, source));
    }
    return last;
}

/* The last statement about a call decides whether it fails: a value after a code heals, a code after a value breaks. */
int codeOf(int gpu, const Call *call) {
    const Statement *last = lastOf(SETTING, gpu, call, NULL);
    for (size_t i = 0; i < call->outCount; i++) {
        last = later(last, lastOf(SETTING, gpu, call, &call->outs[i]));
    }
    return last != NULL && last->verb == CODE ? (int) last->number : SUCCESS;
}

bool textOf(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]) {
    const char *glitch = takeGlitch(gpu, call, out);
    const Statement *last = glitch == NULL ? lastOf(SET_VALUE, gpu, call, out) : NULL;
    if (glitch == NULL && last == NULL) {
        return defaultText(gpu, call, out, text);
    }
    snprintf(text, LONGEST_TEXT, "%s", glitch == NULL ? last->text : glitch);
    return true;
}

/* "all-ones" is what drivers write for a number that is not available, in as many bits as it has. */
static bool isAllOnes(const Out *out, Native *native) {
    bool ones = strcmp(native->text, "all-ones") == 0 && out->kind != TEXT && out->kind != BYTES;
    native->number = ones ? ~0ULL : native->number;
    return ones;
}

/* A counter that grows by the driver's clock; one of 32 bits starts again at 0. */
static bool isGrowing(const Out *out, Native *native) {
    bool counts = out->kind == UNSIGNED_32 || out->kind == UNSIGNED_64;
    return counts && parseGrowing(native->text, nowMicros(), &native->number);
}

static bool parseNative(const Out *out, Native *native) {
    long long number;
    if (isAllOnes(out, native) || isGrowing(out, native)) {
        return true;
    }
    switch (out->kind) {
        case BYTE:
            return parseUnsigned(native->text, UCHAR_MAX, &native->number);
        case UNSIGNED_32:
            return parseUnsigned(native->text, UINT_MAX, &native->number);
        case UNSIGNED_64:
            return parseUnsigned(native->text, ULLONG_MAX, &native->number);
        case SIGNED_32:
            if (!parseSigned(native->text, INT_MIN, INT_MAX, &number)) {
                return false;
            }
            native->number = (unsigned long long) number;
            return true;
        default:
            return true;
    }
}

static void write(const Out *out, const Native *native) {
    switch (out->kind) {
        case BYTE:
            *(unsigned char *) out->at = (unsigned char) native->number;
            break;
        case UNSIGNED_32:
            *(unsigned *) out->at = (unsigned) native->number;
            break;
        case SIGNED_32:
            *(int *) out->at = (int) (long long) native->number;
            break;
        case UNSIGNED_64:
            *(unsigned long long *) out->at = native->number;
            break;
        case TEXT:
            memcpy(out->at, native->text, strlen(native->text) + 1);
            break;
        case BYTES:
            memcpy(out->at, native->text, out->room);
            break;
    }
}

static int prepare(int gpu, const Call *call, Native natives[MOST_OUTS]) {
    bool answered = false;
    for (size_t i = 0; i < call->outCount; i++) {
        const Out *out = &call->outs[i];
        memset(&natives[i], 0, sizeof natives[i]);
        if (!textOf(gpu, call, out, natives[i].text)) {
            continue;
        }
        answered = true;
        if (!parseNative(out, &natives[i])) {
            violation("control file: '%s' does not fit %s%s%s%s", natives[i].text, call->symbol, call->arguments,
                      out->member == NULL ? "" : ".", out->member == NULL ? "" : out->member);
            return UNKNOWN;
        }
        if (out->kind == TEXT && strlen(natives[i].text) >= out->room) {
            return INSUFFICIENT_SIZE;
        }
    }
    return answered ? SUCCESS : NOT_SUPPORTED;
}

/* All or nothing: a call that fails has written nothing, like the driver's. Unknown members beside known ones are 0. */
int answer(int gpu, const Call *call) {
    Native natives[MOST_OUTS];
    int code = codeOf(gpu, call);
    if (code == SUCCESS) {
        code = prepare(gpu, call, natives);
    }
    for (size_t i = 0; code == SUCCESS && i < call->outCount; i++) {
        write(&call->outs[i], &natives[i]);
    }
    return code;
}

int checkArguments(const Call *call) {
    for (size_t i = 0; i < call->outCount; i++) {
        if (call->outs[i].at == NULL) {
            return INVALID_ARGUMENT;
        }
    }
    if (call->version != NULL && *call->version != call->expectedVersion) {
        violation("%s with version word 0x%08x instead of 0x%08x", call->symbol, *call->version, call->expectedVersion);
        return ARGUMENT_VERSION_MISMATCH;
    }
    return SUCCESS;
}

int askDevice(Handle device, const Call *call) {
    int gpu;
    int code = beginCallOnAny(call->symbol, device, &gpu);
    if (code == SUCCESS) {
        code = checkArguments(call);
    }
    if (code == SUCCESS) {
        code = answer(gpu, call);
    }
    return endCall(gpu, code);
}

int askSystem(const Call *call) {
    int code = beginSystemCall(call->symbol, true);
    if (code == SUCCESS) {
        code = checkArguments(call);
    }
    if (code == SUCCESS) {
        code = answer(SYSTEM, call);
    }
    return endCall(SYSTEM, code);
}
