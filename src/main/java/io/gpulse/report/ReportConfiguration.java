package io.gpulse.report;

import io.gpulse.device.MachineIdentity;
import io.gpulse.history.HistoryReader;
import io.gpulse.sampling.SnapshotFeed;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** The beans of reports. */
@Configuration(proxyBeanMethods = false)
class ReportConfiguration {

    @Bean
    RecentRounds recentRounds(SnapshotFeed feed) {
        return new RecentRounds(feed.snapshots());
    }

    @Bean
    ReportReader reportReader(RecentRounds recent, HistoryReader history, MachineIdentity machine) {
        return new ReportReader(recent, history, machine, Schedulers.parallel());
    }
}
