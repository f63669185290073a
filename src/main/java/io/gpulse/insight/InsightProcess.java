package io.gpulse.insight;

import io.gpulse.device.ProcessSample;
import io.gpulse.insight.rule.Phrases;
import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The known properties of a process.
 *
 * @param pid Process id on the machine.
 * @param name Name.
 * @param program Program: the script, module or archive that an interpreter runs, else the executable; null when
 *     unknown.
 * @param user Owner.
 * @param startedAt Start time.
 */
@Schema(name = "InsightProcess")
record InsightProcess(
        @Schema(example = "38817") int pid,

        @Schema(example = "python") @Nullable String name,

        @Schema(example = "train.py") @Nullable String program,

        @Schema(example = "asharma") @Nullable String user,

        @Nullable Instant startedAt) {

    static @Nullable InsightProcess of(@Nullable ProcessSample process) {
        return process == null
                ? null
                : new InsightProcess(
                        process.pid(),
                        process.name() == null ? null : Phrases.processName(process.name()),
                        process.program(),
                        process.readings().word(Metric.PROCESS_USER).orElse(null),
                        process.startedAt());
    }
}
