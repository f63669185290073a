package io.gpulse.status;

import io.gpulse.setup.HostSystem;
import io.gpulse.setup.Setup;
import io.gpulse.view.PublishedSnapshots;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/** Beans of the status and of the health checks. */
@Configuration(proxyBeanMethods = false)
@Import(StatusReport.class)
class StatusConfiguration {

    @Bean
    Setup setup() {
        return Setup.of(HostSystem.ofThisMachine());
    }

    /** The name of a health component is that of its bean without the suffix. */
    @Bean
    FreshnessHealth freshnessHealthIndicator(PublishedSnapshots published) {
        return new FreshnessHealth(published);
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
