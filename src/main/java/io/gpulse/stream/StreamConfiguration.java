package io.gpulse.stream;

import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.view.SnapshotEncoder;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The stream of snapshots and the thread that serves it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StreamProperties.class)
class StreamConfiguration {

    /** Writing to thousands of subscribers must not hold up the sampler's clock. */
    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("stream")
    Scheduler streamScheduler() {
        return Schedulers.newSingle("gpulse-stream", true);
    }

    @Bean
    SnapshotStream snapshotStream(
            SnapshotFeed feed,
            SnapshotEncoder encoder,
            StreamProperties properties,
            @Qualifier("stream") Scheduler scheduler) {
        return new SnapshotStream(feed.snapshots().publishOn(scheduler), encoder, properties, scheduler);
    }
}
