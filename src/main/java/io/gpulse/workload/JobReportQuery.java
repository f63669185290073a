package io.gpulse.workload;

import io.gpulse.event.message.Language;
import io.gpulse.web.parameter.TextOrJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of the report of a job.
 *
 * @param lang Language of titles and advice.
 * @param format `text` for a report of 80 columns, like `Accept: text/plain`.
 */
record JobReportQuery(Language lang, @Nullable TextOrJson format) {

    JobReportQuery {
        lang = Objects.requireNonNullElse(lang, Language.EN);
    }
}
