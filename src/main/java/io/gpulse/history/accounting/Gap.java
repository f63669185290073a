package io.gpulse.history.accounting;

/**
 * Time without a sample of a GPU.
 *
 * @param from in epoch ms
 * @param to in epoch ms
 * @param joules energy by the driver's counter; NaN when unknown
 */
public record Gap(String uuid, long from, long to, double joules) {}
