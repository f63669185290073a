package io.gpulse.history;

import io.gpulse.history.answer.AnswerPlaces;
import io.gpulse.history.answer.ConcurrentQueryLimit;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.FirstResponse;
import java.nio.file.Path;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** The beans of the history. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HistoryProperties.class)
class HistoryConfiguration {

    /** More than the default number of concurrent queries per address: no address blocks the others. */
    private static final int READERS = 5;

    private static final int WAITING = 64;

    @Bean
    HistoryDatabase historyDatabase(HistoryProperties properties) {
        Clock clock = Clock.systemUTC();
        Path folder = HistoryFolder.of(properties.dir(), System::getenv).orElse(null);
        return new HistoryDatabase(
                properties.enabled() ? new HistoryEngine(folder, properties, clock) : null, clock, System::nanoTime);
    }

    @Bean
    HistoryWriter historyWriter(HistoryDatabase database, FirstResponse firstResponse) {
        return new HistoryWriter(database, firstResponse.before(Schedulers.newSingle("gpulse-history", true)));
    }

    @Bean
    HistoryRecorder historyRecorder(SnapshotFeed feed, HistoryDatabase database, HistoryWriter writer) {
        return new HistoryRecorder(feed, database, HistoryRecorder.BatchSize.USUAL, writer.scheduler());
    }

    @Bean
    ConcurrentQueryLimit concurrentQueryLimit(HistoryProperties properties) {
        return new ConcurrentQueryLimit(new AnswerPlaces(properties.maxAnswersPerAddress()), System::nanoTime);
    }

    @Bean
    HistoryReader historyReader(HistoryDatabase database) {
        return new HistoryReader(
                database,
                Schedulers.newBoundedElastic(READERS, WAITING, "gpulse-history-reader", 60, true),
                Clock.systemUTC());
    }
}
