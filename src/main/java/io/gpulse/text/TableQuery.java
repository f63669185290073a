package io.gpulse.text;

import io.gpulse.stream.StreamQuery;
import io.gpulse.text.table.TextTable;
import io.gpulse.web.HumanUnits;
import io.gpulse.web.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/** How a request wants the table, as it was written. */
record TableQuery(
        @Parameter(
                description = "No line is wider: 80 … 400. A wider table has more columns.",
                example = "120",
                schema = @Schema(type = "integer", minimum = "80", maximum = "400", defaultValue = "80"))
        @Nullable
        String columns,

        @Parameter(
                description = "`?watch` goes on without end: it clears the screen and shows the table anew each round."
                        + " `curl -N` shows it. A slow reader skips rounds and delays nobody.",
                allowEmptyValue = true,
                schema =
                        @Schema(
                                type = "string",
                                allowableValues = {"", "true", "false"}))
        @Nullable
        String watch,

        @Parameter(
                description = "With `watch`: at most one table in this time: `500ms`, `5s`, `1m`. Absent: every round.",
                example = "5s",
                schema = @Schema(type = "string", pattern = "^[1-9]\\d{0,8}(ms|s|m|h)$"))
        @Nullable
        String every) {

    private static final int LEAST = TextTable.USUAL_COLUMNS;
    private static final int MOST = 400;

    /** @throws Refusal when no table is so wide */
    int width() {
        return this.columns == null
                ? TextTable.USUAL_COLUMNS
                : HumanUnits.count(this.columns, LEAST, MOST)
                        .orElseThrow(() -> Refusal.badRequest(
                                "'" + this.columns + "' is no width of a table; columns is a whole number from " + LEAST
                                        + " to " + MOST + "."));
    }

    /**
     * Whether it is to go on.
     *
     * @param written the parameters as they were sent: {@code ?watch} without a value is bound to null, as if it were
     *     not there
     * @throws Refusal when it is neither yes nor no
     */
    boolean follows(MultiValueMap<String, String> written) {
        if (!written.containsKey("watch")) {
            if (this.every != null) {
                throw Refusal.badRequest("A single table has no time between tables; every goes with watch.");
            }
            return false;
        }
        return this.watch == null
                || this.watch.isBlank()
                || HumanUnits.bool(this.watch)
                        .orElseThrow(() -> Refusal.badRequest(
                                "'" + this.watch + "' is neither yes nor no; watch is true, false, or alone."));
    }

    /** @throws Refusal when it is no time */
    Duration interval() {
        return new StreamQuery(this.every, null).interval();
    }
}
