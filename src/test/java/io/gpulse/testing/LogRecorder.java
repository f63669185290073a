package io.gpulse.testing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Records log messages while it is open. The start of a server resets the log: it is opened after that. */
public final class LogRecorder extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private static final LoggerContext LOGBACK = (LoggerContext) LoggerFactory.getILoggerFactory();

    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();
    private final @Nullable Level before = gpulse().getLevel();

    /** @param ofGpulse from which level on gpulse itself logs meanwhile */
    public static LogRecorder started(Level ofGpulse) {
        LogRecorder recorder = new LogRecorder();
        recorder.setContext(LOGBACK);
        recorder.start();
        root().addAppender(recorder);
        gpulse().setLevel(ofGpulse);
        return recorder;
    }

    private static Logger root() {
        return LOGBACK.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static Logger gpulse() {
        return LOGBACK.getLogger("io.gpulse");
    }

    @Override
    protected void append(ILoggingEvent event) {
        this.events.add(event);
    }

    /** Of this level or above, as they read. */
    public List<String> from(Level level) {
        assertThat(root().isAttached(this))
                .as("the log is recorded since the last start of a server")
                .isTrue();
        return this.events.stream()
                .filter((event) -> event.getLevel().isGreaterOrEqual(level))
                .map((event) -> event.getLevel() + " " + event.getLoggerName() + ": " + event.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        gpulse().setLevel(this.before);
        root().detachAppender(this);
        stop();
    }
}
