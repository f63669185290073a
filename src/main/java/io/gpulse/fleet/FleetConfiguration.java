package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.insight.PublishedAlerts;
import io.gpulse.selection.FreeGpuFinder;
import io.gpulse.view.PublishedSnapshots;
import java.time.Clock;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Beans of many machines. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({FleetProperties.class, EngineProperties.class})
class FleetConfiguration {

    @Bean
    @Lazy
    MachineClient machineClient() {
        return new MachineClient(MachineClient.TIMEOUT);
    }

    @Bean
    @Lazy
    EngineClient engineClient(EngineProperties properties) {
        return new EngineClient(properties, Objects.requireNonNull(properties.address()));
    }

    private static Machines.Time time(String thread, boolean used) {
        return new Machines.Time(
                Clock.systemUTC(),
                System::nanoTime,
                used ? Schedulers.newSingle(thread, true) : Schedulers.immediate(),
                Schedulers.boundedElastic());
    }

    @Bean
    Machines machines(FleetProperties properties, ObjectProvider<MachineClient> client) {
        MachineList list = properties.list();
        return new Machines(
                list, (address) -> client.getObject().reports(address), time("gpulse-fleet", !list.isEmpty()));
    }

    @Bean
    Engine engine(EngineProperties properties, ObjectProvider<EngineClient> client) {
        boolean used = properties.address() != null;
        return new Engine(
                used ? (question) -> client.getObject().answers(question) : null,
                properties.machineUrl(),
                time("gpulse-fleet-engine", used));
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
    EnginePast enginePast(EngineProperties properties, ObjectProvider<EngineClient> client) {
        boolean used = properties.address() != null;
        return new EnginePast(
                (expression, from, to, step) -> used
                        ? client.getObject().lines(expression, from, to, step)
                        : Mono.error(() -> new MachineException(text("fleet.no-engine"))),
                Clock.systemUTC());
    }

    @Bean
    Fleet fleet(MachineReader reader, Machines machines, Engine engine, EnginePast past) {
        return new Fleet(reader::report, machines, engine, past);
    }
}
