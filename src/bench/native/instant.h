/* What the generated driver library is made of: getters that answer at once, and a count of their calls. */
#ifndef INSTANT_H
#define INSTANT_H

#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum { UNKNOWN_CALL = 999 };

static long calls;

EXPORT long benchCalls(void);

EXPORT long benchCalls(void) {
    return calls;
}

#define UNUSED __attribute__((unused))
/* A refusal is not written anywhere. */
#define ANSWER(name) static const unsigned char name[] UNUSED

/* The answer to one field of a batch. */
#define ANSWER_FIELD(at, ...) \
    do { \
        static const unsigned char record[] = {__VA_ARGS__}; \
        memcpy(at, record, sizeof record); \
    } while (0)

#define REGISTERS \
    long a0 UNUSED, long a1 UNUSED, long a2 UNUSED, long a3 UNUSED, long a4 UNUSED, long a5 UNUSED

#define GETTER(symbol) \
    static int answer_##symbol(REGISTERS); \
    EXPORT int symbol(REGISTERS) { \
        calls++; \
        return answer_##symbol(a0, a1, a2, a3, a4, a5); \
    } \
    static inline int answer_##symbol(REGISTERS)

#endif
