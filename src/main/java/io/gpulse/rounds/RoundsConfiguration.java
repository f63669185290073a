package io.gpulse.rounds;

import io.gpulse.sampling.SnapshotFeed;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bean of recent rounds. */
@Configuration(proxyBeanMethods = false)
class RoundsConfiguration {

    @Bean
    Rounds rounds(SnapshotFeed feed) {
        return new Rounds(feed.snapshots());
    }
}
