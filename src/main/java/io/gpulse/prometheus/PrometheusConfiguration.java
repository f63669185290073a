package io.gpulse.prometheus;

import io.gpulse.sampling.Sampler;
import io.gpulse.web.EventMonitor;
import io.gpulse.web.InsightMonitor;
import io.gpulse.web.OccupancyMonitor;
import io.gpulse.web.StreamMonitor;
import io.gpulse.web.connection.ConnectionLimit;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Collects the series for {@code /metrics}, and with Boot's own for {@code /actuator}. */
@Configuration(proxyBeanMethods = false)
class PrometheusConfiguration {

    @Bean
    ScrapeSource.Counted countedByFeatures(
            ObjectProvider<OccupancyMonitor> occupancies,
            ObjectProvider<EventMonitor> events,
            ObjectProvider<InsightMonitor> insights,
            ObjectProvider<ConnectionLimit> connections) {
        return new ScrapeSource.Counted(
                () -> occupancies.stream()
                        .flatMap((monitor) -> monitor.occupancies().stream())
                        .toList(),
                () -> events.stream().findFirst(),
                () -> insights.stream()
                        .flatMap((monitor) -> monitor.states().stream())
                        .toList(),
                () -> connections.stream().findFirst().map(ConnectionLimit::statistics));
    }

    @Bean
    SnapshotCollector snapshotCollector(
            Sampler sampler,
            ObjectProvider<BuildProperties> build,
            ObjectProvider<StreamMonitor> stream,
            ScrapeSource.Counted counted) {
        BuildProperties known = build.getIfAvailable();
        String version = known == null ? null : known.getVersion();
        return new SnapshotCollector(new ScrapeSource(
                sampler::latest,
                () -> ScrapeSource.RoundCounts.of(sampler.status()),
                () -> stream.stream()
                        .mapToInt((monitor) -> monitor.statistics().subscribers())
                        .findFirst(),
                counted,
                version == null ? "development" : version,
                Clock.systemUTC()));
    }

    /** Registers the series with Boot's registry unless its export is switched off. */
    @Bean
    SmartInitializingSingleton seriesAmongBootsOwn(
            SnapshotCollector collector, ObjectProvider<PrometheusRegistry> boots) {
        return () -> boots.ifAvailable((registry) -> registry.register(collector));
    }
}
