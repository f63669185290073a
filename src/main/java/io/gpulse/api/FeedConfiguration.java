package io.gpulse.api;

import io.gpulse.sampling.Sampler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where the API meets the sampler. */
@Configuration(proxyBeanMethods = false)
class FeedConfiguration {

    @Bean
    Feed feed(Sampler sampler) {
        return new Feed(sampler.snapshots(), sampler::status);
    }
}
