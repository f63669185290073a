package io.gpulse.demo;

import io.gpulse.device.GpuSource;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.nvml.session.ProcessSourceProperties;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DemoConfiguration {

    @Bean
    GpuSource demo(ProcessSourceProperties processes) {
        InstantSource clock = InstantSource.system();
        return processes.limit(NvmlSource.simulated(new DemoNvml(clock)).withOwners(new DemoOwners(clock)));
    }
}
