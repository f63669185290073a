package io.gpulse.history.past;

import io.gpulse.demo.DemoPast;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.SimulatedPast;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.testing.Snapshots;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.util.unit.DataSize;

/** A history in a folder, for the past of a demo whose start is always the same. */
public final class DemoHistory {

    public static final Source DEMO = new Source(SourceKind.DEMO, true, null, null, null, null);

    /** The first round after the past. */
    public static final Snapshot FIRST = Snapshots.of(1, DEMO, List.of());

    public static final Instant START = FIRST.takenAt();

    static final long AT = START.toEpochMilli();

    private final HistoryEngine engine;

    public DemoHistory(Path folder) {
        HistoryProperties limits = new HistoryProperties(
                true, folder, Duration.ofHours(24), Duration.ofDays(30), DataSize.ofMegabytes(64), 4);
        this.engine = new HistoryEngine(folder, limits, Clock.systemUTC());
    }

    public static DemoPast past(Duration length) {
        return new DemoPast(length, START, ZoneOffset.UTC);
    }

    static Set<String> uuids(SimulatedPast past) {
        return past.gpus().stream().map(GpuIdentity::uuid).collect(Collectors.toUnmodifiableSet());
    }

    public HistoryStore open() {
        return this.engine.open(true).store();
    }
}
