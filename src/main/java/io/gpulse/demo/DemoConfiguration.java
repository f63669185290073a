package io.gpulse.demo;

import io.gpulse.device.GpuSource;
import io.gpulse.nvml.NvmlSource;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DemoConfiguration {

    @Bean
    GpuSource demo() {
        return NvmlSource.simulated(new DemoNvml(InstantSource.system()));
    }
}
