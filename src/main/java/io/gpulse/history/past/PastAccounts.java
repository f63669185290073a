package io.gpulse.history.past;

import io.gpulse.device.Source;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.Sums;
import io.gpulse.sampling.IdleTimes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The use of simulated GPUs by minutes and by processes. Totals of GPUs do not contain it. */
final class PastAccounts {

    private final List<SimulatedGpu> gpus;
    private final Map<String, GpuAccount> before = new HashMap<>();
    private final Accounting accounting = new Accounting();
    private final PastRounds rounds;
    private long at;
    private long countedUntil;

    /** @param earlier the accounts of an earlier run, which are continued */
    PastAccounts(List<SimulatedGpu> gpus, Source source, AccountingState earlier, long from) {
        this.gpus = gpus;
        this.at = from;
        this.countedUntil = from;
        earlier.accounts().forEach((account) -> this.before.put(account.uuid(), account));
        this.rounds = new PastRounds(gpus, source, idleTimes(earlier));
        this.accounting.add(this.rounds.use(from, from));
        this.accounting.restore(earlier);
    }

    static IdleTimes idleTimes(AccountingState earlier) {
        IdleTimes idle = new IdleTimes();
        earlier.accounts().forEach((account) -> account.restore(idle));
        return idle;
    }

    /** Returns the accounts of the time up to a moment since the last call. */
    AccountingUpdate until(long end) {
        while (this.at < end) {
            long next =
                    Math.min(end, Math.floorDiv(this.at, PastWriter.MINUTE) * PastWriter.MINUTE + PastWriter.MINUTE);
            if (this.gpus.get(0).isRecorded(next - 1)) {
                if (this.at > this.countedUntil) {
                    this.accounting.add(this.rounds.use(this.at, this.at));
                }
                this.accounting.add(this.rounds.use(this.at, next));
                this.countedUntil = next;
            }
            this.at = next;
        }
        AccountingUpdate update = this.accounting.pending();
        this.accounting.clear();
        return new AccountingUpdate(
                update.accounts().stream().map(this::withoutPast).toList(),
                update.minutes(),
                update.gaps(),
                update.processes(),
                update.slices(),
                update.runs());
    }

    private GpuAccount withoutPast(GpuAccount account) {
        @Nullable GpuAccount earlier = this.before.get(account.uuid());
        long since = earlier == null ? this.at : earlier.since();
        Sums sums = earlier == null ? new Sums() : earlier.sums();
        return new GpuAccount(account.uuid(), since, this.at, account.idleSince(), Double.NaN, sums);
    }
}
