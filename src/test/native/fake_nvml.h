/*
 * A driver library for the tests: it answers like NVIDIA's, refuses like NVIDIA's, and fails when a test says so.
 *
 * What it answers stands in the file `driver.control` beside the library; what its caller did wrong goes to
 * `driver.violations` beside it. README.md in this directory explains both.
 */
#ifndef FAKE_NVML_H
#define FAKE_NVML_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <stdbool.h>
#include <stddef.h>

/* Everything else is hidden: the tests also build libraries that leave symbols out, and must see exactly those gone. */
#define EXPORT __attribute__((visibility("default")))

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum {
    SUCCESS = 0,
    UNINITIALIZED = 1,
    INVALID_ARGUMENT = 2,
    NOT_SUPPORTED = 3,
    NO_PERMISSION = 4,
    NOT_FOUND = 6,
    INSUFFICIENT_SIZE = 7,
    DRIVER_NOT_LOADED = 9,
    TIMED_OUT = 10,
    FUNCTION_NOT_FOUND = 13,
    GPU_IS_LOST = 15,
    RESET_REQUIRED = 16,
    LIB_RM_VERSION_MISMATCH = 18,
    ARGUMENT_VERSION_MISMATCH = 25,
    UNKNOWN = 999
};

enum { MOST_GPUS = 64, MOST_SLOTS = 56, MOST_OUTS = 16, LONGEST_TEXT = 256 };

/* Whom a statement or a call is about: a GPU by its index, or one of these. */
enum { SYSTEM = -1, EVERY_GPU = -2, NO_GPU = -3 };

/* Never dereferenced, so that a stale or invented handle is answered instead of crashing the tests. */
typedef const void *Handle;

typedef enum { BYTE, UNSIGNED_32, SIGNED_32, UNSIGNED_64, TEXT, BYTES } Kind;

/* One place that a call fills: a struct member, or a pointer argument (without a name where it is the only one). */
typedef struct {
    const char *member;
    void *at;
    Kind kind;
    size_t room;
} Out;

/* What is asked: the symbol, its leading numbers as "(1,2)" or "", and where the answer goes. */
typedef struct {
    const char *symbol;
    const char *arguments;
    const Out *outs;
    size_t outCount;
    const unsigned *version; /* the version word of the caller's struct, NULL where there is none */
    unsigned expectedVersion;
    bool argumentsOptional; /* the number is a member of the struct, so the control file may leave it out */
} Call;

/* call.c: the way of every call. Between begin and end the lock is held; while a call sleeps or hangs it is not. */
int beginInit(const char *symbol);
int beginShutdown(const char *symbol);
int beginSystemCall(const char *symbol, bool needsInit);
int beginDeviceCall(const char *symbol, Handle device, int *gpu);

/* A call that MIG instances answer as well: the subject is a GPU, or an instance as in mig.h. */
int beginCallOnAny(const char *symbol, Handle device, int *subject);
int attach(const char *symbol, int gpu, Handle *device);
int endCall(int gpu, int code);

/* A wait for events, which is of no GPU and counted apart. */
int beginWait(const char *symbol);
int endWait(int code);

/* Lets a moment pass in a call that waits, and longer while it hangs; what the driver as a whole says then. */
int passMoment(void);

/* answer.c: what a call answers; with the lock held, except for the two that are whole calls. */
int askDevice(Handle device, const Call *call);
int askSystem(const Call *call);
int answer(int gpu, const Call *call);
int checkArguments(const Call *call);
int codeOf(int gpu, const Call *call);
bool textOf(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]);
bool names(const Call *call, const Out *out, const char *source);

/* system.c: the GPU that answers this text to that call, NO_GPU when none does. */
int gpuWith(const char *wanted, const char *symbol, const char *member);

/* defaults.c: an H100, when the control file says nothing. */
bool defaultText(int gpu, const Call *call, const Out *out, char text[LONGEST_TEXT]);

/* clock.c: the driver's clock, in microseconds since 1970, and counters and stamps that follow it. */
unsigned long long nowMicros(void);
bool parseStamp(const char *text, unsigned long long *stamp);
bool parseGrowing(const char *text, unsigned long long micros, unsigned long long *number);

/* numbers.c: text to native form. */
size_t hashOf(const char *text);
bool parseUnsigned(const char *text, unsigned long long most, unsigned long long *number);
bool parseSigned(const char *text, long long least, long long most, long long *number);

/* ledger.c: calls, threads inside and violations; with the lock held. */
void enterLibrary(const char *symbol);
int leaveLibrary(void);
int threadsInside(void);
unsigned long long callsOf(const char *symbol);
void violation(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* place.c: a file beside the library itself. */
const char *besideLibrary(const char *file, char path[4096]);

#endif
