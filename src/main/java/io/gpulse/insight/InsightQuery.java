package io.gpulse.insight;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which insights are asked for. */
record InsightQuery(
        @Parameter(
                description = "Those that hold, those that hold but are silenced, those that are over since 24 h at"
                        + " most, or all.")
        State state,

        @Parameter(
                description = "GPUs that they are about: indexes, UUIDs or the beginning of one, PCI bus ids,"
                        + " separated by"
                        + " commas. Absent: all, and those about the machine.",
                example = "0,GPU-1a2b",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String gpus,

        @Parameter(
                description = "Ids of rules, separated by commas. Absent: all.",
                example = "idle-allocated,input-bound",
                schema = @Schema(type = "string", pattern = "[^,\\s]"))
        @Nullable
        String rules) {

    /** How an insight stands. */
    enum State {
        /** It holds. */
        ACTIVE,
        /** It holds, and a silence covers it. */
        SILENCED,
        /** It is over. */
        RESOLVED,
        /** Any of these. */
        ALL
    }

    InsightQuery {
        state = Objects.requireNonNullElse(state, State.ACTIVE);
    }

    /** Returns whether it is wanted where no silence covers it. */
    boolean wants(Insight insight) {
        return switch (this.state) {
            case ACTIVE -> insight.isActive();
            case RESOLVED -> !insight.isActive();
            case SILENCED -> false;
            case ALL -> true;
        };
    }

    boolean wantsSilenced() {
        return this.state == State.SILENCED || this.state == State.ALL;
    }
}
