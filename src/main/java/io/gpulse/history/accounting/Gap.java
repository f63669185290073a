package io.gpulse.history.accounting;

/**
 * Time in which nobody looked at a GPU.
 *
 * @param from in epoch ms
 * @param to in epoch ms
 * @param joules what it took meanwhile by the driver's own counter; NaN when it is not known
 */
public record Gap(String uuid, long from, long to, double joules) {}
