package io.gpulse.web;

import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** Beans that apply to every request. */
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
    EventLoopHandlerAdapter eventLoopHandlerAdapter(RequestMappingHandlerAdapter requestMappingHandlerAdapter) {
        return new EventLoopHandlerAdapter(requestMappingHandlerAdapter);
    }

    @Bean
    FirstResponse firstResponse() {
        return new FirstResponse(Duration.ofSeconds(5));
    }

    @Bean
    CacheHeadersFilter cacheHeadersFilter() {
        return new CacheHeadersFilter();
    }

    @Bean
    BodyFilter bodyFilter() {
        return new BodyFilter();
    }
}
