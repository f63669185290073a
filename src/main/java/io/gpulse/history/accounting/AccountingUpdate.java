package io.gpulse.history.accounting;

import java.util.List;

/**
 * What is to be stored.
 *
 * @param accounts in the place of those that are stored
 * @param minutes to be added to those that are stored
 * @param processes in the place of those that are stored
 * @param slices to be added to those that are stored
 */
public record AccountingUpdate(
        List<GpuAccount> accounts,
        List<MinuteAccount> minutes,
        List<Gap> gaps,
        List<ProcessAccount> processes,
        List<ProcessSlice> slices) {

    public static final AccountingUpdate NONE =
            new AccountingUpdate(List.of(), List.of(), List.of(), List.of(), List.of());

    public AccountingUpdate {
        accounts = List.copyOf(accounts);
        minutes = List.copyOf(minutes);
        gaps = List.copyOf(gaps);
        processes = List.copyOf(processes);
        slices = List.copyOf(slices);
    }
}
