package io.gpulse.demo;

import io.gpulse.device.GpuSource;
import io.gpulse.device.SimulatedPast;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.nvml.session.ProcessSourceProperties;
import java.time.Duration;
import java.time.InstantSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DemoProperties.class)
class DemoConfiguration {

    private static final Duration PAST = Duration.ofHours(24);

    @Bean
    SimulatedPast demoPast(DemoProperties demo) {
        return new DemoPast(demo.past() ? PAST : Duration.ZERO, demo.gpus());
    }

    @Bean
    GpuSource demo(DemoProperties demo, ProcessSourceProperties processes) {
        InstantSource clock = InstantSource.system();
        DemoNvml driver = demo.mig() ? DemoNvml.withSplitGpu(clock) : new DemoNvml(clock, demo.gpus());
        return processes.limit(
                NvmlSource.simulated(driver).withPciTree(new DemoPciTree()).withOwners(new DemoOwners(clock)));
    }
}
