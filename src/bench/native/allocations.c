/* Preloaded: counts what each thread takes from the heap of C. */
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);

EXPORT void *malloc(size_t bytes);
EXPORT void *calloc(size_t count, size_t bytes);
EXPORT void *realloc(void *old, size_t bytes);
EXPORT long benchAllocations(void);

/* A place at a fixed distance from the thread's own: finding it allocates nothing. */
static __thread long taken __attribute__((tls_model("initial-exec")));

void *malloc(size_t bytes) {
    taken++;
    return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes) {
    taken++;
    return __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes) {
    taken++;
    return __libc_realloc(old, bytes);
}

long benchAllocations(void) {
    return taken;
}
