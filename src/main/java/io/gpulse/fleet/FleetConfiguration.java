package io.gpulse.fleet;

import io.gpulse.insight.PublishedAlerts;
import io.gpulse.selection.FreeGpuFinder;
import io.gpulse.view.PublishedSnapshots;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Beans of many machines. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(FleetProperties.class)
class FleetConfiguration {

    @Bean
    @Lazy
    MachineClient machineClient() {
        return new MachineClient(MachineClient.TIMEOUT);
    }

    @Bean
    Machines machines(FleetProperties properties, ObjectProvider<MachineClient> client) {
        MachineList list = properties.list();
        Scheduler thread = list.isEmpty() ? Schedulers.immediate() : Schedulers.newSingle("gpulse-fleet", true);
        return new Machines(
                list,
                (address) -> client.getObject().reports(address),
                new Machines.Time(Clock.systemUTC(), System::nanoTime, thread, Schedulers.boundedElastic()));
    }

    @Bean
    MachineReader machineReader(
            PublishedSnapshots published,
            FreeGpuFinder finder,
            PublishedAlerts alerts,
            ObjectProvider<BuildProperties> build) {
        String version =
                build.stream().map(BuildProperties::getVersion).findFirst().orElse(null);
        return new MachineReader(published, finder, alerts, version);
    }

    @Bean
    Fleet fleet(MachineReader reader, Machines machines) {
        return new Fleet(reader::report, machines, Clock.systemUTC());
    }
}
