package io.gpulse.report;

import io.gpulse.device.MachineIdentity;
import io.gpulse.history.HistoryReader;
import io.gpulse.rounds.Rounds;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** The beans of reports. */
@Configuration(proxyBeanMethods = false)
class ReportConfiguration {

    @Bean
    ReportReader reportReader(Rounds recent, HistoryReader history, MachineIdentity machine) {
        return new ReportReader(recent, history, machine, Schedulers.parallel());
    }
}
