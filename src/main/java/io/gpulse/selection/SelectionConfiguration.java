package io.gpulse.selection;

import io.gpulse.rounds.Rounds;
import io.gpulse.web.parameter.ParameterType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the search for free GPUs. */
@Configuration(proxyBeanMethods = false)
class SelectionConfiguration {

    @Bean
    RecentUtilization recentUtilization(Rounds rounds) {
        return new RecentUtilization(rounds);
    }

    @Bean
    ParameterType<MigProfile> migProfile() {
        return new MigProfile.Type();
    }

    @Bean
    FreeGpus freeGpus(RecentUtilization utilization) {
        return new FreeGpus(utilization);
    }
}
