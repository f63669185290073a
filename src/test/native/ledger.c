#include "fake_nvml.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SYMBOLS = 512 };

typedef struct {
    const char *symbol;
    unsigned long long calls;
} Tally;

static Tally tallies[MOST_SYMBOLS];
static size_t tallied;
static unsigned long long allCalls;
static int inside;

static Tally *tallyOf(const char *symbol) {
    for (size_t i = 0; i < tallied; i++) {
        if (strcmp(tallies[i].symbol, symbol) == 0) {
            return &tallies[i];
        }
    }
    return NULL;
}

void enterLibrary(const char *symbol) {
    Tally *tally = tallyOf(symbol);
    if (tally == NULL && tallied < MOST_SYMBOLS) {
        tally = &tallies[tallied++];
        tally->symbol = symbol;
    }
    if (tally != NULL) {
        tally->calls++;
    }
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
    Tally *tally = tallyOf(symbol);
    return tally == NULL ? 0 : tally->calls;
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
