package io.gpulse.history.accounting;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All of one GPU's time since it was seen first.
 *
 * @param since when it was seen first, in epoch ms
 * @param at up to when it is counted, in epoch ms
 * @param idleSince since when it had been idle at that moment; null when it was busy, or that is not known
 * @param counter the driver's counter of energy at that moment, in J; NaN when it is not known
 */
public record GpuAccount(
        String uuid, long since, long at, @Nullable Instant idleSince, double counter, Sums sums) {}
