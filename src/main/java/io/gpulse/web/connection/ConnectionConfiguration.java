package io.gpulse.web.connection;

import io.netty.util.internal.PlatformDependent;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The limit of open connections. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ConnectionProperties.class)
class ConnectionConfiguration {

    @Bean
    ConnectionLimit connectionLimit(ConnectionProperties properties) {
        Integer max = properties.maxConnections();
        return new ConnectionLimit(max == null ? ConnectionLimit.of(PlatformDependent.maxDirectMemory()) : max);
    }
}
