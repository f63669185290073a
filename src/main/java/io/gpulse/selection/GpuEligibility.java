package io.gpulse.selection;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.selection.Obstacle.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Finds the reasons against a GPU. */
final class GpuEligibility {

    private static final int PROHIBITED = 2;
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024;

    private final FreeQuery query;
    private final RecentUtilization.Peaks peaks;
    private final Map<String, Hold.For> holders;

    /** @param holders of GPUs and MIG instances that are held, by their keys */
    GpuEligibility(FreeQuery query, RecentUtilization.Peaks peaks, Map<String, Hold.For> holders) {
        this.query = query;
        this.peaks = peaks;
        this.holders = holders;
    }

    /** Returns the reasons; none when the GPU is free. */
    List<Obstacle> against(GpuSample gpu) {
        if (gpu.state() != GpuState.OK) {
            return List.of(new Obstacle(Kind.STATE, state(gpu)));
        }
        if (isSplit(gpu)) {
            return List.of(new Obstacle(Kind.MIG, "It is split into MIG instances."));
        }
        return Stream.of(
                        model(gpu),
                        utilization(gpu),
                        reserved(gpu),
                        held(FreeGpu.of(gpu)),
                        processes(gpu),
                        mode(gpu),
                        memory(gpu))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns a reason against the GPU and each part of it; null when there is none. */
    @Nullable
    Obstacle againstAll(GpuSample gpu) {
        return gpu.state() == GpuState.OK ? model(gpu) : new Obstacle(Kind.STATE, state(gpu));
    }

    static boolean isSplit(GpuSample gpu) {
        return gpu.readings().number(Metric.MIG_MODE_CURRENT).orElse(0) == 1;
    }

    private @Nullable Obstacle model(GpuSample gpu) {
        String wanted = this.query.model();
        String name = gpu.identity() == null ? "" : gpu.identity().name();
        return wanted == null || GpuIdentity.isOfModel(name, wanted)
                ? null
                : new Obstacle(Kind.MODEL, "Its model is " + (name.isEmpty() ? "unknown" : name) + ".");
    }

    private static String state(GpuSample gpu) {
        String state =
                gpu.state() == GpuState.SLEEPING ? "sleeping" : gpu.state().name();
        String since = "It is " + state + " since " + gpu.condition().since();
        String detail = gpu.condition().detail();
        return detail == null || detail.isBlank() ? since + "." : since + ": " + detail;
    }

    private @Nullable Obstacle utilization(GpuSample gpu) {
        Optional<RecentUtilization.Peak> recent = this.peaks.of(gpu);
        OptionalDouble now = Activity.utilization(gpu.readings());
        if (recent.isEmpty() || now.isEmpty()) {
            String sentence = "Its utilization is unknown" + why(gpu, Metric.UTILIZATION_GPU) + ".";
            return new Obstacle(Kind.UTILIZATION_UNKNOWN, sentence);
        }
        double most = Math.max(recent.get().most(), now.getAsDouble());
        long seconds = seconds(recent.get().span());
        if (most > this.query.maxUtilization()) {
            String span = seconds == 0 ? "." : " in the last " + seconds + " s.";
            return new Obstacle(Kind.UTILIZATION, "Its utilization was up to " + percent(most) + span);
        }
        return recent.get().again()
                ? new Obstacle(Kind.RETURNED, "It has responded again for only " + seconds + " s.")
                : null;
    }

    private @Nullable Obstacle reserved(GpuSample gpu) {
        String sentence = this.query.allowProcesses() ? null : reserved(gpu, gpu.places(null));
        return sentence == null ? null : new Obstacle(Kind.RESERVED, sentence);
    }

    /**
     * Returns for whom a GPU or a MIG instance is reserved, as a sentence; null when it is not.
     *
     * @param places its names in reservations
     */
    static @Nullable String reserved(GpuSample gpu, Set<String> places) {
        List<String> jobs = gpu.reservations().stream()
                .filter((reservation) -> places.contains(reservation.place()))
                .map((reservation) -> reservation.workload().label()
                        + (reservation.user() == null ? "" : " of " + reservation.user()))
                .distinct()
                .toList();
        return jobs.isEmpty() ? null : "It is reserved for " + String.join(", ", jobs) + ".";
    }

    /** Returns for whom a GPU or a MIG instance is held; null when it is not. */
    @Nullable
    Obstacle held(FreeGpu gpu) {
        Hold.For holder = this.holders.get(gpu.key());
        return holder == null ? null : new Obstacle(Kind.HELD, "It is " + holder.words() + ".");
    }

    private @Nullable Obstacle processes(GpuSample gpu) {
        OptionalDouble running = gpu.readings().number(Metric.PROCESSES_RUNNING);
        if (this.query.allowProcesses() || (running.isPresent() && running.getAsDouble() == 0)) {
            return null;
        }
        if (running.isPresent()) {
            long count = Math.round(running.getAsDouble());
            return new Obstacle(Kind.PROCESSES, count == 1 ? "A process uses it." : count + " processes use it.");
        }
        String unknown = "Its processes are unknown" + why(gpu, Metric.PROCESSES_RUNNING) + ", and " + used(gpu) + ".";
        return GpuMemory.isUntouched(gpu.readings()) ? null : new Obstacle(Kind.PROCESSES, unknown);
    }

    // The default mode admits any process; the exclusive modes admit one process, or one of its threads.
    private static @Nullable Obstacle mode(GpuSample gpu) {
        Optional<Reading> mode = gpu.readings().of(Metric.COMPUTE_MODE);
        if (!(mode.orElse(null) instanceof Reading.State state) || state.code() == 0) {
            return null;
        }
        if (state.code() == PROHIBITED) {
            return new Obstacle(Kind.PROHIBITED, "Its compute mode is " + state.meaning() + ".");
        }
        OptionalDouble running = gpu.readings().number(Metric.PROCESSES_RUNNING);
        boolean taken = running.isPresent() ? running.getAsDouble() > 0 : !GpuMemory.isUntouched(gpu.readings());
        return taken
                ? new Obstacle(Kind.EXCLUSIVE, "Its compute mode is " + state.meaning() + ", and it is in use.")
                : null;
    }

    private @Nullable Obstacle memory(GpuSample gpu) {
        DataSize least = this.query.minMemory();
        if (least == null) {
            // With unknown processes, the check of processes has covered the memory.
            boolean known = gpu.readings().number(Metric.PROCESSES_RUNNING).isPresent();
            return this.query.allowProcesses()
                            || !known
                            || lacksUsedMemory(gpu)
                            || GpuMemory.isUntouched(gpu.readings())
                    ? null
                    : new Obstacle(
                            gpu.readings().number(Metric.MEMORY_USED).isPresent()
                                    ? Kind.MEMORY_USED
                                    : Kind.MEMORY_UNKNOWN,
                            sentence(used(gpu)));
        }
        OptionalDouble free = gpu.readings().number(Metric.MEMORY_FREE);
        if (free.isEmpty()) {
            return new Obstacle(Kind.MEMORY_UNKNOWN, "Its free memory is unknown" + why(gpu, Metric.MEMORY_FREE) + ".");
        }
        double total = gpu.readings().number(Metric.MEMORY_TOTAL).orElse(Double.POSITIVE_INFINITY);
        String whose = GpuMemory.isShared(gpu.readings()) ? "the memory that it shares with the system" : "its memory";
        String sentence = mebibytes(free.getAsDouble()) + " of " + whose + " are free; "
                + mebibytes((double) least.toBytes()) + " are requested.";
        return free.getAsDouble() >= least.toBytes()
                ? null
                : new Obstacle(total < least.toBytes() ? Kind.MEMORY_TOTAL : Kind.MEMORY_FREE, sentence);
    }

    /** Returns whether the driver reports no use of memory at all, which then cannot indicate that of the GPU. */
    private static boolean lacksUsedMemory(GpuSample gpu) {
        return gpu.readings()
                .of(Metric.MEMORY_USED)
                .filter(Reading.absent(Reason.NOT_SUPPORTED)::equals)
                .isPresent();
    }

    private static String used(GpuSample gpu) {
        OptionalDouble used = gpu.readings().number(Metric.MEMORY_USED);
        return used.isPresent()
                ? (long) Math.ceil(used.getAsDouble() / BYTES_PER_MEBIBYTE) + " MiB of its memory are used"
                : "its used memory is unknown" + why(gpu, Metric.MEMORY_USED);
    }

    private static String sentence(String clause) {
        return Character.toUpperCase(clause.charAt(0)) + clause.substring(1) + ".";
    }

    /** Returns the reason of an absence in brackets. */
    private static String why(GpuSample gpu, Metric metric) {
        Reading reading = gpu.readings().of(metric).orElse(Reading.absent(Reason.NO_DATA));
        return reading instanceof Reading.Absent absent ? " (" + absent.reason() + ")" : "";
    }

    /** Rounds down, so that too little free memory never reads as the requested amount. */
    private static String mebibytes(double bytes) {
        return (long) (bytes / BYTES_PER_MEBIBYTE) + " MiB";
    }

    private static long seconds(Duration span) {
        return Math.round(span.toMillis() / 1000.0);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, share == Math.rint(share) ? "%.0f %%" : "%.1f %%", share);
    }
}
