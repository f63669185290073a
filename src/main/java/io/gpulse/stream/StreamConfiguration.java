package io.gpulse.stream;

import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.view.SnapshotEncoder;
import io.gpulse.web.StreamEvents;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The stream of snapshots and its thread. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StreamProperties.class)
class StreamConfiguration {

    /** Creates a separate thread, so that writes to thousands of subscribers do not delay the sampler. */
    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("stream")
    Scheduler streamScheduler() {
        return Schedulers.newSingle("gpulse-stream", true);
    }

    @Bean
    StreamFeeds streamFeeds(
            SnapshotFeed feed, ObjectProvider<StreamEvents> events, @Qualifier("stream") Scheduler scheduler) {
        Flux<StreamEvents.Notice> notices = Flux.defer(
                () -> Flux.merge(events.stream().map(StreamEvents::notices).toList()));
        return new StreamFeeds(feed.snapshots().publishOn(scheduler), notices);
    }

    @Bean
    SnapshotStream snapshotStream(
            StreamFeeds feeds,
            SnapshotEncoder encoder,
            StreamProperties properties,
            @Qualifier("stream") Scheduler scheduler) {
        return new SnapshotStream(feeds, encoder, properties, scheduler);
    }
}
