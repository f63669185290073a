package io.gpulse.history;

import io.gpulse.history.answer.AnswerPlaces;
import io.gpulse.history.answer.ConcurrentQueryLimit;
import io.gpulse.history.sqlite.SqliteHistoryEngine;
import io.gpulse.sampling.SnapshotFeed;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** What remembers, and what answers from it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HistoryProperties.class)
class HistoryConfiguration {

    /** More than one address has answers at once by default: no address keeps others waiting. */
    private static final int READERS = 5;

    private static final int WAITING = 64;

    @Bean
    HistoryDatabase storeKeeper(HistoryProperties properties) {
        Clock clock = Clock.systemUTC();
        if (!properties.enabled()) {
            return HistoryDatabase.off(clock);
        }
        HistoryEngine engine = new SqliteHistoryEngine(
                HistoryFolder.of(properties.dir(), System::getenv).orElse(null), properties, clock);
        return new HistoryDatabase(engine, clock, System::nanoTime);
    }

    @Bean
    HistoryWriter historyWriter(HistoryDatabase keeper) {
        return new HistoryWriter(keeper, Schedulers.newSingle("gpulse-history", true));
    }

    @Bean
    HistoryRecorder historyRecorder(SnapshotFeed feed, HistoryDatabase keeper, HistoryWriter writer) {
        HistoryRecorder.Writing writing =
                new HistoryRecorder.Writing(HistoryRecorder.BatchSize.USUAL, writer.scheduler());
        return new HistoryRecorder(feed, keeper, writing, System::nanoTime);
    }

    @Bean
    ConcurrentQueryLimit concurrentQueryLimit(HistoryProperties properties) {
        return new ConcurrentQueryLimit(new AnswerPlaces(properties.maxAnswersPerAddress()), System::nanoTime);
    }

    @Bean
    HistoryReader historyReader(HistoryDatabase keeper) {
        return new HistoryReader(
                keeper,
                Schedulers.newBoundedElastic(READERS, WAITING, "gpulse-history-reader", 60, true),
                Clock.systemUTC());
    }
}
