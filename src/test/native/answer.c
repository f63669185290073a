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

static bool concerns(const Call *call, const char *source) {
    const char *rest = behindSymbol(call, source);
    if (rest == NULL) {
        return false;
    }
    if (isTail(rest, "", NULL) || isTail(rest, call->arguments, NULL)) {
        return true;
    }
    for (size_t i = 0; i < call->outCount; i++) {
        if (names(call, &call->outs[i], source)) {
            return true;
        }
    }
    return false;
}

/* The last statement about a call decides whether it fails: a value after a code heals, a code after a value breaks. */
int codeOf(int gpu, const Call *call) {
    const Control *now = control();
    for (size_t i = now->count; i-- > 0;) {
        const Statement *statement = &now->statements[i];
        if (statement->verb != SLEEP && inScope(statement, gpu) && concerns(call, statement->source)) {
            return statement->verb == CODE ? (int) statement->number : SUCCESS;
        }
    }
    return SUCCESS;
}

bool textOf(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]) {
    const Control *now = control();
    for (size_t i = now->count; i-- > 0;) {
        const Statement *statement = &now->statements[i];
        if (statement->verb == VALUE && inScope(statement, gpu) && names(call, out, statement->source)) {
            snprintf(text, LONGEST_TEXT, "%s", statement->text);
            return true;
        }
    }
    return defaultText(gpu, call, out, text);
}

static bool parseNative(const Out *out, Native *native) {
    long long number;
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
    int code = beginDeviceCall(call->symbol, device, &gpu);
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
