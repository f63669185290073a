package io.gpulse.startup;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Beans for programs that start gpulse: its port in a file, and its end with that of the program. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(LifecycleProperties.class)
class LifecycleConfiguration {

    @Bean
    PortFile portFile(LifecycleProperties properties, Environment environment) {
        return new PortFile(properties.portFile(), environment);
    }

    @Bean
    ParentWatch parentWatch(LifecycleProperties properties) {
        return new ParentWatch(properties.exitWithParent());
    }
}
