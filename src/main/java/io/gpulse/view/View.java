package io.gpulse.view;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.MigSample;
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
 * A part of a snapshot. Equivalent requests are equal, regardless of order and spelling, and so are encoded once.
 *
 * @param gpus the GPUs to show; null for all, including later ones
 * @param metrics the rows to show
 * @param commands whether to show command lines of processes
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

    /** Returns the same view with or without command lines. */
    View withCommands(boolean shown) {
        return new View(this.detail, this.gpus, this.metrics, shown);
    }

    public boolean isFiltered() {
        return this.gpus != null || !this.metrics.equals(this.detail.metrics());
    }

    /** Returns whether a row is hidden, because it can contain secrets. */
    public boolean hides(Metric metric) {
        return metric == Metric.PROCESS_COMMAND && !this.commands;
    }

    /** Returns the reading to show for a row. */
    Reading shown(Metric metric, Reading reading) {
        return hides(metric) ? Reading.absent(Reason.HIDDEN) : reading;
    }

    /** Returns whether a GPU is shown. A GPU that is not in the snapshot is shown only without a filter. */
    public boolean showsGpu(String uuid, Snapshot snapshot) {
        return this.gpus == null
                || snapshot.gpus().stream()
                        .filter((gpu) -> uuid.equals(gpu.uuid()))
                        .anyMatch(this::shows);
    }

    boolean shows(GpuSample gpu) {
        return this.gpus == null || this.gpus.stream().anyMatch((selector) -> selector.selects(gpu));
    }

    boolean shows(Metric metric) {
        return this.metrics.contains(metric);
    }

    /** Returns whether any row of a scope is shown. */
    boolean shows(Scope scope) {
        return Metric.of(scope).stream().anyMatch(this::shows);
    }

    List<LinkSample> shown(List<LinkSample> links) {
        return shows(Scope.LINK) ? links : List.of();
    }

    List<MigSample> shownIn(List<MigSample> instances) {
        return shows(Scope.MIG) ? instances : List.of();
    }

    List<ProcessSample> shownOf(List<ProcessSample> processes) {
        int max = shows(Scope.PROCESS) ? this.detail.maxProcesses : 0;
        return processes.size() > max ? processes.subList(0, max) : processes;
    }

    /** The rows to show by default. */
    @SuppressWarnings("ImmutableEnumChecker") // the set cannot be changed
    public enum Detail {
        /** Rows that change from round to round, the largest processes, and the machine's totals. */
        CORE(Detail::changes, 4),

        /** Everything. */
        FULL((metric) -> true, Integer.MAX_VALUE);

        private final Set<Metric> metrics;
        private final int maxProcesses;

        Detail(Predicate<Metric> shown, int maxProcesses) {
            this.maxProcesses = maxProcesses;
            this.metrics = Arrays.stream(Metric.values()).filter(shown).collect(Collectors.toUnmodifiableSet());
        }

        Set<Metric> metrics() {
            return this.metrics;
        }

        private static boolean changes(Metric metric) {
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
