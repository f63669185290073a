package io.gpulse.recording;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Cadence;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/** A C driver recorded with the test's clock, and the readings of its GPUs. */
public final class Recorded {

    public static final Instant AT = Instant.parse("2026-11-22T15:00:00Z");

    private static final long SECOND = 1_000_000_000L;

    public final Path file;
    final Map<Integer, List<GpuReadResult>> rounds = new HashMap<>();

    private long nanos;

    private Recorded(Path file) {
        this.file = file;
    }

    /**
     * Records rounds, a second apart.
     *
     * @param before receives the number of the next round
     */
    static Recorded of(FakeDriver driver, Path file, int rounds, IntConsumer before)
            throws SourceUnavailableException, GpuRefusedException {
        return of(driver, new Recorded(file), new ResponseRedactor(true), new Plan(rounds, before));
    }

    /** Records rounds without masking any value. */
    static Recorded raw(FakeDriver driver, Path file, int rounds)
            throws SourceUnavailableException, GpuRefusedException {
        return of(driver, new Recorded(file), new ResponseRedactor(false), new Plan(rounds, (round) -> {}));
    }

    private record Plan(int rounds, IntConsumer before) {}

    /** A minute with two GPUs, the first of which answers twice and then hangs. */
    public static Recorded hanging(FakeDriver driver, Path file) throws Exception {
        Recorded recorded = new Recorded(file);
        RecordingWriter writer = RecordingWriter.to(file, new Header("0.1.0", AT, 1000, true));
        CallRecorder calls = new CallRecorder(writer, new ResponseRedactor(true), recorded::tick);
        SourceRecorder source =
                new SourceRecorder(calls, NvmlSource.ofThisMachine(driver.library(), file.resolveSibling("root")));
        GpuSession session = source.open();
        Gpu hanging = source.attach(session, 0);
        Gpu fine = source.attach(session, 1);
        for (int round = 0; round < 2; round++) {
            recorded.nanos = Math.max(recorded.nanos, round * SECOND);
            source.read(hanging, 0, due(round));
            source.read(fine, 1, due(round));
        }
        driver.hang(0);
        Thread stuck = new Thread(() -> source.read(hanging, 0, due(2)));
        stuck.start();
        Wait.until(() -> driver.inside() > 0);
        for (int round = 2; round < 60; round++) {
            recorded.nanos = Math.max(recorded.nanos, round * SECOND);
            source.read(fine, 1, due(round));
        }
        recorded.nanos = 60 * SECOND;
        calls.finish();
        driver.heal();
        stuck.join();
        return recorded;
    }

    private static Recorded of(FakeDriver driver, Recorded recorded, ResponseRedactor mask, Plan plan)
            throws SourceUnavailableException, GpuRefusedException {
        RecordingWriter writer = RecordingWriter.to(recorded.file, new Header("0.1.0", AT, 1000, true));
        CallRecorder calls = new CallRecorder(writer, mask, recorded::tick);
        NvmlSource nvml = NvmlSource.ofThisMachine(driver.library(), recorded.file.resolveSibling("root"));
        SourceRecorder source = new SourceRecorder(calls, nvml);
        GpuSession session = source.open();
        List<Gpu> gpus = new ArrayList<>();
        for (int index = 0; index < session.gpuCount(); index++) {
            gpus.add(source.attach(session, index));
        }
        for (int round = 0; round < plan.rounds(); round++) {
            plan.before().accept(round);
            recorded.nanos = Math.max(recorded.nanos, round * SECOND);
            for (int index = 0; index < gpus.size(); index++) {
                GpuReadResult result = source.read(gpus.get(index), index, due(round));
                recorded.rounds
                        .computeIfAbsent(index, (first) -> new ArrayList<>())
                        .add(result);
                source.name(session, result.known().processes());
            }
        }
        source.close(session);
        calls.finish();
        return recorded;
    }

    static Set<Cadence> due(int round) {
        if (round == 0) {
            return EnumSet.allOf(Cadence.class);
        }
        return round % 3 == 0 ? EnumSet.of(Cadence.FAST, Cadence.SLOW) : EnumSet.of(Cadence.FAST);
    }

    /** Every reading of the clock is a microsecond later than the one before. */
    private synchronized long tick() {
        this.nanos += 1_000;
        return this.nanos;
    }

    Recording recording() {
        return RecordingReader.read(this.file);
    }
}
