package io.gpulse.history.accounting;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The accounts that a file would contain. */
final class StoredAccounts {

    final Map<String, GpuAccount> accounts = new LinkedHashMap<>();
    final List<MinuteAccount> minutes = new ArrayList<>();
    final List<Gap> gaps = new ArrayList<>();
    final Map<ProcessKey, ProcessAccount> processes = new LinkedHashMap<>();
    final List<ProcessSlice> slices = new ArrayList<>();

    void store(Accounting accounting) {
        AccountingUpdate update = accounting.pending();
        update.accounts().forEach((account) -> this.accounts.put(account.uuid(), account));
        this.minutes.addAll(update.minutes());
        this.gaps.addAll(update.gaps());
        update.processes().forEach((process) -> this.processes.put(process.key(), process));
        this.slices.addAll(update.slices());
        accounting.clear();
    }

    AccountingState state() {
        return new AccountingState(
                List.copyOf(this.accounts.values()),
                this.processes.values().stream()
                        .filter((process) -> !process.ended())
                        .toList());
    }

    double joulesOfProcesses(String uuid) {
        return this.slices.stream()
                .filter((slice) -> slice.process().uuid().equals(uuid))
                .mapToDouble((slice) -> slice.use().joules())
                .sum();
    }
}
