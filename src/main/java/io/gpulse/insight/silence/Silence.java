package io.gpulse.insight.silence;

import io.gpulse.history.sqlite.SilenceStore.StoredSilence;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A silence: while it is in force, insights of a rule are neither listed as active nor published.
 *
 * @param rule id of the rule
 * @param gpu UUID, or the index in the configuration; null for all GPUs and the machine
 * @param process PID or name of the process; null for all
 * @param until when it ends; null for a configured one, which does not end
 * @param createdAt when it was added; the start of gpulse for a configured one
 */
public record Silence(
        String id,
        String rule,
        @Nullable String gpu,
        @Nullable String process,
        @Nullable Instant until,
        String reason,
        Instant createdAt) {

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
    public boolean covers(String ofRule, @Nullable Integer pid, @Nullable String processName) {
        return this.rule.equals(ofRule)
                && (this.process == null
                        || pid != null && this.process.equals(pid.toString())
                        || this.process.equals(processName));
    }

    /** Returns whether it covers a GPU, whose UUID is null until it has answered once. */
    public boolean coversGpu(int index, @Nullable String uuid) {
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
}
