/* Finds the last statement about a source: a table of places in the list of statements, by what they are about. */
#include "control.h"

#include <stdlib.h>
#include <string.h>

enum { NOTHING = 0 };   /* in the table; other entries are a place plus 1 */

static size_t hashOfKey(Aspect aspect, int scope, const char *source) {
    return (hashOf(source) * 31 + (size_t) (scope + 3)) * 31 + (size_t) aspect;
}

static bool isAbout(const Statement *statement, Aspect aspect, int scope, const char *source) {
    bool ofAspect = aspect == SLEEPING ? statement->verb == SLEEP
                                       : statement->verb == VALUE || (aspect == SETTING && statement->verb == CODE);
    return ofAspect && statement->scope == scope && strcmp(statement->source, source) == 0;
}

/* The entry of a key; NOTHING stands in that of a key that is not there. */
static size_t *entryOf(const Control *of, Aspect aspect, int scope, const char *source) {
    size_t place = hashOfKey(aspect, scope, source) % of->index.size;
    while (of->index.places[place] != NOTHING
            && !isAbout(&of->statements[of->index.places[place] - 1], aspect, scope, source)) {
        place = (place + 1) % of->index.size;
    }
    return &of->index.places[place];
}

void forgetIndex(Control *of) {
    free(of->index.places);
}

/* An aspect has its own entries, so that a code does not hide the value before it. */
void indexStatements(Control *of) {
    of->index.size = of->count * 4 + 1;
    of->index.places = calloc(of->index.size, sizeof *of->index.places);
    if (of->index.places == NULL) {
        abort();
    }
    for (size_t i = 0; i < of->count; i++) {
        const Statement *statement = &of->statements[i];
        Aspect first = statement->verb == SLEEP ? SLEEPING : SETTING;
        *entryOf(of, first, statement->scope, statement->source) = i + 1;
        if (statement->verb == VALUE) {
            *entryOf(of, SET_VALUE, statement->scope, statement->source) = i + 1;
        }
    }
}

const Statement *lastAbout(Aspect aspect, int gpu, const char *source) {
    const Control *now = control();
    if (now->count == 0) {
        return NULL;
    }
    size_t own = *entryOf(now, aspect, gpu, source);
    size_t common = gpu >= 0 && gpu < MOST_GPUS ? *entryOf(now, aspect, EVERY_GPU, source) : NOTHING;
    size_t last = own > common ? own : common;
    return last == NOTHING ? NULL : &now->statements[last - 1];
}
