package io.gpulse.history.summary;

import io.gpulse.history.AccountingStore.ProcessSums;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.history.summary.SpanQuery.Span;
import io.gpulse.history.summary.UsageResponse.EnergyShare;
import io.gpulse.history.summary.UsageResponse.IntervalResponse;
import io.gpulse.history.summary.UsageResponse.UserResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells who used which GPU. */
final class UsageReport {

    private static final int MOST_INTERVALS = 2000;

    private final Map<String, KnownGpu> gpus;

    /** @param gpus those that are asked for, by UUID */
    UsageReport(Map<String, KnownGpu> gpus) {
        this.gpus = Map.copyOf(gpus);
    }

    UsageResponse of(List<ProcessSums> all, Span span, boolean simulated) {
        List<ProcessSums> asked = all.stream()
                .filter((one) -> this.gpus.containsKey(one.process().key().uuid()))
                .toList();
        List<ProcessSums> longest = asked.stream()
                .sorted(Comparator.comparingDouble(
                                (ProcessSums one) -> one.use().seconds())
                        .reversed())
                .limit(MOST_INTERVALS)
                .sorted(Comparator.comparingLong((one) -> one.process().key().begunAt()))
                .toList();
        return new UsageResponse(
                span.begin(),
                span.end(),
                simulated,
                longest.stream().map(this::interval).toList(),
                asked.size() - longest.size(),
                users(asked));
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
                Instant.ofEpochMilli(process.key().begunAt()),
                process.ended() ? Instant.ofEpochMilli(process.seenAt()) : null,
                known(process.peakMemory()),
                use.told() > 0 ? HistorySummary.rounded(use.utilization() / use.told()) : null,
                HistorySummary.kilowattHours(use.joules()),
                share(use));
    }

    private static EnergyShare share(Use use) {
        if (use.sharedSeconds() > 0) {
            return EnergyShare.SHARED;
        }
        return use.exclusiveSeconds() >= use.seconds() ? EnergyShare.EXCLUSIVE : EnergyShare.BY_SM;
    }

    private static List<UserResponse> users(List<ProcessSums> all) {
        Map<Optional<String>, List<ProcessSums>> byUser = new LinkedHashMap<>();
        all.forEach((one) -> byUser.computeIfAbsent(
                        Optional.ofNullable(one.process().identity().user()), (first) -> new ArrayList<>())
                .add(one));
        return byUser.entrySet().stream()
                .map((entry) -> user(entry.getKey().orElse(null), entry.getValue()))
                .sorted(Comparator.comparing(
                        (UserResponse user) -> Objects.requireNonNullElse(user.energyKilowattHours(), 0.0),
                        Comparator.reverseOrder()))
                .toList();
    }

    private static UserResponse user(@Nullable String name, List<ProcessSums> processes) {
        Use use = processes.stream().map(ProcessSums::use).reduce(Use.NONE, Use::plus);
        double peak = processes.stream()
                .mapToDouble((one) -> one.process().peakMemory())
                .filter((memory) -> !Double.isNaN(memory))
                .max()
                .orElse(Double.NaN);
        return new UserResponse(
                name,
                HistorySummary.kilowattHours(use.joules()),
                HistorySummary.rounded(use.seconds()),
                HistorySummary.rounded(use.activeSeconds()),
                HistorySummary.rounded(use.heldIdleSeconds()),
                known(peak),
                processes.size());
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
