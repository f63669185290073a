/* Makes the calls of one recorded round again and again, as a C program would: loop LIBRARY ROUNDS SAMPLES */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { REGISTERS = 6 };

typedef int (*Getter)(long, long, long, long, long, long);

typedef struct {
    const char *symbol;
    int memory;
    struct {
        bool isMemory;
        long number;
    } arguments[REGISTERS];
    Getter getter;
    long given[REGISTERS];
} Step;

#include STEPS

enum { COUNT = sizeof steps / sizeof steps[0] };

static void prepare(void *library) {
    for (int i = 0; i < COUNT; i++) {
        Step *step = &steps[i];
        step->getter = (Getter) dlsym(library, step->symbol);
        char *memory = calloc(1, step->memory);
        if (step->getter == NULL || memory == NULL) {
            fprintf(stderr, "%s is not there\n", step->symbol);
            exit(1);
        }
        for (int a = 0; a < REGISTERS; a++) {
            long number = step->arguments[a].number;
            step->given[a] = step->arguments[a].isMemory ? (long) (memory + number) : number;
        }
    }
}

static long takeRound(void) {
    long codes = 0;
    for (int i = 0; i < COUNT; i++) {
        const long *a = steps[i].given;
        codes += steps[i].getter(a[0], a[1], a[2], a[3], a[4], a[5]);
    }
    return codes;
}

static double cpuNanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(int count, char **arguments) {
    void *library = count == 4 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    if (library == NULL) {
        fprintf(stderr, "loop LIBRARY ROUNDS SAMPLES: %s\n", count == 4 ? dlerror() : "wrong arguments");
        return 1;
    }
    prepare(library);
    long rounds = atol(arguments[2]);
    long codes = 0;
    for (long sample = 0; sample < atol(arguments[3]); sample++) {
        double begun = cpuNanos();
        for (long round = 0; round < rounds; round++) {
            codes += takeRound();
        }
        printf("%.3f\n", (cpuNanos() - begun) / rounds / 1000);
    }
    return codes == -1;
}
