/* What nvmlInit and nvmlShutdown leave behind; with the lock held. */
#ifndef SESSION_H
#define SESSION_H

#include "fake_nvml.h"

bool isInitialised(void);

/* Whether the next shutdown ends the last session. */
bool isLastSession(void);
void initialise(void);
void release(void);

/* The handle of a GPU in this session; asking for it attaches the GPU. */
Handle handleOf(int gpu);
bool isAttached(int gpu);

/* The handle of a MIG instance; -1 as the slot of a handle is the GPU itself. */
Handle handleOfInstance(int gpu, int slot);
int slotOfHandle(Handle device);

/* The GPU of a handle, of its own or of an instance, NO_GPU for NULL, an invented handle and one from before the last shutdown or driver unload. */
int gpuOf(Handle device);

#endif
