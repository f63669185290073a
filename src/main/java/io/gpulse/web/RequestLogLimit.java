package io.gpulse.web;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Limits the warnings and errors per minute about requests and connections, so that an unforeseen fault that clients
 * cause cannot fill the disk.
 */
final class RequestLogLimit extends TurboFilter {

    static final int MAX_PER_MINUTE = 20;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    /** Prefixes of logger names. Messages of the sampler and of the startup are not caused by requests. */
    private static final List<String> OF_REQUESTS = List.of(
            "io.gpulse.web.",
            "io.gpulse.view.",
            "io.gpulse.snapshot.",
            "io.gpulse.stream.",
            "io.gpulse.status.",
            "io.gpulse.text.",
            "io.gpulse.selection.",
            "io.gpulse.security.",
            "io.gpulse.prometheus.",
            "io.netty.",
            "reactor.",
            "org.springdoc.",
            "org.springframework.boot.webflux.",
            "org.springframework.core.codec.",
            "org.springframework.http.",
            "org.springframework.security.",
            "org.springframework.web.");

    private final LongSupplier nanos;
    private long startedAt;
    private int logged;
    private long suppressed;

    /** @param nanos a monotonic clock */
    RequestLogLimit(LongSupplier nanos) {
        this.nanos = nanos;
        this.startedAt = nanos.getAsLong();
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] params,
            @Nullable Throwable failure) {
        boolean counts = level.isGreaterOrEqual(Level.WARN)
                && level.isGreaterOrEqual(logger.getEffectiveLevel())
                && OF_REQUESTS.stream().anyMatch(logger.getName()::startsWith);
        // A call by isErrorEnabled() has no format and logs nothing.
        return !counts || format == null || admit(logger) ? FilterReply.NEUTRAL : FilterReply.DENY;
    }

    private boolean admit(Logger logger) {
        long before;
        synchronized (this) {
            long now = this.nanos.getAsLong();
            if (now - this.startedAt < MINUTE) {
                return ++this.logged <= MAX_PER_MINUTE || suppress();
            }
            this.startedAt = now;
            this.logged = 1;
            before = this.suppressed;
            this.suppressed = 0;
        }
        if (before > 0) {
            logger.warn("Suppressed {} log lines about requests (limit: {} per minute)", before, MAX_PER_MINUTE);
        }
        return true;
    }

    private boolean suppress() {
        this.suppressed++;
        return false;
    }
}
