package io.gpulse.insight;

import io.gpulse.history.sqlite.SilenceStore.StoredSilence;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A silence: insights that it covers are not listed as active.
 *
 * @param id Its id, which is never reused; `config-0` and so on for configured silences.
 * @param rule Id of the rule.
 * @param gpu UUID of the GPU, or the configured name of an absent GPU; null for all.
 * @param process PID, name or program of the process; null for all.
 * @param until When it ends; null for a configured silence, which does not end.
 * @param reason Reason.
 * @param createdAt When it was added; the start of gpulse for a configured silence.
 */
@Schema(name = "Silence")
record Silence(
        @Schema(example = "1795168801007") String id,

        @Schema(example = "idle-allocated") String rule,

        @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
        String gpu,

        @Schema(example = "train.py") @Nullable String process,

        @Schema(example = "2026-11-20T12:12:01.003Z") @Nullable
        Instant until,

        @Schema(example = "inference server, holds its memory on purpose")
        String reason,

        @Schema(example = "2026-11-20T10:12:01.003Z") Instant createdAt) {

    private static final String CONFIGURED = "config-";

    static String configuredId(int place) {
        return CONFIGURED + place;
    }

    static boolean isConfigured(String id) {
        return id.startsWith(CONFIGURED);
    }

    boolean isOver(Instant now) {
        return this.until != null && !this.until.isAfter(now);
    }

    /** Returns whether it covers insights of a rule about a process. */
    boolean covers(String ofRule, @Nullable Integer pid, @Nullable String processName) {
        return this.rule.equals(ofRule)
                && (this.process == null
                        || (pid != null && this.process.equals(pid.toString()))
                        || this.process.equals(processName));
    }

    /** Returns whether it covers a GPU, whose UUID is null until it has answered once. */
    boolean coversGpu(int index, @Nullable String uuid) {
        return this.gpu == null || this.gpu.equalsIgnoreCase(uuid) || this.gpu.equals(Integer.toString(index));
    }

    Silence withGpu(String uuid) {
        return new Silence(this.id, this.rule, uuid, this.process, this.until, this.reason, this.createdAt);
    }

    StoredSilence stored() {
        long end = this.until == null ? Long.MAX_VALUE : this.until.toEpochMilli();
        return new StoredSilence(
                this.id, this.rule, this.gpu, this.process, end, this.reason, this.createdAt.toEpochMilli());
    }

    static Silence of(StoredSilence stored) {
        return new Silence(
                stored.id(),
                stored.rule(),
                stored.gpu(),
                stored.process(),
                Instant.ofEpochMilli(stored.until()),
                stored.reason(),
                Instant.ofEpochMilli(stored.createdAt()));
    }

    /**
     * The silences in force.
     *
     * @param silences Configured silences first, then the oldest first.
     */
    @Schema(name = "Silences")
    record All(List<Silence> silences) {}
}
