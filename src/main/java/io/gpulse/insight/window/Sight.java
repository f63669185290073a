package io.gpulse.insight.window;

/**
 * What can be seen of the machine.
 *
 * @param gpus whether gpulse looks for GPUs
 * @param processes whether the driver tells of the processes of all
 */
public record Sight(boolean gpus, boolean processes) {}
