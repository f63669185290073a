package io.gpulse.nvml.session;

import io.gpulse.device.GpuSource;
import java.nio.file.Path;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({NvmlProperties.class, ProcessSourceProperties.class})
class NvmlConfiguration {

    @Bean
    GpuSource nvml(NvmlProperties properties, ProcessSourceProperties processes) {
        return properties.limit(processes.limit(NvmlSource.ofThisMachine(properties.library(), Path.of("/"))));
    }
}
