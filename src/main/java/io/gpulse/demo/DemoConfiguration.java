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
    Day demoDay(DemoProperties demo) {
        return Day.startingAt(InstantSource.system().instant(), demo.gpus());
    }

    @Bean
    SimulatedPast demoPast(DemoProperties demo, Day day) {
        Duration length = demo.past() ? PAST : Duration.ZERO;
        return new DemoPast(length, day, DemoNvml.boards(demo.gpus(), demo.mig()));
    }

    @Bean
    GpuSource demo(DemoProperties demo, Day day, ProcessSourceProperties processes) {
        InstantSource clock = InstantSource.system();
        DemoNvml driver = demo.mig() ? DemoNvml.withSplitGpu(clock, day) : new DemoNvml(clock, day, demo.gpus());
        return processes.limit(
                NvmlSource.simulated(driver).withPciTree(new DemoPciTree()).withOwners(new DemoOwners(clock, day)));
    }
}
