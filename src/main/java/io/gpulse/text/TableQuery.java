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

/**
 * Parameters of the table.
 *
 * @param columns Maximum width of a line. A wider table has more columns.
 * @param watch `?watch` repeats the table in each round, in place of the previous one; use `curl -N`: *Try it out*
 *     would show nothing. A slow client skips rounds and does not delay others.
 * @param every With `watch`: minimum time between two tables: `500ms`, `5s`, `1m`. Default: every round.
 */
record TableQuery(
        @Parameter(example = "120") @Range(min = TextTable.USUAL_COLUMNS, max = 400)
        Integer columns,

        @Parameter(allowEmptyValue = true) @Nullable Watch watch,

        @DurationMin(nanos = 1) @Nullable Duration every) {

    /** Whether the table is repeated. */
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
     * Returns whether the table is repeated.
     *
     * @param sent the raw parameters: {@code ?watch} without a value is bound to null, like a missing one
     * @throws ProblemException for {@code every} without {@code watch}
     */
    boolean isRepeated(MultiValueMap<String, String> sent) {
        if (sent.containsKey("watch")) {
            return this.watch != Watch.OFF;
        }
        if (this.every != null) {
            throw ProblemException.badRequest("every= requires watch.");
        }
        return false;
    }

    /** Returns the minimum time between two tables; zero for every round. */
    Duration interval() {
        return Objects.requireNonNullElse(this.every, Duration.ZERO);
    }
}
