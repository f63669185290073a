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

/**
 * Parameters that select and sort processes on GPUs.
 *
 * @param sort A key of the catalogue with scope PROCESS, or its short name. Numbers sort in descending order, words
 *     alphabetically, unknown values last.
 * @param user Only processes of the user with exactly this name. Processes of unknown users do not match.
 */
record ProcessQuery(
        @Parameter(example = "sm") ProcessSort sort,

        @Parameter(schema = @Schema(type = "string", pattern = "\\S")) @Nullable
        String user) {

    ProcessQuery {
        sort = Objects.requireNonNullElse(sort, ProcessSort.BY_MEMORY);
    }

    /** A process on one of the GPUs. */
    private record Row(GpuSample gpu, ProcessSample process, View view) {

        double number(Metric row) {
            return this.process.readings().number(row).orElse(Double.NEGATIVE_INFINITY);
        }

        /** Returns a word unless it is hidden: the order must not reveal it either. */
        Optional<String> word(Metric row) {
            return this.view.hides(row)
                    ? Optional.empty()
                    : this.process.readings().word(row);
        }

        ProcessOnGpuResponse response() {
            return ProcessOnGpuResponse.of(this.gpu, this.process, this.view);
        }
    }

    /**
     * Returns the processes on these GPUs.
     *
     * @param selector the processes that the request selects by PID
     * @throws ProblemException for an empty user
     */
    List<ProcessOnGpuResponse> of(List<GpuSample> gpus, View view, PidSelector selector) {
        Comparator<Row> order = order(this.sort.by());
        if (this.user != null && this.user.isBlank()) {
            throw ProblemException.badRequest("user= is empty; omit it for all users.");
        }
        return gpus.stream()
                .flatMap((gpu) -> gpu.known().processes().stream().map((process) -> new Row(gpu, process, view)))
                .filter((row) -> selector.selects(row.process()))
                .filter(this::isOfUser)
                .sorted(order)
                .map(Row::response)
                .toList();
    }

    private boolean isOfUser(Row row) {
        return this.user == null || row.word(Metric.PROCESS_USER).equals(Optional.of(this.user.strip()));
    }

    /** Equal rows keep the order of GPUs, and within a GPU that of memory. */
    private static Comparator<Row> order(Metric by) {
        if (by.spec().kind().isNumber()) {
            return Comparator.comparingDouble((Row row) -> row.number(by)).reversed();
        }
        return Comparator.comparing((Row row) -> row.word(by).isEmpty())
                .thenComparing((row) -> row.word(by).orElse(""), String.CASE_INSENSITIVE_ORDER);
    }
}
