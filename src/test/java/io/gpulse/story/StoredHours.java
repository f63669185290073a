package io.gpulse.story;

import io.gpulse.device.ProcessSample;
import io.gpulse.history.Batch;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.accounting.ProcessSlice;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.testing.Snapshots;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** A file with twelve hours of two GPUs, one of which is gone, in minutes since their begin. */
final class StoredHours {

    static final int MINUTES = 720;

    static final KnownGpu FIRST = new KnownGpu(Snapshots.identity(0).uuid(), 0, "NVIDIA H100 80GB HBM3", Instant.EPOCH);

    private static final long START = Instant.parse("2026-11-19T08:00:00Z").toEpochMilli();
    private static final KnownGpu GONE =
            new KnownGpu("GPU-90000000-7b1d-4c3e-9f00-2d1c0b9a8e77", 9, "NVIDIA H100", Instant.EPOCH);

    private StoredHours() {}

    static void write(Path folder) {
        try (HistoryStore store = store(folder)) {
            List<StateRun> runs = new ArrayList<>(runs(FIRST, GpuUse.BUSY, 0, 300));
            runs.addAll(runs(FIRST, GpuUse.FREE, 300, 450));
            runs.addAll(runs(FIRST, GpuUse.BUSY, 450, 540));
            runs.addAll(runs(FIRST, GpuUse.BUSY, 562, MINUTES));
            runs.addAll(runs(GONE, GpuUse.HELD_IDLE, 0, 240));
            store.append(batch(
                    runs,
                    List.of(
                            process(FIRST, "train.py of mchen", -60, 300),
                            process(FIRST, " of mchen", 450, MINUTES),
                            process(GONE, "note.py", -60, 240))));
            store.marks().add(at(100), "epoch 12", Set.of());
            store.events().put(List.of(xid(7, 0), xid(8, 1)));
        }
    }

    static void write(Path folder, List<StoredEvent> events) {
        try (HistoryStore store = store(folder)) {
            store.append(batch(runs(FIRST, GpuUse.FREE, 0, MINUTES), List.of()));
            store.events().put(events);
        }
    }

    private static HistoryStore store(Path folder) {
        HistoryProperties properties = new HistoryProperties(
                true, folder, Duration.ofDays(366), Duration.ofDays(366), DataSize.ofGigabytes(1), 4);
        return new HistoryEngine(folder, properties, Clock.systemUTC())
                .open(false)
                .store();
    }

    private static long at(int minute) {
        return START + minute * 60_000L;
    }

    /** Runs are stored in parts of ten minutes. */
    private static List<StateRun> runs(KnownGpu gpu, GpuUse use, int from, int to) {
        return IntStream.iterate(from, (minute) -> minute < to, (minute) -> minute / 10 * 10 + 10)
                .mapToObj((minute) ->
                        new StateRun(gpu.uuid(), at(minute), at(Math.min(to, minute / 10 * 10 + 10)), use, null))
                .toList();
    }

    private static ProcessAccount process(KnownGpu gpu, String name, int from, int until) {
        String[] words = name.split(" of ");
        String user = words.length > 1 ? words[1] : null;
        return new ProcessAccount(
                new ProcessKey(gpu.uuid(), 4000 + from + 60, at(from)),
                at(until),
                until < MINUTES,
                new ProcessAccount.Identity(
                        ProcessSample.Type.COMPUTE,
                        "python",
                        words[0].isEmpty() ? null : words[0],
                        user,
                        null,
                        null,
                        null,
                        Membership.NONE),
                Double.NaN);
    }

    private static Batch batch(List<StateRun> runs, List<ProcessAccount> processes) {
        List<GpuAccount> accounts = List.of(
                new GpuAccount(FIRST.uuid(), at(0), at(MINUTES), null, Double.NaN, new Sums()),
                new GpuAccount(GONE.uuid(), at(0), at(240), null, Double.NaN, new Sums()));
        List<ProcessSlice> slices = processes.stream()
                .flatMap((process) -> IntStream.iterate(0, (minute) -> minute < MINUTES, (minute) -> minute + 10)
                        .filter((minute) -> at(minute) >= process.key().beganAt() && at(minute) < process.seenAt())
                        .mapToObj((minute) -> new ProcessSlice(
                                process.key(), at(minute), new ProcessSlice.Use(600, 600, 0, 0, 0, 600, 0, 0))))
                .toList();
        AccountingUpdate update = new AccountingUpdate(accounts, List.of(), List.of(), processes, slices, runs);
        return new Batch(List.of(FIRST, GONE), List.of(), update, List.of());
    }

    static StoredEvent xid(long id, int minute) {
        return event(id, minute, "xid", 31);
    }

    static StoredEvent event(long id, int minute, String kind, @Nullable Integer xid) {
        Map<String, String> facts = Map.of("from", "700", "to", Long.toString(id));
        return new StoredEvent(
                id,
                id,
                at(200 + minute),
                null,
                kind,
                xid == null ? "info" : "warning",
                FIRST.uuid(),
                0,
                xid,
                1,
                false,
                facts);
    }
}
