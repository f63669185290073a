package io.gpulse.status;

import io.gpulse.device.MachineIdentity;
import io.gpulse.jvm.HeapFlags;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.HistoryMonitor;
import io.gpulse.web.StreamMonitor;
import io.gpulse.web.connection.ConnectionLimit;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Instant;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Beans of the status and of the health checks. */
@Configuration(proxyBeanMethods = false)
class StatusConfiguration {

    @Bean
    StatusReport statusReport(
            SnapshotFeed feed, PublishedSnapshots published, StreamMonitor stream, StatusReport.About about) {
        return new StatusReport(feed.status(), published, stream, about);
    }

    @Bean
    StatusReport.About about(
            StatusReport.Monitors monitors, ObjectProvider<BuildProperties> build, MachineIdentity machine) {
        BuildProperties known = build.getIfAvailable();
        String version = known == null ? null : known.getVersion();
        Instant startedAt =
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
        return new StatusReport.About(
                version == null ? "development" : version,
                startedAt,
                Clock.systemUTC(),
                monitors,
                HeapFlags.ofThisJvm(),
                machine);
    }

    @Bean
    StatusReport.Monitors monitors(
            HistoryMonitor history, ObjectProvider<FailureMonitor> failing, ConnectionLimit connections) {
        return new StatusReport.Monitors(
                history,
                () -> failing.stream()
                        .flatMap((monitor) -> monitor.failures().stream())
                        .toList(),
                connections);
    }

    /** The name of a health component is that of its bean without the suffix. */
    @Bean
    FreshnessHealth freshnessHealthIndicator(PublishedSnapshots published) {
        return new FreshnessHealth(published, Clock.systemUTC());
    }

    @Bean
    GpusHealth gpusHealthIndicator(PublishedSnapshots published) {
        return new GpusHealth(published);
    }

    @Bean
    @Lazy
    OpenApiCustomizer healthOperations() {
        return new HealthOperations();
    }
}
