package io.gpulse.selection;

import io.gpulse.rounds.Rounds;
import io.gpulse.stream.SnapshotStream;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.parameter.ParameterType;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

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
    Holds holds(PublishedSnapshots published) {
        return new Holds(published::snapshot, InstantSource.system(), System::nanoTime);
    }

    @Bean
    FreeGpus freeGpus(RecentUtilization utilization, Holds holds) {
        return new FreeGpus(utilization, holds);
    }

    @Bean
    FreeGoals freeGoals(FreeGpus gpus, Holds holds) {
        return new FreeGoals(gpus, holds);
    }

    @Bean
    Waits waits(SnapshotStream stream, Holds holds, JsonMapper json) {
        return new Waits(stream, holds, json);
    }
}
