package io.gpulse.snapshot;

import io.gpulse.web.parameter.ParameterType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Types of parameters of the snapshot's endpoints. */
@Configuration(proxyBeanMethods = false)
class SnapshotConfiguration {

    @Bean
    ParameterType<ProcessSort> processSort() {
        return ProcessSort.WORDS;
    }

    @Bean
    ParameterType<HostQuery.Sort> hostProcessSort() {
        return HostQuery.Sort.WORDS;
    }
}
