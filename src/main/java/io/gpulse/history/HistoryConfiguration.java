package io.gpulse.history;

import io.gpulse.device.SimulatedPast;
import io.gpulse.history.answer.ConcurrentQueryLimit;
import io.gpulse.history.past.PastAlerts;
import io.gpulse.history.past.PastWriter;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.FirstResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** The beans of the history. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({HistoryProperties.class, MetricsProperties.class})
class HistoryConfiguration {

    /** More than the default number of concurrent queries per address: no address blocks the others. */
    private static final int READERS = 5;

    private static final int WAITING = 64;

    @Bean
    HistoryDatabase historyDatabase(HistoryProperties properties) {
        Clock clock = Clock.tickMillis(ZoneOffset.UTC);
        Path folder = folder(properties.dir());
        return new HistoryDatabase(
                properties.enabled() ? new HistoryEngine(folder, properties, clock) : null, clock, System::nanoTime);
    }

    @Bean
    HistoryWriter historyWriter(HistoryDatabase database, FirstResponse firstResponse) {
        return new HistoryWriter(database, firstResponse.delay(Schedulers.newSingle("gpulse-history", true)));
    }

    /** The rules, which take time to load, are loaded when there is a past to write. */
    @Bean
    PastWriter pastWriter(@Nullable SimulatedPast past, ObjectProvider<PastAlerts> alerts) {
        return new PastWriter(past, alerts::getIfAvailable);
    }

    @Bean
    HistoryRecorder historyRecorder(
            SnapshotFeed feed, HistoryWriter writer, PastWriter past, MetricsProperties metrics) {
        return new HistoryRecorder(feed, writer, past, metrics.workloads());
    }

    @Bean
    ConcurrentQueryLimit concurrentQueryLimit(HistoryProperties properties) {
        return new ConcurrentQueryLimit(properties.maxAnswersPerAddress());
    }

    @Bean
    HistoryReader historyReader(HistoryDatabase database) {
        return new HistoryReader(
                database,
                Schedulers.newBoundedElastic(READERS, WAITING, "gpulse-history-reader", 60, true),
                Clock.tickMillis(ZoneOffset.UTC));
    }

    /** Returns the configured folder, otherwise that of systemd or of the XDG specification; null without any. */
    private static @Nullable Path folder(@Nullable Path configured) {
        if (configured != null) {
            return configured.toAbsolutePath();
        }
        // systemd separates several folders by colons.
        return absolute("STATE_DIRECTORY")
                .map((all) -> Path.of(all.split(":", 2)[0]))
                .or(() -> absolute("XDG_STATE_HOME").map((home) -> Path.of(home, "gpulse")))
                .or(() -> absolute("HOME").map((home) -> Path.of(home, ".local/state/gpulse")))
                .orElse(null);
    }

    private static Optional<String> absolute(String variable) {
        return Optional.ofNullable(System.getenv(variable)).filter((path) -> path.startsWith("/") && path.length() > 1);
    }
}
