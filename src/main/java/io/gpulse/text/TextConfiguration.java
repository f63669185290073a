package io.gpulse.text;

import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.stream.SnapshotStream;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.parameter.EnumParameter;
import io.gpulse.web.parameter.ParameterType;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;

/** Beans of the endpoints for terminals and scrapers. */
@Configuration(proxyBeanMethods = false)
class TextConfiguration {

    @Bean
    ParameterType<TableQuery.Watch> watch() {
        return new EnumParameter<>(TableQuery.Watch.class, List.of("", "true", "false"), TableQuery.Watch::of);
    }

    @Bean
    RecentSamples sampleTrail() {
        return new RecentSamples();
    }

    @Bean(defaultCandidate = false)
    @Qualifier("sampleTrail")
    ConsumerGuard sampleTrailGuard() {
        return new ConsumerGuard("text", "Collection of samples for nvidia-smi's texts");
    }

    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("sampleTrail")
    Disposable sampleTrailOfRounds(
            SnapshotFeed feed,
            RecentSamples trail,
            @Qualifier("stream") Scheduler scheduler,
            @Qualifier("sampleTrail") ConsumerGuard guard) {
        return feed.snapshots().onBackpressureLatest().publishOn(scheduler, 1).subscribe(guard.around(trail::add));
    }

    @Bean
    FailureMonitor sampleTrailFailures(@Qualifier("sampleTrail") ConsumerGuard guard) {
        return () -> FailureMonitor.of(guard);
    }

    @Bean
    SmiResponses smiResponses(LatestSnapshot latest, TextStream texts, RecentSamples trail) {
        return new SmiResponses(latest, texts, trail);
    }

    @Bean
    TextStream textStream(SnapshotStream stream) {
        return new TextStream(stream);
    }
}
