package io.gpulse.jvm;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Checks every log event for a fatal error, at any level. It changes no event. */
final class FatalLogFilter extends TurboFilter {

    private static final FatalLogFilter FILTER = new FatalLogFilter();

    private FatalLogFilter() {}

    /** Installs the filter as the first one: another filter may drop the event. */
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
        // The last argument of an event is its error if it is a Throwable.
        if (params != null && params.length > 0 && params[params.length - 1] instanceof Throwable last) {
            FatalErrors.check(last);
        }
        return FilterReply.NEUTRAL;
    }
}
