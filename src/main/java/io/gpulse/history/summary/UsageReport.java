package io.gpulse.history.summary;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.history.sqlite.AccountingStore.ProcessSums;
import io.gpulse.history.sqlite.AccountingStore.Usage;
import io.gpulse.history.sqlite.AccountingStore.UserSums;
import io.gpulse.history.summary.SpanQuery.Span;
import io.gpulse.history.summary.UsageResponse.EnergyShare;
import io.gpulse.history.summary.UsageResponse.IntervalResponse;
import io.gpulse.history.summary.UsageResponse.UserResponse;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Creates the response about the usage of GPUs. */
final class UsageReport {

    private final Map<String, KnownGpu> gpus;

    /** @param gpus the requested GPUs, by UUID */
    UsageReport(Map<String, KnownGpu> gpus) {
        this.gpus = Map.copyOf(gpus);
    }

    UsageResponse of(Usage usage, Span span, boolean simulated) {
        int all = usage.users().stream().mapToInt(UserSums::processes).sum();
        return new UsageResponse(
                span.begin(),
                span.end(),
                simulated,
                usage.longest().stream().map(this::interval).toList(),
                all - usage.longest().size(),
                usage.users().stream().map(UsageReport::user).toList());
    }

    private IntervalResponse interval(ProcessSums one) {
        ProcessAccount process = one.process();
        KnownGpu gpu = Objects.requireNonNull(this.gpus.get(process.key().uuid()));
        Use use = one.use();
        return new IntervalResponse(
                gpu.uuid(),
                gpu.index(),
                process.key().pid(),
                process.identity().user(),
                process.identity().name(),
                Instant.ofEpochMilli(process.key().beganAt()),
                process.ended() ? Instant.ofEpochMilli(process.seenAt()) : null,
                known(process.peakMemory()),
                use.reportedSeconds() > 0 ? HistorySummary.rounded(use.utilization() / use.reportedSeconds()) : null,
                HistorySummary.kilowattHours(use.joules()),
                share(use));
    }

    private static EnergyShare share(Use use) {
        if (use.sharedSeconds() > 0) {
            return EnergyShare.SHARED;
        }
        return use.exclusiveSeconds() >= use.seconds() ? EnergyShare.EXCLUSIVE : EnergyShare.BY_SM;
    }

    private static UserResponse user(UserSums sums) {
        Use use = sums.use();
        return new UserResponse(
                sums.user(),
                HistorySummary.kilowattHours(use.joules()),
                HistorySummary.rounded(use.seconds()),
                HistorySummary.rounded(use.activeSeconds()),
                HistorySummary.rounded(use.heldIdleSeconds()),
                known(sums.peakMemory()),
                sums.processes());
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
