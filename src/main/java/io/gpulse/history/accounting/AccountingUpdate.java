package io.gpulse.history.accounting;

import java.util.List;

/**
 * The changes of accounts to store.
 *
 * @param accounts replace the stored ones
 * @param minutes are added to the stored ones
 * @param processes replace the stored ones
 * @param slices are added to the stored ones
 * @param runs replace the stored ones
 */
public record AccountingUpdate(
        List<GpuAccount> accounts,
        List<MinuteAccount> minutes,
        List<Gap> gaps,
        List<ProcessAccount> processes,
        List<ProcessSlice> slices,
        List<StateRun> runs) {}
