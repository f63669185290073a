#include "fake_nvml.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* More than there are functions. */
enum { MOST_SYMBOLS = 1024 };

typedef struct {
    const char *symbol;
    unsigned long long calls;
} Tally;

static Tally tallies[MOST_SYMBOLS];
static unsigned long long allCalls;
static int inside;

/* The place of a symbol, or the free one that it would take. */
static Tally *tallyOf(const char *symbol) {
    size_t place = hashOf(symbol) % MOST_SYMBOLS;
    while (tallies[place].symbol != NULL && strcmp(tallies[place].symbol, symbol) != 0) {
        place = (place + 1) % MOST_SYMBOLS;
    }
    return &tallies[place];
}

void enterLibrary(const char *symbol) {
    Tally *tally = tallyOf(symbol);
    tally->symbol = symbol;
    tally->calls++;
    allCalls++;
    inside++;
}

int leaveLibrary(void) {
    return --inside;
}

int threadsInside(void) {
    return inside;
}

unsigned long long callsOf(const char *symbol) {
    if (symbol == NULL) {
        return allCalls;
    }
    return tallyOf(symbol)->calls;
}

/* One write per line and nothing buffered: a test reads the file while the library is still loaded. */
void violation(const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return;
    }
    size_t end = (size_t) length < sizeof line - 2 ? (size_t) length : sizeof line - 2;
    line[end] = '\n';
    char path[4096];
    int file = open(besideLibrary("driver.violations", path), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0 || write(file, line, end + 1) < 0) {
        fprintf(stderr, "fake driver: %s", line);
    }
    if (file >= 0) {
        close(file);
    }
}
