package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventLog;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.LateHistory;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.Wait;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.FirstResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

class InsightConfigurationTests {

    private final Sinks.Many<Snapshot> rounds = Sinks.many().multicast().directBestEffort();
    private final FirstResponse firstResponse = new FirstResponse(Duration.ofDays(1));

    private AnnotationConfigApplicationContext context(LateHistory history) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        Duration every = Duration.ofSeconds(1);
        context.registerBean(SnapshotFeed.class, () -> new SnapshotFeed(this.rounds.asFlux(), () -> null, every));
        context.registerBean(HistoryReader.class, history::reader);
        context.registerBean(HistoryWriter.class, history::writer);
        context.registerBean(EventLog.class, () -> new EventLog(10, Instant.EPOCH, new EventCounts()));
        context.registerBean("eventRecorder", Object.class, Object::new);
        context.registerBean(PublishedSnapshots.class, () -> Optional::empty);
        context.registerBean(JsonMapper.class, JsonMapper::shared);
        context.registerBean(
                "alerts",
                Scheduler.class,
                () -> this.firstResponse.delay(Schedulers.newSingle("alerts", true)),
                (bean) -> bean.setDestroyMethodName("dispose"));
        context.register(InsightConfiguration.class);
        return context;
    }

    @Test
    void theRulesAreLoadedAfterTheFirstResponse(@TempDir Path folder) {
        try (LateHistory history = new LateHistory(folder);
                AnnotationConfigApplicationContext context = context(history)) {
            context.refresh();
            this.rounds.tryEmitNext(Snapshots.ofGpus(1)).orThrow();
            assertThat(context.getBeanFactory().containsSingleton("insightEngine"))
                    .isFalse();

            this.firstResponse.onApplicationEvent(new ContextClosedEvent(context));

            Wait.until(() -> context.getBean(InsightService.class).board().isPresent());
            assertThat(context.getBeanFactory().containsSingleton("insightEngine"))
                    .isTrue();
        }
    }
}
