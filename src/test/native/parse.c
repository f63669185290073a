#include "control.h"
#include "mig.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void resetControl(Control *into) {
    unsigned unloads = into->unloads;
    free(into->statements);
    forgetIndex(into);
    forgetProcesses(into);
    forgetEvents(into);
    memset(into, 0, sizeof *into);
    into->gpus = 2;
    into->unloads = unloads;
}

/* Cuts the next word off the line; an empty one when there is none. */
static char *word(char **line) {
    char *start = *line + strspn(*line, " \t");
    char *end = start + strcspn(start, " \t");
    *line = *end == '\0' ? end : end + 1;
    *end = '\0';
    return start;
}

static bool parseNumber(char **line, long long most, long long *number) {
    unsigned long long parsed;
    if (!parseUnsigned(word(line), (unsigned long long) most, &parsed) || word(line)[0] != '\0') {
        return false;
    }
    *number = (long long) parsed;
    return true;
}

static bool parseGpu(const char *text, int *gpu) {
    unsigned long long parsed;
    if (!parseUnsigned(text, MOST_GPUS - 1, &parsed)) {
        return false;
    }
    *gpu = (int) parsed;
    return true;
}

bool parseSubject(const char *text, int *scope) {
    char gpu[8];
    const char *slash = strchr(text, '/');
    unsigned long long slot;
    if (slash == NULL) {
        return parseGpu(text, scope);
    }
    if (slash - text >= (long) sizeof gpu || !parseUnsigned(slash + 1, MOST_SLOTS - 1, &slot)) {
        return false;
    }
    memcpy(gpu, text, (size_t) (slash - text));
    gpu[slash - text] = '\0';
    if (!parseGpu(gpu, scope)) {
        return false;
    }
    *scope = scopeOfInstance(*scope, (int) slot);
    return true;
}

static bool parseScope(const char *text, int *scope) {
    if (strcmp(text, "*") == 0) {
        *scope = EVERY_GPU;
        return true;
    }
    if (strcmp(text, "system") == 0) {
        *scope = SYSTEM;
        return true;
    }
    return parseSubject(text, scope);
}

static bool parseStatement(Verb verb, char *line, Control *into) {
    Statement statement = {.verb = verb};
    if (!parseScope(word(&line), &statement.scope)) {
        return false;
    }
    statement.source = word(&line);
    if (statement.source[0] == '\0') {
        return false;
    }
    if (verb == VALUE) {
        statement.text = line + strspn(line, " \t");
        if (strlen(line) >= LONGEST_TEXT) {
            return false;
        }
    } else if (!parseNumber(&line, INT_MAX, &statement.number)) {
        return false;
    }
    if (into->count % 64 == 0) {
        Statement *grown = realloc(into->statements, (into->count + 64) * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        into->statements = grown;
    }
    into->statements[into->count++] = statement;
    return true;
}

/* "gpu SOURCE TIMES VALUE" */
static bool parseGlitch(char *line, Control *into) {
    Glitch glitch = {.scope = 0};
    unsigned long long times;
    if (!parseScope(word(&line), &glitch.scope)) {
        return false;
    }
    glitch.source = word(&line);
    if (!parseUnsigned(word(&line), INT_MAX, &times)) {
        return false;
    }
    glitch.times = (unsigned) times;
    glitch.text = line + strspn(line, " \t");
    return strlen(line) < LONGEST_TEXT && addGlitch(&glitch, into);
}

static bool parseGpus(char *line, Control *into) {
    long long gpus;
    if (!parseNumber(&line, MOST_GPUS, &gpus)) {
        return false;
    }
    into->gpus = (int) gpus;
    return true;
}

static bool parseHang(char *line, Control *into) {
    const char *whom = word(&line);
    if (strcmp(whom, "all") == 0) {
        into->everythingHangs = true;
        return true;
    }
    int gpu;
    if (!parseGpu(whom, &gpu)) {
        return false;
    }
    into->hangs[gpu] = true;
    return true;
}

static bool parseStanding(char *line, int code, Control *into) {
    int gpu;
    if (!parseGpu(word(&line), &gpu)) {
        return false;
    }
    into->standing[gpu] = code;
    return true;
}

static bool parseDeviceCode(char *line, Control *into) {
    int gpu;
    long long code;
    if (!parseGpu(word(&line), &gpu) || !parseNumber(&line, INT_MAX, &code)) {
        return false;
    }
    into->deviceCode[gpu] = (int) code;
    return true;
}

static bool parseDriver(char *line, Control *into) {
    static const char *const states[] = {"works", "unloaded", "mismatch", "refuses", "unknown"};
    const char *state = word(&line);
    for (size_t i = 0; i < COUNT_OF(states); i++) {
        if (strcmp(state, states[i]) == 0) {
            into->driver = (Driver) i;
            return true;
        }
    }
    return false;
}

bool parseLine(char *line, Control *into) {
    const char *verb = word(&line);
    if (verb[0] == '\0' || verb[0] == '#') {
        return true;
    }
    if (strcmp(verb, "value") == 0) {
        return parseStatement(VALUE, line, into);
    }
    if (strcmp(verb, "code") == 0) {
        return parseStatement(CODE, line, into);
    }
    if (strcmp(verb, "sleep") == 0) {
        return parseStatement(SLEEP, line, into);
    }
    if (strcmp(verb, "glitch") == 0) {
        return parseGlitch(line, into);
    }
    if (strcmp(verb, "gpus") == 0) {
        return parseGpus(line, into);
    }
    if (strcmp(verb, "hang") == 0) {
        return parseHang(line, into);
    }
    if (strcmp(verb, "lose") == 0) {
        return parseStanding(line, GPU_IS_LOST, into);
    }
    if (strcmp(verb, "reset") == 0) {
        return parseStanding(line, RESET_REQUIRED, into);
    }
    if (strcmp(verb, "mig") == 0) {
        return parseInstance(line, into);
    }
    if (strncmp(verb, "process", strlen("process")) == 0) {
        return parseProcesses(verb, line, into);
    }
    if (strcmp(verb, "xid") == 0 || strcmp(verb, "event") == 0 || strcmp(verb, "goe") == 0) {
        return parseEvents(verb, line, into);
    }
    if (strcmp(verb, "asleep") == 0 || strcmp(verb, "init-wakes") == 0) {
        return parsePower(verb, word(&line), into);
    }
    if (strcmp(verb, "device-code") == 0) {
        return parseDeviceCode(line, into);
    }
    if (strcmp(verb, "field-numbering") == 0) {
        const char *of = word(&line);
        into->fieldsOf575 = strcmp(of, "575") == 0;
        return into->fieldsOf575 || strcmp(of, "580.82") == 0;
    }
    return strcmp(verb, "driver") == 0 && parseDriver(line, into);
}
