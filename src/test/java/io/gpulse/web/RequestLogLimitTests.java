package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.read.ListAppender;
import io.gpulse.testing.TestServer;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RequestLogLimitTests {

    private final AtomicLong nanos = new AtomicLong();
    private final LoggerContext logback = new LoggerContext();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    RequestLogLimitTests() {
        this.logback.addTurboFilter(new RequestLogLimit(this.nanos::get));
        this.log.setContext(this.logback);
        this.log.start();
        Logger root = this.logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(this.log);
    }

    @Test
    void warningsAndErrorsOfRequestsAreLimitedPerMinute() {
        warn("reactor.netty.http.server.HttpServer", 500);
        warn("org.springframework.web.server.adapter.HttpWebHandlerAdapter", 500);

        assertThat(this.log.list).hasSize(RequestLogLimit.MAX_PER_MINUTE);
    }

    @Test
    void nextMinuteStartsWithTheCountOfSuppressedLines() {
        warn("io.gpulse.web.ErrorAdvice", RequestLogLimit.MAX_PER_MINUTE + 7);

        this.nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        warn("io.gpulse.web.ErrorAdvice", 1);

        assertThat(messages().subList(RequestLogLimit.MAX_PER_MINUTE, this.log.list.size()))
                .containsExactly("Suppressed 7 log lines about requests (limit: 20 per minute)", "0");
    }

    @Test
    void otherLoggersAreNotLimited() {
        warn("io.gpulse.sampling.Sampler", 100);

        assertThat(this.log.list).hasSize(100);
    }

    @Test
    void disabledLevelsAreNotCounted() {
        Logger logger = this.logback.getLogger("io.gpulse.web.ErrorAdvice");
        IntStream.range(0, 100).forEach((i) -> logger.debug("{}", i));
        IntStream.range(0, 100)
                .forEach((i) -> assertThat(logger.isErrorEnabled()).isTrue());

        warn("io.gpulse.web.ErrorAdvice", 1);

        assertThat(messages()).containsExactly("0");
    }

    /** The log is that of the JVM: the servers of other classes may add limits, and remove them. */
    @Test
    void aServerBoundsItsOwnLog() {
        Set<TurboFilter> before = limits();
        TurboFilter limit;
        try (TestServer server = TestServer.started()) {
            assertThat(server.port()).isPositive();
            Set<TurboFilter> added = limits();
            added.removeAll(before);
            assertThat(added).hasSize(1);
            limit = added.iterator().next();
        }
        assertThat(limits()).doesNotContain(limit);
    }

    private static Set<TurboFilter> limits() {
        Set<TurboFilter> limits = Collections.newSetFromMap(new IdentityHashMap<>());
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getTurboFilterList().stream()
                        .filter(RequestLogLimit.class::isInstance)
                        .forEach(limits::add);
        return limits;
    }

    private void warn(String name, int times) {
        Logger logger = this.logback.getLogger(name);
        IntStream.range(0, times).forEach((i) -> logger.warn("{}", i));
    }

    private List<String> messages() {
        return this.log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
