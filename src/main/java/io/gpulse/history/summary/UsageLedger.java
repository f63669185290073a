package io.gpulse.history.summary;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.Ledger;
import io.gpulse.history.accounting.Ledger.Share;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.Stay;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.summary.HistorySummaryResponse.SecondsResponse;
import io.gpulse.history.summary.HistorySummaryResponse.TotalResponse;
import io.gpulse.history.summary.OwnerUsageResponse.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds up the time and the energy of GPUs by owner. */
final class UsageLedger {

    private static final int MOST_OWNERS = 200;
    private static final String UNKNOWN = "?";

    private final Map<Set<String>, Share> byOwners = new HashMap<>();

    /** @param owners of the processes in the time span */
    static UsageLedger of(HistoryStore store, UsageSpan span, Function<ProcessAccount, @Nullable String> owners) {
        List<Stay<String>> stays = store.ledger().processes(span).stream()
                .filter((one) -> !one.draws())
                .map((one) -> new Stay<>(
                        Objects.requireNonNullElse(owners.apply(one), UNKNOWN),
                        one.key().uuid(),
                        one.key().beganAt(),
                        one.seenAt()))
                .toList();
        return new UsageLedger(store, span, stays);
    }

    /** Returns the ledger of which each GPU is an owner, whatever is known of processes. */
    static UsageLedger ofGpus(HistoryStore store, UsageSpan span, Collection<KnownGpu> gpus) {
        List<Stay<String>> stays = gpus.stream()
                .map((gpu) -> new Stay<>(name(gpu, gpus), gpu.uuid(), span.from(), span.to()))
                .toList();
        return new UsageLedger(store, span, stays);
    }

    private static String name(KnownGpu gpu, Collection<KnownGpu> all) {
        boolean alone = all.stream().filter((one) -> one.index() == gpu.index()).count() == 1;
        return alone ? "GPU " + gpu.index() : gpu.uuid();
    }

    private UsageLedger(HistoryStore store, UsageSpan span, List<Stay<String>> stays) {
        Ledger<String> ledger = new Ledger<>(stays);
        store.ledger().minutes(span, ledger::add);
        ledger.shares()
                .forEach((place, share) -> this.byOwners
                        .computeIfAbsent(place.owners(), (first) -> new Share())
                        .add(share));
    }

    /** @param total the sums of the same time span and GPUs */
    List<OwnerUsageResponse> rows(TotalResponse total) {
        List<OwnerUsageResponse> owned = this.byOwners.entrySet().stream()
                .filter((one) -> !one.getKey().isEmpty())
                .map((one) -> row(
                        kind(one.getKey()),
                        List.copyOf(one.getKey()),
                        one.getValue().sums()))
                .filter((row) -> row.gpuHours() > 0)
                .sorted(Comparator.comparingDouble(OwnerUsageResponse::gpuHours).reversed())
                .toList();
        List<OwnerUsageResponse> rows =
                new ArrayList<>(owned.stream().limit(MOST_OWNERS).toList());
        owned.stream()
                .skip(MOST_OWNERS)
                .reduce(OwnerUsageResponse::and)
                .ifPresent((others) -> rows.add(others.of(Kind.OTHER)));
        Sums nobody = this.byOwners.getOrDefault(Set.of(), new Share()).sums();
        Stream.of(Occupancy.FREE, Occupancy.RESERVED)
                .filter((state) -> nobody.seconds(state) > 0)
                .forEach((state) -> rows.add(new OwnerUsageResponse(
                        Kind.valueOf(state.name()),
                        List.of(),
                        hours(nobody.seconds(state)),
                        0,
                        0,
                        HistorySummary.kilowattHours(nobody.joules(state)))));
        rows.add(rest(total, rows));
        return rows;
    }

    private static Kind kind(Set<String> owners) {
        if (owners.size() > 1) {
            return Kind.SHARED;
        }
        return owners.contains(UNKNOWN) ? Kind.OTHER : Kind.OWNER;
    }

    private static OwnerUsageResponse row(Kind kind, List<String> owners, Sums sums) {
        double active = hours(sums.seconds(Occupancy.ACTIVE));
        double idle = hours(sums.seconds(Occupancy.HELD_IDLE));
        return new OwnerUsageResponse(
                kind,
                kind == Kind.OTHER ? List.of() : owners.stream().sorted().toList(),
                millionths(active + idle),
                active,
                idle,
                HistorySummary.kilowattHours(sums.joules()));
    }

    /** Returns what is left of the total, of which no owner is known; up to rounding. */
    private static OwnerUsageResponse rest(TotalResponse total, List<OwnerUsageResponse> rows) {
        SecondsResponse seconds = total.seconds();
        double reserved = Objects.requireNonNullElse(seconds.reserved(), 0.0);
        double all = seconds.active() + seconds.heldIdle() + seconds.free() + reserved + seconds.unknown();
        double energy = Objects.requireNonNullElse(total.energyKilowattHours(), 0.0)
                - sum(rows, (row) -> Objects.requireNonNullElse(row.energyKilowattHours(), 0.0));
        return new OwnerUsageResponse(
                Kind.NOT_ATTRIBUTED,
                List.of(),
                left(all, sum(rows, OwnerUsageResponse::gpuHours)),
                left(seconds.active(), sum(rows, OwnerUsageResponse::activeGpuHours)),
                left(seconds.heldIdle(), sum(rows, OwnerUsageResponse::heldIdleGpuHours)),
                energy > 5e-7 ? (Double) millionths(energy) : null);
    }

    private static double sum(List<OwnerUsageResponse> rows, ToDoubleFunction<OwnerUsageResponse> value) {
        return rows.stream().mapToDouble(value).sum();
    }

    private static double left(double seconds, double others) {
        return Math.max(0, millionths(hours(seconds) - others));
    }

    private static double hours(double seconds) {
        return millionths(seconds / 3600);
    }

    private static double millionths(double value) {
        return HistorySummary.millionths(value);
    }
}
