package io.gpulse.status;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/** Reports GPUs in trouble. At worst DEGRADED: the other readings are still served. */
final class GpusHealth implements ReactiveHealthIndicator {

    private static final String DEGRADED = "DEGRADED";

    private final PublishedSnapshots published;

    GpusHealth(PublishedSnapshots published) {
        this.published = published;
    }

    @Override
    public Mono<Health> health() {
        Optional<Snapshot> latest = this.published.latest().map(PublishedSnapshot::snapshot);
        return Mono.just(
                latest.map(GpusHealth::health).orElseGet(() -> Health.up().build()));
    }

    private static Health health(Snapshot snapshot) {
        Map<String, Object> troubled = new TreeMap<>();
        snapshot.gpus().stream()
                .filter(GpusHealth::isTroubled)
                .forEach((gpu) -> troubled.put("gpu" + gpu.index(), gpu.state()));
        Source source = snapshot.source();
        boolean lost =
                source.hangs() || (source.reason() != null && !snapshot.gpus().isEmpty());
        Health.Builder health = troubled.isEmpty() && !lost ? Health.up() : Health.status(DEGRADED);
        return health.withDetail("count", snapshot.gpus().size())
                .withDetails(troubled)
                .build();
    }

    private static boolean isTroubled(GpuSample gpu) {
        return !Set.of(GpuState.OK, GpuState.ATTACHING, GpuState.SLEEPING).contains(gpu.state());
    }
}
