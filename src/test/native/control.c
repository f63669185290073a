#include "control.h"

#include "events.h"
#include "mig.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static Control present;
static enum { NOTHING_YET, NO_FILE, A_FILE } source;
static struct stat seen;
static bool settled;  /* the file was old enough when read that a later change must show in its times */
static char *content; /* the file as read */
static char *words;   /* the same, cut up: the statements point into it */

static long long nanos(struct timespec time) {
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/*
 * File systems stamp with the clock tick of the kernel, some milliseconds, and hand a freed inode out again: two
 * replacements within a tick can look like none. So a file that is younger than this is read again each time.
 */
static bool isSettled(const struct stat *file) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return nanos(now) - nanos(file->st_mtim) > 100 * 1000000LL;
}

static bool isSeen(const struct stat *file) {
    return source == A_FILE && settled && file->st_ino == seen.st_ino && file->st_size == seen.st_size
        && nanos(file->st_mtim) == nanos(seen.st_mtim);
}

static void parseLines(char *line) {
    for (int number = 1; line != NULL; number++) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        if (!parseLine(line, &present)) {
            violation("control file: line %d is not a statement", number);
        }
        line = end == NULL ? NULL : end + 1;
    }
}

/* Takes the text over. The same text again changes nothing, and is not complained about again. */
static void take(char *text) {
    if (content != NULL && text != NULL && strcmp(content, text) == 0) {
        free(text);
        return;
    }
    Driver before = present.driver;
    resetControl(&present);
    free(content);
    free(words);
    content = text;
    words = text == NULL ? NULL : strdup(text);
    parseLines(words);
    indexStatements(&present);
    recountGlitches(&present);
    if (present.driver == DRIVER_UNLOADED && before != DRIVER_UNLOADED) {
        present.unloads++;
    }
    recordEvents(&present);
    forgetEnded();
}

static char *readAll(int file, size_t size) {
    char *text = malloc(size + 1);
    size_t length = 0;
    for (ssize_t got = 1; text != NULL && length < size && got > 0; length += got > 0 ? (size_t) got : 0) {
        got = read(file, text + length, size - length);
    }
    if (text != NULL) {
        text[length] = '\0';
    }
    return text;
}

static void takeFile(const char *path) {
    struct stat now;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    if (fstat(file, &now) == 0) {
        settled = isSettled(&now);
        seen = now;
        source = A_FILE;
        take(readAll(file, (size_t) now.st_size));
    }
    close(file);
}

const Control *control(void) {
    return &present;
}

void readControl(void) {
    char path[4096];
    struct stat now;
    bool exists = stat(besideLibrary("driver.control", path), &now) == 0;
    if (!exists && source != NO_FILE) {
        source = NO_FILE;
        take(NULL);
    } else if (exists && !isSeen(&now)) {
        takeFile(path);
    }
}
