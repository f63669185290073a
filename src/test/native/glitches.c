/* Values that only the next answers have. A line is used up, as a line of an event is told once. */
#include "control.h"

static unsigned used[MOST_GLITCHES][MOST_GPUS];
static size_t counted;   /* lines that answers are counted for */

bool addGlitch(const Glitch *glitch, Control *into) {
    if (into->glitchCount == MOST_GLITCHES || glitch->scope == SYSTEM || glitch->scope >= MOST_GPUS) {
        return false;
    }
    into->glitches[into->glitchCount++] = *glitch;
    return true;
}

/* A line that is gone is forgotten: one in its place is a new one. */
void recountGlitches(const Control *now) {
    for (size_t line = now->glitchCount; line < counted; line++) {
        for (int gpu = 0; gpu < MOST_GPUS; gpu++) {
            used[line][gpu] = 0;
        }
    }
    counted = now->glitchCount;
}

const char *takeGlitch(int gpu, const Call *call, const Out *out) {
    const Control *now = control();
    for (size_t line = 0; gpu >= 0 && gpu < MOST_GPUS && line < now->glitchCount; line++) {
        const Glitch *glitch = &now->glitches[line];
        bool concerns = glitch->scope == EVERY_GPU || glitch->scope == gpu;
        if (concerns && used[line][gpu] < glitch->times && names(call, out, glitch->source)) {
            used[line][gpu]++;
            return glitch->text;
        }
    }
    return NULL;
}
