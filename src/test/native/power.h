/* What power.c knows of GPUs that sleep, and of the GPUs of a session; with the lock held. */
#ifndef POWER_H
#define POWER_H

#include "fake_nvml.h"

/* A call about the GPU: wakes it when it is asleep, and counts that once for each sleep. */
void wake(const char *symbol, int gpu);

/* Initialisation, which wakes all of them where the control file has `init-wakes`. */
void wakeByInit(const char *symbol);

unsigned wakesOf(int gpu);
const char *lastWokenBy(int gpu);

/* Keeps the number of GPUs as of now for the session that begins. */
void countGpus(void);
int countedGpus(void);

/* SUCCESS, GPU_IS_LOST or RESET_REQUIRED; a GPU that was taken out during the session is lost. */
int standingOf(int gpu);

#endif
