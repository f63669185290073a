package io.gpulse.history.past;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.SimulatedPast;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.history.Batch;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.StoreException;
import io.gpulse.history.StoredMinute;
import io.gpulse.history.StoredSample;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.sqlite.HistoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the simulated past of a demo into its store: the minutes of a day, and each second of the last quarter of an
 * hour, with the events and alerts of the day. In a store of an earlier run it continues where that ended. Totals
 * since the first sample begin at the start.
 */
public final class PastWriter {

    private static final Logger log = LoggerFactory.getLogger(PastWriter.class);

    static final long MINUTE = Duration.ofMinutes(1).toMillis();
    static final long SECOND = Duration.ofSeconds(1).toMillis();

    private static final long RAW = Duration.ofMinutes(15).toMillis();
    private static final int MINUTES_AT_ONCE = 60;
    private static final long ACCOUNTS_AT_ONCE = Duration.ofHours(6).toMillis();

    static final AccountingUpdate NOTHING =
            new AccountingUpdate(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    private final @Nullable SimulatedPast past;
    private final Supplier<? extends @Nullable PastAlerts> alerts;

    /**
     * @param past null without simulated GPUs
     * @param alerts obtained when there is a past to write; null for none
     */
    public PastWriter(@Nullable SimulatedPast past, Supplier<? extends @Nullable PastAlerts> alerts) {
        this.past = past;
        this.alerts = alerts;
    }

    /** Writes the time before the first round, unless the source is another one than the demo. */
    public void write(HistoryStore store, Snapshot first) {
        SimulatedPast simulated = this.past;
        if (simulated == null
                || first.source().kind() != SourceKind.DEMO
                || simulated.length().isZero()) {
            return;
        }
        AccountingState earlier = store.accounting().state();
        Span span = unknown(earlier, simulated, first.takenAt().toEpochMilli());
        if (span.to - span.from < SECOND) {
            return;
        }
        try {
            write(store, span, simulated, first.source());
        } catch (StoreException failed) {
            throw failed;
        } catch (RuntimeException failed) {
            log.error("The simulated past of the demo cannot be computed", failed);
        }
    }

    /** Returns the time before the first round, without that in which an earlier run counted the simulated GPUs. */
    private static Span unknown(AccountingState earlier, SimulatedPast past, long to) {
        List<String> uuids = past.gpus().stream().map(GpuIdentity::uuid).toList();
        long earliest = to - past.length().toMillis();
        long from = earlier.accounts().stream()
                .filter((account) -> uuids.contains(account.uuid()))
                .mapToLong(GpuAccount::at)
                .reduce(earliest, Math::max);
        return new Span(from, to);
    }

    private void write(HistoryStore store, Span span, SimulatedPast past, Source source) {
        List<SimulatedGpu> simulated = SimulatedGpu.all(past, span);
        List<KnownGpu> gpus = simulated.stream().map(SimulatedGpu::gpu).toList();
        long raw = Math.max(span.from, Math.floorDiv(span.to - RAW, MINUTE) * MINUTE);
        writeMinutes(store, gpus, simulated, new Span(-Math.floorDiv(-span.from, MINUTE) * MINUTE, raw));
        writeSeconds(store, gpus, simulated, new Span(raw, span.to));
        AccountingState earlier = store.accounting().state();
        writeAccounts(store, gpus, new PastAccounts(simulated, source, earlier, span.from), span);
        PastAlerts detection = this.alerts.get();
        if (detection != null) {
            PastRounds rounds = new PastRounds(simulated, source, PastAccounts.idleTimes(earlier));
            boolean continues = span.from > span.to - past.length().toMillis();
            new PastRuns(detection, store, past, rounds).play(span, continues);
        }
        log.info("Wrote a simulated past of {} of the demo", Duration.ofMillis(span.to - span.from));
    }

    private static void writeAccounts(HistoryStore store, List<KnownGpu> gpus, PastAccounts accounts, Span span) {
        for (long at = span.from; at < span.to; at += ACCOUNTS_AT_ONCE) {
            AccountingUpdate update = accounts.until(Math.min(at + ACCOUNTS_AT_ONCE, span.to));
            store.append(new Batch(gpus, List.of(), update, List.of()));
        }
    }

    private static void writeMinutes(HistoryStore store, List<KnownGpu> gpus, List<SimulatedGpu> simulated, Span span) {
        List<StoredMinute> minutes = new ArrayList<>();
        for (long at = span.from; at < span.to; at += MINUTE) {
            for (SimulatedGpu gpu : simulated) {
                if (gpu.isRecorded(at)) {
                    minutes.add(gpu.minute(at));
                    minutes.addAll(gpu.minutesOfInstances(at));
                }
            }
            if (minutes.size() >= MINUTES_AT_ONCE * simulated.size() || at + MINUTE >= span.to) {
                store.past().append(gpus, minutes);
                minutes.clear();
            }
        }
    }

    /** Writes samples a whole number of seconds before the first round. */
    private static void writeSeconds(HistoryStore store, List<KnownGpu> gpus, List<SimulatedGpu> simulated, Span span) {
        List<StoredSample> samples = new ArrayList<>();
        // An earlier run may have stored a sample at the begin.
        long first = span.to - (span.to - span.from - 1) / SECOND * SECOND;
        for (long at = first; at < span.to; at += SECOND) {
            for (SimulatedGpu gpu : simulated) {
                samples.addAll(gpu.samples(at));
            }
            if (samples.size() >= MINUTES_AT_ONCE * simulated.size() || at + SECOND >= span.to) {
                store.append(new Batch(gpus, List.copyOf(samples), NOTHING, List.of()));
                samples.clear();
            }
        }
    }

    /** A time span in epoch ms, without its end. */
    record Span(long from, long to) {}
}
