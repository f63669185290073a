package io.gpulse.insight;

import io.gpulse.insight.rule.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the silence that covers a finding. A finding of several GPUs is covered when each of them is.
 *
 * @param current silences in force
 */
record SilenceFilter(List<Silence> current) {

    /** Returns the silence that covers a finding of a rule; null when none does. */
    @Nullable
    Silence covering(String rule, Finding finding) {
        return this.current.isEmpty()
                ? null
                : covering(
                        rule,
                        finding.gpus().stream().map(InsightGpu::of).toList(),
                        InsightProcess.of(finding.process()));
    }

    /**
     * Returns the silence that covers a row; null when none does. A silence that was made after the evaluation counts
     * at once where it covers all of the row.
     */
    @Nullable
    Silence covering(Insight row) {
        Silence evaluated = row.silence();
        boolean lasts = evaluated != null
                && this.current.stream().anyMatch((silence) -> silence.id().equals(evaluated.id()));
        return lasts ? evaluated : covering(row.rule(), row.gpus(), row.process());
    }

    private @Nullable Silence covering(String rule, List<InsightGpu> gpus, @Nullable InsightProcess process) {
        List<Silence> matching = this.current.stream()
                .filter((silence) -> process == null
                        ? silence.covers(rule, null, null)
                        : silence.covers(rule, process.pid(), process.name())
                                || silence.covers(rule, process.pid(), process.program()))
                .toList();
        if (gpus.isEmpty()) {
            return first(null, matching);
        }
        boolean all = gpus.stream().allMatch((gpu) -> first(gpu, matching) != null);
        return all ? first(gpus.get(0), matching) : null;
    }

    /** @param gpu null for the machine, which only a silence of all GPUs covers */
    private static @Nullable Silence first(@Nullable InsightGpu gpu, List<Silence> matching) {
        return matching.stream()
                .filter((silence) -> gpu == null ? silence.gpu() == null : silence.coversGpu(gpu.index(), gpu.uuid()))
                .findFirst()
                .orElse(null);
    }
}
