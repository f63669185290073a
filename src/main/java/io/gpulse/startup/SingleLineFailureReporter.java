package io.gpulse.startup;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Reports a failed start in one line; Spring Boot's own report of many lines is switched off by its logger. */
final class SingleLineFailureReporter implements FailureAnalysisReporter {

    private static final Logger log = LoggerFactory.getLogger(SingleLineFailureReporter.class);

    @Override
    public void report(FailureAnalysis analysis) {
        String action = analysis.getAction() == null ? "" : " " + analysis.getAction();
        log.error("gpulse does not start: {}", (analysis.getDescription() + action).replaceAll("\\s+", " "));
    }
}
