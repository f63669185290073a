package io.gpulse.demo;

import io.gpulse.device.GpuSource;
import io.gpulse.nvml.NvmlSource;
import io.gpulse.nvml.ProcessProperties;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DemoConfiguration {

    @Bean
    GpuSource demo(ProcessProperties processes) {
        InstantSource clock = InstantSource.system();
        return processes.limit(NvmlSource.simulated(new DemoNvml(clock)).withCast(new DemoOwners(clock)));
    }
}
