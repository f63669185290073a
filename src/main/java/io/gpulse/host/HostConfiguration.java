package io.gpulse.host;

import io.gpulse.device.HostSource;
import java.nio.file.Path;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gives the view of the machine. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HostProperties.class)
class HostConfiguration {

    @Bean
    HostSource hostSource(HostProperties properties) {
        Path proc = properties.procOrUsual();
        return new ProcHost(ProcFolder.at(proc), new Hostname(proc));
    }
}
