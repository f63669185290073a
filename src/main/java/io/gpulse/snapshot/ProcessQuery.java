package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.view.PidSelector;
import io.gpulse.view.View;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which processes a request asks for and in what order. */
record ProcessQuery(
        @Parameter(
                description =
                        "A key of the catalogue that is asked of processes, or its short name. Numbers: the largest"
                                + " first; words: by the alphabet; what is not known comes last.",
                example = "sm")
        ProcessSort sort,

        @Parameter(
                description = "Only the processes of this user, spelt exactly so. Those whose user is not known are"
                        + " nobody's.",
                example = "mchen",
                schema = @Schema(type = "string", pattern = "\\S"))
        @Nullable
        String user) {

    ProcessQuery {
        sort = Objects.requireNonNullElse(sort, ProcessSort.BY_MEMORY);
    }

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
     * @param selector the processes that the request selects by PID
     * @throws ProblemException when it asks for what does not exist
     */
    List<ProcessOnGpuResponse> of(List<GpuSample> gpus, View view, PidSelector selector) {
        Comparator<Row> order = order(this.sort.by());
        if (this.user != null && this.user.isBlank()) {
            throw ProblemException.badRequest(
                    "user= names nobody; give a name such as mchen. Leave it out to get all.");
        }
        return gpus.stream()
                .flatMap((gpu) -> gpu.known().processes().stream().map((process) -> new Row(gpu, process, view)))
                .filter((row) -> selector.selects(row.process()))
                .filter(this::isAskedFor)
                .sorted(order)
                .map(Row::answer)
                .toList();
    }

    private boolean isAskedFor(Row row) {
        return this.user == null || row.word(Metric.PROCESS_USER).equals(Optional.of(this.user.strip()));
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
