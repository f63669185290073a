#include "fake_nvml.h"

/* Works without init and in every state, so it stands outside the common way; it is not counted as a call either. */
EXPORT const char *nvmlErrorString(int code) {
    static const char *const texts[] = {
        "Success", "Uninitialized", "Invalid Argument", "Not Supported", "Insufficient Permissions",
        "Already Initialized", "Not Found", "Insufficient Size", "Insufficient External Power", "Driver Not Loaded",
        "Timeout", "Interrupt Request Issue", "NVML Shared Library Not Found", "Function Not Found",
        "Corrupted infoROM", "GPU is lost", "GPU requires reset", "GPU access blocked by the operating system",
        "Driver/library version mismatch", "In use by another client", "Insufficient Memory", "No data",
        "ECC not supported on vGPU", "Insufficient Resources", "Frequency not supported",
        "Argument version mismatch", "Deprecated", "Not Ready", "GPU not found", "Invalid State",
    };
    return code >= 0 && (size_t) code < COUNT_OF(texts) ? texts[code] : "Unknown Error";
}
