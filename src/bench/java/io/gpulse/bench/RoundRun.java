package io.gpulse.bench;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.session.NvmlSource;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads rounds through JNA, one GPU after the other, and prints their cost: RoundRun LIBRARY ALLOCATIONS GPUS.
 */
final class RoundRun {

    private static final long WARM_UP_NANOS = 8_000_000_000L;
    private static final long SAMPLE_NANOS = 1_000_000_000L;
    private static final int SAMPLES = 5;

    private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final Function calls;
    private final Function taken;
    private final List<Gpu> gpus = new ArrayList<>();
    private @Nullable GpuReadResult last;

    private RoundRun(String library, String allocations) {
        this.calls = NativeLibrary.getInstance(library).getFunction("benchCalls");
        this.taken = NativeLibrary.getInstance(allocations).getFunction("benchAllocations");
    }

    public static void main(String[] arguments) throws Exception {
        RoundRun run = new RoundRun(arguments[0], arguments[1]);
        run.attach(Path.of(arguments[0]), Integer.parseInt(arguments[2]));
        for (Map.Entry<String, Set<Cadence>> round : RoundBench.ROUNDS.entrySet()) {
            System.out.println(run.measure(round.getKey(), round.getValue()));
        }
    }

    private void attach(Path library, int expected) throws Exception {
        GpuSession session = NvmlSource.ofThisMachine(library, Path.of("/")).open();
        if (session.gpuCount() != expected) {
            throw new IllegalStateException("The library has " + session.gpuCount() + " GPUs");
        }
        for (int index = 0; index < expected; index++) {
            this.gpus.add(session.attach(index));
        }
        read(EnumSet.allOf(Cadence.class));
    }

    private String measure(String name, Set<Cadence> due) {
        int rounds = warmUp(due);
        List<Sample> samples = new ArrayList<>();
        for (int sample = 0; sample < SAMPLES; sample++) {
            samples.add(sample(rounds, due));
        }
        long before = this.calls.invokeLong(new Object[0]);
        long values = valuesOf(due);
        long made = this.calls.invokeLong(new Object[0]) - before;
        return RoundFigures.line(name, made, values, Sample.of(samples));
    }

    /** Returns the number of rounds of a sample. Measures CPU time of the thread, since the machine may be busy. */
    private int warmUp(Set<Cadence> due) {
        long startedAt = this.threads.getCurrentThreadCpuTime();
        int rounds = 0;
        while (this.threads.getCurrentThreadCpuTime() - startedAt < WARM_UP_NANOS) {
            read(due);
            rounds++;
        }
        return (int) Math.max(1, rounds * SAMPLE_NANOS / WARM_UP_NANOS);
    }

    /** Measures CPU time of the whole process, collector and compilers included. */
    private Sample sample(int rounds, Set<Cadence> due) {
        long bytes = this.threads.getCurrentThreadAllocatedBytes();
        long asking = -taken() + taken();
        long taken = taken();
        long cpu = this.process.getProcessCpuTime();
        for (int round = 0; round < rounds; round++) {
            read(due);
        }
        double micros = (this.process.getProcessCpuTime() - cpu) / 1000.0;
        long takenSince = taken() - taken - asking;
        long bytesSince = this.threads.getCurrentThreadAllocatedBytes() - bytes;
        return new Sample(micros / rounds, (double) bytesSince / rounds, (double) takenSince / rounds);
    }

    private long taken() {
        return this.taken.invokeLong(new Object[0]);
    }

    private void read(Set<Cadence> due) {
        for (Gpu gpu : this.gpus) {
            this.last = gpu.read(due);
        }
    }

    private long valuesOf(Set<Cadence> due) {
        long values = 0;
        for (Gpu gpu : this.gpus) {
            GpuReadResult result = gpu.read(due);
            if (result.verdict() != GpuReadResult.Verdict.FINE) {
                throw new IllegalStateException(String.valueOf(result.detail()));
            }
            values += values(result.known());
        }
        return values;
    }

    private static long values(GpuReadings known) {
        return values(known.own())
                + known.links().stream()
                        .mapToLong((link) -> values(link.readings()))
                        .sum()
                + known.processes().stream()
                        .mapToLong((user) -> values(user.readings()))
                        .sum();
    }

    private static long values(Readings readings) {
        long[] present = {0};
        readings.forEach((metric, reading) -> present[0] += reading instanceof Reading.Present ? 1 : 0);
        return present[0];
    }
}
