package io.gpulse.view;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a snapshot is asked for. What means the same is equal, in whatever order and spelling it was asked, and
 * so is encoded once.
 *
 * @param gpus those to show; null for all there are, also those that come later
 * @param metrics the rows to show
 * @param commands whether command lines of processes may be shown
 */
public record View(Detail detail, @Nullable Set<GpuSelector> gpus, Set<Metric> metrics, boolean commands) {

    public static final View FULL = of(Detail.FULL);
    public static final View CORE = of(Detail.CORE);

    public View {
        gpus = gpus == null ? null : Set.copyOf(gpus);
        metrics = Set.copyOf(metrics);
    }

    static View of(Detail detail) {
        return new View(detail, null, detail.metrics(), false);
    }

    /** The same for somebody who may read command lines, or may not. */
    View withCommands(boolean shown) {
        return new View(this.detail, this.gpus, this.metrics, shown);
    }

    public boolean isFiltered() {
        return this.gpus != null || !this.metrics.equals(this.detail.metrics());
    }

    /** A command line can hold secrets. */
    public boolean hides(Metric metric) {
        return metric == Metric.PROCESS_COMMAND && !this.commands;
    }

    /** What is shown of a row. */
    Reading shown(Metric metric, Reading reading) {
        return hides(metric) ? Reading.absent(Reason.HIDDEN) : reading;
    }

    /** Whether a GPU of a snapshot is asked for; one that it does not list is shown to who asks for all. */
    public boolean showsGpu(String uuid, Snapshot snapshot) {
        return this.gpus == null
                || snapshot.gpus().stream()
                        .filter((gpu) -> gpu.identity() != null
                                && uuid.equals(gpu.identity().uuid()))
                        .anyMatch(this::shows);
    }

    boolean shows(GpuSample gpu) {
        return this.gpus == null || this.gpus.stream().anyMatch((selector) -> selector.selects(gpu));
    }

    boolean shows(Metric metric) {
        return this.metrics.contains(metric);
    }

    /** Whether any row is shown that is asked of such a subject. */
    boolean shows(Scope scope) {
        return Metric.of(scope).stream().anyMatch(this::shows);
    }

    List<LinkSample> shown(List<LinkSample> links) {
        return shows(Scope.LINK) ? links : List.of();
    }

    List<ProcessSample> shownOf(List<ProcessSample> processes) {
        int most = shows(Scope.PROCESS) ? this.detail.mostProcesses : 0;
        return processes.size() > most ? processes.subList(0, most) : processes;
    }

    /** How much is shown when no rows are named. */
    public enum Detail {
        /** What moves from round to round, the largest processes, and the machine's totals. */
        CORE(Detail::moves, 4),

        /** Everything. */
        FULL((metric) -> true, Integer.MAX_VALUE);

        private final Set<Metric> metrics;
        private final int mostProcesses;

        Detail(Predicate<Metric> shown, int mostProcesses) {
            this.mostProcesses = mostProcesses;
            this.metrics = Arrays.stream(Metric.values()).filter(shown).collect(Collectors.toUnmodifiableSet());
        }

        Set<Metric> metrics() {
            return this.metrics;
        }

        private static boolean moves(Metric metric) {
            return switch (metric.spec().scope()) {
                case GPU, MIG ->
                    metric.spec().cadence() == Cadence.FAST
                            && metric.spec().kind() != Kind.COUNTER
                            && !metric.spec().isPart();
                case HOST, PROCESS -> true;
                default -> false;
            };
        }
    }
}
