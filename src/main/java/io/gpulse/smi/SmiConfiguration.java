package io.gpulse.smi;

import io.gpulse.device.GpuSource;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SmiProperties.class)
class SmiConfiguration {

    @Bean
    GpuSource nvidiaSmi(
            SmiProperties properties,
            @Value("${gpulse.sampling.every:1s}") Duration interval,
            @Value("${gpulse.processes.enabled:true}") boolean listsProcesses) {
        return properties.source(interval, listsProcesses);
    }
}
