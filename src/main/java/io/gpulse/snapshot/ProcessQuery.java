package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.view.View;
import io.gpulse.web.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which processes a request asks for and in what order, as it was written. */
record ProcessQuery(
        @Parameter(
                description =
                        "A key of the catalogue that is asked of processes, or its short name. Numbers: the largest"
                                + " first; words: by the alphabet; what is not known comes last.",
                example = "sm",
                schema =
                        @Schema(
                                type = "string",
                                allowableValues = {
                                    "memory",
                                    "sm",
                                    "memory-utilization",
                                    "encoder",
                                    "decoder",
                                    "user",
                                    "command",
                                    "process.memory.used",
                                    "process.utilization.sm",
                                    "process.utilization.memory",
                                    "process.utilization.encoder",
                                    "process.utilization.decoder"
                                },
                                defaultValue = "memory"))
        @Nullable
        String sort,

        @Parameter(
                description = "Only the processes of this user, spelt exactly so. Those whose user is not known are"
                        + " nobody's.",
                example = "mchen",
                schema = @Schema(type = "string", pattern = "\\S"))
        @Nullable
        String user) {

    /** Words are short enough as their keys are. */
    private static final Map<String, Metric> SHORT_NAMES = Map.of(
            "memory",
            Metric.PROCESS_MEMORY,
            "sm",
            Metric.PROCESS_SM,
            "memory-utilization",
            Metric.PROCESS_MEMORY_UTILIZATION,
            "encoder",
            Metric.PROCESS_ENCODER,
            "decoder",
            Metric.PROCESS_DECODER);

    /** A process on one of the GPUs. */
    private record Row(GpuSample gpu, ProcessSample process, View view) {

        double number(Metric row) {
            return this.process.readings().number(row).orElse(Double.NEGATIVE_INFINITY);
        }

        /** What may not be seen may not be told by an order either. */
        Optional<String> word(Metric row) {
            return this.view.hides(row)
                    ? Optional.empty()
                    : this.process.readings().word(row);
        }

        ProcessOnGpuResponse answer() {
            return ProcessOnGpuResponse.of(this.gpu, this.process, this.view);
        }
    }

    /**
     * The processes of these GPUs.
     *
     * @throws Refusal when it asks for what does not exist
     */
    List<ProcessOnGpuResponse> of(List<GpuSample> gpus, View view) {
        Comparator<Row> order = order(this.sort == null ? Metric.PROCESS_MEMORY : row(this.sort.strip()));
        if (this.user != null && this.user.isBlank()) {
            throw Refusal.badRequest("user= names nobody; give a name such as mchen. Leave it out to get all.");
        }
        return gpus.stream()
                .flatMap((gpu) -> gpu.known().processes().stream().map((process) -> new Row(gpu, process, view)))
                .filter(this::isAskedFor)
                .sorted(order)
                .map(Row::answer)
                .toList();
    }

    private boolean isAskedFor(Row row) {
        return this.user == null || row.word(Metric.PROCESS_USER).equals(Optional.of(this.user.strip()));
    }

    private static Metric row(String name) {
        Metric named = SHORT_NAMES.get(name);
        return named != null ? named : ofProcesses(name);
    }

    private static Metric ofProcesses(String key) {
        return Metric.named(key)
                .filter((metric) -> metric.spec().scope() == Scope.PROCESS)
                .orElseThrow(() -> Refusal.badRequest("Processes cannot be sorted by that; sort is one of "
                        + Stream.concat(
                                        SHORT_NAMES.keySet().stream().sorted(),
                                        Metric.of(Scope.PROCESS).stream().map(Metric::key))
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    /** What is equal stays in the order of GPUs, and there of memory. */
    private static Comparator<Row> order(Metric by) {
        if (by.spec().kind().isNumber()) {
            return Comparator.comparingDouble((Row row) -> row.number(by)).reversed();
        }
        return Comparator.comparing((Row row) -> row.word(by).isEmpty())
                .thenComparing((row) -> row.word(by).orElse(""), String.CASE_INSENSITIVE_ORDER);
    }
}
