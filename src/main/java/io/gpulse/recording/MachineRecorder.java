package io.gpulse.recording;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Cadence;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Records the driver of a machine for a while: opens it, looks at every GPU at a steady pace on a thread of its own,
 * and closes it. A call that does not return is recorded as that. Used once.
 */
public final class MachineRecorder {

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final int SLOW_EVERY = 10;
    private static final long NAP = Duration.ofMillis(20).toNanos();

    private final Order order;
    private final CallRecorder calls;
    private final SourceRecorder source;
    private final RecordingWriter writer;
    private volatile @Nullable GpuSession session;
    private volatile @Nullable String trouble;
    private volatile boolean over;

    /**
     * The parameters of a recording.
     *
     * @param length for how long
     * @param file where to; must not be there yet
     * @param masked whether UUIDs, serial numbers, bus ids and names of processes are replaced
     * @param gpulse the version of gpulse
     * @param patience how long a call may still take when the time is over
     */
    public record Order(Duration length, Path file, boolean masked, String gpulse, Duration patience) {}

    /**
     * The result of a recording.
     *
     * @param trouble why there are no GPUs; null when there are
     * @param hanging calls that had not returned in the end, or GPUs, as words
     * @param isFull whether it ended before its time because the file holds no more
     */
    public record Outcome(
            int gpus,
            long invocations,
            Duration length,
            @Nullable String trouble,
            List<String> hanging,
            boolean isFull) {}

    /** @throws InvalidRecordingException when the file cannot be written */
    public MachineRecorder(NvmlSource nvml, Order order) {
        this.order = order;
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Header header = new Header(order.gpulse(), now, EVERY.toMillis(), order.masked());
        this.writer = RecordingWriter.to(order.file(), header);
        this.calls = new CallRecorder(this.writer, new ResponseRedactor(order.masked()), System::nanoTime);
        this.source = new SourceRecorder(this.calls, nvml);
    }

    /** A thread of the recording, and the name of its work. */
    private record Worker(String what, Thread thread) {

        boolean isDone() {
            return !this.thread.isAlive();
        }
    }

    /**
     * Records; returns when the time is over.
     *
     * @throws InvalidRecordingException when the file cannot be written
     */
    public Outcome record() {
        Worker opening = start("opening the driver", this::open);
        // Without persistence mode a driver takes seconds to wake up; the time of the recording begins then.
        await(List.of(opening), longer(this.order.length(), this.order.patience()));
        GpuSession opened = this.session;
        List<Worker> workers = new ArrayList<>(List.of(opening));
        if (opened != null) {
            workers.addAll(watch(opened));
        }
        boolean isFull = this.calls.isFull();
        this.over = true;
        await(workers, this.order.patience());
        if (opened != null && workers.stream().allMatch(Worker::isDone)) {
            Worker closing = start("closing the driver", () -> this.source.close(opened));
            workers.add(closing);
            await(List.of(closing), this.order.patience());
        }
        List<String> hanging = workers.stream()
                .filter((worker) -> !worker.isDone())
                .map(Worker::what)
                .toList();
        Duration length = Duration.ofNanos(this.calls.elapsed());
        long invocations = this.calls.finish();
        return new Outcome(opened == null ? 0 : opened.gpuCount(), invocations, length, this.trouble, hanging, isFull);
    }

    /** Reads every GPU for the requested time. */
    private List<Worker> watch(GpuSession session) {
        List<Worker> watching = new ArrayList<>();
        for (int index = 0; index < session.gpuCount(); index++) {
            int gpu = index;
            watching.add(start("GPU " + index, () -> watch(session, gpu)));
        }
        await(watching, this.order.length());
        return watching;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Worker start(String what, Runnable work) {
        Thread thread = new Thread(work, "gpulse-recorder");
        thread.setDaemon(true);
        thread.start();
        return new Worker(what, thread);
    }

    private void await(List<Worker> workers, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() - end < 0
                && !this.calls.isFull()
                && !workers.stream().allMatch(Worker::isDone)) {
            LockSupport.parkNanos(NAP);
        }
    }

    private void open() {
        try {
            this.session = this.source.open();
        } catch (SourceUnavailableException unavailable) {
            this.trouble = unavailable.getMessage();
        }
    }

    /** Reads a GPU until the time is over; attaches it again after a failure. */
    private void watch(GpuSession session, int index) {
        Gpu gpu = null;
        for (int round = 0; !this.over; round++) {
            Set<Cadence> due = EnumSet.of(Cadence.FAST);
            if (round % SLOW_EVERY == 0) {
                due.add(Cadence.SLOW);
            }
            try {
                if (gpu == null) {
                    gpu = this.source.attach(session, index);
                    due = EnumSet.allOf(Cadence.class);
                }
                gpu = read(session, index, gpu, due);
            } catch (GpuRefusedException refused) {
                gpu = null;
            }
            rest();
        }
    }

    private @Nullable Gpu read(GpuSession session, int index, Gpu gpu, Set<Cadence> due) {
        GpuReadResult result = this.source.read(gpu, index, due);
        if (result.verdict() != GpuReadResult.Verdict.FINE) {
            return null;
        }
        this.source.name(session, result.known().processes());
        return gpu;
    }

    /** Waits until the next round is due; missed rounds are skipped. */
    private void rest() {
        long every = EVERY.toNanos();
        long next = (this.calls.elapsed() / every + 1) * every;
        while (!this.over && this.calls.elapsed() < next) {
            LockSupport.parkNanos(Math.min(NAP, next - this.calls.elapsed()));
        }
    }
}
