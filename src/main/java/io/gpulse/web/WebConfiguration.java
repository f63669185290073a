package io.gpulse.web;

import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** The limit of log lines about requests. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("requestLogLimit")
    Disposable requestLogLimit() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
            RequestLogLimit limit = new RequestLogLimit(System::nanoTime);
            logback.addTurboFilter(limit);
            return () -> logback.getTurboFilterList().remove(limit);
        }
        return Disposables.disposed();
    }

    @Bean
    FirstResponse firstResponse() {
        return new FirstResponse(Duration.ofSeconds(5));
    }
}
