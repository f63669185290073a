package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;

/** Consumers that throw. */
class ConsumerGuardTests {

    private final ConsumerGuard guard = new ConsumerGuard("events", "Detection of events");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(ConsumerGuard.class);

    @BeforeEach
    void listen() {
        this.lines.start();
        this.logger.addAppender(this.lines);
        this.logger.setAdditive(false);
        this.logger.setLevel(Level.INFO);
    }

    @AfterEach
    void stopListening() {
        this.logger.detachAppender(this.lines);
        this.logger.setAdditive(true);
        this.logger.setLevel(null);
    }

    @Test
    void anExceptionCostsOneElementAndIsLoggedOnce() {
        List<Integer> consumed = new ArrayList<>();
        Consumer<Integer> consumer = (number) -> {
            if (number < 5) {
                throw new IllegalStateException("round " + number);
            }
            consumed.add(number);
        };

        Flux.range(0, 5).subscribe(this.guard.around(consumer));
        assertThat(this.guard.failure())
                .contains(new FailureMonitor.Failure(
                        "events", "Detection of events fails: java.lang.IllegalStateException: round 4"));
        Flux.range(5, 2).subscribe(this.guard.around(consumer));

        assertThat(consumed).containsExactly(5, 6);
        assertThat(this.guard.failure()).isEmpty();
        assertThat(this.lines.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.ERROR, Level.INFO);
    }

    @Test
    void anotherExceptionIsLoggedToo() {
        this.guard.run(() -> {
            throw new IllegalStateException("one");
        });
        this.guard.run(() -> {
            throw new StackOverflowError();
        });

        assertThat(this.lines.list).hasSize(2);
        assertThat(FailureMonitor.of(this.guard)).hasSize(1);
    }

    @Test
    void virtualMachineErrorIsRethrown() {
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> this.guard.run(() -> {
                    throw new OutOfMemoryError("for the test");
                }));
    }
}
