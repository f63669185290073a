package io.gpulse.history.accounting;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The sums of one GPU since it was first seen.
 *
 * @param since first time seen, in epoch ms
 * @param at end of the counted time, in epoch ms
 * @param idleSince begin of the idle time at {@code at}; null when it was busy, or unknown
 * @param counter the driver's energy counter at {@code at}, in J; NaN when unknown
 */
public record GpuAccount(
        String uuid, long since, long at, @Nullable Instant idleSince, double counter, Sums sums) {}
