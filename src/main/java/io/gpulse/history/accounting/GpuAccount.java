package io.gpulse.history.accounting;

/**
 * All of one GPU's time since it was seen first.
 *
 * @param since when it was seen first, in epoch ms
 * @param at up to when it is counted, in epoch ms
 * @param counter the driver's counter of energy at that moment, in J; NaN when it is not known
 */
public record GpuAccount(String uuid, long since, long at, double counter, Sums sums) {}
