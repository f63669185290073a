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

/** Reports whether the latest snapshot is fresh. Does not depend on the state of GPUs. */
final class FreshnessHealth implements ReactiveHealthIndicator {

    private static final Duration MIN_LIMIT = Duration.ofSeconds(2);
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
                        .withDetail("reason", "the first round has not finished")
                        .build()));
    }

    private Health freshness(Snapshot snapshot) {
        Duration age = Duration.between(snapshot.takenAt(), this.clock.instant());
        Duration limit = snapshot.every().multipliedBy(ROUNDS);
        boolean fresh = age.compareTo(limit.compareTo(MIN_LIMIT) < 0 ? MIN_LIMIT : limit) < 0;
        return (fresh ? Health.up() : Health.down())
                .withDetail("ageMillis", age.toMillis())
                .build();
    }
}
