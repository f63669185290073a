package io.gpulse.insight;

import io.gpulse.device.ProcessSample;
import io.gpulse.insight.rule.Phrases;
import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The process that an insight is about. */
@Schema(name = "InsightProcess", description = "The known properties of a process.")
record InsightProcess(
        @Schema(description = "Process id on the machine.", example = "38817")
        int pid,

        @Schema(description = "Name.", example = "python") @Nullable
        String name,

        @Schema(
                description = "Program: the script, module or archive that an interpreter runs, else the executable;"
                        + " null when unknown.",
                example = "train.py")
        @Nullable
        String program,

        @Schema(description = "Owner.", example = "asharma") @Nullable
        String user,

        @Schema(description = "Start time.") @Nullable Instant startedAt) {

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
