package io.gpulse.workload;

import io.gpulse.event.message.Language;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of the report of a job.
 *
 * @param lang Language of titles and advice.
 * @param format `text` for a report of 80 columns, like `Accept: text/plain`.
 */
record JobReportQuery(Language lang, @Nullable Format format) {

    /** The format of the response. */
    enum Format {
        /** A {@link JobResponse}. */
        JSON,
        /** Lines for a terminal. */
        TEXT
    }

    JobReportQuery {
        lang = Objects.requireNonNullElse(lang, Language.EN);
    }
}
