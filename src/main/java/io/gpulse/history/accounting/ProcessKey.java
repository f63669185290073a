package io.gpulse.history.accounting;

/**
 * A process on one GPU.
 *
 * @param uuid of the GPU
 * @param pid as the driver tells it
 * @param begunAt when it was seen there first, in epoch ms
 */
public record ProcessKey(String uuid, int pid, long begunAt) {}
