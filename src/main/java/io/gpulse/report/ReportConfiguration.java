package io.gpulse.report;

import io.gpulse.device.MachineIdentity;
import io.gpulse.event.EventLog;
import io.gpulse.event.EventReader;
import io.gpulse.history.HistoryReader;
import io.gpulse.report.ReportReader.Records;
import io.gpulse.rounds.Rounds;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** The beans of reports. */
@Configuration(proxyBeanMethods = false)
class ReportConfiguration {

    @Bean
    ReportReader reportReader(Rounds recent, HistoryReader history, EventLog log, MachineIdentity machine) {
        Records records = new Records(recent, history, new EventReader(log));
        return new ReportReader(records, machine, Schedulers.parallel());
    }
}
