package io.gpulse.prometheus;

import io.gpulse.sampling.Sampler;
import io.gpulse.web.EventMonitor;
import io.gpulse.web.InsightMonitor;
import io.gpulse.web.OccupancyMonitor;
import io.gpulse.web.StreamMonitor;
import io.gpulse.web.connection.ConnectionLimit;
import io.gpulse.web.monitor.ClassMonitor;
import io.gpulse.web.monitor.NotificationMonitor;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** Collects the series for {@code /metrics}, and with Boot's own for {@code /actuator}. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ScrapeProperties.class)
class PrometheusConfiguration {

    @Bean
    DcgmPage dcgmPage(ScrapeProperties properties, Sampler sampler, ObjectProvider<EventMonitor> events) {
        SingletonSupplier<EventMonitor> monitor = SingletonSupplier.ofNullable(events::getIfAvailable);
        return new DcgmPage(
                properties,
                (uuid) -> Optional.ofNullable(monitor.get()).flatMap((known) -> known.lastXid(uuid)),
                sampler::monitoredGpus);
    }

    /** Adds the series of a bean, if there is one; it is searched once. */
    private static <T> SeriesSource of(ObjectProvider<T> beans, BiConsumer<T, Exposition> series) {
        SingletonSupplier<T> bean = SingletonSupplier.ofNullable(beans::getIfAvailable);
        return (page) -> Optional.ofNullable(bean.get()).ifPresent((known) -> series.accept(known, page));
    }

    @Bean
    SeriesSource occupancySeries(ObjectProvider<OccupancyMonitor> monitors) {
        return of(monitors, (monitor, page) -> {
            monitor.occupancies().forEach((gpu) -> FeatureSeries.add(gpu, page));
            monitor.owners().forEach((one) -> FeatureSeries.add(one, monitor.ownerLabel(), page));
        });
    }

    @Bean
    SeriesSource classSeries(ObjectProvider<ClassMonitor> monitors) {
        return of(monitors, (monitor, page) -> monitor.classes().forEach((gpu) -> FeatureSeries.add(gpu, page)));
    }

    @Bean
    SeriesSource eventSeries(ObjectProvider<EventMonitor> monitors) {
        return of(monitors, FeatureSeries::add);
    }

    @Bean
    SeriesSource notificationSeries(ObjectProvider<NotificationMonitor> monitors) {
        return of(monitors, FeatureSeries::add);
    }

    @Bean
    SeriesSource ruleSeries(ObjectProvider<InsightMonitor> monitors) {
        return of(monitors, (monitor, page) -> monitor.states().forEach((state) -> FeatureSeries.add(state, page)));
    }

    @Bean
    SeriesSource connectionSeries(ConnectionLimit connections) {
        return (page) -> OwnSeries.add(connections.statistics(), page);
    }

    @Bean
    SeriesSource streamSeries(ObjectProvider<StreamMonitor> monitors) {
        return of(monitors, (monitor, page) -> OwnSeries.add(monitor.statistics(), page));
    }

    @Bean
    SeriesSource samplerSeries(Sampler sampler, ObjectProvider<BuildProperties> build) {
        BuildProperties known = build.getIfAvailable();
        String version = known == null ? null : known.getVersion();
        return (page) -> {
            OwnSeries.addVersion(version == null ? "development" : version, page);
            OwnSeries.addRounds(sampler.status().failures(), sampler.status().restarts(), page);
        };
    }

    @Bean
    SnapshotCollector snapshotCollector(Sampler sampler, List<SeriesSource> sources) {
        return new SnapshotCollector(sampler::latest, sampler::age, sources);
    }

    /** Registers the series with Boot's registry unless its export is switched off. */
    @Bean
    SmartInitializingSingleton seriesAmongBootsOwn(
            SnapshotCollector collector, ObjectProvider<PrometheusRegistry> boots) {
        return () -> boots.ifAvailable((registry) -> registry.register(collector));
    }
}
