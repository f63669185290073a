/* The statements about what the driver reports by itself. */
#include "control.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { XID_CRITICAL = 8 };

void forgetEvents(Control *of) {
    free(of->events);
}

static bool add(const Event *event, Control *into) {
    if (event->gpu < 0 || event->gpu >= MOST_GPUS) {
        return false;
    }
    if (into->eventCount % 64 == 0) {
        Event *grown = realloc(into->events, (into->eventCount + 64) * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        into->events = grown;
    }
    into->events[into->eventCount++] = *event;
    return true;
}

static bool parseClassic(bool xid, const char *line, Control *into) {
    Event event = {.type = XID_CRITICAL};
    char type[24], data[24];
    int end = 0;
    int words = xid ? sscanf(line, "%d %23s %n", &event.gpu, data, &end) + 1
                    : sscanf(line, "%d %23s %23s %n", &event.gpu, type, data, &end);
    return words == 3 && line[end] == '\0' && (xid || parseUnsigned(type, ULLONG_MAX, &event.type))
        && parseUnsigned(data, ULLONG_MAX, &event.data) && add(&event, into);
}

static bool parseGroup(const char *text, Event *event) {
    unsigned index, size;
    int end = 0;
    if (sscanf(text, "%llu/%u/%u%n", &event->groupCursor, &index, &size, &end) != 3 || text[end] != '\0') {
        return false;
    }
    event->groupIndex = (unsigned char) index;
    event->groupSize = (unsigned char) size;
    return index <= UCHAR_MAX && size <= UCHAR_MAX;
}

static bool parse32(const char *text, unsigned *number) {
    unsigned long long parsed;
    if (!parseUnsigned(text, UINT_MAX, &parsed)) {
        return false;
    }
    *number = (unsigned) parsed;
    return true;
}

/* What may follow, as name=value. */
static bool parseOption(const char *option, Event *event) {
    const char *value = strchr(option, '=');
    if (value == NULL) {
        return false;
    }
    size_t length = (size_t) (value++ - option);
    if (strncmp(option, "group", length) == 0 && length == strlen("group")) {
        return parseGroup(value, event);
    }
    if (strncmp(option, "at", length) == 0 && length == strlen("at")) {
        return parseUnsigned(value, ULLONG_MAX, &event->stamp);
    }
    if (strncmp(option, "xid", length) == 0 && length == strlen("xid")) {
        return event->xidCount < MOST_XIDS && parse32(value, &event->xids[event->xidCount++]);
    }
    if (strncmp(option, "level", length) == 0 && length == strlen("level")) {
        return parse32(value, &event->level);
    }
    if (strncmp(option, "attributes", length) == 0 && length == strlen("attributes")) {
        return parse32(value, &event->attributes);
    }
    return strncmp(option, "group-attributes", length) == 0 && length == strlen("group-attributes")
        && parse32(value, &event->groupAttributes);
}

static bool parseOperational(const char *line, Control *into) {
    Event event = {.operational = true, .level = 50};
    char category[16], word[64];
    int end = 0;
    if (sscanf(line, "%d %15s %u %15s %u %n", &event.gpu, event.module, &event.code, category, &event.severity, &end)
            != 5
        || !parse32(category, &event.category)) {
        return false;
    }
    for (line += end; *line != '\0'; line += end) {
        end = 0;
        if (sscanf(line, "%63s %n", word, &end) != 1 || !parseOption(word, &event)) {
            return false;
        }
    }
    return add(&event, into);
}

bool parseEvents(const char *verb, const char *line, Control *into) {
    static const char *const states[] = {"off", "on", "refused"};
    if (strcmp(verb, "goe") != 0) {
        return parseClassic(strcmp(verb, "xid") == 0, line, into);
    }
    for (size_t i = 0; i < COUNT_OF(states); i++) {
        if (strcmp(line, states[i]) == 0) {
            into->operational = (Operational) i;
            return true;
        }
    }
    return parseOperational(line, into);
}
