package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.sampling.DriverEventFeed;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.FirstResponse;
import io.gpulse.web.parameter.WordListSchema;
import java.time.Instant;
import java.util.Arrays;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** Beans that detect, store and publish events. */
@Configuration(proxyBeanMethods = false)
class EventConfiguration {

    /** Maximum number of events in memory. */
    private static final int MOST = 2000;

    @Bean
    EventCounts eventCounts() {
        return new EventCounts();
    }

    @Bean
    EventLog eventLog(EventCounts counts) {
        return new EventLog(MOST, Instant.now(), counts);
    }

    /** Stops before the history, since it writes to it when it stops. */
    @Bean
    @DependsOn("historyRecorder")
    EventRecorder eventRecorder(
            SnapshotFeed snapshots,
            ObjectProvider<DriverEventFeed> driver,
            EventPipeline.Storage storage,
            @Qualifier("alerts") Scheduler thread) {
        Flux<DriverEvent> reported =
                driver.stream().findFirst().map(DriverEventFeed::events).orElseGet(Flux::never);
        return new EventRecorder(snapshots, reported, storage, thread);
    }

    /** The thread of detectors and rules: a rule is evaluated after the detectors, in the same order for each round. */
    @Bean(name = "alerts", destroyMethod = "dispose")
    Scheduler alertThread(FirstResponse firstResponse) {
        return firstResponse.delay(Schedulers.newSingle("gpulse-alerts", true));
    }

    @Bean
    EventPipeline.Storage eventStorage(EventLog log, EventCounts counts, HistoryWriter writer, HistoryReader reader) {
        return new EventPipeline.Storage(log, counts, writer, reader);
    }

    @Bean
    EventReader eventReader(EventLog log, HistoryReader history, PublishedSnapshots published) {
        return new EventReader(log, history, published);
    }

    @Bean
    @Lazy
    WordListSchema eventKindSchema() {
        return new WordListSchema(
                "/api/v1/events",
                "kinds",
                Arrays.stream(EventKind.values()).map(EventKind::label).toList());
    }

    @Bean
    EventNotices eventNotices(EventLog log, JsonMapper json) {
        return new EventNotices(log, json);
    }
}
