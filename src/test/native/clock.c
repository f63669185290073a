/* The driver's clock, which is the machine's. */
#include "fake_nvml.h"

#include <limits.h>
#include <string.h>
#include <time.h>

/* A moment in 2023, from which counters grow. */
static const unsigned long long START = 1700000000000000ULL;

unsigned long long nowMicros(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (unsigned long long) now.tv_sec * 1000000 + (unsigned long long) now.tv_nsec / 1000;
}

/* Microseconds since 1970, or "now", "now+MICROS", "now-MICROS". */
bool parseStamp(const char *text, unsigned long long *stamp) {
    unsigned long long away = 0;
    if (strncmp(text, "now", 3) != 0) {
        return parseUnsigned(text, ULLONG_MAX, stamp);
    }
    if (text[3] != '\0' && ((text[3] != '+' && text[3] != '-') || !parseUnsigned(text + 4, LLONG_MAX, &away))) {
        return false;
    }
    *stamp = text[3] == '-' ? nowMicros() - away : nowMicros() + away;
    return true;
}

/* "growing:N", a counter that gains N a second. */
bool parseGrowing(const char *text, unsigned long long micros, unsigned long long *number) {
    static const char prefix[] = "growing:";
    unsigned long long perSecond;
    if (strncmp(text, prefix, sizeof prefix - 1) != 0
            || !parseUnsigned(text + sizeof prefix - 1, UINT_MAX, &perSecond)) {
        return false;
    }
    *number = (unsigned long long) ((double) perSecond * (double) (micros - START) / 1e6);
    return true;
}
