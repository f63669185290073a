package io.gpulse.status;

import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/** Reports whether the latest snapshot is fresh. Does not depend on the state of GPUs. */
final class FreshnessHealth implements ReactiveHealthIndicator {

    private static final Duration MIN_LIMIT = Duration.ofSeconds(2);
    private static final int ROUNDS = 3;

    private final PublishedSnapshots published;

    FreshnessHealth(PublishedSnapshots published) {
        this.published = published;
    }

    @Override
    public Mono<Health> health() {
        return Mono.just(this.published
                .latest()
                .map(FreshnessHealth::freshness)
                .orElseGet(() -> Health.down()
                        .withDetail("reason", "the first round has not finished")
                        .build()));
    }

    private static Health freshness(PublishedSnapshot latest) {
        Duration age = latest.age();
        Duration limit = latest.snapshot().every().multipliedBy(ROUNDS);
        boolean fresh = age.compareTo(limit.compareTo(MIN_LIMIT) < 0 ? MIN_LIMIT : limit) < 0;
        return (fresh ? Health.up() : Health.down())
                .withDetail("ageMillis", age.toMillis())
                .build();
    }
}
