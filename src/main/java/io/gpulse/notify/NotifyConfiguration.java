package io.gpulse.notify;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.scheduler.Schedulers;

/** The beans of messages. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(NotifyProperties.class)
class NotifyConfiguration {

    @Bean
    Notifier notifier(NotifyProperties properties, Notifier.Inputs inputs) {
        boolean isUsed = !properties.receivers().isEmpty();
        return new Notifier(
                properties, inputs, isUsed ? Schedulers.newSingle("gpulse-notify", true) : Schedulers.immediate());
    }
}
