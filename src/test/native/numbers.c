#include "fake_nvml.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t hashOf(const char *text) {
    size_t hash = 5381;
    for (; *text != '\0'; text++) {
        hash = hash * 33 ^ (unsigned char) *text;
    }
    return hash;
}

/* Decimal, or hexadecimal after 0x; never octal, which nobody means in a list of masks and clocks. */
static int baseOf(const char *text) {
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
}

bool parseUnsigned(const char *text, unsigned long long most, unsigned long long *number) {
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    char *end;
    errno = 0;
    unsigned long long parsed = strtoull(text, &end, baseOf(text));
    if (errno != 0 || *end != '\0' || parsed > most) {
        return false;
    }
    *number = parsed;
    return true;
}

bool parseSigned(const char *text, long long least, long long most, long long *number) {
    if (strchr("-0123456789", text[0]) == NULL || text[0] == '\0') {
        return false;
    }
    char *end;
    errno = 0;
    long long parsed = strtoll(text, &end, baseOf(text));
    if (errno != 0 || end == text || *end != '\0' || parsed < least || parsed > most) {
        return false;
    }
    *number = parsed;
    return true;
}
