/* nvmlDeviceGetFieldValues: many values in one call, each with its own return code and type. */
#include "control.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef union {
    double real;
    unsigned long long number;
    unsigned char bytes[8];
} Value;

typedef struct {
    unsigned fieldId, scopeId;
    long long timestamp, latencyUsec;
    unsigned valueType;
    int nvmlReturn;
    Value value;
} FieldValue;
_Static_assert(sizeof(FieldValue) == 40, "nvmlFieldValue_t");

enum { AFTER_LAST_FIELD = 308 };

typedef enum { DOUBLE = 0, U32 = 1, U64 = 3, I64 = 4, I32 = 5, U16 = 6 } ValueType;

static const struct {
    const char *prefix;
    ValueType type;
} PREFIXES[] = {{"double:", DOUBLE}, {"u32:", U32}, {"u64:", U64}, {"i64:", I64}, {"i32:", I32}, {"u16:", U16}};

/* The counters are wide, the temperature margins signed, all others 32 bits without a sign. */
static const struct {
    unsigned first, last;
    ValueType type;
} TYPES[] = {
    {3, 28, U64},    {32, 81, U64},   {83, 83, U64},   {96, 131, U64},  {138, 141, U64}, {148, 163, U64},
    {191, 191, U64}, {193, 196, I32}, {201, 222, U64}, {235, 250, U64}, {269, 271, U64}, {289, 295, U64},
};

static ValueType usualType(unsigned field) {
    for (size_t i = 0; i < COUNT_OF(TYPES); i++) {
        if (field >= TYPES[i].first && field <= TYPES[i].last) {
            return TYPES[i].type;
        }
    }
    return U32;
}

static ValueType typeOf(unsigned field, const char **text) {
    for (size_t i = 0; i < COUNT_OF(PREFIXES); i++) {
        size_t length = strlen(PREFIXES[i].prefix);
        if (strncmp(*text, PREFIXES[i].prefix, length) == 0) {
            *text += length;
            return PREFIXES[i].type;
        }
    }
    return usualType(field);
}

static bool parse(const char *text, ValueType type, Value *value) {
    unsigned long long number = 0;
    long long sign = 0;
    char *end;
    if (strcmp(text, "all-ones") == 0) {
        memset(value->bytes, 0xFF, type == U16 ? 2 : type == U32 || type == I32 ? 4 : 8);
        return true;
    }
    switch (type) {
        case DOUBLE:
            value->real = strtod(text, &end);
            return end != text && *end == '\0';
        case I64:
        case I32:
            if (!parseSigned(text, type == I64 ? LLONG_MIN : INT_MIN, type == I64 ? LLONG_MAX : INT_MAX, &sign)) {
                return false;
            }
            number = (unsigned long long) sign;
            break;
        default:
            if (!parseUnsigned(text, type == U64 ? ULLONG_MAX : type == U32 ? UINT_MAX : USHRT_MAX, &number)) {
                return false;
            }
    }
    /* Only as wide as the type, with rubbish above: who reads the wrong member must see it. */
    memset(value->bytes, 0xA5, sizeof value->bytes);
    memcpy(value->bytes, &number, type == U16 ? 2 : type == U32 || type == I32 ? 4 : 8);
    return true;
}

/* "growing:N" is a counter of 64 bits, "growing32:N" one of 32. */
static bool parseCounter(const char *text, long long micros, ValueType *type, Value *value) {
    static const char narrow[] = "growing32:";
    bool isNarrow = strncmp(text, narrow, sizeof narrow - 1) == 0;
    char wide[LONGEST_TEXT];
    snprintf(wide, sizeof wide, "growing:%s", isNarrow ? text + sizeof narrow - 1 : "");
    unsigned long long number;
    if (!parseGrowing(isNarrow ? wide : text, (unsigned long long) micros, &number)) {
        return false;
    }
    memset(value->bytes, 0xA5, sizeof value->bytes);
    memcpy(value->bytes, &number, isNarrow ? 4 : 8);
    *type = isNarrow ? U32 : U64;
    return true;
}

/*
 * Control names fields as drivers from 580.82 on do. Drivers from 575 to 580.65 mean by 251 to 253 what those mean by
 * 269 to 271, and by 269 to 271 something else, which has a value as well.
 */
static unsigned meant(unsigned field) {
    if (!control()->fieldsOf575) {
        return field;
    }
    if (field >= 251 && field <= 253) {
        return field + 18;
    }
    return field >= 269 && field <= 271 ? field - 18 : field;
}

static int fill(int gpu, FieldValue *record) {
    char place[64];
    snprintf(
        place, sizeof place, record->scopeId == 0 ? "[%u]" : "[%u,%u]", meant(record->fieldId), record->scopeId);
    Out out = {.member = NULL, .kind = TEXT};
    Call call = {.symbol = "nvmlDeviceGetFieldValues", .arguments = place, .outs = &out, .outCount = 1};
    char answered[LONGEST_TEXT];
    int code = codeOf(gpu, &call);
    if (record->fieldId == 0 || record->fieldId >= AFTER_LAST_FIELD) {
        return INVALID_ARGUMENT;
    }
    if (code != SUCCESS) {
        return code;
    }
    if (!textOf(gpu, &call, &out, answered)) {
        return NOT_SUPPORTED;
    }
    const char *text = answered;
    ValueType type;
    if (parseCounter(text, record->timestamp, &type, &record->value)) {
        record->valueType = (unsigned) type;
        return SUCCESS;
    }
    type = typeOf(record->fieldId, &text);
    if (!parse(text, type, &record->value)) {
        violation("control file: '%s' does not fit nvmlDeviceGetFieldValues%s", answered, place);
        return UNKNOWN;
    }
    record->valueType = (unsigned) type;
    return SUCCESS;
}

EXPORT int nvmlDeviceGetFieldValues(Handle device, int valuesCount, FieldValue *values) {
    int gpu;
    Call whole = {.symbol = __func__, .arguments = ""};
    int code = beginDeviceCall(__func__, device, &gpu);
    if (code == SUCCESS && (valuesCount < 1 || values == NULL)) {
        code = INVALID_ARGUMENT;
    }
    if (code == SUCCESS) {
        code = codeOf(gpu, &whole);
    }
    for (int i = 0; code == SUCCESS && i < valuesCount; i++) {
        values[i].timestamp = (long long) nowMicros();
        values[i].latencyUsec = 12;
        values[i].nvmlReturn = fill(gpu, &values[i]);
    }
    return endCall(gpu, code);
}
