package io.gpulse.jvm;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Looks for fatal errors in what is about to be logged, at any level. Changes nothing of the log. */
final class FatalLogFilter extends TurboFilter {

    private static final FatalLogFilter FILTER = new FatalLogFilter();

    private FatalLogFilter() {}

    /** The first of the filters: another one may drop the line. */
    static void install() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            uninstall();
            logback.getTurboFilterList().add(0, FILTER);
        }
    }

    static void uninstall() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            logback.getTurboFilterList().remove(FILTER);
        }
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] params,
            @Nullable Throwable failure) {
        FatalErrors.check(failure);
        // The last argument of a line is its error, when it is one.
        if (params != null && params.length > 0 && params[params.length - 1] instanceof Throwable last) {
            FatalErrors.check(last);
        }
        return FilterReply.NEUTRAL;
    }
}
