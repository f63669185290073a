package io.gpulse.status;

import io.gpulse.device.Snapshot;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/** Whether what gpulse tells is of now. It says nothing about the GPUs. */
final class FreshnessHealth implements ReactiveHealthIndicator {

    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(2);
    private static final int ROUNDS = 3;

    private final PublishedSnapshots published;
    private final Clock clock;

    FreshnessHealth(PublishedSnapshots published, Clock clock) {
        this.published = published;
        this.clock = clock;
    }

    @Override
    public Mono<Health> health() {
        Optional<Snapshot> latest = this.published.latest().map(PublishedSnapshot::snapshot);
        return Mono.just(latest.map(this::freshness)
                .orElseGet(() -> Health.down()
                        .withDetail("reason", "the first round is not over")
                        .build()));
    }

    private Health freshness(Snapshot snapshot) {
        Duration age = Duration.between(snapshot.takenAt(), this.clock.instant());
        Duration patience = snapshot.every().multipliedBy(ROUNDS);
        boolean fresh = age.compareTo(patience.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : patience) < 0;
        return (fresh ? Health.up() : Health.down())
                .withDetail("ageMillis", age.toMillis())
                .build();
    }
}
