package io.gpulse.text;

import io.gpulse.text.table.TextTable;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;

/** How a request wants the table. */
record TableQuery(
        @Parameter(description = "No line is wider. A wider table has more columns.", example = "120")
        @Range(min = TextTable.USUAL_COLUMNS, max = 400)
        Integer columns,

        @Parameter(
                description = "`?watch` goes on without end: it clears the screen and shows the table anew each round."
                        + " `curl -N` shows it. A slow reader skips rounds and delays nobody.",
                allowEmptyValue = true,
                example = "true")
        @Nullable
        Watch watch,

        @Parameter(
                description = "With `watch`: at most one table in this time: `500ms`, `5s`, `1m`. Absent: every round.",
                example = "5s")
        @DurationMin(nanos = 1)
        @Nullable
        Duration every) {

    /** Whether the table goes on. */
    enum Watch {
        ON,
        OFF;

        static Watch of(String word) {
            return word.equals("false") ? OFF : ON;
        }
    }

    TableQuery {
        columns = Objects.requireNonNullElse(columns, TextTable.USUAL_COLUMNS);
    }

    /**
     * Whether it is to go on.
     *
     * @param sent the parameters as they were sent: {@code ?watch} without a value is bound to null, as if it were not
     *     there
     * @throws ProblemException when there is a time between tables, and only one table
     */
    boolean follows(MultiValueMap<String, String> sent) {
        if (sent.containsKey("watch")) {
            return this.watch != Watch.OFF;
        }
        if (this.every != null) {
            throw ProblemException.badRequest("A single table has no time between tables; every goes with watch.");
        }
        return false;
    }

    /** The least time between two tables; zero for every round. */
    Duration interval() {
        return Objects.requireNonNullElse(this.every, Duration.ZERO);
    }
}
