package io.gpulse.selection;

import io.gpulse.sampling.SnapshotFeed;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the search for free GPUs. */
@Configuration(proxyBeanMethods = false)
class SelectionConfiguration {

    @Bean
    RecentUtilization recentUtilization(SnapshotFeed feed) {
        return new RecentUtilization(feed.snapshots());
    }

    @Bean
    FreeGpus freeGpus(RecentUtilization utilization) {
        return new FreeGpus(utilization);
    }
}
