package io.gpulse.insight;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters of insights.
 *
 * @param state Active, silenced, resolved within 24 h, or all.
 * @param gpus GPUs: indexes, UUIDs or the beginning of one, PCI bus ids, separated by commas. Default: all, and
 *     insights about the machine.
 * @param rules Ids of rules, separated by commas. Default: all.
 */
record InsightQuery(
        State state,

        @Parameter(example = "0,1", schema = @Schema(type = "string", pattern = "[^,\\s]")) @Nullable
        String gpus,

        @Parameter(example = "idle-allocated,input-bound", schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String rules) {

    /** States of insights, in the order in which they are listed. */
    enum State {
        /** The rule holds. */
        ACTIVE,
        /** The rule holds, and a silence covers it. */
        SILENCED,
        /** The rule no longer holds. */
        RESOLVED,
        /** All states. */
        ALL
    }

    InsightQuery {
        state = Objects.requireNonNullElse(state, State.ACTIVE);
    }

    boolean selects(State other) {
        return this.state == State.ALL || this.state == other;
    }
}
