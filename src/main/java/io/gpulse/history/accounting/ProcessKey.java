package io.gpulse.history.accounting;

/**
 * A process on one GPU.
 *
 * @param uuid of the GPU
 * @param pid as the driver reports it
 * @param beganAt first time seen on the GPU, in epoch ms
 */
public record ProcessKey(String uuid, int pid, long beganAt) {}
