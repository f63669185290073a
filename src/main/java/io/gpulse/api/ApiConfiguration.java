package io.gpulse.api;

import io.gpulse.selection.FreeGpus;
import io.gpulse.selection.RecentUse;
import io.gpulse.text.SampleTrail;
import io.gpulse.web.CommandLineAccess;
import io.gpulse.web.SubscriberCount;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Instant;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.Disposable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** The parts behind the controllers. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StreamProperties.class)
class ApiConfiguration {

    @Bean
    SnapshotEncoder snapshotEncoder(JsonMapper json) {
        return (snapshot, view, target) -> json.writeValue(target, SnapshotAnswer.of(snapshot, view));
    }

    /** Writing to thousands of subscribers must not hold up the sampler's clock. */
    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("stream")
    Scheduler streamScheduler() {
        return Schedulers.newSingle("gpulse-stream", true);
    }

    @Bean
    SnapshotStream snapshotStream(
            Feed feed, SnapshotEncoder encoder, StreamProperties properties, @Qualifier("stream") Scheduler scheduler) {
        return new SnapshotStream(feed.snapshots().publishOn(scheduler), encoder, properties, scheduler);
    }

    @Bean
    SampleTrail sampleTrail() {
        return new SampleTrail();
    }

    @Bean(destroyMethod = "dispose", defaultCandidate = false)
    @Qualifier("sampleTrail")
    Disposable sampleTrailOfRounds(Feed feed, SampleTrail trail, @Qualifier("stream") Scheduler scheduler) {
        return feed.snapshots().onBackpressureLatest().publishOn(scheduler, 1).subscribe(trail::add);
    }

    @Bean
    SmiAnswers smiAnswers(LatestSnapshot latest, TextFeed feed, SampleTrail trail) {
        return new SmiAnswers(latest, feed, trail);
    }

    @Bean
    SubscriberCount subscriberCount(SnapshotStream stream) {
        return () -> stream.figures().subscribers();
    }

    @Bean
    LatestSnapshot latestSnapshot(SnapshotStream stream, SnapshotEncoder encoder) {
        return new LatestSnapshot(stream, encoder);
    }

    @Bean
    Discretion discretion(CommandLineAccess access) {
        return new Discretion(access);
    }

    @Bean
    TextFeed textFeed(SnapshotStream stream) {
        return new TextFeed(stream);
    }

    @Bean
    RecentUse recentUse(Feed feed) {
        return new RecentUse(feed.snapshots());
    }

    @Bean
    FreeGpus freeGpus(RecentUse use) {
        return new FreeGpus(use);
    }

    @Bean
    FreeRemark freeRemark(FreeGpus gpus) {
        return new FreeRemark(gpus);
    }

    @Bean
    SelfReport selfReport(
            Feed feed, SnapshotStream stream, StreamProperties limits, ObjectProvider<BuildProperties> build) {
        BuildProperties known = build.getIfAvailable();
        String version = known == null ? null : known.getVersion();
        Instant startedAt =
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
        return new SelfReport(
                feed.status(),
                stream,
                limits,
                new SelfReport.About(version == null ? "development" : version, startedAt, Clock.systemUTC()));
    }

    /** Their names are those of the health components, less the suffix. */
    @Bean
    FreshnessHealth freshnessHealthIndicator(SnapshotStream stream) {
        return new FreshnessHealth(stream, Clock.systemUTC());
    }

    @Bean
    GpusHealth gpusHealthIndicator(SnapshotStream stream) {
        return new GpusHealth(stream);
    }

    @Bean
    SimulatedHeaderFilter simulatedHeaderFilter(SnapshotStream stream) {
        return new SimulatedHeaderFilter(stream);
    }
}
