/*
 * A getter in one line: what comes back names the macro, the numbers that go in stand in its suffix.
 *
 *   NUMBER(symbol, type)               dev, type *            NUMBER_BY_1, _2, _3: with leading numbers
 *   TWO_NUMBERS(symbol, type, a, b)    dev, type *a, type *b  also THREE_, FOUR_, and _BY_1 and _BY_2
 *   TEXT_OF(symbol)                    dev, char *, length
 *   RECORD(symbol, Struct, MEMBERS)    dev, Struct *          RECORD_BY_1: with a leading number
 *   VERSIONED(symbol, Struct, word, MEMBERS)                  a struct that starts with its version word
 *   CHOSEN(symbol, Struct, word, input, MEMBERS)              ... and with a number that goes in
 */
#ifndef GETTERS_H
#define GETTERS_H

#include "fake_nvml.h"

#include <stdio.h>

#define KIND_OF(pointer) \
    _Generic((pointer), unsigned char *: BYTE, unsigned *: UNSIGNED_32, int *: SIGNED_32, \
             unsigned long long *: UNSIGNED_64, unsigned char(*)[16]: BYTES, default: TEXT)

#define ONLY(pointer) {NULL, pointer, KIND_OF(pointer), sizeof *(pointer)}
#define NAMED(pointer) {#pointer, pointer, KIND_OF(pointer), sizeof *(pointer)}
#define MEMBER(name) \
    {#name, record == NULL ? NULL : (char *) record + offsetof(__typeof__(*record), name), KIND_OF(&record->name), \
     sizeof record->name},

#define ASK(given, ...) \
    askDevice(device, &(Call) {.symbol = __func__, .arguments = given, .outs = outs, .outCount = COUNT_OF(outs), \
                               __VA_ARGS__})

/* Numbers that go in, as the source spells them. */
#define SPELL(format, ...) \
    char given[48]; \
    snprintf(given, sizeof given, format, __VA_ARGS__)

#define NUMBER(symbol, type) \
    EXPORT int symbol(Handle device, type *out) { \
        Out outs[] = {ONLY(out)}; \
        return ASK("", .version = NULL); \
    }

#define NUMBER_BY_1(symbol, type) \
    EXPORT int symbol(Handle device, unsigned first, type *out) { \
        Out outs[] = {ONLY(out)}; \
        SPELL("(%u)", first); \
        return ASK(given, .version = NULL); \
    }

#define NUMBER_BY_2(symbol, type) \
    EXPORT int symbol(Handle device, unsigned first, unsigned second, type *out) { \
        Out outs[] = {ONLY(out)}; \
        SPELL("(%u,%u)", first, second); \
        return ASK(given, .version = NULL); \
    }

#define NUMBER_BY_3(symbol, type) \
    EXPORT int symbol(Handle device, unsigned first, unsigned second, unsigned third, type *out) { \
        Out outs[] = {ONLY(out)}; \
        SPELL("(%u,%u,%u)", first, second, third); \
        return ASK(given, .version = NULL); \
    }

#define TWO_NUMBERS(symbol, type, a, b) \
    EXPORT int symbol(Handle device, type *a, type *b) { \
        Out outs[] = {NAMED(a), NAMED(b)}; \
        return ASK("", .version = NULL); \
    }

#define TWO_NUMBERS_BY_2(symbol, type, a, b) \
    EXPORT int symbol(Handle device, unsigned first, unsigned second, type *a, type *b) { \
        Out outs[] = {NAMED(a), NAMED(b)}; \
        SPELL("(%u,%u)", first, second); \
        return ASK(given, .version = NULL); \
    }

#define THREE_NUMBERS(symbol, type, a, b, c) \
    EXPORT int symbol(Handle device, type *a, type *b, type *c) { \
        Out outs[] = {NAMED(a), NAMED(b), NAMED(c)}; \
        return ASK("", .version = NULL); \
    }

#define FOUR_NUMBERS(symbol, type, a, b, c, d) \
    EXPORT int symbol(Handle device, type *a, type *b, type *c, type *d) { \
        Out outs[] = {NAMED(a), NAMED(b), NAMED(c), NAMED(d)}; \
        return ASK("", .version = NULL); \
    }

#define TEXT_OF(symbol) \
    EXPORT int symbol(Handle device, char *text, unsigned length) { \
        Out outs[] = {{NULL, text, TEXT, length}}; \
        return ASK("", .version = NULL); \
    }

#define TEXT_BY_1(symbol) \
    EXPORT int symbol(Handle device, unsigned first, char *text, unsigned length) { \
        Out outs[] = {{NULL, text, TEXT, length}}; \
        SPELL("(%u)", first); \
        return ASK(given, .version = NULL); \
    }

#define RECORD(symbol, Struct, MEMBERS) \
    EXPORT int symbol(Handle device, Struct *record) { \
        Out outs[] = {MEMBERS(MEMBER)}; \
        return ASK("", .version = NULL); \
    }

#define RECORD_BY_1(symbol, Struct, MEMBERS) \
    EXPORT int symbol(Handle device, unsigned first, Struct *record) { \
        Out outs[] = {MEMBERS(MEMBER)}; \
        SPELL("(%u)", first); \
        return ASK(given, .version = NULL); \
    }

#define VERSIONED(symbol, Struct, word, MEMBERS) \
    EXPORT int symbol(Handle device, Struct *record) { \
        Out outs[] = {MEMBERS(MEMBER)}; \
        return ASK("", .version = record == NULL ? NULL : &record->version, .expectedVersion = word); \
    }

#define CHOSEN(symbol, Struct, word, input, MEMBERS) \
    EXPORT int symbol(Handle device, Struct *record) { \
        Out outs[] = {MEMBERS(MEMBER)}; \
        SPELL("(%u)", record == NULL ? 0 : record->input); \
        return ASK(given, .version = record == NULL ? NULL : &record->version, .expectedVersion = word, \
                   .argumentsOptional = true); \
    }

#endif
