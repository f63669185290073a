package io.gpulse.workload;

import io.gpulse.event.EventLog;
import io.gpulse.event.EventReader;
import io.gpulse.history.HistoryReader;
import io.gpulse.view.PublishedSnapshots;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of jobs. */
@Configuration(proxyBeanMethods = false)
class WorkloadConfiguration {

    @Bean
    JobReader jobReader(EventLog log, HistoryReader history, PublishedSnapshots published) {
        return new JobReader(new EventReader(log), history::now, published);
    }
}
