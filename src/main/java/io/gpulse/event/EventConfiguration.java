package io.gpulse.event;

import io.gpulse.web.FirstResponse;
import io.gpulse.web.parameter.WordListSchema;
import java.time.Instant;
import java.util.Arrays;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Beans that detect, store and publish events. */
@Configuration(proxyBeanMethods = false)
class EventConfiguration {

    /** Maximum number of events in memory. */
    private static final int MOST = 2000;

    @Bean
    EventLog eventLog(EventCounts counts) {
        return new EventLog(MOST, Instant.now(), counts);
    }

    /** The thread of detectors and rules: a rule is evaluated after the detectors, in the same order for each round. */
    @Bean(name = "alerts", destroyMethod = "dispose")
    Scheduler alertThread(FirstResponse firstResponse) {
        return firstResponse.delay(Schedulers.newSingle("gpulse-alerts", true));
    }

    @Bean
    @Lazy
    WordListSchema eventKindSchema() {
        return new WordListSchema(
                "/api/v1/events",
                "kinds",
                Arrays.stream(EventKind.values()).map(EventKind::label).toList());
    }
}
